// Remaining time. The server sends it once a second (portal.md 9); in between and without a network, the browser's
// monotonic clock continues it.
import { useEffect, useEffectEvent, useState } from 'react'
import { examLimits } from '@xinqiao/contract/exams.ts'
import { padToTwo } from '../frame/format-time.ts'
import { api } from '../session/api.ts'

/** @param onEnd called each time the server reports that no time is left, so possibly several times */
export function useRemainingTime(testId: number, first: number, isRunning: boolean, onEnd: () => void): number {
  const [seconds, setSeconds] = useState(first)
  const end = useEffectEvent(onEnd)
  const [start] = useState(first)
  useEffect(() => {
    if (!isRunning) return undefined
    let lastReading = { seconds: start, at: performance.now() }
    let isLoading = false
    const updateRemainingTime = async () => {
      setSeconds(Math.max(0, Math.ceil(lastReading.seconds - (performance.now() - lastReading.at) / 1000)))
      if (isLoading) return
      isLoading = true
      try {
        const secondsLeft = await api('GET /testManage/judgeTime', { testId })
        lastReading = { seconds: secondsLeft, at: performance.now() }
        setSeconds(secondsLeft)
        if (secondsLeft <= 0) end()
      } catch {
        // the local clock continues; the save status shows that the server cannot be reached
      } finally {
        isLoading = false
      }
    }
    const timer = setInterval(() => void updateRemainingTime(), examLimits.pollMs)
    return () => clearInterval(timer)
  }, [testId, start, isRunning])
  return seconds
}

export const formatRemainingTime = (seconds: number): string =>
  `${padToTwo(Math.floor(seconds / 3600))}:${padToTwo(Math.floor(seconds / 60) % 60)}:${padToTwo(seconds % 60)}`
