// SQL of the lists for finance staff.
import { payProviderNames, type OrderKindName, type OrderState } from '@xinqiao/contract/orders.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { OrderRow } from '../records/order-store.ts'
import type { PaymentRow } from '../records/payment-store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

/** Account of the payer; payers of cash may have none. */
const payerColumn = (db: Db) => db`coalesce(account.nickname, '现场缴费') as payer`

export type StaffOrderRow = OrderRow & { payer: string }
export type OrderFilter = PageLimits & {
  kind: OrderKindName | undefined
  state: OrderState | undefined
  /** Payer, found by phone number. */
  phoneIndex: Uint8Array | null
  /** The beginning of an order number, or a provider's number. */
  key: string | undefined
}

function matchingOrders(db: Db, { kind, state, phoneIndex, key }: OrderFilter) {
  const parts = [
    kind && db`o.kind = ${kind}`,
    state && db`o.state = ${state}`,
    phoneIndex && db`o.account_id = (select id from account where phone_index = ${phoneIndex})`,
    key &&
      !phoneIndex &&
      db`o.id in (
        select id from pay_order where order_no >= ${key} and order_no < ${`${key}~`}
        union all select order_id from payment
        where provider in ${db(payProviderNames)} and transaction_id = ${key})`,
  ].filter((part) => part !== undefined && part !== null && part !== '' && part !== false)
  return parts.length === 0 ? db`` : db`where ${parts.flatMap((part, i) => (i === 0 ? [part] : [db` and `, part]))}`
}

export function selectOrdersForStaff(db: Db, filter: OrderFilter) {
  return readPage(
    db<StaffOrderRow[]>`
      select o.*, ${payerColumn(db)} from pay_order o left join account on account.id = o.account_id
      ${matchingOrders(db, filter)} order by o.id desc limit ${filter.limit} offset ${filter.offset}`,
    db<{ count: number }[]>`select count(*) from pay_order o ${matchingOrders(db, filter)}`,
  )
}

export const selectOrderForStaff = (db: Db, id: number) =>
  firstRow(db<StaffOrderRow[]>`
    select o.*, ${payerColumn(db)} from pay_order o left join account on account.id = o.account_id where o.id = ${id}`)

export type PaymentWithRefundableRow = PaymentRow & { left_cents: number }
export const selectPaymentsWithRest = (db: Db, orderId: number) =>
  db<PaymentWithRefundableRow[]>`
    select p.*, p.amount_cents - coalesce((
      select sum(amount_cents) from refund where payment_id = p.id and state not in ('refused', 'failed')), 0)::integer
      as left_cents
    from payment p where p.order_id = ${orderId} order by p.id`
