// Moves the focus into a conversation that was opened by keyboard, so that the reader need not pass the list again.
import { useEffect, useRef } from 'react'

/** How the reader opened the conversation. Each opening is a new object. */
export type Opening = { isByKeyboard: boolean }

/** Touch screens would show a keyboard that covers the messages. */
const hasOwnKeyboard = (): boolean => matchMedia('(pointer: fine)').matches

/**
 * Returns the ref of the conversation. The focus moves to its input, or to its heading if the reader cannot write.
 * @param isReady false while it is unknown if the reader may write
 * @param canWrite may end later, when the client learns that the reader is muted
 */
export function useFocusAfterOpening(opening: Opening | null, isReady: boolean, canWrite: boolean) {
  const panel = useRef<HTMLElement>(null)
  const handledOpening = useRef<Opening | null>(null)
  useEffect(() => {
    if (!isReady || !opening?.isByKeyboard) return
    const isHandled = handledOpening.current === opening
    handledOpening.current = opening
    // an input that disappears loses the focus to the body
    if (isHandled && document.activeElement !== document.body) return
    const input =
      canWrite && hasOwnKeyboard() ? panel.current?.querySelector<HTMLElement>('.chat-composer textarea') : null
    const target = input ?? panel.current?.querySelector<HTMLElement>('h2')
    target?.focus({ preventScroll: true })
  }, [opening, isReady, canWrite])
  return panel
}
