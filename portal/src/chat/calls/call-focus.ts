// Focus during calls: rings and stages take it for the keyboard, but never from a person who is typing.

type FocusedElement = Pick<Element, 'tagName'> | null

/** True where a move of the focus loses nothing: no element has it, or a link. */
export const isFocusFree = (focused: FocusedElement): boolean =>
  focused === null || /^(?:body|a)$/i.test(focused.tagName)

/** True if the focused element is a field, in which the person may be typing or choosing. */
export const isInField = (focused: FocusedElement): boolean =>
  focused !== null && /^(?:input|textarea|select)$/i.test(focused.tagName)

/** Focuses an element that replaces the focused one. */
export function focusIfFree(element: HTMLElement | null): void {
  if (element && isFocusFree(document.activeElement)) element.focus()
}

/** Focuses the heading of an event that the person must learn. */
export function focusUnlessTyping(element: HTMLElement | null): void {
  if (element && !isInField(document.activeElement)) element.focus()
}

/**
 * Puts a link to the bar of a ring after the skip link of the page, for a person who types.
 * @returns removes the link
 */
export function offerRingLink(bar: HTMLElement): () => void {
  const skipLink = document.querySelector<HTMLAnchorElement>('a[href="#main"]')
  const isFirst = skipLink && bar.compareDocumentPosition(skipLink) & Node.DOCUMENT_POSITION_FOLLOWING
  if (!skipLink || isFirst) return () => {}
  const link = document.createElement('a')
  link.href = '#ring'
  link.className = skipLink.className
  link.textContent = '跳到来电'
  link.addEventListener('click', (event) => {
    event.preventDefault()
    bar.focus()
  })
  skipLink.after(link)
  return () => link.remove()
}
