// Finds an order of the caller.
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { selectOrderByNo, type OrderRow } from '../records/order-store.ts'

/** @throws Failure notFound, also for another account's order */
export async function requireOwnOrder(ctx: Ctx, orderNo: string): Promise<OrderRow> {
  const order = await selectOrderByNo(ctx.kit.sql, orderNo)
  if (!order || order.account_id !== viewerOf(ctx).id) throw fail('notFound')
  return order
}
