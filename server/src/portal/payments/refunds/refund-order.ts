// Refund of an order that another area requests, such as for a cancelled booking.
import { recordAudit } from '../../../kit/audit/audit.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { insertRefund, sumRefundedCents } from '../records/refund-store.ts'
import { lockOrderByNo } from '../records/order-store.ts'
import { selectPayments } from '../records/payment-store.ts'
import { refundAuditSubjectOf } from './refunds.ts'

type OrderRefundRequest = {
  orderNo: string
  /** Amount in cents; Infinity means the whole remaining amount. */
  cents: number
  reason: string
  /** The person who requests it; null when the association owes it, so that no approval is needed. */
  requestedBy: number | null
}

/** Requests a refund of the order's payment, at most the remaining amount. */
export async function requestOrderRefund(
  tx: Tx,
  { orderNo, cents, reason, requestedBy }: OrderRefundRequest,
): Promise<void> {
  const order = await lockOrderByNo(tx, orderNo)
  const payment = (await selectPayments(tx, order.id)).find(({ purpose }) => purpose === 'order')
  if (!payment) return
  const requestedCents = Math.min(cents, payment.amount_cents - (await sumRefundedCents(tx, payment.id)))
  if (requestedCents <= 0) return
  const refund = await insertRefund(tx, {
    orderId: order.id,
    paymentId: payment.id,
    cents: requestedCents,
    reason: reason.slice(0, 200),
    requestedBy,
    state: requestedBy === null ? 'approved' : 'asked',
  })
  if (requestedBy === null) return
  await recordAudit(tx, {
    actorId: requestedBy,
    action: 'refundAsked',
    subject: refundAuditSubjectOf(refund.refund_no),
    reason,
    detail: { cents: requestedCents },
  })
}
