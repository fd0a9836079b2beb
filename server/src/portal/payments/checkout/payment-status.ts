// The payment status of orders, which the payment screen polls.
import { type OrderKindName, type PaymentOutcome, paymentOutcomes } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../../kit/ctx.ts'
import type { OrderSubject } from '../../../kit/pay/order-kind.ts'
import { tryPollAttempt } from '../settlement/poll-attempts.ts'
import * as attemptStore from '../records/attempt-store.ts'
import * as orderStore from '../records/order-store.ts'

const minQueryGapSeconds = 4
const hasFailedOrClosed = (attempt: attemptStore.PaymentAttemptRow | null) =>
  attempt?.state === 'failed' || attempt?.state === 'closed'

/**
 * Reads the payment status of an order. Polling it also queries the provider, at most every few seconds.
 */
export async function readOrderOutcome(
  kit: Kit,
  order: orderStore.OrderRow,
): Promise<{ outcome: PaymentOutcome; order: orderStore.OrderRow }> {
  if (order.state !== 'open')
    return { outcome: order.state === 'paid' ? paymentOutcomes.paid : paymentOutcomes.failed, order }
  const attempt = await attemptStore.selectLastAttempt(kit.sql, order.id)
  const dueAttempt = attempt && (await attemptStore.claimAttempt(kit.sql, attempt.id, minQueryGapSeconds))
  if (dueAttempt) await tryPollAttempt(kit, dueAttempt)
  const now = dueAttempt ? ((await orderStore.selectOrderByNo(kit.sql, order.order_no)) ?? order) : order
  const last = dueAttempt ? await attemptStore.selectLastAttempt(kit.sql, order.id) : attempt
  if (now.state === 'paid') return { outcome: paymentOutcomes.paid, order: now }
  return { outcome: hasFailedOrClosed(last) ? paymentOutcomes.failed : paymentOutcomes.waiting, order: now }
}

/**
 * Reads the payment status of the newest order of this kind, for `memberIsPay` and `isPay`.
 * @param subject the subject of the order; null for any
 */
export async function readPaymentStatus(
  kit: Kit,
  accountId: number,
  kind: OrderKindName,
  subject: OrderSubject | null = null,
): Promise<{ outcome: PaymentOutcome; order: orderStore.OrderRow | null }> {
  const order = await orderStore.selectNewestOrder(kit.sql, accountId, kind, subject)
  return order ? readOrderOutcome(kit, order) : { outcome: paymentOutcomes.waiting, order }
}
