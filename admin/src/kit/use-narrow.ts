// Media queries: phones get cards and drawers where a desktop has tables and a side menu.
import { useSyncExternalStore } from 'react'

const createMediaQueryHook = (query: string) => {
  const media = matchMedia(query)
  const subscribe = (listen: () => void) => {
    media.addEventListener('change', listen)
    return () => media.removeEventListener('change', listen)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Below 768 px there is one column. */
export const useNarrow = createMediaQueryHook('(max-width: 767px)')
/** Below 992 px there is no room for a side menu. */
export const useNoSideMenu = createMediaQueryHook('(max-width: 991px)')
