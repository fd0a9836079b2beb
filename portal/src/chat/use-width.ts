// Says if the window has a place for a panel beside the conversation.
import { useSyncExternalStore } from 'react'

const wideQuery = '(min-width: 64rem)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wideQuery).matches,
    () => false,
  )
