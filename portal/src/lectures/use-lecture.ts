// The lecture of a page, read again when its phase changes or the room reports a change.
import { useEffect, useMemo, useState } from 'react'
import type { Lecture } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { hourMs, minuteMs } from '@xinqiao/contract/time.ts'
import { api } from '../session/api.ts'
import { createRetryingReader } from './live-read.ts'

/** The lecture is read again this long after its room opens or closes: the job that does it needs some seconds. */
const jobMs = 12_000
const maxTimerMs = hourMs

export const parseServerTimeMs = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** Milliseconds until the phase or the room changes next; null after the last change. */
export function findNextChangeMs({
  startTime,
  endTime,
  now,
  phase,
}: Pick<Lecture, 'startTime' | 'endTime' | 'now' | 'phase'>): number | null {
  if (phase === 'cancelled') return null
  const [begin, end, current] = [parseServerTimeMs(startTime), parseServerTimeMs(endTime), parseServerTimeMs(now)]
  const changes = [
    begin - lectureLimits.openMinutesBefore * minuteMs + jobMs,
    begin,
    end,
    end + lectureLimits.openMinutesAfter * minuteMs + jobMs,
  ]
  const next = changes.find((at) => at > current)
  return next === undefined ? null : Math.min(maxTimerMs, next - current)
}

export function useLecture(initial: Lecture) {
  const [lecture, setLecture] = useState(initial)
  const { id } = initial
  const liveRead = useMemo(() => createRetryingReader(() => api('GET /lecture/getById', { id }), setLecture), [id])
  useEffect(() => liveRead.cancel, [liveRead])
  useEffect(() => {
    const nextMs = findNextChangeMs(lecture)
    if (nextMs === null) return undefined
    const timer = setTimeout(liveRead.later, nextMs)
    return () => clearTimeout(timer)
  }, [lecture, liveRead])
  return { lecture, refresh: liveRead.now, refreshLater: liveRead.later }
}
