// Screens that the signed-in role may open, for screens that link to others. The frame provides them through a context:
// importing the table of screens would load every screen.
import { createContext, useContext } from 'react'
import type { ScreenEntry } from './screen-entry.ts'

export type AllowedScreens = {
  canOpen: (path: string) => boolean
  /** Menu entries in their order. */
  menuEntries: readonly ScreenEntry[]
}

export const AllowedScreensContext = createContext<AllowedScreens>({ canOpen: () => false, menuEntries: [] })

export const useAllowedScreens = (): AllowedScreens => useContext(AllowedScreensContext)
