// Kinds of orders, and the view of an order that they get.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import type { Kit, KitInTransaction, TransactionScope } from '../../../kit/ctx.ts'
import type { OrderKindOf, OrderOfKind } from '../../../kit/pay/order-kind.ts'
import type { OrderRow } from '../records/order-store.ts'
import { readSubject } from '../records/subject.ts'

export type OrderKind = OrderKindOf<Kit, TransactionScope>

/** @throws RangeError for an unknown kind, because an order must not be settled without its rules */
export function orderKindOf(kit: KitInTransaction, kind: OrderKindName): OrderKind {
  const definition = kit.orderKinds[kind]
  if (!definition) throw new RangeError(`no rule for orders of the kind ${kind}`)
  return definition
}

export const toOrderOfKind = (order: OrderRow): OrderOfKind => ({
  id: order.id,
  orderNo: order.order_no,
  accountId: order.account_id,
  subject: readSubject(order),
  amountCents: order.amount_cents,
  paidAt: order.paid_at,
})
