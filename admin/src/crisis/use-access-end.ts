// Hides the data of an alert when its hour of access ends, as the server does.
import { useEffect, useEffectEvent } from 'react'

const checkMs = 1_000

/**
 * @param endsAt milliseconds of the local clock; it is compared with the time, because timers stop while the computer
 * sleeps
 */
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
