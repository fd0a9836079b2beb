// SQL of requests about a person's own data, and of what must be settled before one is carried out.
import type { DataRequestKind, DataRequestState } from '@xinqiao/contract/data-requests.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { findIds, idsWithPositions, limitTo, type PageLimits, type PageOfIds } from '../../kit/db/lists.ts'
import { firstRow } from '../../kit/db/results.ts'

export type DataRequestRow = Omit<Rows['data_request'], 'kind' | 'state'> & {
  kind: DataRequestKind
  state: DataRequestState
}
export type StaffDataRequestRow = DataRequestRow & { username: string; nickname: string; settled_name: string | null }

/** @returns null when a request of this kind is already open */
export async function insertRequest(
  tx: Tx,
  { accountId, kind, includesPrivate }: { accountId: number; kind: DataRequestKind; includesPrivate: boolean },
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into data_request (account_id, kind, includes_private) values (${accountId}, ${kind}, ${includesPrivate})
    on conflict (account_id, kind) where state = 'open' do nothing returning id`
  return row?.id ?? null
}

export const selectRequestsOf = (db: Db, accountId: number) =>
  db<DataRequestRow[]>`select * from data_request where account_id = ${accountId} order by id desc limit 20`

export const lockRequest = (tx: Tx, id: number) =>
  firstRow(tx<DataRequestRow[]>`select * from data_request where id = ${id} for update`)

type Settlement = { state: DataRequestState; settledBy: number; reason: string }
export async function updateRequest(tx: Tx, id: number, { state, settledBy, reason }: Settlement): Promise<void> {
  await tx`
    update data_request set state = ${state}, settled_at = now(), settled_by = ${settledBy}, reason = ${reason}
    where id = ${id}`
}

export function selectRequestIds(db: Db, state: DataRequestState | undefined, page: PageLimits): Promise<PageOfIds> {
  const condition = state ? db`where state = ${state}` : db``
  return findIds(
    db,
    db`select id from data_request ${condition} order by id desc ${limitTo(db, page)}`,
    db`select count(*) from data_request ${condition}`,
  )
}

export const selectStaffRequests = (db: Db, ids: readonly number[]) =>
  db<StaffDataRequestRow[]>`
    select r.*, a.username, a.nickname, s.nickname as settled_name from ${idsWithPositions(db, ids)}
    join data_request r on r.id = page.id join account a on a.id = r.account_id
    left join account s on s.id = r.settled_by order by page.position`

export const selectOwner = (db: Db, accountId: number) =>
  firstRow(db<Pick<Rows['account'], 'username' | 'role_id'>[]>`
    select username, role_id from account where id = ${accountId}`)

type ObstacleRow = {
  has_alert: boolean
  has_booking: boolean
  has_order: boolean
  is_member: boolean
  owns_group: boolean
}

export async function selectObstacles(db: Db, accountId: number): Promise<ObstacleRow> {
  const [row] = await db<[ObstacleRow]>`
    select
      exists (select from crisis_alert where writer_id = ${accountId} and state <> 'closed' and not is_drill)
        as has_alert,
      exists (select from booking where account_id = ${accountId} and state in ('held', 'booked')) as has_booking,
      exists (select from pay_order where account_id = ${accountId} and state = 'open') as has_order,
      exists (select from member where account_id = ${accountId} and state in ('active', 'grace')) as is_member,
      exists (
        select from im_account i join im_team t on t.owner_id = i.id and t.is_valid where i.account_id = ${accountId}
      ) as owns_group`
  return row
}
