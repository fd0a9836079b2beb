// SQL of reminders, and of requests without a timely answer.
import type { Db, Tx } from '../../../../kit/db/db.ts'
import type { RegistrationRow } from '../../records/store.ts'

type RemindedRegistration = Pick<RegistrationRow, 'id' | 'account_id' | 'attend_type'> & {
  pay_until: Date
  title: string
}

/** The reminder is due six hours before a held place expires, or at half of the holding time if that is shorter. */
export const markRegistrationsReminded = (tx: Tx, limit: number) =>
  tx<RemindedRegistration[]>`
    update registration set reminded_at = now() from meeting
    where meeting.id = meeting_id and registration.id in (
      select due.id from registration due
      where due.state = 'pending' and due.reminded_at is null and due.pay_until > now()
        and due.pay_until <= now() + interval '6 hours'
        and due.pay_until <= now() + (due.pay_until - coalesce(due.offered_at, due.created_at)) / 2
      order by due.pay_until limit ${limit} for update of due skip locked)
    returning registration.id, account_id, attend_type, pay_until, title`

export const selectWaitersAfterStart = (db: Db, limit: number) =>
  db<(Pick<RegistrationRow, 'id' | 'meeting_id' | 'attend_type'> & { title: string })[]>`
    select registration.id, meeting_id, attend_type, title
    from registration join meeting on meeting.id = meeting_id
    where registration.state = 'waiting' and starts_at <= now() order by meeting_id, registration.id limit ${limit}`

/**
 * Marks overdue requests as notified.
 * @returns the number of those without an earlier reminder
 */
export async function markOverdueRequestsNotified(tx: Tx): Promise<number> {
  const { count } = await tx`
    update registration_request set called_at = now() where state = 'asked' and due_at <= now() and called_at is null`
  return count
}
