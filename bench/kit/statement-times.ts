// Time that the database spends on statements, as pg_stat_statements counts it: planning and execution, without the
// flush of the log at the commit.
import type { Sql } from '../../server/src/kit/db/db.ts'

/** Settings of PostgreSQL that `openStatementTimes` needs. */
export const statementTimeSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

/** @returns reads the milliseconds of all statements until now, except those of this function */
export async function openStatementTimes(sql: Sql): Promise<() => Promise<number>> {
  await sql`create extension if not exists pg_stat_statements`
  return async () => {
    const [row] = await sql<{ ms: number }[]>`
      select coalesce(sum(total_plan_time + total_exec_time), 0)::float8 as ms from pg_stat_statements
      where query !~ 'pg_stat_statements|pg_current_wal_insert_lsn'`
    return row!.ms
  }
}
