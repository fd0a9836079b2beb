// SQL of the hour in which a staff member may open the conversation and the phone number of an alert.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'

const accessMinutes = 60
type AlertAccessRow = Pick<Rows['crisis_access'], 'reason' | 'until'>

export const selectAlertAccess = (db: Db, alertId: number, accountId: number) =>
  firstRow(db<AlertAccessRow[]>`
    select reason, until from crisis_access
    where alert_id = ${alertId} and account_id = ${accountId} and until > now()`)

export const upsertAlertAccess = (tx: Tx, alertId: number, accountId: number, reason: string) =>
  onlyRow(tx<AlertAccessRow[]>`
    insert into crisis_access (alert_id, account_id, reason, until)
    values (${alertId}, ${accountId}, ${reason}, now() + make_interval(mins => ${accessMinutes}))
    on conflict (alert_id, account_id) do update set reason = excluded.reason, until = excluded.until
    returning reason, until`)

/** Ends the access of all staff members to the texts of an alert. */
export async function deleteAlertAccess(tx: Tx, alertId: number): Promise<void> {
  await tx`delete from crisis_access where alert_id = ${alertId}`
}
