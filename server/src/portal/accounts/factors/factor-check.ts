// Checks a second factor for signing in and for step-up. Wrong codes are limited per account, whatever address they
// come from.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { fail } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { daySeconds } from '@xinqiao/contract/time.ts'
import { inTransaction, type Ctx, type Kit } from '../../../kit/ctx.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { hashToken, createToken } from '../../../kit/auth/secrets.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { clearHits, countHits, recordHit } from '../../../kit/auth/throttle.ts'
import { notifyUsers } from '../../notify/notify.ts'
import * as store from '../records/factor-store.ts'
import { createAuthenticationOptions, verifyAuthentication } from './passkeys.ts'
import { hashTypedCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

export const ticketLifeMs = 5 * 60_000
const guessWindowSeconds = 600
const maxGuesses = { perWindow: 5, perDay: 30 }

export const securityLink = withQuery(routes.setting, { tab: 5 })

export type FactorInput = { code?: string | undefined; passkey?: unknown }

const guessCounterKey = (accountId: number) => `factor:${accountId}`
const dailyFailureKey = (accountId: number) => `factor:${accountId}:day`

/**
 * Notifies the account's owner, at most once a day, that someone entered the right password and a wrong second factor.
 */
const notifyOwnerOfGuesses = (kit: Kit, accountId: number) =>
  inTransaction(kit, (scope) =>
    notifyUsers(scope, {
      kind: 'security',
      userIds: [accountId],
      title: '有人用正确的密码登录您的账号，但第二步验证多次失败。如果不是您本人，请立即修改密码。',
      link: withQuery(routes.setting, { tab: 2 }),
      once: `factor locked ${new Date().toISOString().slice(0, 10)}`,
    }),
  )

/** Counts a guess. It is counted before the check, so that a hundred concurrent guesses count as a hundred. */
export async function limitFactorGuesses(ctx: Ctx, accountId: number): Promise<void> {
  const { kit } = ctx
  const guesses = await recordHit(kit.sql, guessCounterKey(accountId), guessWindowSeconds)
  const failures = await countHits(kit.sql, dailyFailureKey(accountId), daySeconds)
  if (guesses <= maxGuesses.perWindow && failures < maxGuesses.perDay) return
  await recordSecurityEvent(ctx, 'factorLocked', accountId)
  await notifyOwnerOfGuesses(kit, accountId)
  throw fail('tooManyFactorFailures')
}

/** Counts a wrong code towards the limit of the day, because five guesses every ten minutes would add up. */
export async function recordFactorFailure(kit: Kit, accountId: number): Promise<void> {
  await recordHit(kit.sql, dailyFailureKey(accountId), daySeconds)
}

/** A right code resets the count of the ten-minute window, but not the count of the day. */
export const resetFactorGuesses = (kit: Kit, accountId: number): Promise<void> =>
  clearHits(kit.sql, guessCounterKey(accountId))

async function acceptTotp(kit: Kit, factors: readonly store.FactorRow[], code: string): Promise<boolean> {
  const factor = factors.find(({ kind }) => kind === 'totp')
  if (!factor?.secret_sealed) return false
  const step = findTotpStep(kit.secrets.open(factor.secret_sealed, sealBindings.totpSecret(factor.account_id)), code)
  return step !== null && (await store.updateTotpStep(kit.sql, factor.id, step))
}

async function acceptRecoveryCode(ctx: Ctx, accountId: number, code: string): Promise<boolean> {
  const hash = hashTypedCode(code)
  if (!hash || !(await store.markRecoveryCodeUsed(ctx.kit.sql, accountId, hash))) return false
  const codesLeft = await store.countRecoveryCodes(ctx.kit.sql, accountId)
  await recordSecurityEvent(ctx, 'recoveryCodeUsed', accountId)
  await inTransaction(ctx.kit, (scope) =>
    notifyUsers(scope, {
      kind: 'security',
      userIds: [accountId],
      title: `您的账号刚刚使用了一个恢复码，还剩${codesLeft}个。如果不是您本人，请立即修改密码。`,
      link: securityLink,
    }),
  )
  return true
}

/**
 * Accepts a passkey's signature, a code of the authenticator app, or a recovery code; each works once.
 * @throws Failure wrongFactor, tooManyFactorFailures
 */
export async function checkFactor(
  ctx: Ctx,
  { accountId, challenge, factor }: { accountId: number; challenge: string; factor: FactorInput },
): Promise<void> {
  const { kit } = ctx
  const factors = await store.selectFactors(kit.sql, accountId)
  if (factor.passkey !== undefined) {
    const response = { clientExtensionResults: {}, ...(factor.passkey as object) } as AuthenticationResponseJSON
    const verified = await verifyAuthentication(kit, factors, challenge, response)
    if (verified && (await store.updatePasskeyCounter(kit.sql, verified.factor.id, verified.counter))) return
  } else {
    await limitFactorGuesses(ctx, accountId)
    const code = (factor.code ?? '').trim()
    if (
      (await acceptTotp(kit, factors, code.replaceAll(/\s/g, ''))) ||
      (await acceptRecoveryCode(ctx, accountId, code))
    )
      return resetFactorGuesses(kit, accountId)
    await recordFactorFailure(kit, accountId)
  }
  await recordSecurityEvent(ctx, 'factorFailed', accountId, { way: factor.passkey === undefined ? 'code' : 'passkey' })
  throw fail('wrongFactor')
}

/** Begins an attempt to sign in, or to confirm an action. */
export async function startFactorCheck(
  kit: Kit,
  {
    accountId,
    signInSessionId,
    factors,
  }: { accountId: number; signInSessionId: number | null; factors: readonly store.FactorRow[] },
) {
  const options = await createAuthenticationOptions(kit, factors)
  const ticket = createToken()
  await store.insertFactorTicket(kit.sql, {
    tokenHash: hashToken(ticket),
    accountId,
    signInSessionId,
    purpose: signInSessionId === null ? 'signIn' : 'stepUp',
    challenge: options?.challenge ?? '',
    ttlMs: ticketLifeMs,
  })
  return {
    ticket,
    options: options && { ...options },
    acceptsCode: factors.length > 0,
    acceptsTotp: factors.some(({ kind }) => kind === 'totp'),
  }
}
