// All SQL of the hour in which a staff member may open the conversation and the phone number of an alert.
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'

const accessMinutes = 60
type AccessRow = Pick<Rows['crisis_access'], 'reason' | 'until'>

export async function findAccess(db: Db, alertId: number, accountId: number): Promise<AccessRow | null> {
  const [row] = await db<AccessRow[]>`
    select reason, until from crisis_access
    where alert_id = ${alertId} and account_id = ${accountId} and until > now()`
  return row ?? null
}

export async function saveAccess(tx: Tx, alertId: number, accountId: number, reason: string): Promise<AccessRow> {
  const [row] = await tx<AccessRow[]>`
    insert into crisis_access (alert_id, account_id, reason, until)
    values (${alertId}, ${accountId}, ${reason}, now() + make_interval(mins => ${accessMinutes}))
    on conflict (alert_id, account_id) do update set reason = excluded.reason, until = excluded.until
    returning reason, until`
  return row!
}

/** Ends this hour for all staff members. */
export async function endAccess(tx: Tx, alertId: number): Promise<void> {
  await tx`delete from crisis_access where alert_id = ${alertId}`
}
