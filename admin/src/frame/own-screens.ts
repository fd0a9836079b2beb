// Screens that the signed-in role may open, for screens that link to others. The frame provides them, because the
// table of screens loads every screen and so cannot be imported by one.
import { createContext, useContext } from 'react'
import type { ScreenEntry } from './screen-entry.ts'

export type OwnScreens = {
  canOpen: (path: string) => boolean
  /** Menu entries in their order. */
  menuEntries: readonly ScreenEntry[]
}

export const OwnScreensContext = createContext<OwnScreens>({ canOpen: () => false, menuEntries: [] })

export const useOwnScreens = (): OwnScreens => useContext(OwnScreensContext)
