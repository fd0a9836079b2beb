// SQL of the annual dues report. Years are in China time.
import type { Db, Tx } from '../../../kit/db/db.ts'

export type DuesYearRow = {
  year: number
  income_cents: number
  refund_cents: number
  payers: number
  spending: { title: string; cents: number }[] | null
  note: string | null
  published_at: Date | null
}

export const selectDuesYears = (db: Db) =>
  db<DuesYearRow[]>`
    select y.*, d.spending, d.note, d.published_at from (
      select extract(year from e.at at time zone 'Asia/Shanghai')::integer as year,
        coalesce(sum(e.cents) filter (where e.payment_id is not null), 0)::bigint as income_cents,
        coalesce(sum(e.cents) filter (where e.refund_id is not null), 0)::bigint as refund_cents,
        -- a member without an account is identified by the subject of the order
        count(distinct (o.account_id, case when o.account_id is null then o.subject_id end))
          filter (where e.payment_id is not null) as payers
      from ledger_entry e join pay_order o on o.id = e.order_id
      where 'income:membershipFee' in (e.debit, e.credit) group by 1) y
    left join dues_year d on d.year = y.year order by y.year desc`

type DuesYearValues = { year: number; spending: { title: string; cents: number }[]; note: string; published: boolean }

/** The time of the first publication stays while the report is published. */
export async function upsertDuesYear(
  tx: Tx,
  by: number,
  { year, spending, note, published }: DuesYearValues,
): Promise<void> {
  await tx`
    insert into dues_year (year, spending, note, published_at, changed_by)
    values (${year}, ${tx.json(spending)}, ${note}, ${published ? tx`now()` : null}, ${by})
    on conflict (year) do update set spending = excluded.spending, note = excluded.note, changed_by = excluded.changed_by,
      changed_at = now(),
      published_at = case when ${published} then coalesce(dues_year.published_at, now()) end`
}
