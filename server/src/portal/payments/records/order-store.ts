// SQL of orders.
import type { OrderKindName, OrderState } from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'
import type { OrderSubject } from '../../../kit/pay/order-kind.ts'
import { toSubjectColumns } from './subject.ts'

export type OrderRow = Omit<Rows['pay_order'], 'kind' | 'state'> & { kind: OrderKindName; state: OrderState }

type NewOrder = Pick<OrderRow, 'order_no' | 'account_id' | 'kind' | 'title' | 'amount_cents' | 'expires_at'> & {
  subject: OrderSubject
}

/** @returns an SQL condition that selects the orders of this subject */
function hasSubject(db: Db, subject: OrderSubject) {
  const columns = toSubjectColumns(subject)
  return db`
    subject_type = ${columns.subject_type} and subject_id = ${columns.subject_id}
    and fee_id is not distinct from ${columns.fee_id}
    and previous_term_until is not distinct from ${columns.previous_term_until}`
}

/**
 * Creates an order.
 * @returns null when the subject has an open or paid one
 */
export const insertOrder = (tx: Tx, { subject, ...order }: NewOrder) =>
  firstRow(tx<OrderRow[]>`
    insert into pay_order ${tx({ ...order, ...toSubjectColumns(subject) })}
    on conflict (account_id, kind, subject_type, subject_id, coalesce(fee_id, 0),
      coalesce(previous_term_until, '-infinity'::date)) where state in ('open', 'paid') do nothing returning *`)

/** Locks the open or paid order, waiting for a concurrent settlement. */
export const lockCurrentOrder = (tx: Tx, accountId: number, kind: OrderKindName, subject: OrderSubject) =>
  firstRow(tx<OrderRow[]>`
    select * from pay_order
    where account_id = ${accountId} and kind = ${kind} and ${hasSubject(tx, subject)} and state in ('open', 'paid')
    for update`)

export async function lockOrder(tx: Tx, id: number): Promise<OrderRow> {
  const [row] = await tx<OrderRow[]>`select * from pay_order where id = ${id} for update`
  if (!row) throw new RangeError(`there is no order ${id}`)
  return row
}

/** @throws RangeError when no order has this number */
export const lockOrderByNo = async (tx: Tx, orderNo: string): Promise<OrderRow> =>
  lockOrder(tx, (await selectOrderByNo(tx, orderNo))?.id ?? 0)

export async function updateOrder(
  tx: Tx,
  id: number,
  change: Partial<Pick<OrderRow, 'state' | 'paid_at' | 'refunded_cents'>>,
): Promise<void> {
  await tx`update pay_order set ${tx(change)} where id = ${id}`
}

/** Extends the order to this many days from now, unless it already ends later. */
export async function updateOrderExpiryToAtLeast(tx: Tx, id: number, days: number): Promise<Date> {
  const [row] = await tx<{ expires_at: Date }[]>`
    update pay_order set expires_at = greatest(expires_at, now() + make_interval(days => ${days})) where id = ${id}
    returning expires_at`
  return row!.expires_at
}

/** Expires the order and its payment code now. */
export async function markOrderExpired(db: Db, id: number): Promise<void> {
  await db`
    with expired as (
      update pay_order set expires_at = least(expires_at, now()) where id = ${id} and state = 'open' returning id)
    update pay_attempt set expires_at = least(expires_at, now()), query_at = now()
    where order_id = (select id from expired) and state in ('starting', 'waiting')`
}

/** The newest order of this kind (and subject), in any state. */
export const selectNewestOrder = (db: Db, accountId: number, kind: OrderKindName, subject: OrderSubject | null) =>
  firstRow(db<OrderRow[]>`
    select * from pay_order where account_id = ${accountId} and kind = ${kind}
      ${subject === null ? db`` : db`and ${hasSubject(db, subject)}`}
    order by id desc limit 1`)

export const selectOrderByNo = (db: Db, orderNo: string) =>
  firstRow(db<OrderRow[]>`select * from pay_order where order_no = ${orderNo}`)

export function selectOwnOrders(db: Db, accountId: number, { limit, offset }: PageLimits) {
  return readPage(
    db<OrderRow[]>`
      select * from pay_order where account_id = ${accountId} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from pay_order where account_id = ${accountId}`,
  )
}

/** True when one of these accounts has an open order of this kind. */
export async function hasOpenOrder(db: Db, accountIds: readonly number[], kind: OrderKindName): Promise<boolean> {
  const rows = await db`
    select 1 from pay_order
    where account_id = any(${accountIds as number[]}::bigint[]) and kind = ${kind} and state = 'open' limit 1`
  return rows.length > 0
}

/** Locks expired orders without open attempts; skips rows that another node has locked. */
export const lockExpiredOrders = (tx: Tx, limit: number) =>
  tx<OrderRow[]>`
    select * from pay_order o where state = 'open' and expires_at <= now() and not exists (
      select 1 from pay_attempt a where a.order_id = o.id and a.state in ('starting', 'waiting'))
    order by expires_at limit ${limit} for update skip locked`
