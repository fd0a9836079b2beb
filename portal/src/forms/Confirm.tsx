// Asks before something that cannot be taken back. The harmless button comes first and has the focus.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'

type ConfirmProps = {
  title: string
  text: string
  yes: string
  onYes: () => void
  onClose: () => void
  children?: ReactNode
}

export function Confirm({ title, text, yes, onYes, onClose, children }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={id}
      className="m-auto w-[min(28rem,calc(100%-2rem))] rounded-card bg-surface p-6 text-text shadow-raised backdrop:bg-night/60"
    >
      <h2 id={id} className="text-lg font-bold text-ink">
        {title}
      </h2>
      <p className="mt-2">{text}</p>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={() => dialog.current?.close()}>
          取消
        </Button>
        <Button
          onClick={() => {
            dialog.current?.close()
            onYes()
          }}
        >
          {yes}
        </Button>
      </div>
    </dialog>
  )
}
