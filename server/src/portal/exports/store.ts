// SQL of exports.
import type { ExportKindName, ExportState } from '@xinqiao/contract/exports.ts'
import type { Rows } from '../../../db/rows.ts'
import { columnsOf, type Db } from '../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../kit/db/results.ts'

export type ExportTaskRow = Omit<Rows['export_task'], 'kind' | 'state' | 'query'> & {
  kind: ExportKindName
  state: ExportState
  query: Record<string, string>
}

type NewTask = Pick<ExportTaskRow, 'account_id' | 'kind' | 'query' | 'is_full' | 'reason' | 'state' | 'total'>

export const insertTask = (db: Db, { query, ...task }: NewTask) =>
  onlyRow(db<ExportTaskRow[]>`
    insert into export_task ${columnsOf(db, { ...task, query: db.json(query) })} returning *`)

export const selectOwnTask = (db: Db, id: number, accountId: number) =>
  firstRow(db<ExportTaskRow[]>`select * from export_task where id = ${id} and account_id = ${accountId}`)

/**
 * Changes an export that is in this state.
 * @returns false when it is no longer
 */
export async function updateTask(
  db: Db,
  id: number,
  from: readonly ExportState[],
  change: Partial<Pick<ExportTaskRow, 'state' | 'done' | 'total' | 'file_key' | 'ended_at'>>,
): Promise<boolean> {
  const result = await db`update export_task set ${db(change)} where id = ${id} and state in ${db(from)}`
  return result.count === 1
}

/** The oldest export that is queued, or whose node died. The job runs on one node at a time. */
export const selectNextTask = (db: Db) =>
  firstRow(db<ExportTaskRow[]>`
    select * from export_task where state in ('waiting', 'running') order by id limit 1`)

/** Exports that were not downloaded or not confirmed in time. */
export const selectOldTasks = (db: Db, hours: number) =>
  db<ExportTaskRow[]>`select * from export_task where created_at < now() - make_interval(hours => ${hours}) limit 200`

export async function deleteTask(db: Db, id: number): Promise<void> {
  await db`delete from export_task where id = ${id}`
}
