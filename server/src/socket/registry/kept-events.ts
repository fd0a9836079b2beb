// The latest events of the accounts of this node, which later subscribers receive until they expire. They end with the
// last connection of the account.
import type { PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'

/** The oldest type is dropped when an account publishes more. Nodes report all kept events of an account together. */
const maxTypes = 20
const maxTextLength = 4_096

type KeptEvent = { event: PublishedEvent; until: number }

const isTooMuch = (byType: ReadonlyMap<number, KeptEvent>): boolean => {
  const textLength = [...byType.values()].reduce((total, { event }) => total + event.custom.length, 0)
  return byType.size > maxTypes || textLength > maxTextLength
}

export function createKeptEvents(now: () => number = Date.now) {
  const byAccount = new Map<number, Map<number, KeptEvent>>()
  return {
    keep(imId: number, event: PublishedEvent, seconds: number): void {
      const byType = byAccount.get(imId) ?? new Map<number, KeptEvent>()
      byType.delete(event.type)
      byType.set(event.type, { event, until: now() + seconds * 1000 })
      for (const type of byType.keys()) if (isTooMuch(byType)) byType.delete(type)
      byAccount.set(imId, byType)
    },
    listOf: (imId: number): PublishedEvent[] =>
      [...(byAccount.get(imId)?.values() ?? [])].filter(({ until }) => until > now()).map(({ event }) => event),
    /** Removes expired events. */
    clean(): void {
      for (const [imId, byType] of byAccount) {
        for (const [type, { until }] of byType) if (until <= now()) byType.delete(type)
        if (byType.size === 0) byAccount.delete(imId)
      }
    },
    remove: (imId: number): void => void byAccount.delete(imId),
  }
}
