// The lecture of a page, read again when its phase changes or the room reports a change.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Lecture } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { api } from '../session/api.ts'
import { createDelayed } from './room/use-live-lists.ts'

const minuteMs = 60_000
/** The job that opens and closes rooms needs some seconds. */
const jobMs = 12_000
const maxTimerMs = 3_600_000

export const toMs = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** Milliseconds until the phase or the room changes next; null after the last change. */
export function findNextChangeMs({ startTime, endTime, now, phase }: Lecture): number | null {
  if (phase === 'cancelled') return null
  const [begin, end, current] = [toMs(startTime), toMs(endTime), toMs(now)]
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
  const refresh = useCallback(
    () =>
      void api('GET /lecture/getById', { id }).then(setLecture, (error: unknown) => {
        // the next change reads it again
        if (!(error instanceof Failure)) throw error
      }),
    [id],
  )
  const later = useMemo(() => createDelayed(refresh), [refresh])
  useEffect(() => later.cancel, [later])
  useEffect(() => {
    const nextMs = findNextChangeMs(lecture)
    if (nextMs === null) return undefined
    const timer = setTimeout(later.run, nextMs)
    return () => clearTimeout(timer)
  }, [lecture, later])
  return { lecture, refresh, refreshLater: later.run }
}
