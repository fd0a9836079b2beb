// Refunds of cancelled registrations. The cancellation records the amount; this requests it once, for approval by finance.
// Orders are locked before registrations, as in the order core.
import { recordAudit } from '../../../kit/audit/audit.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { findOrderByNo, insertRefund, listPayments, lockOrder, sumRefundedCents } from '../../payments/payments.ts'
import * as registrationStore from '../records/registration-store.ts'

type RefundRequest = { orderNo: string; cents: number; reason: string; askedBy: number | null }

/** @param ask `askedBy` null: the association owes it, and no approval is needed */
export async function requestRefund(tx: Tx, { orderNo, cents, reason, askedBy }: RefundRequest): Promise<void> {
  const found = await findOrderByNo(tx, orderNo)
  if (!found) throw new RangeError(`no order has the number ${orderNo}`)
  const order = await lockOrder(tx, found.id)
  const payment = (await listPayments(tx, order.id)).find(({ purpose }) => purpose === 'order')
  if (!payment) return
  const left = payment.amount_cents - (await sumRefundedCents(tx, payment.id))
  const requestedCents = Math.min(cents, left)
  if (requestedCents <= 0) return
  const refund = await insertRefund(tx, {
    orderId: order.id,
    paymentId: payment.id,
    cents: requestedCents,
    reason: reason.slice(0, 200),
    askedBy,
    state: askedBy === null ? 'approved' : 'asked',
  })
  if (askedBy === null) return
  await recordAudit(tx, {
    actorId: askedBy,
    action: 'refundAsked',
    subject: `refund ${refund.refund_no}`,
    reason,
    detail: { cents: requestedCents },
  })
}

const maxBatchSize = 100

/** Also runs as a job, in case the process died after a cancellation. */
export async function requestDueRefunds(kit: Kit): Promise<number> {
  const due = await registrationStore.listRefundsDue(kit.sql, maxBatchSize)
  for (const { id, order_no: orderNo, refund_cents: cents, end_reason: reason, ended_by: askedBy } of due) {
    await transaction(kit.sql, async (tx) => {
      if (orderNo !== null) await lockOrder(tx, (await findOrderByNo(tx, orderNo))?.id ?? 0)
      if (!(await registrationStore.markRefundRequested(tx, id)) || orderNo === null) return
      await requestRefund(tx, { orderNo, cents, reason, askedBy })
    })
  }
  return due.length
}
