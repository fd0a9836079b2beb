// SQL of collected items.
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Rows } from '../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../kit/db/db.ts'
import { firstRow, readPage } from '../../kit/db/results.ts'

export type CollectRow = Rows['im_collect']

export const selectCollect = (db: Db, imId: number, id: number) =>
  firstRow(db<CollectRow[]>`select * from im_collect where id = ${id} and im_account_id = ${imId}`)

export const selectCollectByUniqueId = (db: Db, imId: number, uniqueId: string) =>
  firstRow(db<CollectRow[]>`
    select * from im_collect where im_account_id = ${imId} and unique_id = ${uniqueId} and unique_id <> ''`)

export async function hasCollects(db: Db, imId: number, count: number): Promise<boolean> {
  const [row] = await db`select 1 from im_collect where im_account_id = ${imId} offset ${count - 1} limit 1`
  return row !== undefined
}

export async function insertCollect(tx: Tx, row: CollectRow): Promise<void> {
  await tx`insert into im_collect ${valuesWithId(tx, row)}`
}

export async function updateCollect(
  tx: Tx,
  { id, type, content_sealed, update_time }: Pick<CollectRow, 'id' | 'type' | 'content_sealed' | 'update_time'>,
): Promise<void> {
  await tx`
    update im_collect set type = ${type}, content_sealed = ${content_sealed},
      update_time = greatest(update_time + 1, ${update_time}::bigint)
    where id = ${id}`
}

export async function deleteCollects(tx: Tx, imId: number, ids: readonly number[]): Promise<number> {
  const result = await tx`
    delete from im_collect where im_account_id = ${imId} and id = any(${ids as number[]}::bigint[])`
  return result.count
}

/** One page, latest first unless reversed, and the number of items on all pages. */
export function selectCollects(db: Db, imId: number, query: ParsedInput<'msgExtend.getCollects'>) {
  const { type, beginTime, endTime, lastId, limit, reverse } = query
  const filter = db`
    im_account_id = ${imId} and create_time >= ${beginTime}
    ${endTime > 0 ? db`and create_time < ${endTime}` : db``} ${type === undefined ? db`` : db`and type = ${type}`}`
  const last = db`(select create_time, id from im_collect where id = ${Number(lastId ?? 0)})`
  const page = reverse
    ? db`${lastId ? db`and (create_time, id) > ${last}` : db``} order by create_time, id`
    : db`${lastId ? db`and (create_time, id) < ${last}` : db``} order by create_time desc, id desc`
  return readPage(
    db<CollectRow[]>`select * from im_collect where ${filter} ${page} limit ${limit}`,
    db<{ count: number }[]>`select count(*) from im_collect where ${filter}`,
  )
}
