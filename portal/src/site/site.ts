// The one script of every page, without React: carousels, the floating notice, menus, leaving, waiting messages.
import { showWaitingToast } from '@xinqiao/ui/toast.ts'
import { startCarousels } from './carousel.ts'
import { startFloating } from './floating.ts'
import { startMenus } from './menus.ts'

startMenus()
startCarousels()
startFloating()
showWaitingToast()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-leave]')) {
  button.addEventListener('click', async () => {
    button.disabled = true
    const { leave } = await import('../accounts/leaving.ts')
    await leave()
    button.disabled = false
  })
}
