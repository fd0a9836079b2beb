// Recovery of a lost second factor: one administrator requests it, another confirms it. Both steps are audited, and the
// owner is notified.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { RecoveryState } from '@xinqiao/contract/factors.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type AuditedCtx } from '../../../kit/ctx.ts'
import { isConflict } from '../../../kit/db/db.ts'
import { areIndependent, dependenceMessage } from '../../four-eyes/independence.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { securityLink } from './factor-check.ts'
import * as store from '../records/factor-store.ts'
import { publishEndedSignInSessions } from '../sign-in-sessions/sign-in-sessions.ts'
import { deleteSignInSessions, selectAccount } from '../records/store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

export async function listFactorRecoveries(
  ctx: Ctx,
  { state, ...page }: { state?: RecoveryState | undefined } & PageLimits,
) {
  const { id: callerId } = viewerOf(ctx)
  const { rows, total } = await store.selectFactorRecoveries(ctx.kit.sql, state, page)
  return {
    content: rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      username: row.username,
      nickName: row.nickname,
      reason: row.reason,
      state: row.state,
      requestedBy: row.asked_name,
      askTime: formatTime(row.asked_at),
      decidedBy: row.decided_name,
      decideTime: row.decided_at ? formatTime(row.decided_at) : null,
      mayConfirm: row.state === 'asked' && row.asked_by !== callerId && row.account_id !== callerId,
    })),
    totalElements: total,
  }
}

export async function requestFactorRecovery(
  ctx: AuditedCtx,
  { accountId, reason }: { accountId: number; reason: string },
): Promise<void> {
  const { tx } = ctx
  const { id: requestedBy } = viewerOf(ctx)
  if (accountId === requestedBy) throw fail('ownFactors')
  try {
    if (!(await selectAccount(tx, accountId))) throw fail('notFound')
    if (!(await store.hasFactors(tx, accountId))) throw fail('noFactors')
    await store.insertFactorRecovery(tx, { accountId, requestedBy, reason })
    // notify the owner before the recovery takes effect, so that they can object
    await notifyUsers(ctx, {
      kind: 'security',
      userIds: [accountId],
      title: '管理员为您申请恢复两步验证。如果不是您本人提出的，请立即联系协会秘书处。',
      link: securityLink,
    })
  } catch (error) {
    if (isConflict(error, 'factor_recovery_one_open')) throw fail('alreadyAsked')
    throw error
  }
}

/** Confirming removes all factors and signs the owner out everywhere. The password stays. */
export async function decideFactorRecovery(
  ctx: AuditedCtx,
  { id, isConfirmed }: { id: number; isConfirmed: boolean },
): Promise<void> {
  const { kit, tx, afterCommit } = ctx
  const { id: decidedBy } = viewerOf(ctx)
  const state = isConfirmed ? 'confirmed' : 'refused'
  const recovery = orNotFound(await store.lockFactorRecovery(tx, id))
  if (recovery.state !== 'asked') throw fail('wrongState')
  if (recovery.account_id === decidedBy) throw fail('ownFactors')
  // the administrator who requested the recovery may withdraw it, but not confirm it
  if (isConfirmed && recovery.asked_by === decidedBy) throw fail('recoverySamePerson')
  if (isConfirmed && !(await areIndependent(tx, recovery.asked_by, decidedBy))) {
    throw fail('recoverySamePerson', dependenceMessage('请由其他管理员确认'))
  }
  await store.updateFactorRecovery(tx, { id, state, decidedBy })
  await recordAudit(tx, {
    actorId: decidedBy,
    action: isConfirmed ? 'factorRecoveryConfirmed' : 'factorRecoveryRefused',
    subject: `account ${recovery.account_id}`,
    reason: '',
  })
  if (isConfirmed) {
    await store.deleteAllFactors(tx, recovery.account_id)
    await deleteSignInSessions(tx, recovery.account_id)
  }
  await notifyUsers(ctx, {
    kind: 'security',
    userIds: [recovery.account_id],
    title: isConfirmed
      ? '您的两步验证已由两位管理员恢复，请重新登录并添加新的验证方式。如果不是您本人提出的，请立即联系协会秘书处。'
      : '恢复两步验证的申请没有通过，原有的验证方式仍然有效。',
    link: isConfirmed ? securityLink : routes.message,
  })
  const accountId = recovery.account_id
  if (!isConfirmed) return
  afterCommit(() => publishEndedSignInSessions(kit, accountId))
  await recordSecurityEvent(ctx, 'factorsRecovered', accountId, { by: decidedBy })
}
