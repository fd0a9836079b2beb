// SQL of the operation of the chat: lists of online and of restricted accounts.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { findIds, limitTo, idsWithPositions, type PageLimits } from '../../kit/db/lists.ts'
import { isAlive } from '../connections/store.ts'

type AccountColumns = Pick<Rows['im_account'], 'accid' | 'is_blocked' | 'is_muted'> & {
  account_id: number
  name: string
  app_name: string
}
export type RestrictedAccountRow = AccountColumns
export type AppAccountRow = AccountColumns & { is_online: boolean }
export type OnlineDeviceRow = AccountColumns &
  Pick<Rows['im_connection'], 'id' | 'client_type' | 'since'> & { node_name: string }

/** Staff see clients under their aliases, as counsellors do. */
const nameColumn = (db: Db) => db`
  coalesce(nullif(case when account.role_id is distinct from ${roles.counsellor} then u.alias else '' end, ''), u.nick)`

const joinAccount = (db: Db) => db`
  join im_user u on u.im_account_id = a.id left join account on account.id = a.account_id`

const accountColumns = (db: Db) => db`
  a.id as account_id, a.accid, a.is_blocked, a.is_muted, ${nameColumn(db)} as name, app.name as app_name`

/**
 * Accounts `a` with this name, or whose displayed name contains the key. The scalar subquery lets both conditions use
 * indexes.
 */
const matchesKey = (db: Db, key: string | undefined) =>
  key === undefined
    ? db``
    : db`and (a.accid = lower(${key}) or position(lower(${key}) in (
        select lower(${nameColumn(db)}) from im_user u left join account on account.id = a.account_id
        where u.im_account_id = a.id)) > 0)`

export async function selectOnlineAccounts(
  db: Db,
  key: string | undefined,
  page: PageLimits,
): Promise<{ rows: OnlineDeviceRow[]; total: number }> {
  const from = db`
    from im_connection c join im_node n on n.id = c.node_id and ${isAlive(db)} join im_account a on a.id = c.im_account_id
    where true ${matchesKey(db, key)}`
  const { ids, total } = await findIds(
    db,
    db`select c.id ${from} order by c.id desc ${limitTo(db, page)}`,
    db`select count(*) ${from}`,
  )
  const rows = await db<OnlineDeviceRow[]>`
    select c.id, c.client_type, c.since, n.name as node_name, ${accountColumns(db)}
    from ${idsWithPositions(db, ids)} join im_connection c on c.id = page.id join im_node n on n.id = c.node_id
    join im_account a on a.id = c.im_account_id ${joinAccount(db)} join im_app app on app.id = a.app_id
    order by page.position`
  return { rows, total }
}

export async function selectRestrictedAccounts(
  db: Db,
  key: string | undefined,
  page: PageLimits,
): Promise<{ rows: RestrictedAccountRow[]; total: number }> {
  const from = db`from im_account a where (a.is_blocked or a.is_muted) ${matchesKey(db, key)}`
  const { ids, total } = await findIds(
    db,
    db`select a.id ${from} order by a.id desc ${limitTo(db, page)}`,
    db`select count(*) ${from}`,
  )
  const rows = await db<RestrictedAccountRow[]>`
    select ${accountColumns(db)} from ${idsWithPositions(db, ids)} join im_account a on a.id = page.id
    ${joinAccount(db)} join im_app app on app.id = a.app_id order by page.position`
  return { rows, total }
}

export async function selectAppName(db: Db, id: number): Promise<string | null> {
  const [row] = await db<Pick<Rows['im_app'], 'name'>[]>`select name from im_app where id = ${id}`
  return row?.name ?? null
}

/** @param key beginning of the account, or undefined */
export async function selectAppAccounts(
  db: Db,
  { id, key = '', ...page }: PageLimits & { id: number; key: string | undefined },
): Promise<{ rows: AppAccountRow[]; total: number }> {
  const from = db`from im_account a where a.app_id = ${id} and starts_with(a.accid, lower(${key}))`
  const { ids, total } = await findIds(
    db,
    db`select a.id ${from} order by a.accid ${limitTo(db, page)}`,
    db`select count(*) ${from}`,
  )
  const rows = await db<AppAccountRow[]>`
    select ${accountColumns(db)}, exists (
      select 1 from im_connection c join im_node n on n.id = c.node_id and ${isAlive(db)}
      where c.im_account_id = a.id) as is_online
    from ${idsWithPositions(db, ids)} join im_account a on a.id = page.id
    ${joinAccount(db)} join im_app app on app.id = a.app_id order by page.position`
  return { rows, total }
}

/**
 * Blocks or mutes an account, or ends that.
 * @returns false for an unknown account
 */
export async function updateAccountState(
  tx: Tx,
  id: number,
  state: Partial<Pick<Rows['im_account'], 'is_blocked' | 'is_muted'>>,
): Promise<boolean> {
  const { count } = await tx`update im_account set ${tx(state)} where id = ${id}`
  return count === 1
}

export async function hasAccount(db: Db, id: number): Promise<boolean> {
  const rows = await db`select from im_account where id = ${id}`
  return rows.length > 0
}
