// Limits the traffic that a node passes to a room: token buckets, which are full at first and refill steadily.
import { chatroomLimits } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { RoomPriority } from '../../kit/chat/rooms.ts'

function createBucket(perSecond: number, now: () => number) {
  let tokens = perSecond
  let filledAt = now()
  return (): boolean => {
    const at = now()
    tokens = Math.min(perSecond, tokens + ((at - filledAt) / 1000) * perSecond)
    filledAt = at
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

/**
 * @param now milliseconds of a monotonic clock
 * @returns a function that says whether a message of this priority may pass
 */
export function createRoomBudget(
  now: () => number = () => performance.now(),
): (priority: Exclude<RoomPriority, 'high'>) => boolean {
  const takeMessage = createBucket(chatroomLimits.messagesPerSecond, now)
  const takeVisit = createBucket(chatroomLimits.visitsPerSecond, now)
  return (priority) => (priority === 'visit' ? takeVisit() : takeMessage())
}
