// What buttons do that need a signed-in visitor: say so to others, send once, show the server's sentence.
import { useSyncExternalStore } from 'react'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useOneAtATime } from '../forms/useSending.ts'

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
  const { isBusy, run } = useOneAtATime()
  const isReady = useReady()
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (isSignedIn) await run(work)
    else showToast(refusal, 'bad')
  }
  return { isBusy, isReady, act }
}
