// Gathers the messages of a room for a moment, and encodes them once for all connections of this node that receive the
// same ones.
import {
  matchesTags,
  parseTagExpression,
  type RoomMessage,
  type RoomPosition,
} from '@xinqiao/contract/im/chatroom-model.ts'
import type { RoomDelivery, RoomVisit } from '../../kit/chat/rooms.ts'
import { encodePush, type Connection } from '../connection.ts'

const gatherMs = 100

export type RoomReceiver = { connection: Connection; visit: RoomVisit }

/** A message reaches a visitor with a place only if it was written near enough. */
function isNear({ content }: RoomMessage, place: RoomPosition | null): boolean {
  if (!place || !('loc_x' in content) || content.loc_x === undefined) return true
  const { loc_x: x, loc_y: y = 0, loc_z: z = 0 } = content
  return Math.hypot(x - place.x, y - place.y, z - place.z) <= place.distance
}

/** Returns null for a message that every visitor receives. */
function createAudience(msg: RoomMessage): ((visit: RoomVisit) => boolean) | null {
  const { toAccids = [], notifyTargetTags, content } = msg
  const expression = notifyTargetTags ? parseTagExpression(notifyTargetTags) : null
  const hasPlace = 'loc_x' in content && content.loc_x !== undefined
  if (toAccids.length === 0 && !expression && !hasPlace) return null
  const accounts = new Set(toAccids)
  return ({ account, tags, place }) =>
    (accounts.size === 0 || accounts.has(account)) &&
    (!expression || matchesTags(expression, tags)) &&
    isNear(msg, place)
}

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
      const isReceiver = createAudience(message.msg)
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
