// Makes the message log one tab stop (roving tabindex of the WAI-ARIA practices). Arrow keys move between the messages.
// Enter or ArrowRight reaches the actions of a message, and Escape returns to it.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const controls = 'a[href], button, summary'

const listLines = (log: HTMLElement) => [...log.querySelectorAll<HTMLElement>('.chat-line')]
/** Messages, and before them the button that loads older ones. */
const listItems = (log: HTMLElement) => [...log.querySelectorAll<HTMLElement>('.chat-start button, .chat-line')]
/** The visible actions of a message; narrow screens hide some. */
const listActions = (line: HTMLElement) =>
  [...line.querySelectorAll<HTMLElement>(controls)].filter(
    (action) => action.getClientRects().length > 0 && !action.matches(':disabled'),
  )

/** The element to which a key moves the focus; null if the key has no effect here. */
function findNext(log: HTMLElement, target: HTMLElement, key: string): HTMLElement | null {
  const items = listItems(log)
  const line = target.closest<HTMLElement>('.chat-line')
  const item = line ?? items.find((candidate) => candidate === target)
  if (!item) return null
  const actions = line ? listActions(line) : []
  const action = actions.indexOf(target)
  switch (key) {
    case 'ArrowUp':
      return items[items.indexOf(item) - 1] ?? null
    case 'ArrowDown':
      return items[items.indexOf(item) + 1] ?? null
    case 'Home':
      return items[0] ?? null
    case 'End':
      return items.at(-1) ?? null
    case 'Enter':
      return target === line ? (actions[0] ?? null) : null
    case 'ArrowRight':
      return actions[action + 1] ?? null
    case 'ArrowLeft':
      return action < 0 ? null : (actions[action - 1] ?? line)
    case 'Escape':
      return target === line ? null : line
    default:
      return null
  }
}

/** @param current the message with the focus; the newest one is the tab stop without it */
function setTabStops(log: HTMLElement, current: Element | null): void {
  const lines = listLines(log)
  const stop = lines.find((line) => line === current) ?? lines.at(-1)
  for (const control of log.querySelectorAll<HTMLElement>(controls)) control.tabIndex = -1
  for (const line of lines) line.tabIndex = line === stop ? 0 : -1
  log.tabIndex = stop ? -1 : 0
}

export function useLogKeys(logRef: RefObject<HTMLElement | null>): void {
  /** The message that had the focus; null while the focus is elsewhere, so that Tab enters at the newest one. */
  const current = useRef<Element | null>(null)
  // every render, because messages and their actions come and go
  useLayoutEffect(() => {
    if (logRef.current) setTabStops(logRef.current, current.current)
  })
  useEffect(() => {
    const log = logRef.current
    if (!log) return undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      current.current = target instanceof Element ? target.closest('.chat-line') : null
      setTabStops(log, current.current)
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && log.contains(relatedTarget)) return
      current.current = null
      setTabStops(log, current.current)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = event.target instanceof HTMLElement ? findNext(log, event.target, event.key) : null
      if (!next) return
      event.preventDefault()
      // Escape would also close the chat box
      event.stopPropagation()
      next.focus()
    }
    log.addEventListener('focusin', onFocusIn)
    log.addEventListener('focusout', onFocusOut)
    log.addEventListener('keydown', onKeyDown)
    return () => {
      log.removeEventListener('focusin', onFocusIn)
      log.removeEventListener('focusout', onFocusOut)
      log.removeEventListener('keydown', onKeyDown)
    }
  }, [logRef])
}
