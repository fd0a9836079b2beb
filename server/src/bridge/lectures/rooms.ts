// The chatroom of a lecture: it opens before the begin, closes after the end, and carries events to the pages.
import { lectureLimits, type LectureEvent } from '@xinqiao/contract/lectures.ts'
import { sendRoomEvent, setManagedRoomOpen } from '../../im/chat.ts'
import type { Bus } from '../../kit/bus/bus.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { remindOfLecture } from './notices.ts'
import { selectHost } from './rights.ts'
import * as store from './store.ts'

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

async function openDueRooms(db: Db, scopeOf: <T>(work: (scope: TransactionScope) => Promise<T>) => Promise<T>) {
  for (const lecture of await store.selectDueRooms(db, window)) {
    // oxlint-disable-next-line no-await-in-loop -- few rooms are due at once
    await scopeOf(async (scope) => {
      await setLectureRoomOpen(scope, lecture, lecture.should_be_open)
      if (lecture.should_be_open && lecture.phase === 'coming') await remindOfLecture(scope, lecture)
    })
  }
}

/** Opens and closes rooms by the times of their lectures. */
export const updateLectureRooms = (kit: Kit): Promise<void> => openDueRooms(kit.sql, (work) => inTransaction(kit, work))

/** The same in an open transaction, after a lecture was published or moved. */
export const updateRoomsNow = (scope: TransactionScope): Promise<void> => openDueRooms(scope.tx, (work) => work(scope))

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
