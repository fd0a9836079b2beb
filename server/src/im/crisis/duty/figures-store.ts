// SQL of the monthly figures of crisis alerts. Exercises are not counted.
import type { AlertOutcome, CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Db } from '../../../kit/db/db.ts'

/** Counts per month of China time, level and outcome. A null outcome means that the alert is not closed. */
export type AlertCountRow = { month: string; level: CrisisLevel; outcome: AlertOutcome | null; count: number }

export const countAlerts = (db: Db, since: Date) =>
  db<AlertCountRow[]>`
    select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, level, outcome, count(*) as count
    from crisis_alert where created_at >= ${since} and not is_drill group by 1, 2, 3`

export type ResponseTimeRow = { month: string; medianSeconds: number | null; takenWithin15Minutes: number }

export const selectResponseTimes = (db: Db, since: Date) =>
  db<ResponseTimeRow[]>`
    select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
      round(percentile_cont(0.5) within group (order by extract(epoch from taken_at - created_at)))::integer
        as "medianSeconds",
      count(*) filter (where taken_at - created_at <= interval '15 minutes') as "takenWithin15Minutes"
    from crisis_alert where created_at >= ${since} and not is_drill group by 1 order by 1 desc`
