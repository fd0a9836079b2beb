// Ends the hour in which an alert is open, on the screen as on the server.
import { useEffect, useEffectEvent } from 'react'

const checkMs = 1_000

/** @param endsAt milliseconds of the local clock; a timer alone stops while the computer sleeps */
export function useAccessEnd(endsAt: number | null, onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setInterval(() => {
      if (Date.now() >= endsAt) end()
    }, checkMs)
    return () => clearInterval(timer)
  }, [endsAt])
}
