// Entry of the screen table: address, title, roles, and the component.
import type { ComponentType, ReactNode } from 'react'
import type { Role } from '@xinqiao/contract/roles.ts'
import type { ScreenProps } from './screen-props.ts'

/** A screen as an entry of its menu heading. */
export type ScreenEntry = {
  path: string
  title: string
  who: readonly Role[]
  /** True for a screen that is hidden from accounts that review for a branch, whatever their role. */
  notForBranches?: true
  Page: ComponentType<ScreenProps>
  /** Icon in the menu, which lists only screens with an icon. */
  icon?: ReactNode
  /** The menu entry to highlight, for a screen that is not listed. */
  menuPath?: string
}
