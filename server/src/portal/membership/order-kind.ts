// The fee of membership as the order core asks for it.
import { fail } from '@xinqiao/contract/errors.ts'
import type { OrderKind, SettledOrder } from '../../kit/order-kinds.ts'
import { findDue, settleDue, undoDue } from './dues.ts'

/** Dues are never taken at a door, so somebody always pays them. */
function byAccount({ accountId, ...order }: SettledOrder) {
  if (accountId === null) throw new RangeError(`nobody has paid ${order.orderNo}`)
  return { ...order, accountId }
}

export const membershipFee: OrderKind = {
  receipt: 'dues',
  payWithinMinutes: 24 * 60,
  async quote(kit, accountId) {
    const due = await findDue(kit.sql, accountId)
    if (!due) throw fail('nothingToPay')
    return {
      subject: due.subject,
      title: `${due.levelTitle}会费（${due.from} 至 ${due.until}）`,
      amountCents: due.cents,
    }
  },
  givenOf: () => '',
  paid: (work, order) => settleDue(work, byAccount(order)),
  refunded: (work, order) => undoDue(work, byAccount(order)),
}
