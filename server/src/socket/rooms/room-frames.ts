// Gathers the messages of a room for a moment, and encodes them once for all connections of this node that receive the
// same ones.
import { createReceiverFilter } from '../../kit/chat/room-audience.ts'
import type { RoomDelivery, RoomPriority, RoomVisit } from '../../kit/chat/rooms.ts'
import { encodePush, type Connection } from '../connection.ts'

const gatherMs = 100
/**
 * Notices of visits to a large room wait longer, because each frame is a write to every visitor. While thousands enter
 * a room, these writes are most of the work.
 */
const visitGatherMs = 1_000
const minLargeRoom = 200

export type RoomReceiver = { connection: Connection; visit: RoomVisit }

type GatheredMessage = Pick<RoomDelivery, 'msg' | 'except'>

/** @param receivers the connections of this node in the room, by id */
export function createRoomFrames(receivers: ReadonlyMap<string, RoomReceiver>) {
  const gathered: GatheredMessage[] = []
  let timer: NodeJS.Timeout | undefined
  /** When the timer ends, on the monotonic clock. */
  let dueMs = Infinity
  /**
   * How long the latest frame took to push. The next one waits at least as long, so that half of the time stays for
   * commands however many messages come.
   */
  let pushMs = 0

  /** Pushes messages that all visitors receive, except the writer of each. */
  function pushShared(messages: readonly GatheredMessage[]): void {
    if (messages.length === 0) return
    const packet = encodePush('chatroom.msgs', { msgs: messages.map(({ msg }) => msg) })
    const writers = new Set(messages.map(({ except }) => except))
    for (const { connection } of receivers.values()) {
      if (!writers.has(connection.id)) connection.pushPacket(packet)
      else {
        const msgs = messages.filter(({ except }) => except !== connection.id).map(({ msg }) => msg)
        if (msgs.length > 0) connection.push('chatroom.msgs', { msgs })
      }
    }
  }

  function pushTargeted({ msg, except }: GatheredMessage, isReceiver: (visit: RoomVisit) => boolean): void {
    const packet = encodePush('chatroom.msgs', { msgs: [msg] })
    for (const { connection, visit } of receivers.values())
      if (connection.id !== except && isReceiver(visit)) connection.pushPacket(packet)
  }

  function flush(): void {
    clearTimeout(timer)
    dueMs = Infinity
    const beganAt = performance.now()
    let run: GatheredMessage[] = []
    // messages of other nodes may arrive after later ones of this node
    for (const message of gathered.splice(0).toSorted((a, b) => a.msg.time - b.msg.time)) {
      const isReceiver = createReceiverFilter(message.msg)
      if (!isReceiver) run.push(message)
      else {
        // the order of the messages stays
        pushShared(run)
        run = []
        pushTargeted(message, isReceiver)
      }
    }
    pushShared(run)
    pushMs = performance.now() - beganAt
  }

  return {
    add(message: GatheredMessage, priority: RoomPriority): void {
      gathered.push(message)
      const minDelayMs = priority === 'visit' && receivers.size >= minLargeRoom ? visitGatherMs : gatherMs
      const delayMs = Math.max(minDelayMs, pushMs)
      const wantedMs = performance.now() + delayMs
      if (wantedMs >= dueMs) return
      clearTimeout(timer)
      timer = setTimeout(flush, delayMs)
      dueMs = wantedMs
    },
    /** Pushes what is gathered at once, for example before the room is closed. */
    flush,
  }
}
