// Finds the rules of an order's kind.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import type { KitInTransaction, OrderKind } from '../../../kit/ctx.ts'
import type { SettledOrder } from '../../../kit/order-subject.ts'
import type { OrderRow } from '../records/store.ts'
import { readSubject } from '../records/subject.ts'

/** @throws RangeError for an unknown kind, because an order must not be settled without its rules */
export function orderKindOf(kit: KitInTransaction, kind: OrderKindName): OrderKind {
  const found = kit.orderKinds[kind]
  if (!found) throw new RangeError(`no rule for orders of the kind ${kind}`)
  return found
}

export const toSettledOrder = (order: OrderRow): SettledOrder => ({
  id: order.id,
  orderNo: order.order_no,
  accountId: order.account_id,
  subject: readSubject(order),
  amountCents: order.amount_cents,
  paidAt: order.paid_at,
})
