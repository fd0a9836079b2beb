// Short messages in a live region of every page (Toasts.tsx). Plain DOM, so that pages with and without React share it.
// A message for the next page waits in session storage.
export type ToastTone = 'good' | 'bad'

const waitingKey = 'toast'
const toastDurationMs = 5000
/** One toast as plain data, because it survives a page change. */
type WaitingToast = { text: string; tone: ToastTone }

/** A modal dialog covers the page, but not a popover that is shown after it. Older browsers have none. */
function raiseAboveDialog(region: HTMLElement): void {
  if (!document.querySelector('dialog[open]') || !('showPopover' in region)) return
  region.popover = 'manual'
  region.hidePopover()
  region.showPopover()
}

export function showToast(text: string, tone: ToastTone = 'good'): void {
  const region = document.querySelector<HTMLElement>('#toasts')
  if (!region) return
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.dataset['tone'] = tone
  toast.textContent = text
  region.append(toast)
  raiseAboveDialog(region)
  setTimeout(() => {
    toast.remove()
    if (region.childElementCount === 0) region.removeAttribute('popover')
  }, toastDurationMs)
}

/** Shows the message on the next page. */
export function toastOnNextPage(text: string, tone: ToastTone = 'good'): void {
  sessionStorage.setItem(waitingKey, JSON.stringify({ text, tone } satisfies WaitingToast))
}

export function showWaitingToast(): void {
  const waiting = sessionStorage.getItem(waitingKey)
  if (!waiting) return
  sessionStorage.removeItem(waitingKey)
  const { text, tone } = JSON.parse(waiting) as WaitingToast
  // screen readers announce only text added after the page has loaded
  setTimeout(() => showToast(text, tone), 100)
}
