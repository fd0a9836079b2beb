// Tells components when React runs the page.
import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False in the HTML of the server, until hydration; always true in a page that is rendered in the browser. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
