// Dialogs with an address: the back button closes them, and a reload or a link opens them. Each opening adds a history
// entry, which stores its distance from the page without a dialog.
import { useSyncExternalStore } from 'react'

type DialogQuery = Record<string, string | number>
type DialogHistoryState = { depth?: number } | null

const movedEvent = 'dialog-address'
const readHistoryDepth = (): number => (history.state as DialogHistoryState)?.depth ?? 0
const createAddress = (names: readonly string[], query: DialogQuery): string => {
  const url = new URL(location.href)
  for (const name of names) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`)
  return url.pathname + url.search + url.hash
}

function subscribeToAddress(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(movedEvent, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(movedEvent, listener)
  }
}

/**
 * @param names query parameters of the dialogs
 * @returns their values (none on the server), and functions to open and close
 */
export function useDialogAddress(names: readonly string[]) {
  const search = useSyncExternalStore(
    subscribeToAddress,
    () => location.search,
    () => '',
  )
  return {
    query: new URLSearchParams(search),
    open: (query: DialogQuery): void => {
      history.pushState({ depth: readHistoryDepth() + 1 }, '', createAddress(names, query))
      dispatchEvent(new Event(movedEvent))
    },
    /** Changes the address without adding a history entry. */
    rename: (query: DialogQuery): void => {
      history.replaceState(history.state, '', createAddress(names, query))
      dispatchEvent(new Event(movedEvent))
    },
    close: (): void => {
      const depth = readHistoryDepth()
      if (depth > 0) return history.go(-depth)
      history.replaceState(null, '', createAddress(names, {}))
      dispatchEvent(new Event(movedEvent))
    },
  }
}
