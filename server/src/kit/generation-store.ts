// SQL of the generation of the database's history (migrations 0007 and 0011).
import type { Rows } from '../../db/rows.ts'
import type { Db } from './db/db.ts'
import { onlyRow } from './db/results.ts'

/** `here`: identifies the running database; null while it is a read-only standby. */
export type HistoryRow = Pick<Rows['database_history'], 'generation' | 'place'> & { here: string | null }

export const selectHistory = (db: Db) =>
  onlyRow(db<HistoryRow[]>`select generation, place, database_place() as here from database_history`)

/**
 * Begins a new generation.
 * @returns its number, higher than `above`; null when the history has changed since it was read
 */
export async function updateDatabaseGeneration(
  db: Db,
  { generation, place }: HistoryRow,
  above: number,
): Promise<number | null> {
  const [row] = await db<{ renewed: number | null }[]>`
    select renew_database_history(${generation}, ${place}, ${above}) as renewed`
  return row!.renewed
}
