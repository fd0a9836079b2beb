// Buttons that send something: one request at a time, with the server's message on failure.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { signOutAfterExpiry } from '../session/sign-out.ts'

/** Runs one task at a time, and ignores calls made meanwhile. */
export function useExclusiveTask() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status === 401) await signOutAfterExpiry()
      else showToast(error.message, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}

export function useAction(work: () => Promise<void>): [send: () => void, isBusy: boolean] {
  const { isBusy, run } = useExclusiveTask()
  return [() => void run(work), isBusy]
}
