// Clicks on links that lead away from the page of a call.

/** The other side is notified before the page goes, within this time. */
const maxNoticeMs = 500

/** The link that was clicked. */
export const findLink = ({ target }: MouseEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null

/** True for a click by which another page of the site replaces this one. */
export function replacesPage(
  link: HTMLAnchorElement,
  { button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent,
): boolean {
  const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
  const isHere = link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  const opensBeside = (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')
  return isPlain && link.origin === location.origin && !isHere && !opensBeside
}

/** Notifies the other side, and follows the link then. */
export async function leaveThrough(link: HTMLAnchorElement, notify: () => Promise<void>): Promise<void> {
  await Promise.race([notify(), new Promise((resolve) => setTimeout(resolve, maxNoticeMs))])
  if (link.isConnected) link.click()
  else location.assign(link.href)
}
