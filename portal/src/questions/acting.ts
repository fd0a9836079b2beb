// What buttons do that need a signed-in visitor: say so to others, send once, show the server's sentence.
import { useSyncExternalStore } from 'react'
import { showToast } from '@xinqiao/ui/toast.ts'
import { addressOpening } from '../accounts/resuming.ts'
import { useOneAtATime } from '../forms/use-sending.ts'

const loginFirst = '请先登录' // design/ui.md

/** False until the script is there: a press before that would be lost, so the button does not take it. */
const useReady = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )

type SignInWall = {
  /** The words of the specification. */
  sentence?: string
  /** Path and query to return to; this page without it. */
  next?: () => string
}

/**
 * @param isSignedIn false refuses, and offers to sign in
 * @returns whether something is under way, and what runs it; nothing runs twice at once
 */
export function useActing(isSignedIn: boolean, { sentence = loginFirst, next: usualNext }: SignInWall = {}) {
  const { isBusy, run } = useOneAtATime()
  const isReady = useReady()
  /** @param next instead of the usual one, for a button that wants something else */
  const act = async (work: () => Promise<void>, next = usualNext): Promise<void> => {
    if (isSignedIn) return run(work)
    showToast(sentence, 'bad')
    const { openSignInSheet } = await import('../accounts/SignInSheet.tsx')
    openSignInSheet(sentence, next?.() ?? addressOpening(null))
  }
  return { isBusy, isReady, act }
}
