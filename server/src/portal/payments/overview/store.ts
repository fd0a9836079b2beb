// SQL of the money overview, from the ledger. Days are in China time.
import type { Db } from '../../../kit/db/db.ts'
import { onlyRow } from '../../../kit/db/results.ts'

/** First and last day, both included; null means unlimited. */
export type DaySpan = { from: string | null; to: string | null }

export type LedgerAccountSum = { account: string; inflow_cents: number; outflow_cents: number }
/** Inflow and outflow of each income and liability account. */
export const sumLedgerEntries = (db: Db, { from, to }: DaySpan) =>
  db<LedgerAccountSum[]>`
    select case when payment_id is null then debit else credit end as account,
      coalesce(sum(cents) filter (where payment_id is not null), 0)::bigint as inflow_cents,
      coalesce(sum(cents) filter (where payment_id is null), 0)::bigint as outflow_cents
    from ledger_entry where true
      ${from === null ? db`` : db`and at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`}
      ${to === null ? db`` : db`and at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`}
    group by 1`

/** Received minus refunded amount per provider. */
export const sumPaymentsByProvider = (db: Db) =>
  db<{ provider: string; cents: number }[]>`
    select case when payment_id is null then credit else debit end as provider,
      sum(case when payment_id is null then -cents else cents end)::bigint as cents
    from ledger_entry group by 1 order by 1`

export type FinanceTaskCounts = {
  refunds_asked: number
  refunds_failed: number
  refunds_to_pay_out: number
  mismatches: number
}
/** Number of tasks that wait for finance staff. */
export const countWaitingWork = (db: Db) =>
  onlyRow(db<FinanceTaskCounts[]>`
    select
      (select count(*) from refund where state = 'asked') as refunds_asked,
      (select count(*) from refund where state = 'failed') as refunds_failed,
      (select count(*) from refund where redirected_to = 'merchant' and state = 'done' and paid_out_at is null)
        as refunds_to_pay_out,
      (select count(*) from payment p where purpose = 'mismatch' and not exists (
        select 1 from refund r where r.payment_id = p.id and r.state not in ('refused', 'failed'))) as mismatches`)
