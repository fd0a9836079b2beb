// Messages of high priority that visitors have missed: the bus lost them, or the page was disconnected (decision 025).
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { createReceiverFilter } from '../../../kit/chat/room-audience.ts'
import type { RoomVisit } from '../../../kit/chat/rooms.ts'
import type { Kit } from '../../../kit/ctx.ts'
import * as messageStore from '../records/message-store.ts'
import { openMessage, type FileSigner } from './messages.ts'

/** A page that returns later reads the history. */
const maxAbsenceMs = hourMs
/** Limits: messages of each room that a node reads again, and messages that a page receives at its login. */
const maxOfRoom = 1_000
const maxOfPage = 100

export type MissedMessage = { roomId: number; msg: RoomMessage }
type MissedMessageServices = Pick<Kit, 'sql' | 'secrets'>

/**
 * The latest stored messages of high priority in these rooms, oldest first.
 * @param periods `since` is an exclusive time in milliseconds
 * @param limit messages of each room
 */
export async function listHighPriorityMessages(
  { sql, secrets }: MissedMessageServices,
  periods: readonly messageStore.RoomPeriod[],
  signFile: FileSigner,
  limit = maxOfRoom,
): Promise<MissedMessage[]> {
  const rows = await messageStore.selectHighMessages(sql, periods, limit)
  return rows.toReversed().map((row) => {
    const msg = openMessage(secrets, row)
    return { roomId: row.room_id, msg: { ...msg, content: signFile(msg.content) } }
  })
}

/**
 * The messages of high priority for a visitor who was away.
 * @param since time of the last message that the page may have; 0 for its first visit
 */
export async function listMissedMessages(
  reader: MissedMessageServices,
  { roomId, since, visit }: { roomId: number; since: number; visit: RoomVisit },
  signFile: FileSigner,
): Promise<RoomMessage[]> {
  if (since === 0) return []
  const period = { roomId, since: Math.max(since, Date.now() - maxAbsenceMs) }
  const messages = await listHighPriorityMessages(reader, [period], signFile, maxOfPage)
  return messages.map(({ msg }) => msg).filter((msg) => createReceiverFilter(msg)?.(visit) ?? true)
}
