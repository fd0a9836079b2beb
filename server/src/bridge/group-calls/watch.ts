// Keeps calls and the media server together: ends seats of people who may not be in a call any more, calls without a
// leader, and rooms without a call.
import { groupCallLimits, type GroupCallEnding } from '@xinqiao/contract/group-calls.ts'
import type { Kit } from '../../kit/ctx.ts'
import { MediaFault } from '../../kit/media-rooms/media-rooms.ts'
import { closeRoom, endCall } from './ending.ts'
import { removeSeat, seatOf } from './entering.ts'
import * as store from './store.ts'

const silentMs = groupCallLimits.silentSeconds * 1000
const leaderlessMs = groupCallLimits.leaderlessSeconds * 1000
const maxMs = groupCallLimits.maxHours * 3_600_000
/** Someone who was just joining may have created the room again. */
const closingMs = 30_000
/** Records serve complaints about a group, which come within a year. */
const recordMs = 365 * 86_400_000

async function findEnding({ sql }: Kit, call: store.CallRow): Promise<GroupCallEnding | null> {
  if (!(await store.hasGroup(sql, call.team_id))) return 'dismissed'
  if (call.now - call.begin_time > maxMs) return 'expired'
  return call.now - call.led_time > leaderlessMs ? 'leaderless' : null
}

/** Ends the seats of people who left the group, or whose page has vanished. */
async function removeAbsent(kit: Kit, call: store.CallRow): Promise<void> {
  for (const row of await store.selectAbsent(kit.sql, call, silentMs)) {
    // oxlint-disable no-await-in-loop -- few people
    await store.markLeft(kit.sql, row.participant)
    await removeSeat(kit, seatOf(call.id, row))
    // oxlint-enable no-await-in-loop
  }
}

/** Ends seats that the call does not know, such as one with a token that was issued before a removal. */
async function removeStrangers({ sql, media }: Kit, call: store.CallRow): Promise<void> {
  const room = `${call.id}`
  const participants = (await media?.list(room)) ?? []
  const numbers = new Set(await store.selectNumbers(sql, call.id))
  for (const participant of participants.filter((number) => !numbers.has(Number(number)))) {
    // oxlint-disable-next-line no-await-in-loop -- few people
    await media?.remove({ room, participant, memory: '' })
  }
}

async function watchCall(kit: Kit, call: store.CallRow): Promise<void> {
  if (call.end_time !== null) {
    if (call.now - call.end_time > closingMs && (await closeRoom(kit, call.id)))
      await store.markRoomClosed(kit.sql, call.id)
    return
  }
  const ending = await findEnding(kit, call)
  if (ending) return endCall(kit, call.id, ending)
  await removeAbsent(kit, call)
  await removeStrangers(kit, call)
}

export async function watchGroupCalls(kit: Kit): Promise<void> {
  for (const call of await store.selectOpenCalls(kit.sql)) {
    // oxlint-disable-next-line no-await-in-loop -- few calls at once
    await watchCall(kit, call).catch((error: unknown) => {
      // the next round tries again
      const level = error instanceof MediaFault ? 'warn' : 'error'
      kit.log[level]({ err: error }, 'a group call was not watched')
    })
  }
}

export const deleteOldGroupCalls = ({ sql }: Pick<Kit, 'sql'>): Promise<void> => store.deleteOldCalls(sql, recordMs)
