// A modal dialog, as a native element: it traps focus, closes on Escape, and makes the page inert.
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type DialogProps = {
  title: string
  onClose: () => void
  /** False when only the dialog's buttons may close it, so that input is not lost by accident (portal.md 4). */
  closesLightly?: boolean
  width?: 'narrow' | 'wide'
  children: ReactNode
}

const widths = { narrow: 'max-w-md', wide: 'max-w-3xl' }

export function Dialog({ title, onClose, closesLightly = true, width = 'narrow', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // a layout effect closes the dialog while it is still in the page; otherwise focus would not return to the opener
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        if (closesLightly) onClose()
      }}
      onKeyDown={(event) => {
        // Chromium closes the dialog on a second Escape, even if `cancel` was prevented
        if (event.key === 'Escape' && !closesLightly) event.preventDefault()
      }}
      onPointerDown={(event) => {
        if (closesLightly && event.target === dialog.current) onClose()
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] ${widths[width]} overflow-hidden rounded-card bg-surface p-0 text-text shadow-raised backdrop:bg-night/50 open:flex open:flex-col`}
    >
      <div className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-5 sm:gap-3 sm:pl-7">
        <h2 id={heading} className="-order-2 min-w-0 flex-1 text-lg font-bold text-ink">
          {title}
        </h2>
        <Button look="plain" aria-label="关闭" className="size-11 px-0" onClick={onClose}>
          <Icon name="close" />
        </Button>
        {/* repeats the hotline, because the page's own link is inert; it follows the close button, which must get the
            focus first */}
        <a
          href="tel:12356"
          aria-label="心理援助热线12356"
          className="-order-1 inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-sm font-semibold text-warm-deep hover:bg-warm-tint md:hidden"
        >
          <Icon name="phone" className="size-4" />
          12356
        </a>
      </div>
      <div className="min-h-0 overflow-y-auto px-5 py-5 sm:px-7 sm:py-6">{children}</div>
    </dialog>
  )
}

type ConfirmProps = {
  title: string
  text?: string
  /** Input that is required before the answer. */
  children?: ReactNode
  yes: string
  no: string
  /** True for a question whose answer takes nothing away from anyone, such as an invitation. */
  isHarmless?: boolean
  onYes: () => void
  onNo: () => void
}

/** A question with two answers. Closing it means no. */
export const Confirm = ({ title, text, children, yes, no, isHarmless = false, onYes, onNo }: ConfirmProps) => (
  <Dialog title={title} onClose={onNo}>
    {text && <p>{text}</p>}
    {children}
    <div className="mt-5 flex flex-wrap justify-end gap-3">
      <Button look="ghost" onClick={onNo}>
        {no}
      </Button>
      <Button look={isHarmless ? 'primary' : 'accent'} onClick={onYes}>
        {yes}
      </Button>
    </div>
  </Dialog>
)
