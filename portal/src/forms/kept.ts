// What was typed and not sent. It lives as long as the tab, so that nothing of it stays on a shared computer, and it is
// found again by its writer alone.
const start = 'draft:'
let writer: string | null = null
/**
 * By person: two may use one tab, one after the other. The cookie is only a name here, and may be gone before the page:
 * whoever the page was for is its writer.
 */
const keyOf = (place: string) => {
  writer ??= /useridList=(\d+)/.exec(document.cookie)?.[1] ?? ''
  return `${start}${writer}:${place}`
}
const listeners = new Set<() => void>()

export const readDraft = (place: string): string => sessionStorage.getItem(keyOf(place)) ?? ''

export function keepDraft(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), text)
  } catch {
    // no room: what is longer than the tab may keep is lost with the tab
  }
  for (const listener of listeners) listener()
}

export const onDraft = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For who leaves: what they typed is nobody else's business. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(start)) sessionStorage.removeItem(key)
}
