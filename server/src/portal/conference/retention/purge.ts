// End of retention of a meeting: deletes the personal data of its attendees.
import type { Kit } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { lockMeeting } from '../records/store.ts'
import { selectMeetingsToPurge, deletePersonalDataOfMeeting } from './store.ts'

/** Job: deletes personal data at the end of its retention. */
export async function purgeOldMeetings(kit: Kit): Promise<number> {
  const endedMeetings = await selectMeetingsToPurge(kit.sql)
  for (const { id } of endedMeetings) {
    await transaction(kit.sql, async (tx) => {
      const meeting = await lockMeeting(tx, id)
      if (meeting && !meeting.purged_at) await deletePersonalDataOfMeeting(tx, id)
    })
  }
  return endedMeetings.length
}
