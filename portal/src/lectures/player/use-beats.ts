// Reports to the server that the page plays and is visible. The server counts the time.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { api } from '../../session/api.ts'

export type WatchedTime = { minutes: number; isCredited: boolean; isElsewhere: boolean }

const isWatching = (video: HTMLVideoElement): boolean =>
  !video.paused && !video.ended && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !document.hidden

/** @param isCounted false for visitors, whose time counts for no one */
export function useBeats(
  video: RefObject<HTMLVideoElement | null>,
  id: number,
  isCounted: boolean,
): WatchedTime | null {
  const [watchedTime, setWatchedTime] = useState<WatchedTime | null>(null)
  const send = useEffectEvent(async () => {
    const element = video.current
    if (!element || !isWatching(element)) return
    try {
      setWatchedTime(await api('POST /lecture/beat', { id }))
    } catch (error) {
      // the next beat counts the time since the last one that arrived
      if (!(error instanceof Failure)) throw error
    }
  })
  useEffect(() => {
    const element = video.current
    if (!isCounted || !element) return undefined
    const sendNow = () => void send()
    const timer = setInterval(sendNow, lectureLimits.beatSeconds * 1000)
    element.addEventListener('playing', sendNow)
    return () => {
      clearInterval(timer)
      element.removeEventListener('playing', sendNow)
    }
  }, [video, isCounted])
  return watchedTime
}
