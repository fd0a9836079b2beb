// Runs a command of the chat with a busy state, and shows its failure.
import { useState } from 'react'
import { showToast } from '@xinqiao/ui/toast.ts'

/** `run` returns false when the command failed. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, doneMessage?: string): Promise<boolean> => {
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
