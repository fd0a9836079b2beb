// Keeps calls and the media server together: ends seats of people who may not be in a call any more, calls without a
// leader, and rooms without a call.
import { groupCallLimits, type GroupCallEnding } from '@xinqiao/contract/group-calls.ts'
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../kit/ctx.ts'
import { MediaFault } from '../../kit/media-rooms/media-rooms.ts'
import { closeRoom, endCall } from './end-call.ts'
import { removeSeat, seatOf } from './join-call.ts'
import * as store from './store.ts'

const silentMs = groupCallLimits.silentSeconds * 1000
const leaderlessMs = groupCallLimits.leaderlessSeconds * 1000
const maxMs = groupCallLimits.maxHours * hourMs
/**
 * The room of an ended call is closed again for this time, because tokens of pages could reopen it (LiveKit: ten
 * minutes).
 */
const closingMs = 15 * 60_000
/** Records serve complaints about a group, which come within a year. */
const recordMs = 365 * dayMs

async function findEnding({ sql }: Kit, call: store.GroupCallRow): Promise<GroupCallEnding | null> {
  if (!(await store.hasGroup(sql, call.team_id))) return 'dismissed'
  if (call.now - call.begin_time > maxMs) return 'expired'
  return call.now - call.led_time > leaderlessMs ? 'leaderless' : null
}

/** Ends the seats of people who left the group, or whose page has vanished, and seats that were not ended before. */
async function removeAbsent(kit: Kit, call: store.GroupCallRow): Promise<void> {
  await store.markAbsentLeft(kit.sql, call, silentMs)
  const seats = await store.selectLeftSeats(kit.sql, call.id)
  await Promise.all(seats.map((row) => removeSeat(kit, seatOf(call.id, row))))
}

/** Ends seats that the call does not know, such as one with a token that was issued before a removal. */
async function removeStrangers({ sql, media }: Kit, call: store.GroupCallRow): Promise<void> {
  const room = `${call.id}`
  const participants = (await media?.list(room)) ?? []
  const numbers = new Set(await store.selectNumbers(sql, call.id))
  for (const participant of participants.filter((number) => !numbers.has(Number(number)))) {
    // oxlint-disable-next-line no-await-in-loop -- few people
    await media?.remove({ room, participant, memory: '' })
  }
}

/** Closes the room of a call that has ended, also one that was opened again. */
async function closeEndedRoom(kit: Kit, { id, now, end_time: endTime }: store.GroupCallRow): Promise<void> {
  const isClosed = await closeRoom(kit, id)
  if (isClosed && now - (endTime ?? now) > closingMs) await store.markRoomClosed(kit.sql, id)
}

async function endOrTidyRunningCall(kit: Kit, call: store.GroupCallRow): Promise<void> {
  const ending = await findEnding(kit, call)
  if (ending) return endCall(kit, call.id, ending)
  await removeAbsent(kit, call)
  await removeStrangers(kit, call)
}

const watch = (kit: Kit, calls: readonly store.GroupCallRow[], look: typeof endOrTidyRunningCall): Promise<unknown> =>
  Promise.all(
    calls.map((call) =>
      look(kit, call).catch((error: unknown) => {
        // the next round tries again
        const level = error instanceof MediaFault ? 'warn' : 'error'
        kit.log[level]({ err: error }, 'a group call was not watched')
      }),
    ),
  )

export const watchGroupCalls = async (kit: Kit) =>
  watch(kit, await store.selectRunningCalls(kit.sql), endOrTidyRunningCall)
export const watchEndedCalls = async (kit: Kit) => watch(kit, await store.selectOpenRooms(kit.sql), closeEndedRoom)

export const deleteOldGroupCalls = ({ sql }: Pick<Kit, 'sql'>): Promise<void> => store.deleteOldCalls(sql, recordMs)
