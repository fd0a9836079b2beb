// Runs a command of the chat with a busy state, and shows its failure.
import { useEffect, useRef, useState } from 'react'
import { showToast } from '@xinqiao/ui/toast.ts'

/** `run` returns false when the command failed. */
export function useChatAction() {
  const [isBusy, setBusy] = useState(false)
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    // browsers take the focus off a control that is disabled while its command runs
    if (isBusy || document.activeElement !== document.body) return
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
    pressed.current = null
  }, [isBusy])
  const run = async (work: () => Promise<unknown>, doneMessage?: string): Promise<boolean> => {
    pressed.current = document.activeElement
    setBusy(true)
    try {
      await work()
      if (doneMessage) showToast(doneMessage)
      return true
    } catch (error) {
      showToast((error as Error).message, 'bad')
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
