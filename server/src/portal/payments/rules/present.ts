// Wire format of orders.
import type { StaffOrder } from '@xinqiao/contract/http/payments/staff.ts'
import { formatTime } from '../../../kit/time.ts'
import type { OrderRow } from '../records/order-store.ts'

export const presentOrderForStaff = (order: OrderRow): Omit<StaffOrder, 'payer'> => ({
  id: order.id,
  orderNo: order.order_no,
  kind: order.kind,
  title: order.title,
  amountCents: order.amount_cents,
  refundedCents: order.refunded_cents,
  state: order.state,
  createTime: formatTime(order.created_at),
  payTime: order.paid_at && formatTime(order.paid_at),
})
