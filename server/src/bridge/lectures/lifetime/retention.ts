// End of retention of lectures: who watched and asked is deleted, unless a credit or a replay still needs it.
import { inTransaction, type Kit } from '../../../kit/ctx.ts'
import type { LectureRow } from '../records/lecture-store.ts'
import { deleteRoomNames } from '../../../im/chat.ts'
import { deleteOldAttendance, deleteOldQuestions, selectOldRooms } from './retention-store.ts'

/** Attendance and questions are deleted this many days after a lecture (privacy policy, 3). */
export const daysOfEndedLecture = 180
/** Messages of the room of a recorded lecture are deleted after this many days; the replay shows them. */
const daysOfReplay = 3_650

/** Days for which the messages of the room are kept. */
export const historyDaysOf = ({ replay_url, recording_key }: Pick<LectureRow, 'replay_url' | 'recording_key'>) =>
  replay_url === '' && recording_key === null ? daysOfEndedLecture : daysOfReplay

export const deleteOldLectureData = (kit: Kit): Promise<void> =>
  inTransaction(kit, async ({ tx }) => {
    await deleteOldAttendance(tx, daysOfEndedLecture)
    await deleteOldQuestions(tx, daysOfEndedLecture)
    await deleteRoomNames(tx, await selectOldRooms(tx, daysOfEndedLecture))
  })
