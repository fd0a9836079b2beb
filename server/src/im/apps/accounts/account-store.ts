// SQL of accounts that an app's backend manages. Accounts of the site are managed by the portal.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export type ManagedAccount = Pick<Rows['im_account'], 'id' | 'accid'>
export type AccountWithState = ManagedAccount & Pick<Rows['im_account'], 'is_blocked'>

/** @returns null when the name is taken in the app */
export async function insertAccount(tx: Tx, appId: number, accid: string): Promise<ManagedAccount | null> {
  const [row] = await tx<ManagedAccount[]>`
    insert into im_account (app_id, accid) values (${appId}, ${accid}) on conflict do nothing returning id, accid`
  if (!row) return null
  await tx`
    insert into im_user (im_account_id, update_time)
    values (${row.id}, (extract(epoch from now()) * 1000)::bigint)`
  return row
}

export const selectAccount = (db: Db, appId: number, accid: string) =>
  firstRow(db<AccountWithState[]>`
    select id, accid, is_blocked from im_account where app_id = ${appId} and accid = ${accid} and account_id is null`)

/**
 * Replaces the row of the token, which also ends the logins of the former one: they refer to its id.
 * @returns false when the token belongs to another account
 */
export async function replaceToken(tx: Tx, imId: number, tokenHash: Buffer, expiresAt = 'infinity'): Promise<boolean> {
  await tx`select from im_account where id = ${imId} for no key update`
  await tx`delete from im_token where im_account_id = ${imId} and session_id is null`
  const { count } = await tx`
    insert into im_token (im_account_id, token_hash, expires_at)
    values (${imId}, ${tokenHash}, ${expiresAt}::text::timestamptz) on conflict (token_hash) do nothing`
  return count > 0
}

export const updateAccountState = (
  db: Db,
  imId: number,
  state: Partial<Pick<Rows['im_account'], 'is_blocked' | 'is_muted'>>,
) => db`update im_account set ${db(state)} where id = ${imId}`

export type ManagedUser = Rows['im_user'] & Pick<Rows['im_account'], 'accid' | 'is_blocked' | 'is_muted'>

export const selectManagedUsers = (db: Db, appId: number, accids: readonly string[]) =>
  db<ManagedUser[]>`
    select u.*, a.accid, a.is_blocked, a.is_muted from im_account a join im_user u on u.im_account_id = a.id
    where a.app_id = ${appId} and a.accid = any(${accids as string[]}::text[]) and a.account_id is null order by a.accid`
