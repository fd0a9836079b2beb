// Refunds. One person requests, another approves; the database refuses the same person. The provider gets one number
// per refund, so that a request that is repeated after a crash refunds only once.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { isManual, formatYuan, type RefundMethod } from '@xinqiao/contract/orders.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { areIndependent, dependenceMessage } from '../../four-eyes/independence.ts'
import { GatewayFault, type ProviderRefundState } from '../../../kit/pay/pay.ts'
import { requireProvider } from '../rules/providers.ts'
import { markReceiptToVoid } from '../records/receipt-store.ts'
import * as refunds from '../records/refund-store.ts'
import { incomeAccountOf, refundsPayable } from '../rules/ledger-accounts.ts'
import { notifyPayer } from '../rules/notify-payer.ts'
import { orderKindOf, toOrderOfKind } from '../rules/order-kind.ts'
import * as orderStore from '../records/order-store.ts'
import * as paymentStore from '../records/payment-store.ts'

export type StaffScope = TransactionScope & { actorId: number }
export const refundAuditSubjectOf = (refundNo: string) => `refund ${refundNo}` as const

/** @throws Failure notFound, refundTooMuch */
export const requestRefund = async (
  { tx, actorId }: StaffScope,
  paymentId: number,
  cents: number,
  reason: string,
): Promise<null> => {
  const payment = orNotFound(await paymentStore.selectPayment(tx, paymentId))
  await orderStore.lockOrder(tx, payment.order_id)
  const centsLeft = payment.amount_cents - (await refunds.sumRefundedCents(tx, paymentId))
  if (cents > centsLeft) throw fail('refundTooMuch')
  const { refund_no } = await refunds.insertRefund(tx, {
    orderId: payment.order_id,
    paymentId,
    cents,
    reason,
    requestedBy: actorId,
    state: 'asked',
  })
  await recordAudit(tx, {
    actorId,
    action: 'refundAsked',
    subject: refundAuditSubjectOf(refund_no),
    reason,
    detail: { cents },
  })
  return null
}

/** @throws Failure samePerson */
export async function requireIndependentApprover(
  db: Db,
  { asked_by: requesterId }: { asked_by: number | null },
  actorId: number,
) {
  if (requesterId !== null && !(await areIndependent(db, requesterId, actorId)))
    throw fail('samePerson', dependenceMessage('请由其他人办理'))
}

/** @throws Failure notFound, wrongState, samePerson */
export const decideRefund = async (
  scope: StaffScope,
  id: number,
  { isApproved, note }: { isApproved: boolean; note: string },
): Promise<null> => {
  const { tx, kit, actorId } = scope
  const refund = orNotFound(await refunds.selectRefund(tx, id))
  if (refund.asked_by === actorId) throw fail('samePerson')
  if (isApproved) await requireIndependentApprover(tx, refund, actorId)
  const order = await orderStore.lockOrder(tx, refund.order_id)
  const isChanged = await refunds.updateRefund(tx, id, ['asked'], {
    state: isApproved ? 'approved' : 'refused',
    decided_by: actorId,
    decided_at: new Date(),
    note,
    query_at: isApproved ? new Date() : null,
  })
  if (!isChanged) throw fail('wrongState')
  // lock the subject before the audit log, which the whole site shares; every transaction uses this order
  if (!isApproved) await orderKindOf(kit, order.kind).refundRefused?.(scope, toOrderOfKind(order))
  await recordAudit(tx, {
    actorId,
    action: isApproved ? 'refundApproved' : 'refundRefused',
    subject: refundAuditSubjectOf(refund.refund_no),
    reason: note,
    detail: { cents: refund.amount_cents },
  })
  return null
}

export const refundWayOf = ({
  provider,
  redirected_to: elsewhere,
}: Pick<refunds.RefundToSend, 'provider' | 'redirected_to'>): RefundMethod =>
  elsewhere ?? (isManual(provider) ? provider : 'back')

const refundWayMessages: Record<RefundMethod, string> = {
  back: '已原路退回',
  payer: '已退到您提供的银行卡',
  merchant: '未能退回您的支付账户，已转由财务人员汇给您',
  bank: '已由财务人员汇给您',
  cash: '已以现金退还',
}

/** Records a completed refund in the ledger, the order and its kind. */
async function finishRefund(scope: TransactionScope, refund: refunds.RefundToSend, doneAt: Date): Promise<boolean> {
  const { kit, tx } = scope
  const order = await orderStore.lockOrder(tx, refund.order_id)
  const change = { state: 'done' as const, done_at: doneAt, failure: null, query_at: null }
  // a refund that succeeded at the provider is recorded, even if we marked it as failed before
  if (!(await refunds.updateRefund(tx, refund.id, ['approved', 'sent', 'failed'], change))) return false
  const payment = await paymentStore.selectPayment(tx, refund.payment_id)
  const isOfOrder = payment?.purpose === 'order'
  await paymentStore.insertLedgerEntry(tx, {
    order_id: order.id,
    payment_id: null,
    refund_id: refund.id,
    debit: isOfOrder ? incomeAccountOf(order.kind) : refundsPayable,
    credit: refund.provider,
    cents: refund.amount_cents,
  })
  await notifyPayer(
    scope,
    order,
    `“${order.title}”的退款${formatYuan(refund.amount_cents)}元${refundWayMessages[refundWayOf(refund)]}`,
  )
  if (!isOfOrder) return true
  await markReceiptToVoid(tx, order.id)
  const refundedCents = order.refunded_cents + refund.amount_cents
  const isWhole = refundedCents === order.amount_cents
  await orderStore.updateOrder(tx, order.id, { refunded_cents: refundedCents, state: isWhole ? 'refunded' : 'paid' })
  if (isWhole) await orderKindOf(kit, order.kind).refunded(scope, toOrderOfKind(order))
  return true
}

/** Records the provider's result of a refund, from a callback or a query. Idempotent. */
export async function applyRefundState(
  kit: Kit,
  refund: refunds.RefundToSend,
  refundState: ProviderRefundState,
): Promise<void> {
  if (refundState.state === 'done') {
    const { doneAt } = refundState
    await inTransaction(kit, (scope) => finishRefund(scope, refund, doneAt))
  } else if (refundState.state === 'sent')
    await refunds.updateRefund(kit.sql, refund.id, ['approved'], { state: 'sent' })
  else if (refundState.state === 'failed') {
    kit.log.error({ refundNo: refund.refund_no }, 'refund failed')
    const change = { state: 'failed' as const, failure: '支付渠道退款异常或已关闭', query_at: null }
    await refunds.updateRefund(kit.sql, refund.id, ['approved', 'sent'], change)
  }
}

async function sendOrQueryRefund(kit: Kit, refund: refunds.RefundToSend): Promise<void> {
  // finance staff record when a refund by bank or in cash was paid out
  if (isManual(refund.provider)) return
  const provider = requireProvider(kit, refund.provider)
  try {
    const refundAnswer =
      refund.state === 'sent'
        ? await provider.queryRefund({ refundNo: refund.refund_no, attemptNo: refund.attempt_no })
        : { state: 'absent' as const }
    const refundState =
      refundAnswer.state === 'absent'
        ? await provider.refund({
            refundNo: refund.refund_no,
            attemptNo: refund.attempt_no,
            transactionId: refund.transaction_id,
            amountCents: refund.amount_cents,
            paidCents: refund.paid_cents,
            reason: refund.reason.slice(0, 40),
          })
        : refundAnswer
    await applyRefundState(kit, refund, refundState)
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    kit.log.error({ err: error, refundNo: refund.refund_no }, 'refund not accepted')
    await refunds.updateRefund(kit.sql, refund.id, ['approved', 'sent'], { failure: error.message.slice(0, 300) })
  }
}

/**
 * Sends approved refunds, and queries those in progress.
 * @returns the number of refunds
 */
export async function sendOrQueryDueRefunds(kit: Kit, limit = 50): Promise<number> {
  let count = 0
  for (let refund = await refunds.claimDueRefund(kit.sql); refund; refund = await refunds.claimDueRefund(kit.sql)) {
    await sendOrQueryRefund(kit, refund)
    count += 1
    if (count >= limit) break
  }
  return count
}

const missingReferenceMessage = '请填写银行流水号或汇款备注'

/**
 * Records a refund that was paid out by hand: by bank, in cash, or after the money came back to our account. Once only.
 * @throws Failure notFound, wrongState, invalid
 */
export const payOutRefund = async (scope: StaffScope, id: number, reference: string): Promise<null> => {
  const { tx, actorId } = scope
  const unlockedRefund = orNotFound(await refunds.selectRefund(tx, id))
  const order = await orderStore.lockOrder(tx, unlockedRefund.order_id)
  // while this request waited for the lock, the refund may have been redirected
  const refund = (await refunds.selectRefund(tx, id)) ?? unlockedRefund
  const refundWay = refundWayOf(refund)
  if (reference === '' && refundWay !== 'cash') throw failField('reference', missingReferenceMessage)
  const isMarked =
    refundWay === 'merchant'
      ? await refunds.markRefundPaidOut(tx, id, actorId, reference)
      : isManual(refund.provider) &&
        refund.state === 'approved' &&
        (await finishRefund(scope, refund, new Date())) &&
        (await refunds.markRefundPaidOut(tx, id, actorId, reference))
  if (!isMarked) throw fail('wrongState')
  await recordAudit(tx, {
    actorId,
    action: 'refundTransferred',
    subject: refundAuditSubjectOf(refund.refund_no),
    reason: reference,
    detail: { cents: refund.amount_cents },
  })
  if (refundWay === 'merchant') {
    await notifyPayer(
      scope,
      order,
      `“${order.title}”的退款${formatYuan(refund.amount_cents)}元${refundWayMessages.bank}，请留意到账`,
    )
  }
  return null
}
