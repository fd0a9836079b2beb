// Settles payments. Callbacks, queries, bills and finance staff all call this file. Under the order's lock, payment,
// ledger and delivery are one transaction.
import { Failure } from '@xinqiao/contract/errors.ts'
import { formatYuan, type PaymentPurpose, type PaymentSource } from '@xinqiao/contract/orders.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import type { OrderOfKind } from '../../../kit/pay/order-kind.ts'
import type { ConfirmedPayment } from '../../../kit/pay/pay.ts'
import { incomeAccountOf, refundsPayable } from '../rules/ledger-accounts.ts'
import { notifyPayer } from '../rules/notify-payer.ts'
import { orderKindOf, toOrderOfKind, type OrderKind } from '../rules/order-kind.ts'
import { insertRefund } from '../records/refund-store.ts'
import * as attemptStore from '../records/attempt-store.ts'
import * as orderStore from '../records/order-store.ts'
import * as paymentStore from '../records/payment-store.ts'

/**
 * Delivers what the order paid for. Returns false and rolls back to the savepoint when it can no longer be delivered.
 */
async function deliverOrder(scope: TransactionScope, order: OrderOfKind, kind: OrderKind): Promise<boolean> {
  const events: (() => void)[] = []
  try {
    await scope.tx.savepoint((tx) => kind.paid({ ...scope, tx, afterCommit: (event) => events.push(event) }, order))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    scope.kit.log.warn({ orderNo: order.orderNo, reason: error.reason }, 'a paid order could not be delivered')
    return false
  }
  for (const event of events) scope.afterCommit(event)
  return true
}

const paymentPurposeOf = (
  order: orderStore.OrderRow,
  attempt: attemptStore.PaymentAttemptRow,
  payment: ConfirmedPayment,
): PaymentPurpose => {
  if (payment.amountCents !== attempt.amount_cents) return 'mismatch'
  return order.state === 'open' ? 'order' : 'surplus'
}

/**
 * Stores the payment before its kind is notified, because the kind may refund it at once.
 * @returns its final purpose
 */
async function markPaidAndDeliver(
  scope: TransactionScope,
  order: orderStore.OrderRow,
  payment: paymentStore.PaymentRow,
): Promise<Extract<PaymentPurpose, 'order' | 'surplus'>> {
  const payState = { state: 'paid', paid_at: payment.paid_at } as const
  await orderStore.updateOrder(scope.tx, order.id, payState)
  if (await deliverOrder(scope, toOrderOfKind({ ...order, ...payState }), orderKindOf(scope.kit, order.kind)))
    return 'order'
  await orderStore.updateOrder(scope.tx, order.id, { state: 'closed', paid_at: null })
  await paymentStore.updatePaymentPurpose(scope.tx, payment.id, 'surplus')
  return 'surplus'
}

/** A wrong amount waits for finance staff, because it is neither the price nor ours to keep. */
async function recordAmountMismatch(
  scope: TransactionScope,
  order: orderStore.OrderRow,
  attempt: attemptStore.PaymentAttemptRow,
  amountCents: number,
): Promise<void> {
  const [due, paid] = [formatYuan(attempt.amount_cents), formatYuan(amountCents)]
  const failure = `支付金额不符：应付${due}元，实付${paid}元`
  await attemptStore.updateAttemptResult(scope.tx, attempt.id, 'failed', failure)
  const advice = '财务人员将核对并退回，请按应付金额重新支付'
  await notifyPayer(scope, order, `“${order.title}”收到${paid}元，与应付的${due}元不符，${advice}`)
}

async function refundSurplus(
  scope: TransactionScope,
  order: orderStore.OrderRow,
  paymentId: number,
  cents: number,
): Promise<void> {
  await insertRefund(scope.tx, {
    orderId: order.id,
    paymentId,
    cents,
    reason: '重复、逾期或已无效的支付，系统自动退款',
    requestedBy: null,
    state: 'approved',
  })
  const title = `“${order.title}”收到重复、逾期或已无效的付款${formatYuan(cents)}元，已自动原路退回`
  await notifyPayer(scope, order, title)
}

export type SettlementResult = 'settled' | 'known' | 'surplus' | 'mismatch' | 'unknown'

/** Settles a payment in the caller's transaction; for cash. */
export async function settleInTransaction(
  scope: TransactionScope,
  attempt: attemptStore.PaymentAttemptRow,
  confirmed: ConfirmedPayment,
  learnedBy: PaymentSource,
): Promise<SettlementResult> {
  const { tx } = scope
  // every transaction locks the order first
  const order = await orderStore.lockOrder(tx, attempt.order_id)
  if (await paymentStore.isKnownPayment(tx, attempt.provider, confirmed.transactionId)) return 'known'
  const intendedPurpose = paymentPurposeOf(order, attempt, confirmed)
  const { id: orderId } = order
  const payment = await paymentStore.insertPayment(tx, {
    ...confirmed,
    orderId,
    attemptId: attempt.id,
    provider: attempt.provider,
    purpose: intendedPurpose,
    learnedBy,
  })
  const purpose = intendedPurpose === 'order' ? await markPaidAndDeliver(scope, order, payment) : intendedPurpose
  await paymentStore.insertLedgerEntry(tx, {
    order_id: orderId,
    payment_id: payment.id,
    refund_id: null,
    debit: attempt.provider,
    credit: purpose === 'order' ? incomeAccountOf(order.kind) : refundsPayable,
    cents: confirmed.amountCents,
  })
  if (purpose === 'mismatch') {
    await recordAmountMismatch(scope, order, attempt, confirmed.amountCents)
    return 'mismatch'
  }
  await attemptStore.updateAttemptResult(tx, attempt.id, 'paid', null)
  if (purpose === 'surplus') {
    await refundSurplus(scope, order, payment.id, confirmed.amountCents)
    return 'surplus'
  }
  await notifyPayer(
    scope,
    order,
    `“${order.title}”已支付成功，金额${formatYuan(order.amount_cents)}元，订单号${order.order_no}`,
  )
  // closes another open attempt of the order, so that it cannot be paid, too
  await attemptStore.markAttemptsDue(tx, orderId)
  return 'settled'
}

/** Settles a payment in a transaction of its own. Idempotent by the provider's number of the payment. */
export async function settlePayment(
  kit: Kit,
  attemptNo: string,
  payment: ConfirmedPayment,
  learnedBy: PaymentSource,
): Promise<SettlementResult> {
  const attempt = await attemptStore.selectAttempt(kit.sql, attemptNo)
  if (!attempt) return 'unknown'
  const settlement = await inTransaction(kit, (scope) => settleInTransaction(scope, attempt, payment, learnedBy))
  if (settlement === 'mismatch' || settlement === 'surplus')
    kit.log.warn({ attemptNo, settled: settlement, learnedBy }, 'odd payment')
  return settlement
}
