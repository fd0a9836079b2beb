// Rows that the database has written.
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '../../server/src/kit/db/db.ts'

/** Rows written to each table since the start of the database, without the heartbeats of the nodes. */
export async function readWrites(sql: Sql): Promise<ReadonlyMap<string, number>> {
  // an idle connection of the database reports its counts within ten seconds
  await wait(12_000)
  const rows = await sql<{ name: string; count: number }[]>`
    select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as count
    from pg_stat_user_tables where relname <> 'im_node'`
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Rows written to all tables since the start of the database, except the heartbeats of the nodes. */
export const countWrites = async (sql: Sql): Promise<number> =>
  [...(await readWrites(sql)).values()].reduce((sum, count) => sum + count, 0)
