// The one script of every page, without React: carousels, floating notice, menus, sign-out, unread messages.
import { showWaitingToast } from '@xinqiao/ui/toast.ts'
import { startCarousels } from './carousel.ts'
import { startFloating } from './floating.ts'
import { startMenus } from './menus.ts'

startMenus()
startCarousels()
startFloating()
showWaitingToast()

// only users with chat have the corner, and load its script
const corner = document.querySelector<HTMLDetailsElement>('[data-chat-corner]')
if (corner) void import('../chat/corner.ts').then(({ startCorner }) => startCorner(corner))

const notices = document.querySelector<HTMLDetailsElement>('[data-notice-corner]')
if (notices) void import('../messages/corner.ts').then(({ startNotices }) => startNotices(notices))

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-leave]')) {
  button.addEventListener('click', async () => {
    button.disabled = true
    const { signOut } = await import('../accounts/leaving.ts')
    await signOut()
    button.disabled = false
  })
}
