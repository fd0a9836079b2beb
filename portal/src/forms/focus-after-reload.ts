// Focus after an action that reloads the page, because the pressed button is gone with its entry.
const waitingKey = 'focus'

/** @param id of an element that the reloaded page has */
export const focusOnNextPage = (id: string): void => sessionStorage.setItem(waitingKey, id)

/** Moves the focus to the element that the previous page has named, for keyboards and screen readers. */
export function restoreFocus(): void {
  const id = sessionStorage.getItem(waitingKey)
  sessionStorage.removeItem(waitingKey)
  const element = id === null ? null : document.getElementById(id)
  if (!element) return
  element.tabIndex = -1
  element.focus()
}
