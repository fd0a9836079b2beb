// Confirmation of handing in with open questions, in the words of portal.md 4. The native dialog traps and restores the
// focus.
import { useEffect, useRef } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'

type Props = { isOpen: boolean; missing: number; onConfirm: () => void; onClose: () => void }

export function HandInDialog({ isOpen, missing, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="hand-in-title"
      className="m-auto w-[min(26rem,calc(100%-2rem))] rounded-card bg-surface p-6 text-text shadow-raised backdrop:bg-night/50"
    >
      <h2 id="hand-in-title" className="text-lg font-bold text-ink">
        还有试题未作答，确定交卷吗？
      </h2>
      <p className="mt-2 text-muted">还有{missing}题没有作答，交卷后不能再修改。</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={onClose}>
          继续作答
        </Button>
        <Button look="accent" onClick={onConfirm}>
          确定交卷
        </Button>
      </div>
    </dialog>
  )
}
