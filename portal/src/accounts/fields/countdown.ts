// Countdown until another SMS may be requested (portal.md 4: Ns, then resend).
import { useEffect, useState } from 'react'

/** @returns seconds left until the moment, rounded up, never below 0 */
export const countSecondsUntil = (endsAtMs: number, nowMs: number) => Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000))

export type CountdownState = { secondsLeft: number; hasRun: boolean; startCountdown: (seconds: number) => void }

/** Reads the clock, so that a phone that slept meanwhile shows the right number. */
export function useCountdown(): CountdownState {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const [now, setNow] = useState(0)
  const secondsLeft = endsAt === null ? 0 : countSecondsUntil(endsAt, now)
  const isRunning = secondsLeft > 0
  useEffect(() => {
    const timer = isRunning ? setInterval(() => setNow(Date.now()), 250) : undefined
    return () => clearInterval(timer)
  }, [isRunning])
  const startCountdown = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  return { secondsLeft, hasRun: endsAt !== null, startCountdown }
}
