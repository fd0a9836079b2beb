// Signing in by name or phone number, with limits on guessing.
import { fail } from '@xinqiao/contract/errors.ts'
import type { SecondFactorChallenge } from '@xinqiao/contract/factors.ts'
import { normalizeName } from '@xinqiao/contract/names.ts'
import { phonePattern } from '@xinqiao/contract/phone.ts'
import type { Ctx, Kit, KitInTransaction } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { isLoopback, networkOfAddress } from '../../../kit/network/network-address.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { hashToken } from '../../../kit/auth/secrets.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { clearHits, clearHitsUnder, countHits, recordHit } from '../../../kit/auth/throttle.ts'
import { requireChallenge } from '../sms-codes/challenge.ts'
import { checkFactor, startFactorCheck, type FactorInput } from '../factors/factor-check.ts'
import { deleteFactorTicket, selectFactorTicket, selectFactors } from '../records/factor-store.ts'
import { isFactorRequired } from '../factors/factors.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { presentUser } from '../rules/present.ts'
import { restrictionOfAccount, startSignInSession } from '../sign-in-sessions/sign-in-sessions.ts'
import * as store from '../records/store.ts'

export const lockWindowSeconds = 600
export const maxSignInFailures = 5
// from these numbers of failures on, a proof of work is required: it makes distributed guessing expensive and locks no
// owner out
const challengeAfter = { perAccountAnHour: 20, perAddressAnHour: 60 }

const loginCounterKey = (kit: KitInTransaction, name: string) =>
  `login:${kit.secrets.index('login', name.toLowerCase()).toString('base64url')}`

/** A new password removes the lock that failures with the old one caused, for both name and phone number. */
export async function clearSignInLocks(kit: KitInTransaction, db: Db, account: store.AccountRow): Promise<void> {
  for (const name of [account.username, kit.secrets.open(account.phone_sealed, sealBindings.accountPhone(account.id))])
    await clearHitsUnder(db, loginCounterKey(kit, name))
}

type SignInInput = {
  username?: string | undefined
  phone?: string | undefined
  password: string
  altcha?: string | undefined
}

async function findLoginAccount(kit: Kit, { username, phone }: SignInInput): Promise<store.AccountRow | null> {
  const byPhone = (value: string) => store.selectAccountByPhone(kit.sql, kit.secrets.index('phone', value))
  if (!username) return byPhone(phone ?? '')
  const account = await store.selectAccountByUsername(kit.sql, normalizeName(username))
  return account ?? (phonePattern.test(username) ? byPhone(username) : null)
}

/**
 * Failures are counted per account and origin: a browser that has signed in to the account before, or else the address.
 * So guesses of a stranger lock the stranger's address, but never the owner.
 */
async function failureOriginOf(ctx: Ctx, account: store.AccountRow | null): Promise<string> {
  const { device } = ctx.cookies
  if (account && device && (await store.hasKnownDevice(ctx.kit.sql, account.id, hashToken(device)))) {
    return `device:${hashToken(device).toString('base64url')}`
  }
  return `ip:${networkOfAddress(ctx.ip)}`
}

/** Passwords of demo accounts are published (README.md), so they work on this machine only, and not with SEED=none. */
const canUseAccount = ({ kit, ip }: Ctx, account: store.AccountRow) =>
  !account.is_demo || (kit.config.SEED !== 'none' && isLoopback(ip))

export async function signIn(ctx: Ctx, login: SignInInput) {
  const { kit } = ctx
  const account = await findLoginAccount(kit, login)
  // the key is the typed name instead of the account, so that the lock does not reveal whose phone number it is
  const accountKey = loginCounterKey(kit, login.username ?? login.phone ?? '')
  const addressKey = `login:ip:${networkOfAddress(ctx.ip)}`
  const [accountFailures, addressFailures] = await Promise.all([
    countHits(kit.sql, accountKey, 3600),
    countHits(kit.sql, addressKey, 3600),
  ])
  if (accountFailures >= challengeAfter.perAccountAnHour || addressFailures >= challengeAfter.perAddressAnHour) {
    await requireChallenge(kit, login.altcha)
  }
  const sourceKey = `${accountKey}:${await failureOriginOf(ctx, account)}`
  // counted before the check, so that a hundred concurrent guesses count as a hundred
  if ((await recordHit(kit.sql, sourceKey, lockWindowSeconds)) > maxSignInFailures) {
    await recordSecurityEvent(ctx, 'loginLocked', account?.id ?? null)
    throw fail('tooManyFailures')
  }
  const isRight = await verifyPassword(account?.password_hash ?? null, login.password)
  if (!isRight || !account || !canUseAccount(ctx, account)) {
    await Promise.all([recordHit(kit.sql, accountKey, 3600), recordHit(kit.sql, addressKey, 3600)])
    await recordSecurityEvent(ctx, 'loginFailed', account?.id ?? null)
    throw fail('wrongCredentials')
  }
  await clearHits(kit.sql, sourceKey)
  if (!account.enabled) throw fail('accountDisabled')
  const factors = await selectFactors(kit.sql, account.id)
  if (factors.length > 0) {
    const { acceptsCode, acceptsTotp, ...check } = await startFactorCheck(kit, {
      accountId: account.id,
      signInSessionId: null,
      factors,
    })
    const step: SecondFactorChallenge = { ...check, acceptsCode, acceptsTotp }
    throw fail('secondFactorNeeded', undefined, step)
  }
  return openSignInSessionOrTicket(ctx, account, false)
}

async function openSignInSessionOrTicket(ctx: Ctx, account: store.AccountRow, hasFactor: boolean) {
  const token = await startSignInSession(ctx, account)
  await recordSecurityEvent(ctx, 'signedIn', account.id)
  const restriction = restrictionOfAccount({
    mustChangePassword: account.must_change_password,
    lacksFactor: !hasFactor && isFactorRequired(ctx.kit, account.role_id),
  })
  return { access_token: token, user: { user: presentUser(ctx.kit, account, restriction) } }
}

/**
 * The second step, after a right password.
 * @throws Failure ticketExpired, wrongFactor, tooManyFactorFailures, accountDisabled
 */
export async function finishSignIn(ctx: Ctx, { ticket, ...factor }: FactorInput & { ticket: string }) {
  const { sql } = ctx.kit
  const tokenHash = hashToken(ticket)
  const row = await selectFactorTicket(sql, { tokenHash, purpose: 'signIn', signInSessionId: null })
  const account = row && (await store.selectAccount(sql, row.account_id))
  if (!row || !account) throw fail('ticketExpired')
  if (!account.enabled) throw fail('accountDisabled')
  await checkFactor(ctx, { accountId: account.id, challenge: row.challenge, factor })
  // a ticket starts one session, even if two requests use it at the same time
  if (!(await deleteFactorTicket(sql, tokenHash))) throw fail('ticketExpired')
  return openSignInSessionOrTicket(ctx, account, true)
}
