// A menu of the header with an unread badge. A script finds it by its data attributes, and fills it.
import type { ReactNode } from 'react'
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'

type HeaderPopoverProps = {
  /** Name of the data attribute that marks the menu: `notice-bell`. */
  name: string
  /** Prefix of the data attributes of its parts: `notice`. */
  prefix: string
  label: string
  icon: IconName
  children: ReactNode
}

export const HeaderPopover = ({ name, prefix, label, icon, children }: HeaderPopoverProps) => (
  <details className="group relative" data-popover="" {...{ [`data-${name}`]: '' }}>
    <summary
      aria-label={label}
      className="relative grid size-11 place-items-center rounded-full text-ink hover:bg-tint hover:text-brand-deep"
    >
      <Icon name={icon} className="size-6" />
      <span
        {...{ [`data-${prefix}-badge`]: '' }}
        hidden
        aria-hidden="true"
        className="absolute top-0.5 right-0 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-white"
      />
    </summary>
    <div className="fixed inset-x-3 top-25 overflow-hidden rounded-card border border-line bg-surface shadow-raised sm:absolute sm:inset-x-auto sm:top-full sm:right-0 sm:mt-1 sm:w-88">
      {children}
    </div>
  </details>
)
