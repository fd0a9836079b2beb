// SQL of the stand-in.
import type { OnlineProvider } from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../db/db.ts'
import { firstRow } from '../../db/results.ts'

export type TradeRow = Omit<Rows['simulated_trade'], 'provider'> & { provider: OnlineProvider }
export type SimulatedRefundRow = Rows['simulated_refund']
export type CallbackRow = Omit<Rows['simulated_callback'], 'provider'> & { provider: OnlineProvider }

export async function selectKeys(db: Db): Promise<Uint8Array | null> {
  const [row] = await db<{ keys_sealed: Uint8Array }[]>`select keys_sealed from simulated_gateway`
  return row?.keys_sealed ?? null
}

export async function insertKeys(db: Db, sealed: Uint8Array): Promise<void> {
  await db`insert into simulated_gateway (id, keys_sealed) values (1, ${sealed}) on conflict do nothing`
}

export type NewTrade = Pick<
  TradeRow,
  | 'provider'
  | 'out_trade_no'
  | 'trade_type'
  | 'description'
  | 'total_cents'
  | 'notify_url'
  | 'openid'
  | 'token'
  | 'expires_at'
>

/**
 * Stores a trade.
 * @returns the existing row when the number was already used
 */
export async function insertTrade(db: Db, trade: NewTrade): Promise<TradeRow> {
  await db`insert into simulated_trade ${db(trade)} on conflict (out_trade_no) do nothing`
  return (await selectTrade(db, trade.out_trade_no))!
}

export const selectTrade = (db: Db, outTradeNo: string) =>
  firstRow(db<TradeRow[]>`select * from simulated_trade where out_trade_no = ${outTradeNo}`)

export const selectTradeByToken = (db: Db, token: string) =>
  firstRow(db<TradeRow[]>`select * from simulated_trade where token = ${token}`)

export const selectTradeByTransaction = (db: Db, transactionId: string) =>
  firstRow(db<TradeRow[]>`select * from simulated_trade where transaction_id = ${transactionId}`)

/**
 * @param anyState true for late payments, which may arrive in any state
 * @returns null when the trade can no longer be paid
 */
export const markTradePaid = (
  db: Db,
  outTradeNo: string,
  { transactionId, cents, anyState }: { transactionId: string; cents: number; anyState: boolean },
) =>
  firstRow(db<TradeRow[]>`
    update simulated_trade
    set state = 'SUCCESS', transaction_id = ${transactionId}, paid_cents = ${cents}, paid_at = now(), arrives_at = null
    where out_trade_no = ${outTradeNo} and state <> 'SUCCESS' and state <> 'REFUND'
      and (${anyState} or (state = 'NOTPAY' and expires_at > now()))
    returning *`)

export async function markRefundsFailing(db: Db, outTradeNo: string): Promise<void> {
  await db`update simulated_trade set refunds_fail = true where out_trade_no = ${outTradeNo}`
}

/**
 * Changes the state of a trade.
 * @returns false when it is in none of these states
 */
export async function updateTradeState(db: Db, outTradeNo: string, from: readonly string[], state: string) {
  const result = await db`
    update simulated_trade set state = ${state} where out_trade_no = ${outTradeNo} and state in ${db(from)}`
  return result.count === 1
}

export async function updateArrivalTime(db: Db, outTradeNo: string, seconds: number): Promise<boolean> {
  const result = await db`
    update simulated_trade set arrives_at = now() + make_interval(secs => ${seconds})
    where out_trade_no = ${outTradeNo} and state in ('NOTPAY', 'CLOSED')`
  return result.count === 1
}

export const selectArrivedTrades = (db: Db) =>
  db<TradeRow[]>`select * from simulated_trade where arrives_at <= now() order by arrives_at`

// ---- refunds

export type NewRefund = Pick<
  SimulatedRefundRow,
  'out_refund_no' | 'refund_id' | 'out_trade_no' | 'cents' | 'notify_url' | 'state' | 'done_at'
>

export async function insertRefund(db: Db, refund: NewRefund): Promise<SimulatedRefundRow> {
  await db`insert into simulated_refund ${db(refund)} on conflict (out_refund_no) do nothing`
  return (await selectRefund(db, refund.out_refund_no))!
}

export const selectRefund = (db: Db, outRefundNo: string) =>
  firstRow(db<SimulatedRefundRow[]>`select * from simulated_refund where out_refund_no = ${outRefundNo}`)

export async function sumRefunds(db: Db, outTradeNo: string): Promise<number> {
  const [row] = await db<{ cents: number }[]>`
    select coalesce(sum(cents), 0)::bigint as cents from simulated_refund
    where out_trade_no = ${outTradeNo} and state in ('PROCESSING', 'SUCCESS')`
  return row?.cents ?? 0
}

/** Redirects a failed refund. */
export const markRefundRedirected = (db: Db, refundId: string, outRefundNo: string) =>
  firstRow(db<SimulatedRefundRow[]>`
    update simulated_refund set state = 'PROCESSING'
    where refund_id = ${refundId} and out_refund_no = ${outRefundNo} and state = 'ABNORMAL' returning *`)

/** Completes accepted refunds. */
export const markRefundsDone = (db: Db) =>
  db<SimulatedRefundRow[]>`
    update simulated_refund set state = 'SUCCESS', done_at = now() where state = 'PROCESSING' returning *`

// ---- callbacks

export async function insertCallback(db: Db, provider: OnlineProvider, url: string, body: string): Promise<void> {
  await db`insert into simulated_callback (provider, url, body) values (${provider}, ${url}, ${body})`
}

/** Claims the next due callback, and postpones it, so that no other node sends it meanwhile. */
export const claimCallback = (db: Db) =>
  firstRow(db<CallbackRow[]>`
    update simulated_callback set tries = tries + 1, next_at = now() + interval '30 seconds'
    where id = (select id from simulated_callback where next_at <= now() order by next_at, id limit 1 for update skip locked)
    returning *`)

export async function updateCallbackTime(db: Db, id: number, seconds: number): Promise<void> {
  await db`update simulated_callback set next_at = now() + make_interval(secs => ${seconds}) where id = ${id}`
}

export async function deleteCallback(db: Db, id: number): Promise<void> {
  await db`delete from simulated_callback where id = ${id}`
}

// ---- bills

const isOnDay = (db: Db, column: string, day: string) => db`
  ${db(column)} >= (${day} || ' 00:00+08')::timestamptz
  and ${db(column)} < (${day} || ' 00:00+08')::timestamptz + interval '1 day'`

export const selectPaidTrades = (db: Db, provider: OnlineProvider, day: string) =>
  db<TradeRow[]>`
    select * from simulated_trade where provider = ${provider} and ${isOnDay(db, 'paid_at', day)}
    order by paid_at, out_trade_no`

export type BilledRefund = SimulatedRefundRow & { transaction_id: string; description: string; trade_type: string }
export const selectRefundedTrades = (db: Db, provider: OnlineProvider, day: string) =>
  db<BilledRefund[]>`
    select r.*, t.transaction_id, t.description, t.trade_type
    from simulated_refund r join simulated_trade t on t.out_trade_no = r.out_trade_no
    where t.provider = ${provider} and ${isOnDay(db, 'done_at', day)} order by done_at, out_refund_no`
