// Crisis level of each conversation in which the user's own messages sounded dangerous, until the user dismisses the
// help card.
import { crisisLevels, isWriterInDanger, moreSevereOf, type CrisisLevel } from '@xinqiao/contract/crisis.ts'

export type CrisisCard = {
  level: CrisisLevel
  /** Level of another kind of danger, which needs other help as well; null without one. */
  also: CrisisLevel | null
  /** Ids of the messages that raised the card, the latest last; empty when the name of a group raised it. */
  messages: readonly string[]
}

/** Persists the cards on this device; `save` receives null for a dismissed card. */
export type CrisisCardStorage = {
  read: () => ReadonlyMap<string, CrisisCard>
  save: (to: string, card: CrisisCard | null) => void
}

/** Maximum number of messages that a card remembers. */
const maxMessages = 20

const kindOf = (level: CrisisLevel) => (isWriterInDanger(level) ? 'writer' : level)

/** Keeps the more severe level in `level`. A level of another kind of danger goes into `also`. */
function joinLevels(last: Pick<CrisisCard, 'level' | 'also'>, next: CrisisLevel): Pick<CrisisCard, 'level' | 'also'> {
  const level = moreSevereOf(next, last.level)
  if (kindOf(next) !== kindOf(last.level)) return { level, also: level === next ? last.level : next }
  return { level, also: last.also }
}

/** @param publish called after each change */
export function createCrisisCardTracker(publish: () => void, storage?: CrisisCardStorage) {
  let cards: ReadonlyMap<string, CrisisCard> = storage?.read() ?? new Map()

  /** A level that only a newer server knows is ignored. */
  function receiveLevel({ to, level, message }: { to: string; level: CrisisLevel; message: string | null }): void {
    if (!crisisLevels.includes(level)) return
    const last = cards.get(to) ?? { level, also: null, messages: [] }
    const ids = new Set(message === null ? last.messages : [...last.messages, message])
    const card = { ...joinLevels(last, level), messages: [...ids].slice(-maxMessages) }
    cards = new Map(cards).set(to, card)
    storage?.save(to, card)
    publish()
  }

  function dismiss(to: string): void {
    cards = new Map([...cards].filter(([peer]) => peer !== to))
    storage?.save(to, null)
    publish()
  }

  return { current: (): ReadonlyMap<string, CrisisCard> => cards, receive: receiveLevel, dismiss }
}
