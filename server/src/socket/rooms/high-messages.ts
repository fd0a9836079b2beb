// The messages of high priority that a room of this node has passed on. The bus and the database both bring them, and
// visitors receive each once.
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'

/** A message may become visible this much later than its time: by a slow commit, or by clocks that differ. */
const overlapMs = 30_000

export function createHighMessages(now: () => number = Date.now) {
  const openedAt = now()
  let checkedAt = openedAt
  /** Times of messages that were passed on, by sender and client id. */
  const times = new Map<string, number>()
  /** The database may have later messages that this node has not passed on. */
  const missedSince = (): number => Math.max(openedAt, checkedAt - overlapMs)

  return {
    missedSince,
    /** @returns false for a message that was passed on before */
    add({ from, idClient, time }: RoomMessage): boolean {
      const key = `${from} ${idClient}`
      if (times.has(key)) return false
      times.set(key, time)
      return true
    },
    /** @param startedAt when the node began to read the database */
    markChecked(startedAt: number): void {
      checkedAt = startedAt
      for (const [key, time] of times) if (time <= missedSince()) times.delete(key)
    },
  }
}
