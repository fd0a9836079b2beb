// The one script of every page, without React: carousels, floating notice, menus, sign-out, unread messages.
import { showWaitingToast } from '@xinqiao/ui/toast.ts'
import { startCarousels } from './carousel.ts'
import { startFloating } from './floating-ad.ts'
import { startMenus } from './menus.ts'

startMenus()
startCarousels()
startFloating()
showWaitingToast()

// only users with chat have the menu of latest chats, and load its script
const latestChats = document.querySelector<HTMLDetailsElement>('[data-latest-chats]')
if (latestChats) void import('../chat/latest-chats.ts').then(({ startLatestChats }) => startLatestChats(latestChats))

const noticeBell = document.querySelector<HTMLDetailsElement>('[data-notice-bell]')
if (noticeBell) void import('../messages/notice-bell.ts').then(({ startNoticeBell }) => startNoticeBell(noticeBell))

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-leave]')) {
  button.addEventListener('click', async () => {
    button.disabled = true
    const { signOut } = await import('../session/sign-out.ts')
    await signOut()
    button.disabled = false
  })
}
