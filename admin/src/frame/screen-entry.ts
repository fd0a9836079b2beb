// Entry of the screen table: address, title, roles, and the component.
import type { ComponentType, ReactNode } from 'react'
import type { Role } from '@xinqiao/contract/roles.ts'
import type { ScreenProps } from './screen-props.ts'

/** A screen in the table of its menu heading. */
export type ScreenEntry = {
  path: string
  title: string
  who: readonly Role[]
  /** Hidden from reviewers of a branch, whatever their role. */
  notForBranches?: true
  Page: ComponentType<ScreenProps>
  /** Only screens with an icon are listed in the menu. */
  icon?: ReactNode
  /** The active menu entry for a screen that is not listed itself. */
  menuPath?: string
}
