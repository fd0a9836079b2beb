// Notifies the duty staff when a client with an open alert has dropped out of a call and not come back.
import type { TransactionScope } from '../../../kit/ctx.ts'
import { writeAlertNote } from '../duty/alerts.ts'
import { insertProtocolStep, markAlertDue, selectOpenAlertOf } from './protocol-store.ts'

const droppedMessage = '系统记录：来访者在与这位咨询师的通话中掉线，一分钟内没有回来'

/** The counsellor of the call sees the notice as a step. Does nothing for a client without an open alert. */
export async function noteDroppedCall(
  scope: TransactionScope,
  { callerAccount: actorId, calleeAccount: writerId }: { callerAccount: number; calleeAccount: number },
): Promise<void> {
  const { tx } = scope
  const alert = await selectOpenAlertOf(tx, writerId)
  if (!alert) return
  await writeAlertNote({ ...scope, actorId }, tx, alert.id, droppedMessage)
  await insertProtocolStep(tx, { alertId: alert.id, accountId: actorId, step: 'dropped' })
  await markAlertDue(tx, alert.id)
}
