// All SQL of orders, attempts, payments and the ledger.
import type {
  AttemptState,
  OrderKindName,
  OrderState,
  PaymentPurpose,
  PaymentSource,
  PayMethod,
  PayProviderName,
} from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { OrderSubject } from './subject.ts'
import type { ConfirmedPayment, PaymentInstruction } from '../../../kit/pay/pay.ts'
import { toSubjectColumns } from './subject.ts'
import type { Page } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readCount, readPage } from '../../../kit/db/results.ts'

export type OrderRow = Omit<Rows['pay_order'], 'kind' | 'state'> & { kind: OrderKindName; state: OrderState }
export type AttemptRow = Omit<Rows['pay_attempt'], 'provider' | 'method' | 'state' | 'ticket'> & {
  provider: PayProviderName
  method: PayMethod
  state: AttemptState
  ticket: PaymentInstruction | null
}
export type PaymentRow = Omit<Rows['payment'], 'provider' | 'purpose' | 'learned_by'> & {
  provider: PayProviderName
  purpose: PaymentPurpose
  learned_by: PaymentSource
}

// ---- orders

type NewOrder = Pick<OrderRow, 'order_no' | 'account_id' | 'kind' | 'title' | 'amount_cents' | 'expires_at'> & {
  subject: OrderSubject
}

/** SQL condition: rows with this subject. */
function hasSubject(db: Db, subject: OrderSubject) {
  const columns = toSubjectColumns(subject)
  return db`
    subject_type = ${columns.subject_type} and subject_id = ${columns.subject_id}
    and fee_id is not distinct from ${columns.fee_id}
    and previous_term_until is not distinct from ${columns.previous_term_until}`
}

/** @returns null when an open or paid order exists */
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
  lockOrder(tx, (await findOrderByNo(tx, orderNo))?.id ?? 0)

export async function updateOrder(
  tx: Tx,
  id: number,
  change: Partial<Pick<OrderRow, 'state' | 'paid_at' | 'refunded_cents'>>,
): Promise<void> {
  await tx`update pay_order set ${tx(change)} where id = ${id}`
}

/** Extends the order to this many days from now, unless it already ends later. */
export async function prolongOrder(tx: Tx, id: number, days: number): Promise<Date> {
  const [row] = await tx<{ expires_at: Date }[]>`
    update pay_order set expires_at = greatest(expires_at, now() + make_interval(days => ${days})) where id = ${id}
    returning expires_at`
  return row!.expires_at
}

/** Expires the order and its payment code now. */
export async function expireOrder(db: Db, id: number): Promise<void> {
  await db`
    with expired as (
      update pay_order set expires_at = least(expires_at, now()) where id = ${id} and state = 'open' returning id)
    update pay_attempt set expires_at = least(expires_at, now()), query_at = now()
    where order_id = (select id from expired) and state in ('starting', 'waiting')`
}

/** The newest order of this kind (and subject), in any state. */
export const findNewestOrder = (db: Db, accountId: number, kind: OrderKindName, subject: OrderSubject | null) =>
  firstRow(db<OrderRow[]>`
    select * from pay_order where account_id = ${accountId} and kind = ${kind}
      ${subject === null ? db`` : db`and ${hasSubject(db, subject)}`}
    order by id desc limit 1`)

export const findOrderByNo = (db: Db, orderNo: string) =>
  firstRow(db<OrderRow[]>`select * from pay_order where order_no = ${orderNo}`)

export function listOwnOrders(db: Db, accountId: number, { limit, offset }: Page) {
  return readPage(
    db<OrderRow[]>`
      select * from pay_order where account_id = ${accountId} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from pay_order where account_id = ${accountId}`,
  )
}

/** True when one of these accounts has an order of this kind with an attempt. */
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

// ---- attempts

type NewAttempt = Pick<
  AttemptRow,
  'order_id' | 'attempt_no' | 'provider' | 'method' | 'amount_cents' | 'expires_at' | 'query_at'
>

export const insertAttempt = (tx: Tx, attempt: NewAttempt) =>
  onlyRow(tx<AttemptRow[]>`insert into pay_attempt ${tx(attempt)} returning *`)

export const findLiveAttempt = (db: Db, orderId: number) =>
  firstRow(db<AttemptRow[]>`
    select * from pay_attempt where order_id = ${orderId} and state in ('starting', 'waiting')`)

export const findLastAttempt = (db: Db, orderId: number) =>
  firstRow(db<AttemptRow[]>`
    select * from pay_attempt where order_id = ${orderId} order by id desc limit 1`)

export const findAttempt = (db: Db, attemptNo: string) =>
  firstRow(db<AttemptRow[]>`select * from pay_attempt where attempt_no = ${attemptNo}`)

export const countAttempts = (tx: Tx, orderId: number) =>
  readCount(tx<{ count: number }[]>`select count(*) from pay_attempt where order_id = ${orderId}`)

export const listAttempts = (db: Db, orderId: number) =>
  db<AttemptRow[]>`select * from pay_attempt where order_id = ${orderId} order by id`

/** @returns false when the attempt has ended meanwhile, because its result is final */
export async function updateLiveAttempt(
  db: Db,
  id: number,
  change: Partial<Pick<AttemptRow, 'state' | 'ticket' | 'failure'>>,
): Promise<boolean> {
  const { ticket, ...plain } = change
  const result = await db`
    update pay_attempt set ${db({ ...plain, ...(ticket && { ticket: db.json(ticket) }) } as Partial<AttemptRow>)}
    where id = ${id} and state in ('starting', 'waiting')`
  return result.count === 1
}

/** Marks an attempt as paid, even after it was closed. */
export async function saveAttemptResult(
  tx: Tx,
  id: number,
  state: AttemptState,
  failure: string | null,
): Promise<void> {
  await tx`update pay_attempt set state = ${state}, failure = ${failure} where id = ${id}`
}

export type DueAttemptRow = AttemptRow & { order_state: OrderState }

/** The next attempt to query. Postpones its next time, so that another node takes over only if this one dies. */
export const claimDueAttempt = (db: Db) =>
  firstRow(db<DueAttemptRow[]>`
    update pay_attempt a set queries = queries + 1, query_at = now() + make_interval(secs => 5 * power(1.5, least(queries, 12)))
    from pay_order o
    where o.id = a.order_id and a.id = (
      select id from pay_attempt where state in ('starting', 'waiting') and query_at <= now()
      order by query_at limit 1 for update skip locked)
    returning a.*, o.state as order_state`)

/** The same for the attempt that its payer polls; null when it was queried a moment ago. */
export const claimAttempt = (db: Db, id: number, restSeconds: number) =>
  firstRow(db<DueAttemptRow[]>`
    update pay_attempt a set queries = queries + 1, query_at = now() + make_interval(secs => ${restSeconds})
    from pay_order o
    where o.id = a.order_id and a.id = ${id} and a.state in ('starting', 'waiting') and a.query_at <= now()
    returning a.*, o.state as order_state`)

export async function queryAttemptsSoon(db: Db, orderId: number): Promise<void> {
  await db`update pay_attempt set query_at = now() where order_id = ${orderId} and state in ('starting', 'waiting')`
}

// ---- payments and the ledger

type NewPayment = ConfirmedPayment & {
  orderId: number
  attemptId: number
  provider: PayProviderName
  purpose: PaymentPurpose
  learnedBy: PaymentSource
}

export async function isKnownPayment(tx: Tx, provider: PayProviderName, transactionId: string): Promise<boolean> {
  const [row] = await tx`select 1 from payment where provider = ${provider} and transaction_id = ${transactionId}`
  return row !== undefined
}

export const insertPayment = (tx: Tx, payment: NewPayment) =>
  onlyRow(tx<PaymentRow[]>`
    insert into payment (order_id, attempt_id, provider, transaction_id, amount_cents, purpose, learned_by, paid_at)
    values (${payment.orderId}, ${payment.attemptId}, ${payment.provider}, ${payment.transactionId},
      ${payment.amountCents}, ${payment.purpose}, ${payment.learnedBy}, ${payment.paidAt})
    returning *`)

export async function updatePaymentPurpose(tx: Tx, id: number, purpose: PaymentPurpose): Promise<void> {
  await tx`update payment set purpose = ${purpose} where id = ${id}`
}

export const listPayments = (db: Db, orderId: number) =>
  db<PaymentRow[]>`select * from payment where order_id = ${orderId} order by id`

export const findPayment = (db: Db, id: number) => firstRow(db<PaymentRow[]>`select * from payment where id = ${id}`)

export type NewLedgerEntry = {
  order_id: number
  payment_id: number | null
  refund_id: number | null
  debit: string
  credit: string
  cents: number
}

export async function insertLedgerEntry(tx: Tx, entry: NewLedgerEntry): Promise<void> {
  await tx`insert into ledger_entry ${tx(entry)}`
}

export type LedgerEntryRow = Rows['ledger_entry']
export const listLedgerEntries = (db: Db, orderId: number) =>
  db<LedgerEntryRow[]>`select * from ledger_entry where order_id = ${orderId} order by id`

// ---- callbacks

export async function insertCallback(db: Db, provider: string, headers: object, body: string): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into pay_callback (provider, headers, body) values (${provider}, ${db.json(headers as never)}, ${body})
    returning id`
  return row!.id
}

export async function saveCallbackOutcome(db: Db, id: number, outcome: string): Promise<void> {
  await db`update pay_callback set verdict = ${outcome.slice(0, 300)} where id = ${id}`
}
