// Levels of help cards that their writer has not dismissed, by account and name of the card. They are stored on this
// device until dismissal or sign-out; the server does not store which cards are open.
import { useSyncExternalStore } from 'react'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { CrisisCard } from '@xinqiao/im-sdk/chat/crisis-levels.ts'
import { accountDataKeyOf } from '../session/account-data.ts'

/** The card belongs to a page, to any other form, or to the chat with an account. */
export type HelpCardName = 'question' | 'booking' | 'form' | `chat ${string}`

const storageKeyOf = (card: string) => accountDataKeyOf('care', card)
/** Separates the level from the ids of the messages that raised the card of a chat. */
const separator = ' '
const listeners = new Set<() => void>()

function readCardLevel(key: string): CrisisLevel | null {
  const [storedLevel] = localStorage.getItem(key)?.split(separator) ?? []
  return crisisLevels.find((level) => level === storedLevel) ?? null
}

export function saveCardLevel(card: HelpCardName, level: CrisisLevel | null, messages: readonly string[] = []): void {
  try {
    if (level) localStorage.setItem(storageKeyOf(card), [level, ...messages].join(separator))
    else localStorage.removeItem(storageKeyOf(card))
  } catch {
    // when storage is full or forbidden, this card ends with the page
  }
  for (const listener of listeners) listener()
}

const chatStart = 'chat '
/** Cards of conversations, for the chat session. */
export function readChatCards(): Map<string, CrisisCard> {
  const from = storageKeyOf(chatStart)
  const cards = new Map<string, CrisisCard>()
  for (const key of Object.keys(localStorage)) {
    const level = key.startsWith(from) ? readCardLevel(key) : null
    const messages = localStorage.getItem(key)?.split(separator).slice(1) ?? []
    if (level) cards.set(key.slice(from.length), { level, messages })
  }
  return cards
}

export const saveChatCard = (to: string, card: CrisisCard | null): void =>
  saveCardLevel(`chat ${to}`, card?.level ?? null, card?.messages)

/** The level of the card at this place, and a function that saves it; null until hydration. */
export function useSavedLevel(card: HelpCardName): [CrisisLevel | null, (level: CrisisLevel | null) => void] {
  const level = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => readCardLevel(storageKeyOf(card)),
    () => null,
  )
  return [level, (next) => saveCardLevel(card, next)]
}
