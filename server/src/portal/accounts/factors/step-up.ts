// Step-up: confirms the caller's identity before a sensitive request. The confirmation is valid in the session for some
// minutes.
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { hashToken } from '../../../kit/auth/secrets.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import {
  checkFactor,
  recordFactorFailure,
  limitFactorGuesses,
  resetFactorGuesses,
  startFactorCheck,
  type FactorInput,
} from './factor-check.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import * as factorStore from '../records/factor-store.ts'
import { selectAccount } from '../records/store.ts'

export async function listStepUpMethods(ctx: Ctx) {
  const { id: accountId, signInSessionId } = viewerOf(ctx)
  const factors = await factorStore.selectFactors(ctx.kit.sql, accountId)
  const { ticket, options, acceptsCode } = await startFactorCheck(ctx.kit, { accountId, signInSessionId, factors })
  return { ticket, options, acceptsCode, acceptsPassword: !acceptsCode }
}

async function checkOwnPassword(ctx: Ctx, accountId: number, password: string): Promise<void> {
  await limitFactorGuesses(ctx, accountId)
  const account = await selectAccount(ctx.kit.sql, accountId)
  if (await verifyPassword(account?.password_hash ?? null, password)) return resetFactorGuesses(ctx.kit, accountId)
  await recordFactorFailure(ctx.kit, accountId)
  await recordSecurityEvent(ctx, 'stepUpFailed', accountId)
  throw fail('wrongOwnPassword')
}

/** @throws Failure ticketExpired, wrongFactor, wrongOwnPassword, tooManyFactorFailures */
export async function confirmStepUp(
  ctx: Ctx,
  { ticket, password, ...factor }: FactorInput & { ticket: string; password?: string | undefined },
): Promise<void> {
  const { sql } = ctx.kit
  const { id: accountId, signInSessionId } = viewerOf(ctx)
  const tokenHash = hashToken(ticket)
  const row = await factorStore.selectFactorTicket(sql, { tokenHash, purpose: 'stepUp', signInSessionId })
  if (!row || row.account_id !== accountId) throw fail('ticketExpired')
  // if the account has a factor, the password alone does not suffice
  if (await factorStore.hasFactors(sql, accountId)) {
    await checkFactor(ctx, { accountId, challenge: row.challenge, factor })
  } else await checkOwnPassword(ctx, accountId, password ?? '')
  if (!(await factorStore.deleteFactorTicket(sql, tokenHash))) throw fail('ticketExpired')
  await factorStore.markSignInSessionConfirmed(sql, signInSessionId)
  await recordSecurityEvent(ctx, 'stepUpPassed', accountId)
}
