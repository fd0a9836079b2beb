// SQL of e-mail addresses and their codes.
import type { Db, Tx } from '../../../kit/db/db.ts'

/** Stores a code, which replaces the account's earlier one. */
export async function upsertEmailCode(db: Db, accountId: number, digest: Buffer, ttlMs: number): Promise<void> {
  await db`
    insert into email_code (account_id, digest, expires_at)
    values (${accountId}, ${digest}, now() + make_interval(secs => ${ttlMs / 1000}))
    on conflict (account_id) do update set digest = excluded.digest, expires_at = excluded.expires_at, tries = 0`
}

/** Locks the account, so that its address cannot change before it is confirmed. */
export async function lockAccountEmail(tx: Tx, accountId: number): Promise<string | null> {
  const [row] = await tx<{ email: string }[]>`select email from account where id = ${accountId} for update`
  return row?.email ?? null
}

/** Uses one try of the valid code. Null when there is none, or when no tries remain. */
export async function updateEmailCodeTries(tx: Tx, accountId: number, maxTries: number): Promise<Uint8Array | null> {
  const [row] = await tx<{ digest: Uint8Array }[]>`
    update email_code set tries = tries + 1
    where account_id = ${accountId} and tries < ${maxTries} and expires_at > now() returning digest`
  return row?.digest ?? null
}

export async function markEmailConfirmed(tx: Tx, accountId: number): Promise<void> {
  await tx`delete from email_code where account_id = ${accountId}`
  await tx`update account set email_confirmed_at = now() where id = ${accountId}`
}

/** Saves the profile. A new address is unconfirmed. */
export async function updateProfile(
  db: Db,
  accountId: number,
  { email, nickname, gender }: { email: string; nickname: string; gender: number },
): Promise<void> {
  await db`
    update account set nickname = ${nickname}, gender = ${gender}, email = ${email},
      email_confirmed_at = case when email = ${email} then email_confirmed_at end
    where id = ${accountId}`
}
