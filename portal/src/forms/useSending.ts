// A button that sends something: once at a time, with the server's sentence when it fails.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { endSession } from '../accounts/leaving.ts'

export function useSending(work: () => Promise<void>): [send: () => void, isBusy: boolean] {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status === 401) await endSession()
      else showToast(error.message, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return [() => void run(), isBusy]
}
