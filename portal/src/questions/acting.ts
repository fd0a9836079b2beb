// What buttons do that need a signed-in visitor: say so to others, send once, show the server's sentence.
import { useState, useSyncExternalStore } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { endSession } from '../accounts/leaving.ts'

const loginFirst = '请先登录' // design/ui.md

/** False until the script is there: a press before that would be lost, so the button does not take it. */
const useReady = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )

/**
 * @param isSignedIn false refuses with the words of the specification
 * @returns whether something is under way, and what runs it; nothing runs twice at once
 */
export function useActing(isSignedIn: boolean, refusal = loginFirst) {
  const [isBusy, setBusy] = useState(false)
  const isReady = useReady()
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (!isSignedIn) {
      showToast(refusal, 'bad')
      return
    }
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
  return { isBusy, isReady, act }
}
