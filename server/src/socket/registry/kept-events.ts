// The latest events of the accounts of this node, which later subscribers receive until they expire. They end with the
// last connection of the account.
import type { ChatEvent } from '@xinqiao/contract/im/event.ts'

/** The oldest type is dropped when an account publishes more. */
const maxTypes = 20

export function createKeptEvents(now: () => number = Date.now) {
  const byAccount = new Map<number, Map<number, { event: ChatEvent; until: number }>>()
  return {
    keep(imId: number, event: ChatEvent, seconds: number): void {
      const byType = byAccount.get(imId) ?? new Map<number, { event: ChatEvent; until: number }>()
      byType.delete(event.type)
      const [oldest] = byType.keys()
      if (byType.size >= maxTypes && oldest !== undefined) byType.delete(oldest)
      byAccount.set(imId, byType.set(event.type, { event, until: now() + seconds * 1000 }))
    },
    listOf: (imId: number): ChatEvent[] =>
      [...(byAccount.get(imId)?.values() ?? [])].filter(({ until }) => until > now()).map(({ event }) => event),
    remove: (imId: number): void => void byAccount.delete(imId),
  }
}
