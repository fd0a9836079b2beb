// Failed requests of a signed-in user, and the way to the login screen for a visitor.
import { Failure } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { signOutAfterExpiry } from './sign-out.ts'

/**
 * Begins the sign-out after a 401.
 * @returns false for other errors, which the screen shows
 */
export function signOutIfExpired(error: unknown): boolean {
  if (!(error instanceof Failure) || error.status !== 401) return false
  void signOutAfterExpiry()
  return true
}

/** Shows the message of the error, or begins the sign-out after a 401. */
export function showRequestFailure(error: unknown, fallback = '操作失败，请稍后再试'): void {
  if (!signOutIfExpired(error)) showToast(error instanceof Error ? error.message : fallback, 'bad')
}

/** @param next path and query to return to */
export function redirectToSignIn(next: string, message = '请先登录'): void {
  toastOnNextPage(message, 'bad')
  location.assign(withQuery(routes.login, { next }))
}
