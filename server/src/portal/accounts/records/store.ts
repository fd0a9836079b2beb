// SQL of accounts, sign-in sessions, SMS codes and the SMS queue.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../../db/rows.ts'
import { reserveId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { SmsCodePurpose } from '../../../kit/sms/sms.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

export type AccountRow = Omit<Rows['account'], 'username_key' | 'phone_index'>

const accountColumns = (db: Db) =>
  db`id, username, password_hash, role_id, phone_sealed, nickname, email, email_confirmed_at, gender, avatar, enabled, is_demo, must_change_password, created_at`

export type NewAccount = Pick<
  Rows['account'],
  'username' | 'password_hash' | 'role_id' | 'phone_index' | 'nickname'
> & {
  /** Reserves an id first, because the sealed phone number is bound to it. */
  sealPhone: (id: number) => Buffer
} & Partial<Pick<Rows['account'], 'email' | 'gender' | 'is_demo' | 'must_change_password'>>

/** @throws PostgresError on account_username_unique or account_phone_unique */
export async function insertAccount(db: Db, values: NewAccount): Promise<number> {
  const { email = '', gender = null, is_demo = false, must_change_password = false } = values
  const id = await reserveId(db, 'account')
  await db`
    insert into account (id, username, password_hash, role_id, phone_sealed, phone_index, nickname, email, gender,
      is_demo, must_change_password)
    overriding system value
    values (${id}, ${values.username}, ${values.password_hash}, ${values.role_id}, ${values.sealPhone(id)},
      ${values.phone_index}, ${values.nickname}, ${email}, ${gender}, ${is_demo}, ${must_change_password})`
  return id
}

export const selectAccount = (db: Db, id: number) =>
  firstRow(db<AccountRow[]>`select ${accountColumns(db)} from account where id = ${id}`)

export const selectAccountByUsername = (db: Db, username: string) =>
  firstRow(db<AccountRow[]>`select ${accountColumns(db)} from account where username_key = lower(${username})`)

export const selectAccountByPhone = (db: Db, phoneIndex: Buffer) =>
  firstRow(db<AccountRow[]>`select ${accountColumns(db)} from account where phone_index = ${phoneIndex}`)

type AccountChanges = Partial<Pick<AccountRow, 'password_hash' | 'role_id' | 'enabled' | 'must_change_password'>>

export async function updateAccount(db: Db, id: number, changes: AccountChanges): Promise<void> {
  await db`update account set ${db(changes)} where id = ${id}`
}

type ClosedAccount = Pick<Rows['account'], 'username' | 'nickname' | 'password_hash'> & {
  phone_sealed: Buffer
  phone_index: Buffer
}

/** Overwrites the columns that identify the owner, and deletes the rest of the profile. */
export async function updateClosedAccount(tx: Tx, id: number, values: ClosedAccount): Promise<void> {
  await tx`
    update account set ${tx({ ...values, email: '', avatar: '', gender: null, enabled: false, email_confirmed_at: null })}
    where id = ${id}`
  await tx`delete from known_device where account_id = ${id}`
}

/**
 * Locks the enabled administrators, so that two of them cannot remove each other at the same time.
 * @returns their number
 */
export async function lockAdministrators(tx: Tx): Promise<number> {
  return (await tx`select id from account where role_id = ${roles.administrator} and enabled order by id for update`)
    .count
}

export type UserAccountRow = Pick<
  AccountRow,
  'id' | 'username' | 'nickname' | 'phone_sealed' | 'role_id' | 'enabled' | 'created_at'
> & {
  last_seen_at: Date | null
  has_factor: boolean
}
export type UserAccountQuery = PageLimits & {
  roleId: number | undefined
  key: string | undefined
  phoneIndex: Buffer | null
}

export function selectAccounts(db: Db, { roleId, key, phoneIndex, limit, offset }: UserAccountQuery) {
  const where = db`where true
    ${roleId === undefined ? db`` : db`and role_id = ${roleId}`}
    ${phoneIndex ? db`and phone_index = ${phoneIndex}` : db``}
    ${key && !phoneIndex ? db`and (strpos(username_key, lower(${key})) > 0 or strpos(nickname, ${key}) > 0)` : db``}`
  return readPage(
    db<UserAccountRow[]>`
      select id, username, nickname, phone_sealed, role_id, enabled, created_at,
        (select max(seen_at) from session where account_id = account.id) as last_seen_at,
        exists (select 1 from second_factor where account_id = account.id) as has_factor
      from account ${where} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from account ${where}`,
  )
}

// ---- sign-in sessions

export type SignInSessionRow = Pick<Rows['session'], 'id' | 'account_id'> &
  Pick<Rows['account'], 'username' | 'role_id' | 'must_change_password'> & {
    is_stale: boolean
    is_host_bound: boolean
    /** Records that the user confirmed their identity in this session. */
    is_confirmed: boolean
    lacks_factor: boolean
  }

export type NewSignInSession = {
  accountId: number
  tokenHash: Buffer
  device: string
  ip: string
  idleSeconds: number
  lifeSeconds: number
}

export async function insertSignInSession(db: Db, session: NewSignInSession): Promise<void> {
  const { accountId, tokenHash, device, ip, idleSeconds, lifeSeconds } = session
  await db`
    insert into session (account_id, token_hash, device, ip, idle_until, expires_at)
    values (${accountId}, ${tokenHash}, ${device}, ${ip},
      now() + make_interval(secs => ${idleSeconds}), now() + make_interval(secs => ${lifeSeconds}))`
}

/** The session of this token, if it is valid. `is_stale` is true when it was last used more than a minute ago. */
export const selectSignInSession = (
  db: Db,
  { tokenHash, factorRoles, stepUpLifeMs }: { tokenHash: Buffer; factorRoles: readonly number[]; stepUpLifeMs: number },
) =>
  firstRow(db<SignInSessionRow[]>`
    select session.id, account_id, username, role_id, must_change_password, is_host_bound,
      seen_at < now() - interval '1 minute' as is_stale,
      coalesce(confirmed_at > now() - make_interval(secs => ${stepUpLifeMs / 1000}), false) as is_confirmed,
      role_id = any(${[...factorRoles]}::smallint[])
        and not exists (select 1 from second_factor where second_factor.account_id = account.id) as lacks_factor
    from session join account on account.id = account_id
    where token_hash = ${tokenHash} and idle_until > now() and expires_at > now() and enabled`)

export async function markSignInSessionSeen(db: Db, id: number, idleSeconds: number): Promise<void> {
  await db`update session set seen_at = now(), idle_until = now() + make_interval(secs => ${idleSeconds}) where id = ${id}`
}

/**
 * Ends a session.
 * @returns its account; null when there was none
 */
export async function deleteSignInSession(db: Db, tokenHash: Buffer): Promise<number | null> {
  const [row] = await db<Pick<Rows['session'], 'account_id'>[]>`
    with ended as (delete from session where token_hash = ${tokenHash} returning id, account_id),
      silenced as (delete from push_subscription where session_id in (select id from ended))
    select account_id from ended`
  return row?.account_id ?? null
}

type SignInSessionSelection = { only?: number; except?: number }

/**
 * Ends sessions of this account: all, one, or all except one.
 * @returns their number
 */
export async function deleteSignInSessions(
  db: Db,
  accountId: number,
  { only, except }: SignInSessionSelection = {},
): Promise<number> {
  const result = await db`
    delete from session where account_id = ${accountId}
    ${only === undefined ? db`` : db`and id = ${only}`} ${except === undefined ? db`` : db`and id <> ${except}`}`
  await db`delete from push_subscription where account_id = ${accountId}
    ${only === undefined ? db`` : db`and session_id = ${only}`}
    ${except === undefined ? db`` : db`and session_id <> ${except}`}`
  // deletes tickets from a first sign-in step with the old password, or before the account was locked
  if (only === undefined) await db`delete from factor_ticket where account_id = ${accountId} and session_id is null`
  return result.count
}

export const selectSignInSessions = (db: Db, accountId: number) =>
  db<Pick<Rows['session'], 'id' | 'device' | 'ip' | 'created_at' | 'seen_at'>[]>`
    select id, device, ip, created_at, seen_at from session
    where account_id = ${accountId} and idle_until > now() and expires_at > now() order by seen_at desc limit 100`

export async function hasKnownDevice(db: Db, accountId: number, deviceHash: Buffer): Promise<boolean> {
  return (
    (await db`select 1 from known_device where account_id = ${accountId} and device_hash = ${deviceHash}`).count === 1
  )
}

export async function upsertKnownDevice(db: Db, accountId: number, deviceHash: Buffer): Promise<void> {
  await db`
    insert into known_device (account_id, device_hash) values (${accountId}, ${deviceHash})
    on conflict (account_id, device_hash) do update set seen_at = now()`
}

// ---- SMS

export async function insertSmsCode(
  db: Db,
  code: { phoneIndex: Buffer; purpose: SmsCodePurpose; digest: Buffer; network: string; ttlMs: number },
): Promise<void> {
  await db`
    insert into sms_code (phone_index, purpose, digest, network, expires_at)
    values (${code.phoneIndex}, ${code.purpose}, ${code.digest}, ${code.network}, now() + make_interval(secs => ${code.ttlMs / 1000}))`
}

type SmsCodeTry = { phoneIndex: Buffer; purpose: SmsCodePurpose; network: string; limit: number }

/** Uses one try of the newest valid code. Null when there is none, or when this network has no tries left. */
export const updateSmsCodeTries = (db: Db, { phoneIndex, purpose, network, limit: maxTries }: SmsCodeTry) =>
  firstRow(db<{ id: number; digest: Uint8Array }[]>`
    update sms_code set
      tries = tries + (network = ${network})::int::smallint,
      foreign_tries = foreign_tries + (network <> ${network})::int::smallint
    where id = (select id from sms_code where phone_index = ${phoneIndex} and purpose = ${purpose} order by id desc limit 1)
      and case when network = ${network} then tries else foreign_tries end < ${maxTries}
      and used_at is null and expires_at > now()
    returning id, digest`)

/**
 * Marks an SMS code as used.
 * @returns false when another request has used it
 */
export async function markSmsCodeUsed(db: Db, id: number): Promise<boolean> {
  return (await db`update sms_code set used_at = now() where id = ${id} and used_at is null`).count === 1
}

export async function insertSms(
  db: Db,
  message: {
    id: number
    phoneIndex: Buffer
    phoneSealed: Buffer
    codeSealed: Buffer
    purpose: SmsCodePurpose
    isMuted: boolean
  },
): Promise<void> {
  await db`
    insert into sms_message (id, phone_index, phone_sealed, code_sealed, purpose, state)
    overriding system value
    values (${message.id}, ${message.phoneIndex}, ${message.phoneSealed}, ${message.codeSealed}, ${message.purpose},
      ${message.isMuted ? 'muted' : 'queued'})`
}

type SmsColumns = 'phone_sealed' | 'code_sealed'
export type SmsRow = Pick<Rows['sms_message'], SmsColumns | 'id' | 'tries'> & { purpose: SmsCodePurpose }

/** Claims one due SMS for a minute, in which no other node sends it. */
export const claimQueuedSms = (db: Db) =>
  firstRow(db<SmsRow[]>`
    update sms_message set tries = tries + 1, next_try_at = now() + interval '1 minute'
    where id = (
      select id from sms_message where state = 'queued' and next_try_at <= now()
      order by next_try_at limit 1 for update skip locked
    )
    returning id, phone_sealed, code_sealed, purpose, tries`)

export async function updateSmsResult(
  db: Db,
  id: number,
  state: 'sent' | 'failed' | 'queued',
  failure: string | null,
): Promise<void> {
  await db`
    update sms_message set state = ${state}, failure = ${failure},
      sent_at = ${state === 'sent' ? db`now()` : null}, next_try_at = now() + interval '10 seconds'
    where id = ${id}`
}

export type SentSmsRow = Pick<Rows['sms_message'], SmsColumns | 'id'> & { purpose: SmsCodePurpose; sent_at: Date }

/** The outbox of the developer pages, which shows a queued message as sent. */
export const selectSentSms = (db: Db, phoneIndex: Buffer | null, limit: number) =>
  db<SentSmsRow[]>`
    select id, phone_sealed, code_sealed, purpose, coalesce(sent_at, created_at) as sent_at from sms_message
    where state in ('queued', 'sent') and code_sealed <> '' ${phoneIndex ? db`and phone_index = ${phoneIndex}` : db``}
    order by id desc limit ${limit}`

/**
 * Marks a proof of work as used.
 * @returns false when it already was
 */
export async function insertSpentChallenge(db: Db, signature: string): Promise<boolean> {
  return (await db`insert into spent_challenge (signature) values (${signature}) on conflict do nothing`).count === 1
}
