// Rows that the database has written.
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '../../server/src/kit/db/db.ts'

/** Rows written to all tables since the start of the database, except the heartbeats of the nodes. */
export async function countWrites(sql: Sql): Promise<number> {
  // an idle connection of the database reports its counts within ten seconds
  await wait(12_000)
  const [row] = await sql<{ count: number }[]>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as count
    from pg_stat_user_tables where relname <> 'im_node'`
  return row!.count
}
