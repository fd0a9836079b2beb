// Gathers the messages of a room for a moment, and encodes them once for all connections of this node that receive the
// same ones.
import { createReceiverFilter } from '../../kit/chat/room-audience.ts'
import type { RoomDelivery, RoomVisit } from '../../kit/chat/rooms.ts'
import { encodePush, type Connection } from '../connection.ts'

const gatherMs = 100

export type RoomReceiver = { connection: Connection; visit: RoomVisit }

type GatheredMessage = Pick<RoomDelivery, 'msg' | 'except'>

/** @param listReceivers returns the connections of this node in the room */
export function createRoomFrames(listReceivers: () => Iterable<RoomReceiver>) {
  const gathered: GatheredMessage[] = []
  let timer: NodeJS.Timeout | undefined

  /** Pushes messages that all visitors receive, except the writer of each. */
  function pushShared(messages: readonly GatheredMessage[]): void {
    if (messages.length === 0) return
    const packet = encodePush('chatroom.msgs', { msgs: messages.map(({ msg }) => msg) })
    const writers = new Set(messages.map(({ except }) => except))
    for (const { connection } of listReceivers()) {
      if (!writers.has(connection.id)) connection.pushPacket(packet)
      else {
        const msgs = messages.filter(({ except }) => except !== connection.id).map(({ msg }) => msg)
        if (msgs.length > 0) connection.push('chatroom.msgs', { msgs })
      }
    }
  }

  function pushTargeted({ msg, except }: GatheredMessage, isReceiver: (visit: RoomVisit) => boolean): void {
    const packet = encodePush('chatroom.msgs', { msgs: [msg] })
    for (const { connection, visit } of listReceivers())
      if (connection.id !== except && isReceiver(visit)) connection.pushPacket(packet)
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
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
  }

  return {
    add(message: GatheredMessage): void {
      gathered.push(message)
      timer ??= setTimeout(flush, gatherMs)
    },
    /** Pushes what is gathered at once, for example before the room is closed. */
    flush,
  }
}
