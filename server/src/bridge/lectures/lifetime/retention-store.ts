// SQL of the end of retention of lectures.
import type { Tx } from '../../../kit/db/db.ts'

/** SQL condition: lecture `l` ended more than `days` days ago. */
const isOld = (tx: Tx, days: number) => tx`l.ends_at < now() - make_interval(days => ${days})`

/** Deletes hands, reminders and the time watched, without those that earned a credit or watched the replay lately. */
export async function deleteOldAttendance(tx: Tx, days: number): Promise<void> {
  await tx`
    delete from lecture_attendance a using lecture l
    where l.id = a.lecture_id and ${isOld(tx, days)} and coalesce(a.beat_at, l.ends_at) < now() - make_interval(days => ${days})
      and not exists (
        select 1 from credit_entry c where c.lecture_id = a.lecture_id and c.account_id = a.account_id)`
}

/** Rooms of old lectures, in which no one writes any more. */
export async function selectOldRooms(tx: Tx, days: number): Promise<number[]> {
  const rows = await tx<{ room_id: number }[]>`select l.room_id from lecture l where ${isOld(tx, days)}`
  return rows.map(({ room_id }) => room_id)
}

/** Deletes questions that no replay shows. */
export async function deleteOldQuestions(tx: Tx, days: number): Promise<void> {
  await tx`
    delete from lecture_question q using lecture l
    where l.id = q.lecture_id and ${isOld(tx, days)}
      and (q.state <> 'answered' or l.replay_url = '' and l.recording_key is null)`
}
