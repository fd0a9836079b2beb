// Drafts in session storage, one set per account. They end with the tab, so that no text stays on a shared computer.
import { accountDataKeyOf } from '../session/account-data.ts'

const storageKeyOf = (name: string) => accountDataKeyOf('draft', name)
const listeners = new Set<() => void>()

export const readDraft = (name: string): string => sessionStorage.getItem(storageKeyOf(name)) ?? ''

export function saveDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(storageKeyOf(name))
    else sessionStorage.setItem(storageKeyOf(name), text)
  } catch {
    // when storage is full, this draft ends with the page
  }
  for (const listener of listeners) listener()
}

export const subscribeToDrafts = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
