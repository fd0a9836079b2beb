// Which visitors of a chatroom receive a message: by tags, named accounts and places.
import {
  matchesTags,
  parseTagExpression,
  type RoomMessage,
  type RoomPosition,
} from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { RoomVisit } from './rooms.ts'

/** A message reaches a visitor with a place only if it was written near enough. */
function isNear({ content }: RoomMessage, place: RoomPosition | null): boolean {
  if (!place || !('loc_x' in content) || content.loc_x === undefined) return true
  const { loc_x: x, loc_y: y = 0, loc_z: z = 0 } = content
  return Math.hypot(x - place.x, y - place.y, z - place.z) <= place.distance
}

/** Returns null for a message that every visitor receives. */
export function createReceiverFilter(msg: RoomMessage): ((visit: RoomVisit) => boolean) | null {
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
