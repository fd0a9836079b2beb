// Texts of the chat that were not sent, kept across page loads. Like drafts, they end with the tab, so that no text
// stays on a shared computer.
import type { UnsentText, UnsentTextStorage } from '@xinqiao/im-sdk/chat/outbox/unsent-texts.ts'
import { accountDataKeyOf, isSignedIn } from '../../session/account-data.ts'

const storageKeyOf = () => accountDataKeyOf('unsent', 'texts')
const maxTexts = 50

const isUnsentText = (value: unknown): value is UnsentText =>
  typeof value === 'object' && value !== null && ['to', 'key', 'time', 'content', 'fault'].every((key) => key in value)

export function parseUnsentTexts(saved: string | null): UnsentText[] {
  try {
    const list: unknown = JSON.parse(saved ?? '[]')
    return Array.isArray(list) ? list.filter(isUnsentText) : []
  } catch {
    return []
  }
}

export const unsentTextStorage: UnsentTextStorage = {
  read: () => parseUnsentTexts(sessionStorage.getItem(storageKeyOf())),
  save(texts) {
    // a page that is still open after the sign-out stores nothing
    if (!isSignedIn()) return
    try {
      if (texts.length > 0) sessionStorage.setItem(storageKeyOf(), JSON.stringify(texts.slice(-maxTexts)))
      else sessionStorage.removeItem(storageKeyOf())
    } catch {
      // when storage is full, the texts end with the page
    }
  },
}
