// Messages of a chatroom that the page has received. After a lost connection the server sends those of high priority
// since a time, and the page must not receive one twice.
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'

/** A message may arrive up to this much later than a message with a later time. */
const overlapMs = 30_000
const maxIds = 3_000

export function createSeenMessages() {
  const ids = new Set<string>()
  let enteredAt = 0
  let latest = 0
  return {
    /** Call it after each login, with the time of the server then. */
    enter(serverTime: number): void {
      enteredAt ||= serverTime
      latest = Math.max(latest, serverTime)
    },
    /** Time since which the page may have missed messages; 0 before its first login. */
    since: (): number => Math.max(enteredAt, latest - overlapMs),
    /** @returns false for a message that the page has received before */
    add({ from, idClient, time }: RoomMessage): boolean {
      const id = `${from} ${idClient}`
      if (ids.has(id)) return false
      ids.add(id)
      if (ids.size > maxIds) ids.delete(ids.values().next().value!)
      latest = Math.max(latest, time)
      return true
    },
  }
}
