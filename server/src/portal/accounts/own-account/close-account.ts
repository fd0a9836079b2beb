// Closes an account on request of its owner. The row stays, because payments, certificates and alerts name it.
import { randomUUID } from 'node:crypto'
import { closedAccountName } from '@xinqiao/contract/closed-account.ts'
import type { AuditedCtx } from '../../../kit/ctx.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { notifyPhone } from '../../notify/notify.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { deleteAllFactors } from '../records/factor-store.ts'
import { publishEndedSignInSessions } from '../sign-in-sessions/sign-in-sessions.ts'
import * as store from '../records/store.ts'
import type { NameSavedHook } from './own-account.ts'

/**
 * Overwrites name, login name, phone number and password, deletes the rest of the profile and all factors, and ends all
 * sessions. The number can be registered again. An SMS tells the owner, who cannot read messages here any more.
 */
export async function closeAccount(ctx: AuditedCtx, accountId: number, onNameSaved: NameSavedHook): Promise<void> {
  const { kit, tx, afterCommit } = ctx
  const account = await store.selectAccount(tx, accountId)
  if (!account) return
  await notifyPhone(ctx, 'security', kit.secrets.open(account.phone_sealed, sealBindings.accountPhone(accountId)))
  await store.updateClosedAccount(tx, accountId, {
    username: `closed-${accountId}`,
    nickname: closedAccountName,
    password_hash: await hashPassword(randomUUID()),
    phone_sealed: kit.secrets.seal('', sealBindings.accountPhone(accountId)),
    phone_index: kit.secrets.index('phone', `closed ${randomUUID()}`),
  })
  await onNameSaved(tx, accountId)
  await deleteAllFactors(tx, accountId)
  await store.deleteSignInSessions(tx, accountId)
  afterCommit(() => publishEndedSignInSessions(kit, accountId))
  await recordSecurityEvent(ctx, 'accountClosed', accountId, { by: ctx.viewer.id })
}
