// The chatroom of a lecture: it opens before the beginning, closes after the end, and carries events to the pages.
import { lectureLimits, type LectureEvent } from '@xinqiao/contract/lectures.ts'
import { sendRoomEvent, setManagedRoomOpen } from '../../../im/chat.ts'
import type { Bus } from '../../../kit/bus/bus.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { remindOfLecture } from './notices.ts'
import { selectHost } from '../rules/rights.ts'
import * as store from '../records/lecture-store.ts'

const window = { before: lectureLimits.openMinutesBefore, after: lectureLimits.openMinutesAfter }

/** Opens or closes the room, if it is not so already. */
export async function setLectureRoomOpen(
  scope: TransactionScope,
  { room_id: roomId, is_room_open: isOpenNow }: store.LectureRow,
  isOpen: boolean,
): Promise<void> {
  if (isOpen === isOpenNow) return
  const host = await selectHost(scope.tx)
  await setManagedRoomOpen(scope.kit, scope, { roomId, operator: host, isOpen })
}

/** Opens or closes the room of this lecture by its times, and reminds of the beginning. */
export async function updateLectureRoom(scope: TransactionScope, id: number): Promise<void> {
  await store.lockLecture(scope.tx, id)
  const [lecture] = await store.selectDueRooms(scope.tx, window, id)
  if (!lecture) return
  await setLectureRoomOpen(scope, lecture, lecture.should_be_open)
  if (lecture.should_be_open && lecture.phase === 'coming') await remindOfLecture(scope, lecture)
}

/** Opens and closes rooms by the times of their lectures. One that fails is tried again by the next run. */
export async function updateLectureRooms(kit: Kit): Promise<void> {
  for (const { id } of await store.selectDueRooms(kit.sql, window)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- few rooms are due at once
      await inTransaction(kit, (scope) => updateLectureRoom(scope, id))
    } catch (error) {
      kit.log.error({ err: error, lecture: id }, 'the room of a lecture was not opened or closed')
    }
  }
}

/** Tells the pages of a lecture that something changed. Call it after the commit. */
export async function sendLectureEvent(
  { sql, bus }: { sql: Db; bus: Bus },
  { room_id: roomId }: Pick<store.LectureRow, 'room_id'>,
  event: LectureEvent,
  toAccids?: string[],
): Promise<void> {
  const host = await selectHost(sql)
  sendRoomEvent(bus, { roomId, host, event, ...(toAccids && { toAccids }) })
}

/** The chat accounts of the moderators. */
export const listModeratorAccids = async (
  db: Db,
  { room_id: roomId }: Pick<store.LectureRow, 'room_id'>,
): Promise<string[]> => (await store.selectModerators(db, roomId)).map(({ accid }) => accid)
