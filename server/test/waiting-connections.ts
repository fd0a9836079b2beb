// Counts connections of a test's database that wait for a lock, to know when concurrent requests have reached it.
import type { Sql } from '../src/kit/db/db.ts'

/** Call it outside a transaction, because a transaction keeps the statistics that it has read first. */
export async function countWaitingConnections(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row!.count
}
