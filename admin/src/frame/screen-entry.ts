// Entry of the screen table: address, title, roles, and the component.
import type { ComponentType, ReactNode } from 'react'
import type { Role } from '@xinqiao/contract/roles.ts'
import type { ScreenProps } from './screen-props.ts'

/** A screen as its heading lists it. */
export type Entry = {
  path: string
  title: string
  who: readonly Role[]
  /** Who reviews for a branch of the association does not get it, whatever the role. */
  notForBranches?: true
  Page: ComponentType<ScreenProps>
  /** Only screens with an icon stand in the menu. */
  icon?: ReactNode
  /** The menu entry that is lit for a screen of its own address. */
  menuPath?: string
}
