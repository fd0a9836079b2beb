// Deadline for answering requests: within three working days, and before the meeting begins.
import { answerWorkingDays } from '@xinqiao/contract/meetings.ts'
import type { Db } from '../../../kit/db/db.ts'
import { selectCalendar } from '../../calendar/store.ts'
import { afterWorkingDays } from '../../calendar/working-days.ts'
import type { MeetingRow } from '../records/store.ts'

export async function responseDeadlineOf(db: Db, meeting: Pick<MeetingRow, 'starts_at'>, now: Date): Promise<Date> {
  const deadline = afterWorkingDays(now, answerWorkingDays, await selectCalendar(db))
  return meeting.starts_at > now && meeting.starts_at < deadline ? meeting.starts_at : deadline
}
