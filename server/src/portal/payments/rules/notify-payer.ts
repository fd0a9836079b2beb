// Notices to the payer of an order.
import { routes } from '@xinqiao/contract/routes.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import { notifyUsers } from '../../notify/notify.ts'
import type { OrderRow } from '../records/order-store.ts'

/** Notifies the payer in the message centre, with a link to the orders. */
export const notifyPayer = async (scope: TransactionScope, order: OrderRow, title: string): Promise<void> => {
  if (order.account_id === null) return
  await notifyUsers(scope, { kind: 'payment', userIds: [order.account_id], title, link: routes.orders })
}
