// Drafts in session storage, one set per account. They end with the tab, so that no text stays on a shared computer.
const start = 'draft:'
let writer: string | null = null
/**
 * Part of the storage keys, because two users may share a tab one after the other. The cookie may expire before the
 * page; then the user of the page still owns the draft.
 */
export const readAccountKey = (): string => (writer ??= /useridList=(\d+)/.exec(document.cookie)?.[1] ?? '')
const storageKeyOf = (name: string) => `${start}${readAccountKey()}:${name}`
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

/** Called at sign-out, so that the next user does not see the drafts. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(start)) sessionStorage.removeItem(key)
}
