// SQL of refunds.
import { randomInt } from 'node:crypto'
import type { PaymentPurpose, PayProviderName, RefundFilter, RefundState } from '@xinqiao/contract/orders.ts'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../../kit/db/results.ts'

export type RefundRow = Omit<Rows['refund'], 'state' | 'redirected_to'> & {
  state: RefundState
  redirected_to: 'payer' | 'merchant' | null
}

type NewRefund = {
  orderId: number
  paymentId: number
  cents: number
  reason: string
  requestedBy: number | null
  state: 'asked' | 'approved'
}

const chinaDayDigits = () => new Date(Date.now() + chinaOffsetMs).toISOString().slice(0, 10).replaceAll('-', '')
/** A random number that begins with the date. */
export const createNumber = (prefix: string) =>
  `${prefix}${chinaDayDigits()}${`${randomInt(1_000_000)}`.padStart(6, '0')}${`${randomInt(1_000_000)}`.padStart(6, '0')}`

export const insertRefund = (tx: Tx, refund: NewRefund) =>
  onlyRow(tx<RefundRow[]>`
    insert into refund (refund_no, order_id, payment_id, amount_cents, reason, state, asked_by, query_at)
    values (${createNumber('R')}, ${refund.orderId}, ${refund.paymentId}, ${refund.cents}, ${refund.reason},
      ${refund.state}, ${refund.requestedBy}, ${refund.state === 'approved' ? tx`now()` : null})
    returning *`)

/** Amount of a payment that was refunded or is being refunded. */
export async function sumRefundedCents(tx: Tx, paymentId: number): Promise<number> {
  const [row] = await tx<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refund
    where payment_id = ${paymentId} and state not in ('refused', 'failed')`
  return row?.cents ?? 0
}

export type RefundToSend = RefundRow & {
  attempt_no: string
  transaction_id: string
  paid_cents: number
  provider: PayProviderName
}

const refundToSendRows = (db: Db) => db`
  select r.*, a.attempt_no, p.transaction_id, p.amount_cents as paid_cents, p.provider
  from refund r join payment p on p.id = r.payment_id join pay_attempt a on a.id = p.attempt_id`

export const selectRefund = (db: Db, id: number) =>
  firstRow(db<RefundToSend[]>`${refundToSendRows(db)} where r.id = ${id}`)

export const selectRefundByNo = (db: Db, refundNo: string) =>
  firstRow(db<RefundToSend[]>`${refundToSendRows(db)} where r.refund_no = ${refundNo}`)

export type StrayPaymentRow = {
  id: number
  order_id: number
  purpose: Exclude<PaymentPurpose, 'order'>
  amount_cents: number
  paid_at: Date
}
/** Payments that pay no order, and so must be refunded. */
export const selectStrayPayments = (db: Db, orderIds: readonly number[]) =>
  db<StrayPaymentRow[]>`
    select id, order_id, purpose, amount_cents, paid_at from payment
    where order_id = any(${[...orderIds]}::bigint[]) and purpose <> 'order' order by id`

export type OverpaymentRefundRow = Pick<
  RefundToSend,
  'order_id' | 'payment_id' | 'amount_cents' | 'state' | 'done_at' | 'redirected_to' | 'paid_out_at' | 'provider'
>
/** Refunds of the overpayments, completed or in progress. */
export const selectOverpaymentRefunds = (db: Db, orderIds: readonly number[]) =>
  db<OverpaymentRefundRow[]>`
    select r.order_id, r.payment_id, r.amount_cents, r.state, r.done_at, r.redirected_to, r.paid_out_at, p.provider
    from refund r join payment p on p.id = r.payment_id
    where r.order_id = any(${[...orderIds]}::bigint[]) and r.state <> 'refused' order by r.id`

/** The next refund to send or query. Postpones its next time, so that no other node takes it. */
export async function claimDueRefund(db: Db): Promise<RefundToSend | null> {
  const [row] = await db<{ id: number }[]>`
    update refund set queries = queries + 1, query_at = now() + make_interval(secs => 5 * power(1.5, least(queries, 16)))
    where id = (
      select id from refund where state in ('approved', 'sent') and query_at <= now()
      order by query_at limit 1 for update skip locked)
    returning id`
  return row ? selectRefund(db, row.id) : null
}

/**
 * Changes a refund that is in one of these states.
 * @returns false when it is no longer
 */
export async function updateRefund(
  db: Db,
  id: number,
  from: readonly RefundState[],
  change: Partial<
    Pick<
      RefundRow,
      'state' | 'decided_by' | 'decided_at' | 'note' | 'failure' | 'done_at' | 'query_at' | 'queries' | 'redirected_to'
    >
  >,
): Promise<boolean> {
  const result = await db`update refund set ${db(change)} where id = ${id} and state in ${db(from)}`
  return result.count === 1
}

/** @returns false when the payout was already recorded */
export async function markRefundPaidOut(tx: Tx, id: number, by: number, reference: string): Promise<boolean> {
  const result = await tx`
    update refund set paid_out_at = now(), paid_out_by = ${by}, reference = ${reference}
    where id = ${id} and state = 'done' and paid_out_at is null`
  return result.count === 1
}

export type StaffRefundRow = RefundToSend & {
  order_no: string
  title: string
  payer: string
  asker: string | null
  decider: string | null
  paid_by: string | null
}

const staffRefundRows = (db: Db) => db`
  select r.*, a.attempt_no, p.transaction_id, p.amount_cents as paid_cents, p.provider, o.order_no, o.title,
    coalesce(payer.nickname, '现场缴费') as payer, asker.nickname as asker, decider.nickname as decider,
    hand.nickname as paid_by
  from refund r join payment p on p.id = r.payment_id join pay_attempt a on a.id = p.attempt_id
  join pay_order o on o.id = r.order_id left join account payer on payer.id = o.account_id
  left join account asker on asker.id = r.asked_by left join account decider on decider.id = r.decided_by
  left join account hand on hand.id = r.paid_out_by`

const inRefundState = (db: Db, state: RefundFilter | undefined) => {
  if (state === undefined) return db``
  return state === 'toPayOut'
    ? db`where r.redirected_to = 'merchant' and r.state = 'done' and r.paid_out_at is null`
    : db`where r.state = ${state}`
}

export function selectRefunds(db: Db, state: RefundFilter | undefined, { limit, offset }: PageLimits) {
  return readPage(
    db<
      StaffRefundRow[]
    >`${staffRefundRows(db)} ${inRefundState(db, state)} order by r.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from refund r ${inRefundState(db, state)}`,
  )
}

export const selectRefundsOfOrder = (db: Db, orderId: number) =>
  db<StaffRefundRow[]>`${staffRefundRows(db)} where r.order_id = ${orderId} order by r.id`
