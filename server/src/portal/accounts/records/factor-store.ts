// SQL of second factors, recovery codes, tickets and recoveries.
import type { RecoveryState } from '@xinqiao/contract/factors.ts'
import type { Rows } from '../../../../db/rows.ts'
import { bytesList, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readCount, readPage } from '../../../kit/db/results.ts'

export type FactorRow = Rows['second_factor']
export type FactorTicketPurpose = 'signIn' | 'stepUp' | 'addPasskey'
export type FactorTicketRow = Pick<Rows['factor_ticket'], 'account_id' | 'session_id' | 'challenge'>

export const selectFactors = (db: Db, accountId: number) =>
  db<FactorRow[]>`select * from second_factor where account_id = ${accountId} order by id limit 50`

/**
 * Serialises changes of one account's factors, so that two requests cannot exceed the limit or remove the last two
 * factors.
 */
export async function lockFactors(tx: Tx, accountId: number): Promise<void> {
  await tx`select id from account where id = ${accountId} for update`
}

export async function hasFactors(db: Db, accountId: number): Promise<boolean> {
  return (await db`select 1 from second_factor where account_id = ${accountId} limit 1`).count > 0
}

type NewFactor = Pick<FactorRow, 'account_id' | 'kind' | 'name'> &
  Partial<Pick<FactorRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'secret_sealed' | 'last_step'>>

/** @throws PostgresError on second_factor_credential_unique or second_factor_one_totp */
export async function insertFactor(db: Db, values: NewFactor): Promise<void> {
  await db`insert into second_factor ${db(values)}`
}

export async function updatePasskeyName(db: Db, accountId: number, id: number, name: string): Promise<boolean> {
  const result = await db`
    update second_factor set name = ${name} where id = ${id} and account_id = ${accountId} and kind = 'passkey'`
  return result.count === 1
}

export const deleteFactor = (db: Db, accountId: number, id: number) =>
  firstRow(db<Pick<FactorRow, 'kind'>[]>`
    delete from second_factor where id = ${id} and account_id = ${accountId} returning kind`)

export async function deleteAllFactors(db: Db, accountId: number): Promise<number> {
  await db`delete from recovery_code where account_id = ${accountId}`
  await db`delete from totp_enrolment where account_id = ${accountId}`
  await db`delete from factor_ticket where account_id = ${accountId}`
  return (await db`delete from second_factor where account_id = ${accountId}`).count
}

/**
 * Records the time step of a code.
 * @returns false when a code of this step or a later one was already accepted
 */
export async function updateTotpStep(db: Db, id: number, step: number): Promise<boolean> {
  const result = await db`
    update second_factor set last_step = ${step}, used_at = now()
    where id = ${id} and (last_step is null or last_step < ${step})`
  return result.count === 1
}

/**
 * Records the counter of a passkey.
 * @returns false when it went back, as with a cloned authenticator
 */
export async function updatePasskeyCounter(db: Db, id: number, counter: number): Promise<boolean> {
  const result = await db`
    update second_factor set counter = ${counter}, used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
  return result.count === 1
}

// ---- enrolment of an authenticator app

export async function upsertTotpEnrolment(
  db: Db,
  accountId: number,
  secretSealed: Buffer,
  ttlMs: number,
): Promise<void> {
  await db`
    insert into totp_enrolment (account_id, secret_sealed, expires_at)
    values (${accountId}, ${secretSealed}, now() + make_interval(secs => ${ttlMs / 1000}))
    on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, expires_at = excluded.expires_at`
}

export async function selectTotpEnrolment(db: Db, accountId: number): Promise<Uint8Array | null> {
  const [row] = await db<Pick<Rows['totp_enrolment'], 'secret_sealed'>[]>`
    select secret_sealed from totp_enrolment where account_id = ${accountId} and expires_at > now()`
  return row?.secret_sealed ?? null
}

/** @returns false when another request has used the enrolment */
export async function deleteTotpEnrolment(db: Db, accountId: number): Promise<boolean> {
  return (await db`delete from totp_enrolment where account_id = ${accountId}`).count === 1
}

// ---- recovery codes

export async function replaceRecoveryCodes(db: Db, accountId: number, hashes: readonly Buffer[]): Promise<void> {
  await db`delete from recovery_code where account_id = ${accountId}`
  await db`
    insert into recovery_code (account_id, code_hash)
    select ${accountId}, hash from unnest(${bytesList(db, hashes)}::bytea[]) as hash`
}

export const countRecoveryCodes = (db: Db, accountId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from recovery_code where account_id = ${accountId} and used_at is null`)

/** @returns false for an unknown or used code */
export async function markRecoveryCodeUsed(db: Db, accountId: number, hash: Buffer): Promise<boolean> {
  const result = await db`
    update recovery_code set used_at = now()
    where account_id = ${accountId} and code_hash = ${hash} and used_at is null`
  return result.count === 1
}

// ---- tickets

type NewFactorTicket = {
  tokenHash: Buffer
  accountId: number
  signInSessionId: number | null
  purpose: FactorTicketPurpose
  challenge: string
  ttlMs: number
}

export async function insertFactorTicket(db: Db, ticket: NewFactorTicket): Promise<void> {
  await db`
    insert into factor_ticket (token_hash, account_id, session_id, purpose, challenge, expires_at)
    values (${ticket.tokenHash}, ${ticket.accountId}, ${ticket.signInSessionId}, ${ticket.purpose}, ${ticket.challenge},
      now() + make_interval(secs => ${ticket.ttlMs / 1000}))`
}

export const selectFactorTicket = (
  db: Db,
  {
    tokenHash,
    purpose,
    signInSessionId,
  }: { tokenHash: Buffer; purpose: FactorTicketPurpose; signInSessionId: number | null },
) =>
  firstRow(db<FactorTicketRow[]>`
    select account_id, session_id, challenge from factor_ticket
    where token_hash = ${tokenHash} and purpose = ${purpose} and session_id is not distinct from ${signInSessionId}
      and expires_at > now()`)

/** @returns false when another request has used the ticket */
export async function deleteFactorTicket(db: Db, tokenHash: Buffer): Promise<boolean> {
  return (await db`delete from factor_ticket where token_hash = ${tokenHash}`).count === 1
}

export async function markSignInSessionConfirmed(db: Db, signInSessionId: number): Promise<void> {
  await db`update session set confirmed_at = now() where id = ${signInSessionId}`
}

// ---- recovery by two administrators

export type FactorRecoveryRow = Pick<
  Rows['factor_recovery'],
  'id' | 'account_id' | 'reason' | 'asked_at' | 'decided_at' | 'asked_by'
> & {
  state: RecoveryState
  username: string
  nickname: string
  asked_name: string
  decided_name: string | null
}

export function selectFactorRecoveries(db: Db, state: RecoveryState | undefined, { limit, offset }: PageLimits) {
  const where = state === undefined ? db`` : db`where r.state = ${state}`
  return readPage(
    db<FactorRecoveryRow[]>`
      select r.id, r.account_id, r.reason, r.state, r.asked_at, r.decided_at, r.asked_by, owner.username, owner.nickname,
        asker.username as asked_name, decider.username as decided_name
      from factor_recovery r join account owner on owner.id = r.account_id join account asker on asker.id = r.asked_by
      left join account decider on decider.id = r.decided_by
      ${where} order by r.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from factor_recovery r ${where}`,
  )
}

/** @throws PostgresError on factor_recovery_one_open */
export async function insertFactorRecovery(
  db: Db,
  { accountId, requestedBy, reason }: { accountId: number; requestedBy: number; reason: string },
): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into factor_recovery (account_id, asked_by, reason) values (${accountId}, ${requestedBy}, ${reason})
    returning id`
  return row!.id
}

export const lockFactorRecovery = (tx: Tx, id: number) =>
  firstRow(tx<Pick<Rows['factor_recovery'], 'account_id' | 'asked_by' | 'state'>[]>`
    select account_id, asked_by, state from factor_recovery where id = ${id} for update`)

/** @throws PostgresError when the person who asked, or the owner, confirms */
export async function updateFactorRecovery(
  db: Db,
  { id, state, decidedBy }: { id: number; state: 'confirmed' | 'refused'; decidedBy: number },
): Promise<void> {
  await db`
    update factor_recovery set state = ${state}, decided_by = ${decidedBy}, decided_at = now() where id = ${id}`
}

/** Deletes expired tickets and unfinished enrolments. */
export async function deleteExpiredTickets(db: Db): Promise<void> {
  await db`delete from factor_ticket where expires_at < now()`
  await db`delete from totp_enrolment where expires_at < now()`
}
