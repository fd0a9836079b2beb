// Order kind of dues: quote, payment and refund.
import { fail } from '@xinqiao/contract/errors.ts'
import type { OrderOfKind } from '../../../kit/pay/order-kind.ts'
import type { OrderKind } from '../../payments/payments.ts'
import { findDue, deliverDues, revokeDues } from './dues.ts'

/** Dues are paid by an account. Orders without one are imported past payments, which are never settled again. */
function toPaidDue({ accountId, subject, ...order }: OrderOfKind) {
  if (accountId === null) throw new RangeError(`order ${order.orderNo} has no account`)
  if (!('feeId' in subject)) throw new RangeError(`order ${order.orderNo} is not for dues`)
  return { ...order, accountId, subject }
}

export const membershipFeeOrderKind: OrderKind = {
  receipt: 'dues',
  payWithinMinutes: 24 * 60,
  async quote(kit, accountId) {
    const dues = await findDue(kit.sql, accountId)
    if (!dues) throw fail('nothingToPay')
    return {
      subject: dues.subject,
      title: `${dues.levelTitle}会费（${dues.from} 至 ${dues.until}）`,
      amountCents: dues.cents,
    }
  },
  referenceOf: () => '',
  paid: (scope, order) => deliverDues(scope, toPaidDue(order)),
  refunded: (scope, order) => revokeDues(scope, order),
}
