// Buttons, and links that look like buttons. A busy button shows its state and cannot be pressed twice. A button with
// a handler is disabled until hydration, because a press before would be lost.
import type { ComponentProps, ReactNode } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** `accent` is for the main action of a screen. */
export type ButtonLook = 'primary' | 'accent' | 'ghost' | 'light' | 'plain'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-brand text-white hover:bg-brand-deep',
  accent: 'bg-warm-deep text-white hover:bg-warm-ink',
  ghost: 'text-brand-deep ring-1 ring-inset ring-brand-line hover:bg-tint',
  light: 'bg-white text-brand-deep hover:bg-tint',
  plain: 'text-brand-deep hover:bg-tint',
}
const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-compact leading-normal font-semibold transition-colors duration-150'

type ButtonLinkProps = { href: string; look?: ButtonLook; className?: string; children: ReactNode }

export const ButtonLink = ({ href, look = 'primary', className = '', children }: ButtonLinkProps) => (
  <a href={href} className={`${base} ${looks[look]} ${className}`}>
    {children}
  </a>
)

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  /** True while the reply is pending. */
  busy?: boolean
  /** Label while busy. */
  busyText?: string
}

export function Button({ look = 'primary', busy = false, busyText, className = '', children, ...rest }: ButtonProps) {
  const isTooEarly = !useHydrated() && rest.onClick !== undefined
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || isTooEarly || rest.disabled}
      aria-busy={busy || undefined}
      className={`${base} ${looks[look]} disabled:cursor-default aria-busy:opacity-80 data-resting:bg-line data-resting:text-muted ${className}`}
    >
      {busy && (
        <span
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
          aria-hidden="true"
        />
      )}
      {busy && busyText ? busyText : children}
    </button>
  )
}
