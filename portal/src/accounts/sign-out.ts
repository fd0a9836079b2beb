// Sign-out, by choice or because the session ended. The server's reply clears the cookies.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { clearLevels } from '../crisis/saved-levels.ts'
import { clearBroadcasts } from '../chat/broadcasts.ts'
import { clearDrafts } from '../forms/draft-storage.ts'
import { api } from './api.ts'

export async function signOut(): Promise<void> {
  try {
    await api('DELETE /auth/logout', {})
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), 'bad')
    return
  }
  clearDrafts()
  clearLevels()
  clearBroadcasts()
  toastOnNextPage('退出成功')
  location.assign(routes.login)
}

/**
 * portal.md 8: after a 401, sends DELETE logout, shows a message, and redirects to the login screen, which returns
 * here.
 */
export async function endSession(): Promise<void> {
  // logout does not fail without a session; without a network the login screen reports it
  await api('DELETE /auth/logout', {}).catch(() => null)
  // the next user of this computer must not find drafts and help cards
  clearLevels()
  clearBroadcasts()
  toastOnNextPage('登录信息过期重新登录', 'bad')
  location.assign(withQuery(routes.login, { next: location.pathname + location.search }))
}
