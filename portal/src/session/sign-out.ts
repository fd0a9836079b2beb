// Sign-out, by choice or because the session ended. The server's reply clears the cookies.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { clearAccountData } from './account-data.ts'
import { api } from './api.ts'

export async function signOut(): Promise<void> {
  try {
    await api('DELETE /auth/logout', {})
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), 'bad')
    return
  }
  clearAccountData(sessionStorage)
  clearAccountData(localStorage)
  toastOnNextPage('退出成功')
  location.assign(routes.login)
}

/**
 * portal.md 8: after a 401, sends DELETE logout, shows a message, and redirects to the login screen, which returns
 * here.
 */
export async function signOutAfterExpiry(): Promise<void> {
  // logout does not fail without a session; without a network the login screen reports it
  await api('DELETE /auth/logout', {}).catch(() => null)
  // drafts stay in the tab, where only their writer finds them after the next login
  clearAccountData(localStorage)
  toastOnNextPage('登录信息过期重新登录', 'bad')
  location.assign(withQuery(routes.login, { next: location.pathname + location.search }))
}
