// SQL of chat accounts and tokens.
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

type ImAccountName = Pick<Rows['im_account'], 'id' | 'accid'>

export const selectAccount = (db: Db, accountId: number) =>
  firstRow(db<ImAccountName[]>`select id, accid from im_account where account_id = ${accountId}`)

/** The chat ids of those portal accounts that have used the chat. */
export async function selectImIds(db: Db, accountIds: readonly number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select id from im_account where account_id = any(${accountIds}::bigint[])`
  return rows.map((row) => row.id)
}

type AliasRow = { account_id: number; role_id: number; alias: string | null }

export const selectAliases = (db: Db, accountIds: number[]) =>
  db<AliasRow[]>`
    select account.id as account_id, account.role_id, u.alias from account
    left join im_account a on a.account_id = account.id left join im_user u on u.im_account_id = a.id
    where account.id = any(${accountIds}::bigint[])`

/**
 * Null when a concurrent request created the account. Locks no existing row, so that two such requests cannot deadlock.
 * The profile starts with the data of the portal. Others see the alias while the account has the role user.
 */
export const insertAccount = (db: Db, accountId: number, { accid, alias }: { accid: string; alias: string }) =>
  firstRow(db<ImAccountName[]>`
    with created as (
      insert into im_account (account_id, accid) values (${accountId}, ${accid})
      on conflict (account_id) do nothing returning id, accid),
    profile as (
      insert into im_user (im_account_id, nick, avatar, alias, update_time)
      select created.id, nickname, avatar, ${alias}, (extract(epoch from now()) * 1000)::bigint
      from created, account where account.id = ${accountId})
    select id, accid from created`)

/** Serialises requests of one session, which could otherwise deadlock on its tokens. */
export async function lockSignInSession(tx: Tx, signInSessionId: number): Promise<void> {
  await tx`select id from session where id = ${signInSessionId} for no key update`
}

export async function updateTokenExpiry(db: Db, signInSessionId: number): Promise<void> {
  await db`delete from im_token where session_id = ${signInSessionId} and expires_at < now()`
  await db`
    update im_token set expires_at = least(expires_at, now() + interval '1 minute')
    where session_id = ${signInSessionId}`
}

export type NewToken = { imAccountId: number; signInSessionId: number; tokenHash: Buffer }

export async function insertToken(db: Db, { imAccountId, signInSessionId, tokenHash }: NewToken): Promise<void> {
  await db`
    insert into im_token (im_account_id, session_id, token_hash, expires_at)
    values (${imAccountId}, ${signInSessionId}, ${tokenHash}, now() + interval '7 days')`
}

export type TokenOwner = Pick<Rows['im_account'], 'id' | 'app_id' | 'accid' | 'last_device_id' | 'is_muted'> &
  Pick<Rows['im_app'], 'app_key' | 'is_site' | 'is_playground'> & {
    /** Id of the login (`selectLiveLogins`). */
    login: number
    is_app_open: boolean
    enabled: boolean
    /** Role of the portal account; null for accounts of apps. */
    role_id: number | null
    is_restricted: boolean
  }

/** True for an account whose sessions are restricted: an initial password, or a required factor that is missing. */
const isRestricted = (db: Db, factorRoles: readonly number[]) => db`
  (account.must_change_password or account.role_id = any(${[...factorRoles]}::smallint[])
    and not exists (select 1 from second_factor where second_factor.account_id = account.id))`

/**
 * The account of an unexpired token. A token of the site also needs its sign-in session; one of an app has none. A
 * robot never signs in.
 */
export const selectTokenOwner = (
  db: Db,
  { tokenHash, factorRoles }: { tokenHash: Buffer; factorRoles: readonly number[] },
) =>
  firstRow(db<TokenOwner[]>`
    select a.id, a.app_id, a.accid, a.last_device_id, a.is_muted, app.app_key, app.is_site,
      app.is_playground,
      coalesce(t.session_id, -t.id) as login, account.role_id,
      app.is_open as is_app_open, not a.is_blocked and coalesce(account.enabled, true) as enabled,
      account.id is not null and ${isRestricted(db, factorRoles)} as is_restricted
    from im_token t
    join im_account a on a.id = t.im_account_id
    join im_app app on app.id = a.app_id
    left join session s on s.id = t.session_id
    left join account on account.id = a.account_id
    where t.token_hash = ${tokenHash} and t.expires_at > now()
      and not exists (select 1 from im_robot r where r.im_account_id = a.id)
      and (t.session_id is null or (s.idle_until > now() and s.expires_at > now()))`)

type LoginFilter = { logins: number[]; roleIds: number[]; factorRoles: readonly number[] }
type SignInSessionFilter = { signInSessionIds: number[]; roleIds: number[]; factorRoles: readonly number[] }

/** Filters session ids: those that are alive and unrestricted, and whose account has one of these roles. */
export async function selectLiveSignInSessions(db: Db, sessions: SignInSessionFilter): Promise<number[]> {
  const rows = await db<{ id: number }[]>`select session.id ${fromLiveSignInSessions(db, sessions)}`
  return rows.map((row) => row.id)
}

const fromLiveSignInSessions = (
  db: Db,
  { signInSessionIds, roleIds, factorRoles }: SignInSessionFilter,
  joined = db``,
) => db`
  from session join account on account.id = session.account_id ${joined}
  where session.id = any(${signInSessionIds}::bigint[]) and session.idle_until > now() and session.expires_at > now()
    and account.enabled and account.role_id = any(${roleIds}::smallint[]) and not ${isRestricted(db, factorRoles)}`

/**
 * Returns the logins that are alive, also of blocked accounts and closed apps, by login id. A login id is the id of a
 * sign-in session, or minus the id of the token of an app's account.
 */
export async function selectLiveLogins(
  db: Db,
  { logins, roleIds, factorRoles }: LoginFilter,
): Promise<ReadonlyMap<number, LiveLogin>> {
  const tokenIds = logins.flatMap((login) => (login < 0 ? [-login] : []))
  const signInSessionIds = logins.filter((login) => login > 0)
  const [sessions, tokens] = await Promise.all([
    signInSessionIds.length > 0 ? selectLiveSessionLogins(db, { signInSessionIds, roleIds, factorRoles }) : [],
    tokenIds.length > 0 ? selectLiveTokenLogins(db, tokenIds) : [],
  ])
  return new Map([
    ...sessions.map((row) => [row.id, presentLogin(row)] as const),
    ...tokens.map((row) => [-row.id, presentLogin(row)] as const),
  ])
}

type LiveLogin = { isBlocked: boolean; isMuted: boolean; isAppClosed: boolean }
/** `is_app_open`: absent for the site, which is never closed. */
type LiveRow = { id: number; is_blocked: boolean; is_muted: boolean; is_app_open?: boolean }
const presentLogin = ({ is_blocked, is_muted, is_app_open = true }: LiveRow): LiveLogin => ({
  isBlocked: is_blocked,
  isMuted: is_muted,
  isAppClosed: !is_app_open,
})

const selectLiveSessionLogins = (db: Db, sessions: SignInSessionFilter) =>
  db<LiveRow[]>`
    select session.id, coalesce(a.is_blocked, false) as is_blocked, coalesce(a.is_muted, false) as is_muted
    ${fromLiveSignInSessions(db, sessions, db`left join im_account a on a.account_id = account.id`)}`

const selectLiveTokenLogins = (db: Db, tokenIds: readonly number[]) =>
  db<LiveRow[]>`
    select t.id, a.is_blocked, a.is_muted, app.is_open as is_app_open from im_token t
    join im_account a on a.id = t.im_account_id join im_app app on app.id = a.app_id
    where t.id = any(${tokenIds as number[]}::bigint[]) and t.session_id is null and t.expires_at > now()`
