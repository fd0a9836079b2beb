// SQL that removes personal data of participants after the retention period.
import type { Db, Tx } from '../../../kit/db/db.ts'

export const selectMeetingsToPurge = (db: Db) =>
  db<{ id: number }[]>`
    select id from meeting
    where purged_at is null and ends_at + make_interval(days => retention_days) < now() order by id limit 20`

/** Deletes the personal data of a meeting's registrations. Their type and payment stay for bookkeeping. */
export async function deletePersonalDataOfMeeting(tx: Tx, meetingId: number): Promise<void> {
  await tx`
    update registration set contact_sealed = null, phone_index = null, share_with = '', is_listed = false,
      name = left(name, 1) || '**', profess = '', end_reason = '', changed_at = now()
    where meeting_id = ${meetingId}`
  await tx`
    delete from registration_request using registration
    where registration.id = registration_id and registration.meeting_id = ${meetingId}`
  await tx`update meeting set purged_at = now() where id = ${meetingId}`
}
