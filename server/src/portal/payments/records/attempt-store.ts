// SQL of attempts to pay an order.
import type { AttemptState, OrderState, PayMethod, PayProviderName } from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow, readCount } from '../../../kit/db/results.ts'
import type { PaymentInstruction } from '../../../kit/pay/pay.ts'

export type PaymentAttemptRow = Omit<Rows['pay_attempt'], 'provider' | 'method' | 'state' | 'ticket'> & {
  provider: PayProviderName
  method: PayMethod
  state: AttemptState
  ticket: PaymentInstruction | null
}

type NewAttempt = Pick<
  PaymentAttemptRow,
  'order_id' | 'attempt_no' | 'provider' | 'method' | 'amount_cents' | 'expires_at' | 'query_at'
>

export const insertAttempt = (tx: Tx, attempt: NewAttempt) =>
  onlyRow(tx<PaymentAttemptRow[]>`insert into pay_attempt ${tx(attempt)} returning *`)

export const selectLiveAttempt = (db: Db, orderId: number) =>
  firstRow(db<PaymentAttemptRow[]>`
    select * from pay_attempt where order_id = ${orderId} and state in ('starting', 'waiting')`)

export const selectLastAttempt = (db: Db, orderId: number) =>
  firstRow(db<PaymentAttemptRow[]>`
    select * from pay_attempt where order_id = ${orderId} order by id desc limit 1`)

export const selectAttempt = (db: Db, attemptNo: string) =>
  firstRow(db<PaymentAttemptRow[]>`select * from pay_attempt where attempt_no = ${attemptNo}`)

export const countAttempts = (tx: Tx, orderId: number) =>
  readCount(tx<{ count: number }[]>`select count(*) from pay_attempt where order_id = ${orderId}`)

export const selectAttempts = (db: Db, orderId: number) =>
  db<PaymentAttemptRow[]>`select * from pay_attempt where order_id = ${orderId} order by id`

/** @returns false when the attempt has ended meanwhile, because its result is final */
export async function updateLiveAttempt(
  db: Db,
  id: number,
  change: Partial<Pick<PaymentAttemptRow, 'state' | 'ticket' | 'failure'>>,
): Promise<boolean> {
  const { ticket, ...plain } = change
  const result = await db`
    update pay_attempt set ${db({ ...plain, ...(ticket && { ticket: db.json(ticket) }) } as Partial<PaymentAttemptRow>)}
    where id = ${id} and state in ('starting', 'waiting')`
  return result.count === 1
}

/** Marks an attempt as paid, even after it was closed. */
export async function updateAttemptResult(
  tx: Tx,
  id: number,
  state: AttemptState,
  failure: string | null,
): Promise<void> {
  await tx`update pay_attempt set state = ${state}, failure = ${failure} where id = ${id}`
}

export type DueAttemptRow = PaymentAttemptRow & { order_state: OrderState }

/** The next attempt to query. Postpones its next time, so that another node takes over only if this one dies. */
export const claimDueAttempt = (db: Db) =>
  firstRow(db<DueAttemptRow[]>`
    update pay_attempt a set queries = queries + 1, query_at = now() + make_interval(secs => 5 * power(1.5, least(queries, 12)))
    from pay_order o
    where o.id = a.order_id and a.id = (
      select id from pay_attempt where state in ('starting', 'waiting') and query_at <= now()
      order by query_at limit 1 for update skip locked)
    returning a.*, o.state as order_state`)

/**
 * Claims the attempt that its payer polls.
 * @returns null when it was queried a moment ago
 */
export const claimAttempt = (db: Db, id: number, restSeconds: number) =>
  firstRow(db<DueAttemptRow[]>`
    update pay_attempt a set queries = queries + 1, query_at = now() + make_interval(secs => ${restSeconds})
    from pay_order o
    where o.id = a.order_id and a.id = ${id} and a.state in ('starting', 'waiting') and a.query_at <= now()
    returning a.*, o.state as order_state`)

export async function markAttemptsDue(db: Db, orderId: number): Promise<void> {
  await db`update pay_attempt set query_at = now() where order_id = ${orderId} and state in ('starting', 'waiting')`
}
