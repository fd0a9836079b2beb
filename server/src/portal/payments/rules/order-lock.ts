// The lock of an order for other areas. They lock the order before their rows, as payments and refunds do.
import type { Tx } from '../../../kit/db/db.ts'
import { lockOrderByNo, type OrderRow } from '../records/order-store.ts'

/** @throws RangeError when no order has this number */
export const requireLockedOrder = (tx: Tx, orderNo: string): Promise<OrderRow> => lockOrderByNo(tx, orderNo)
