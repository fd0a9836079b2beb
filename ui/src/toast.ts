// Short messages in a live region that every page holds (Toasts.tsx). Plain DOM, so that pages without React
// use the same ones; a message that belongs to the next page waits in the session's storage.
export type ToastTone = 'good' | 'bad'

const waitingKey = 'toast'
const shownMs = 5000
/** The words of one toast; kept as data, since they cross a page change. */
type Waiting = { text: string; tone: ToastTone }

export function showToast(text: string, tone: ToastTone = 'good'): void {
  const region = document.querySelector('#toasts')
  if (!region) return
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.dataset['tone'] = tone
  toast.textContent = text
  region.append(toast)
  setTimeout(() => toast.remove(), shownMs)
}

/** Shows the message on the page that comes next. */
export function toastOnNextPage(text: string, tone: ToastTone = 'good'): void {
  sessionStorage.setItem(waitingKey, JSON.stringify({ text, tone } satisfies Waiting))
}

export function showWaitingToast(): void {
  const waiting = sessionStorage.getItem(waitingKey)
  if (!waiting) return
  sessionStorage.removeItem(waitingKey)
  const { text, tone } = JSON.parse(waiting) as Waiting
  // a live region speaks only of what enters it after the page has settled
  setTimeout(() => showToast(text, tone), 100)
}
