// SQL of daily bills and of differences between them and the ledger. Days are in China time.
import type { BillState, DifferenceKind, PayProviderName } from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { BillLine } from '../../../kit/pay/pay.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

export type BillRow = Omit<Rows['bill'], 'provider' | 'state'> & { provider: PayProviderName; state: BillState }
type BillValues = Pick<
  BillRow,
  'state' | 'trade_hash' | 'fund_hash' | 'trade_cents' | 'fund_cents' | 'our_cents' | 'failure'
>

export async function upsertBill(tx: Tx, provider: PayProviderName, day: string, found: BillValues): Promise<number> {
  const row = { ...found, provider, day }
  const [saved] = await tx<{ id: number }[]>`
    insert into bill ${tx(row)}
    on conflict (provider, day) do update set ${tx({ ...found })}, fetched_at = now() returning id`
  return saved!.id
}

/** A failed download must not replace a bill that was downloaded before. */
export async function upsertBillFailure(
  db: Db,
  provider: PayProviderName,
  day: string,
  failure: string,
): Promise<number> {
  const [saved] = await db<{ id: number }[]>`
    insert into bill (provider, day, state, failure) values (${provider}, ${day}, 'failed', ${failure})
    on conflict (provider, day) do update
    set failure = excluded.failure, fetched_at = now(),
      state = case when bill.state = 'fetched' then 'fetched' else 'failed' end
    returning id`
  return saved!.id
}

const maxBatchRows = 1_000

export async function replaceBillLines(tx: Tx, billId: number, lines: readonly BillLine[]): Promise<void> {
  await tx`delete from bill_line where bill_id = ${billId}`
  const rows = lines.map((line) => ({
    bill_id: billId,
    transaction_id: line.transactionId,
    attempt_no: line.attemptNo,
    refund_no: line.type === 'refund' ? line.refundNo : '',
    cents: line.cents,
  }))
  for (let i = 0; i < rows.length; i += maxBatchRows)
    await tx`insert into bill_line ${tx(rows.slice(i, i + maxBatchRows))}`
}

const onChinaDay = (db: Db, column: string, day: string) => db`
  ${db(column)} >= (${day} || ' 00:00+08')::timestamptz
  and ${db(column)} < (${day} || ' 00:00+08')::timestamptz + interval '1 day'`

/** Payments minus refunds of the day, in cents, by our records. */
export async function sumNetPayments(db: Db, provider: PayProviderName, day: string): Promise<number> {
  const [row] = await db<{ cents: number }[]>`
    select (
      (select coalesce(sum(amount_cents), 0) from payment where provider = ${provider} and ${onChinaDay(db, 'paid_at', day)})
      - (select coalesce(sum(r.amount_cents), 0) from refund r join payment p on p.id = r.payment_id
          where p.provider = ${provider} and r.state = 'done' and ${onChinaDay(db, 'done_at', day)}))::bigint as cents`
  return row?.cents ?? 0
}

export type BillDifference = {
  kind: DifferenceKind
  transaction_id: string
  refund_no: string
  order_id: number | null
  our_cents: number | null
  their_cents: number | null
}

/** Matches payments by the provider's number. */
export const selectPaymentDifferences = (db: Db, billId: number, provider: PayProviderName, day: string) =>
  db<BillDifference[]>`
    with theirs as (select * from bill_line where bill_id = ${billId} and refund_no = ''),
    ours as (select * from payment where provider = ${provider} and (${onChinaDay(db, 'paid_at', day)}
      or transaction_id in (select transaction_id from theirs)))
    select case when ours.id is null then 'missingHere' when theirs.transaction_id is null then 'missingThere'
        else 'amount' end as kind,
      coalesce(ours.transaction_id, theirs.transaction_id) as transaction_id, '' as refund_no,
      coalesce(ours.order_id, attempt.order_id) as order_id,
      ours.amount_cents::bigint as our_cents, theirs.cents::bigint as their_cents
    from ours full join theirs using (transaction_id)
    left join pay_attempt attempt on attempt.attempt_no = theirs.attempt_no
    where ours.id is null or theirs.transaction_id is null or ours.amount_cents <> theirs.cents`

/**
 * Matches refunds by our number. A refund around midnight may be in the bill of the next day, so all days are searched.
 */
export const selectRefundDifferences = (db: Db, billId: number, provider: PayProviderName, day: string) =>
  db<BillDifference[]>`
    with theirs as (select * from bill_line where bill_id = ${billId} and refund_no <> ''),
    ours as (select r.*, p.transaction_id from refund r join payment p on p.id = r.payment_id
      where p.provider = ${provider} and r.state = 'done' and (${onChinaDay(db, 'done_at', day)}
        or r.refund_no in (select refund_no from theirs)))
    select case when ours.id is null then 'missingHere' when theirs.refund_no is null then 'missingThere'
        else 'amount' end as kind,
      coalesce(ours.transaction_id, theirs.transaction_id) as transaction_id,
      coalesce(ours.refund_no, theirs.refund_no) as refund_no, coalesce(ours.order_id, attempt.order_id) as order_id,
      ours.amount_cents::bigint as our_cents, theirs.cents::bigint as their_cents
    from ours full join theirs using (refund_no)
    left join pay_attempt attempt on attempt.attempt_no = theirs.attempt_no
    where ours.id is null or (theirs.refund_no is null and not exists (
        select 1 from bill_line other
        where other.transaction_id = ours.transaction_id and other.refund_no = ours.refund_no))
      or ours.amount_cents <> theirs.cents`

/** Adds new differences, keeps settled ones, and deletes open ones that no longer exist. */
export async function replaceOpenDifferences(tx: Tx, billId: number, found: readonly BillDifference[]): Promise<void> {
  const keys = found.map((difference) => `${difference.kind} ${difference.transaction_id} ${difference.refund_no}`)
  await tx`
    delete from bill_difference where bill_id = ${billId} and state = 'open'
      and not (kind || ' ' || transaction_id || ' ' || refund_no = any(${keys}))`
  for (const difference of found) {
    const row = { ...difference, bill_id: billId }
    await tx`
      insert into bill_difference ${tx(row)}
      on conflict (bill_id, kind, transaction_id, refund_no) do update
      set our_cents = excluded.our_cents, their_cents = excluded.their_cents, order_id = excluded.order_id`
  }
}

/** Differences, including those that were settled automatically. */
export async function insertSettledDifferences(
  tx: Tx,
  billId: number,
  healed: readonly BillDifference[],
): Promise<void> {
  for (const difference of healed) {
    const row = {
      ...difference,
      bill_id: billId,
      state: 'settled',
      note: '已按渠道账单自动补记',
      settled_at: new Date(),
    }
    await tx`insert into bill_difference ${tx(row)} on conflict do nothing`
  }
}

// ---- for finance staff

export type ListedBillRow = BillRow & { lines: number; open: number }
const billRows = (db: Db) => db`
  select b.*, (select count(*) from bill_line where bill_id = b.id) as lines,
    (select count(*) from bill_difference where bill_id = b.id and state = 'open') as open
  from bill b`

export function selectBills(db: Db, { limit, offset }: PageLimits) {
  return readPage(
    db<ListedBillRow[]>`${billRows(db)} order by b.day desc, b.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from bill`,
  )
}

export const selectBill = (db: Db, id: number) => firstRow(db<ListedBillRow[]>`${billRows(db)} where b.id = ${id}`)

export type BillDifferenceRow = BillDifference &
  Pick<Rows['bill_difference'], 'id' | 'note' | 'settled_at'> & {
    state: 'open' | 'settled'
    order_no: string | null
    settler: string | null
  }
export const selectDifferences = (db: Db, billId: number) =>
  db<BillDifferenceRow[]>`
    select d.*, o.order_no, account.nickname as settler
    from bill_difference d left join pay_order o on o.id = d.order_id left join account on account.id = d.settled_by
    where d.bill_id = ${billId} order by d.state = 'open' desc, d.id`

export const selectDifference = (db: Db, id: number) =>
  firstRow(db<Rows['bill_difference'][]>`select * from bill_difference where id = ${id}`)

export async function markDifferenceSettled(tx: Tx, id: number, by: number, note: string): Promise<boolean> {
  const result = await tx`
    update bill_difference set state = 'settled', note = ${note}, settled_by = ${by}, settled_at = now()
    where id = ${id} and state = 'open'`
  return result.count === 1
}

/** Recent days without a bill, beginning with the first payment. */
export const selectDaysToFetch = (db: Db, provider: PayProviderName, days: number) =>
  db<{ day: string }[]>`
    select to_char(d, 'YYYY-MM-DD') as day
    from generate_series(
      greatest((now() at time zone 'Asia/Shanghai')::date - ${days}::integer,
        (select (min(created_at) at time zone 'Asia/Shanghai')::date from pay_attempt)),
      (now() at time zone 'Asia/Shanghai')::date - 1, interval '1 day') d
    where not exists (
      select 1 from bill where provider = ${provider} and day = to_char(d, 'YYYY-MM-DD') and state <> 'failed')
    order by d`
