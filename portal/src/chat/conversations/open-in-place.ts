// The click on a link to a conversation. The link also works before the scripts run.
import type { MouseEvent } from 'react'

/**
 * Opens a conversation without a new page, unless the click asks for a tab or window of its own.
 * @param onOpen is given true when the reader pressed Enter, which browsers report as a click without a mouse button
 */
export const openInPlace = (to: string, onOpen: (to: string, isByKeyboard: boolean) => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  onOpen(to, event.detail === 0)
}
