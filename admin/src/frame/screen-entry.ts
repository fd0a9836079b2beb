// Entry of the screen table: address, title, roles, and the component.
import type { ComponentType, ReactNode } from 'react'
import type { Role } from '@xinqiao/contract/roles.ts'
import type { ScreenProps } from './screen-props.ts'

/** A screen as an entry of its menu heading. */
export type ScreenEntry = {
  path: string
  title: string
  who: readonly Role[]
  /** Hidden from accounts that review for a branch, whatever their role. */
  notForBranches?: true
  Page: ComponentType<ScreenProps>
  /** Only screens with an icon are listed in the menu. */
  icon?: ReactNode
  /** The menu entry to highlight, for a screen that is not listed. */
  menuPath?: string
}
