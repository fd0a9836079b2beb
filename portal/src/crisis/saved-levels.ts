// Levels of help cards that their writer has not dismissed, by account and name of the card. They are stored on this
// device until dismissal or sign-out; the server does not store which cards are open.
import { useSyncExternalStore } from 'react'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { CrisisCard } from '@xinqiao/im-sdk/chat/state/crisis-levels.ts'
import { accountDataKeyOf } from '../session/account-data.ts'

/** The card belongs to a page, to any other form, or to the chat with an account. */
export type HelpCardName = 'question' | 'booking' | 'form' | `chat ${string}`

const storageKeyOf = (card: string) => accountDataKeyOf('care', card)
/** Separates the levels from the ids of the messages that raised the card of a chat. */
const separator = ' '
/** Separates the level from one of another kind. */
const levelSeparator = '+'
const listeners = new Set<() => void>()

type CardLevels = Pick<CrisisCard, 'also'> & { level: CrisisLevel | null }

function readCardLevels(key: string): CardLevels {
  const [levels = ''] = localStorage.getItem(key)?.split(separator) ?? []
  const [level = null, also = null] = levels
    .split(levelSeparator)
    .map((name) => crisisLevels.find((known) => known === name) ?? null)
  return { level, also }
}

function saveCard(card: HelpCardName, { level, also }: CardLevels, messages: readonly string[] = []): void {
  const levels = [level, also].filter((item) => item !== null).join(levelSeparator)
  try {
    if (level) localStorage.setItem(storageKeyOf(card), [levels, ...messages].join(separator))
    else localStorage.removeItem(storageKeyOf(card))
  } catch {
    // when storage is full or forbidden, this card ends with the page
  }
  for (const listener of listeners) listener()
}

export const saveCardLevel = (card: HelpCardName, level: CrisisLevel | null): void =>
  saveCard(card, { level, also: null })

const chatStart = 'chat '
/** Cards of conversations, for the chat session. */
export function readChatCards(): Map<string, CrisisCard> {
  const from = storageKeyOf(chatStart)
  const cards = new Map<string, CrisisCard>()
  for (const key of Object.keys(localStorage)) {
    const { level, also } = key.startsWith(from) ? readCardLevels(key) : { level: null, also: null }
    const messages = localStorage.getItem(key)?.split(separator).slice(1) ?? []
    if (level) cards.set(key.slice(from.length), { level, also, messages })
  }
  return cards
}

export const saveChatCard = (to: string, card: CrisisCard | null): void =>
  saveCard(`chat ${to}`, card ?? { level: null, also: null }, card?.messages)

/** The level of the card at this place, and a function that saves it; null until hydration. */
export function useSavedLevel(card: HelpCardName): [CrisisLevel | null, (level: CrisisLevel | null) => void] {
  const level = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => readCardLevels(storageKeyOf(card)).level,
    () => null,
  )
  return [level, (next) => saveCardLevel(card, next)]
}
