// SQL of the import of accounts.
import type { Rows } from '../../../../db/rows.ts'
import { bytesList, type Db, type Tx } from '../../../kit/db/db.ts'
import type { ManagedAccount } from './account-store.ts'

/** The names that the app uses already. */
export async function selectUsedNames(db: Db, appId: number, accids: readonly string[]): Promise<Set<string>> {
  const rows = await db<Pick<ManagedAccount, 'accid'>[]>`
    select accid from im_account where app_id = ${appId} and accid = any(${accids as string[]}::text[])`
  return new Set(rows.map(({ accid }) => accid))
}

/** Hexadecimal hashes of the tokens that any app already uses. */
export async function selectUsedTokens(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db<{ hash: string }[]>`
    select encode(token_hash, 'hex') as hash from im_token where token_hash = any(${bytesList(db, hashes)}::bytea[])`
  return new Set(rows.map(({ hash }) => hash))
}

/** @returns the accounts whose names were free */
export const insertAccounts = (tx: Tx, appId: number, accids: readonly string[]) =>
  tx<ManagedAccount[]>`
    insert into im_account (app_id, accid) select ${appId}, accid from unnest(${accids as string[]}::text[]) accid
    on conflict do nothing returning id, accid`

export type NewUser = Pick<
  Rows['im_user'],
  'im_account_id' | 'nick' | 'avatar' | 'sign' | 'gender' | 'custom' | 'sealed'
>
export const insertUsers = (tx: Tx, rows: readonly NewUser[]) =>
  tx`
    insert into im_user (im_account_id, nick, avatar, sign, gender, custom, sealed, update_time)
    select input.*, (extract(epoch from now()) * 1000)::bigint
    from unnest(${rows.map((row) => row.im_account_id)}::bigint[], ${rows.map((row) => row.nick)}::text[],
      ${rows.map((row) => row.avatar)}::text[], ${rows.map((row) => row.sign)}::text[],
      ${rows.map((row) => row.gender)}::smallint[], ${rows.map((row) => row.custom)}::text[],
      ${bytesList(
        tx,
        rows.map((row) => row.sealed),
      )}::bytea[]) input`

export const insertTokens = (tx: Tx, rows: readonly { imId: number; hash: Buffer }[]) =>
  tx`
    insert into im_token (im_account_id, token_hash, expires_at)
    select im_id, hash, 'infinity' from unnest(${rows.map((row) => row.imId)}::bigint[], ${bytesList(
      tx,
      rows.map((row) => row.hash),
    )}::bytea[]) as input(im_id, hash)`
