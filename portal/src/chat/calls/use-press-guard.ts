// Stops presses that were meant for the caller whom the bar showed before.
import { useEffect, useRef } from 'react'

/** A press within this time after the bar has changed its caller was meant for the former one. */
const restMs = 600

/**
 * @param channelId the call that is shown; null without one
 * @returns false for a press that was meant for another call
 */
export function usePressGuard(channelId: string | null): () => boolean {
  const shown = useRef<{ channelId: string | null; time: number | null }>({ channelId: null, time: null })
  useEffect(() => {
    const isChange = shown.current.channelId !== null && channelId !== null
    shown.current = { channelId, time: isChange ? performance.now() : null }
  }, [channelId])
  return () => shown.current.time === null || performance.now() - shown.current.time > restMs
}
