// Actions that require sign-in: they ask visitors to sign in, send once, and show the server's message.
import { showToast } from '@xinqiao/ui/toast.ts'
import { addressWithDialog } from '../session/dialog-after-sign-in.ts'
import { useExclusiveTask } from '../forms/use-action.ts'

const loginFirst = '请先登录'

type SignInPrompt = {
  /** The refusal in the words of the specification. */
  message?: string
  /** Path and query to return to; defaults to this page. */
  next?: () => string
}

/**
 * @param isSignedIn false refuses the action and offers to sign in
 * @returns whether an action is running, and a function that runs one; actions never overlap
 */
export function useSignedInAction(isSignedIn: boolean, { message = loginFirst, next: usualNext }: SignInPrompt = {}) {
  const { isBusy, run } = useExclusiveTask()
  /** @param next replaces the return address */
  const runSignedIn = async (work: () => Promise<void>, next = usualNext): Promise<void> => {
    if (isSignedIn) return run(work)
    showToast(message, 'bad')
    const { openSignInSheet } = await import('../session/sign-in-sheet.tsx')
    openSignInSheet(message, next?.() ?? addressWithDialog(null))
  }
  return { isBusy, runSignedIn }
}
