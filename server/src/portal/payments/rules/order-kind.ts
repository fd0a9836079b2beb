// Kinds of orders: their quotes, and what happens when an order is paid or ends. A feature that charges money
// (membership, conference, bookings) defines an OrderKind, and its module.ts lists it.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import type { Kit, KitInTransaction, TransactionScope } from '../../../kit/ctx.ts'
import type { OrderRow } from '../records/order-store.ts'
import { readSubject, type OrderSubject } from '../records/subject.ts'

export type Quote = {
  subject: OrderSubject
  /** Title of the order, shown to the payer. */
  title: string
  amountCents: number
  /** End of the order, if something is held for the payer until then; otherwise the duration of the kind applies. */
  until?: Date
}

/** An order from the view of its kind. */
export type SettledOrder = {
  id: number
  orderNo: string
  /** The payer's account; null for cash from a person without one. */
  accountId: number | null
  subject: OrderSubject
  amountCents: number
  paidAt: Date | null
}

export type OrderKind = {
  /** An order of dues gets a receipt of dues, all others an invoice (民发〔2014〕166号). */
  receipt: 'dues' | 'invoice'
  /**
   * How long an order stays open, unless its quote has another time. Its payment code is valid for at most two hours of
   * it.
   */
  payWithinMinutes: number
  /**
   * Computes the amount that this account has to pay now.
   * @param reference the caller's input, such as the id of a registration; check that it belongs to the caller
   * @throws Failure notFound, wrongState, nothingToPay, … when the account has nothing to pay
   */
  quote: (kit: Kit, accountId: number, reference: string) => Promise<Quote>
  /** The inverse of `quote`: returns the input for this subject. */
  referenceOf: (subject: OrderSubject) => string
  /**
   * Delivers what was paid for, once, in the transaction in which the order becomes paid. It must not call outside
   * services. The core notifies the payer.
   * @throws Failure when delivery is no longer possible: the order is closed, and the payment is refunded
   * automatically. Any other error rolls everything back, and the payment is settled again later.
   */
  paid: (scope: TransactionScope, order: SettledOrder) => Promise<void>
  /** Called when the whole payment was refunded. */
  refunded: (scope: TransactionScope, order: SettledOrder) => Promise<void>
  /** Called when a requested refund is refused. The subject stays valid. */
  refundRefused?: (scope: TransactionScope, order: SettledOrder) => Promise<void>
  /** Called when the order has ended without a payment. Release what it held. */
  expired?: (scope: TransactionScope, order: SettledOrder) => Promise<void>
  /** Called instead of `expired` when the payer cancelled the order. */
  cancelledByPayer?: (scope: TransactionScope, order: SettledOrder) => Promise<void>
}

export const findOrderKind = (kit: Pick<Kit, 'orderKinds'>, name: OrderKindName): OrderKind | undefined =>
  kit.orderKinds[name] as OrderKind | undefined

/** @throws RangeError for an unknown kind, because an order must not be settled without its rules */
export function orderKindOf(kit: KitInTransaction, kind: OrderKindName): OrderKind {
  const definition = findOrderKind(kit, kind)
  if (!definition) throw new RangeError(`no rule for orders of the kind ${kind}`)
  return definition
}

export const toSettledOrder = (order: OrderRow): SettledOrder => ({
  id: order.id,
  orderNo: order.order_no,
  accountId: order.account_id,
  subject: readSubject(order),
  amountCents: order.amount_cents,
  paidAt: order.paid_at,
})
