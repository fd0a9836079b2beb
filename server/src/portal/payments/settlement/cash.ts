// Cash payments: creates, settles and delivers an order in the caller's transaction.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import type { OrderQuote } from '../../../kit/pay/order-kind.ts'
import { createNumber } from '../records/refund-store.ts'
import { settleInTransaction } from './settle.ts'
import * as attemptStore from '../records/attempt-store.ts'
import * as orderStore from '../records/order-store.ts'

type CashPayment = {
  kind: OrderKindName
  quote: OrderQuote
  /** The payer's account; null for a person without one. */
  accountId: number | null
  takenBy: number
  /** Idempotency key of the form. The ledger has one cash payment per key. */
  key: string
}

/**
 * Records a cash payment.
 * @returns the number of its order
 */
export async function recordCashPayment(
  scope: TransactionScope,
  { kind, quote, accountId, takenBy, key }: CashPayment,
): Promise<string> {
  const { tx } = scope
  const { subject, title, amountCents } = quote
  const now = new Date()
  const order = await orderStore.insertOrder(tx, {
    order_no: createNumber('M'),
    account_id: accountId,
    kind,
    subject,
    title,
    amount_cents: amountCents,
    expires_at: now,
  })
  if (!order) throw new RangeError(`the ${subject.type} ${subject.id} has an order already`)
  const attempt = await attemptStore.insertAttempt(tx, {
    order_id: order.id,
    attempt_no: `${order.order_no}-1`,
    provider: 'cash',
    method: 'cash',
    amount_cents: amountCents,
    expires_at: now,
    query_at: null,
  })
  const settlement = await settleInTransaction(
    scope,
    attempt,
    { transactionId: key, amountCents, paidAt: now },
    'staff',
  )
  if (settlement !== 'settled') throw new RangeError(`cash for order ${order.order_no} is ${settlement}`)
  await recordAudit(tx, {
    actorId: takenBy,
    action: 'cashTaken',
    subject: `order ${order.order_no}`,
    reason: '',
    detail: { cents: amountCents },
  })
  return order.order_no
}
