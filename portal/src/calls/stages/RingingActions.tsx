// While a call rings: the way to cancel it. A link that leads to another page cancels it as well.
import { useEffect, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { focusIfFree } from '../../chat/calls/call-focus.ts'
import { findLink, leaveThrough, replacesPage } from './page-links.ts'

/**
 * The cancel button works only after this time. It replaces another button, and a double click on that one must not
 * cancel.
 */
const restMs = 1_000

type RingingActionsProps = { name: string; onCancel: () => Promise<void> }

export function RingingActions({ name, onCancel }: RingingActionsProps) {
  const [isResting, setResting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setResting(false), restMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const leave = (event: MouseEvent) => {
      const link = findLink(event)
      if (!link || !replacesPage(link, event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      document.removeEventListener('click', leave, true)
      void leaveThrough(link, onCancel)
    }
    document.addEventListener('click', leave, true)
    return () => document.removeEventListener('click', leave, true)
  }, [onCancel])
  return (
    <>
      <output>正在呼叫{name}…</output>
      {/* focusable from the beginning, because it replaces the focused button */}
      <Button
        ref={focusIfFree}
        look="accent"
        aria-disabled={isResting || undefined}
        data-resting={isResting || undefined}
        onClick={() => void (!isResting && onCancel())}
      >
        取消呼叫
      </Button>
    </>
  )
}
