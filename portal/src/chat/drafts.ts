// What was typed and not sent, by conversation. It lives as long as the tab: nothing of it stays on a shared computer.
import { useCallback, useSyncExternalStore } from 'react'

const start = 'chat-draft:'
/** Also by person: two may use one tab, one after the other. The cookie is only a name here. */
const keyOf = (to: string) => `${start}${/useridList=(\d+)/.exec(document.cookie)?.[1] ?? ''}:${to}`
const listeners = new Set<() => void>()

export const readDraft = (to: string): string => sessionStorage.getItem(keyOf(to)) ?? ''

function keepDraft(to: string, text: string): void {
  if (text === '') sessionStorage.removeItem(keyOf(to))
  else sessionStorage.setItem(keyOf(to), text)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Empty until the page has been taken over: the server knows no drafts. */
export function useDraft(to: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readDraft(to),
    () => '',
  )
  return [text, useCallback((value: string) => keepDraft(to, value), [to])]
}
