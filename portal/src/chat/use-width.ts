// Says how wide the window is.
import { useSyncExternalStore } from 'react'

function createWidthHook(condition: string): () => boolean {
  const readMatch = () => matchMedia(condition).matches
  function subscribe(listener: () => void): () => void {
    const query = matchMedia(condition)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, readMatch, () => false)
}

/** True if the window has a place for a panel beside the conversation. */
export const useWide = createWidthHook('(min-width: 64rem)')
/** True for the smallest phones, where the input has place for a few characters. */
export const useTiny = createWidthHook('(max-width: 359px)')
