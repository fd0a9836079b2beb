// Plays a stream in a video element: HLS by the browser where it has no Media Source, otherwise by hls.js, and files as
// they are. A stream that is not there yet is tried again every few seconds.
import { type RefObject, useCallback, useEffect, useState } from 'react'
import type HlsPlayer from 'hls.js'

/** `waiting`: the stream gives nothing now, and is tried again. */
export type StreamState = 'starting' | 'ready' | 'waiting'

const retryMs = 5_000
const isPlaylist = (url: string): boolean => !/\.mp4$|^\/files\//.test(new URL(url, location.origin).pathname)

/**
 * Starts one try.
 * @returns a function that ends it
 */
function startNative(video: HTMLVideoElement, url: string, listener: (isReady: boolean) => void): () => void {
  const onReady = () => listener(true)
  const onError = () => listener(false)
  video.addEventListener('loadedmetadata', onReady)
  video.addEventListener('error', onError)
  video.src = url
  return () => {
    video.removeEventListener('loadedmetadata', onReady)
    video.removeEventListener('error', onError)
    video.removeAttribute('src')
    video.load()
  }
}

function startHls(video: HTMLVideoElement, url: string, listener: (isReady: boolean) => void): () => void {
  let player: HlsPlayer | null = null
  let isEnded = false
  const start = async () => {
    const { default: Hls } = await import('hls.js/light')
    if (isEnded) return
    player = new Hls({ manifestLoadPolicy: { default: { ...manifestLimits, timeoutRetry: null, errorRetry: null } } })
    player.on(Hls.Events.MANIFEST_PARSED, () => listener(true))
    player.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && listener(false))
    player.loadSource(url)
    player.attachMedia(video)
  }
  // the page is offline, and the chunk could not be loaded
  start().catch(() => listener(false))
  return () => {
    isEnded = true
    player?.destroy()
  }
}
const manifestLimits = { maxTimeToFirstByteMs: 8_000, maxLoadTimeMs: 10_000 }

/** Position and playing state of a video, so that the next try continues where the last one ended. */
type Progress = { seconds: number; isPlaying: boolean }

const readProgress = (video: HTMLVideoElement, before: Progress): Progress =>
  video.currentTime > 0 || video.readyState > 0 ? { seconds: video.currentTime, isPlaying: !video.paused } : before

/** @param isLive true for a stream that continues at its newest picture, and not where it was left */
export function useStream(
  video: RefObject<HTMLVideoElement | null>,
  url: string,
  isLive: boolean,
): { state: StreamState; isBlocked: boolean; play: () => void } {
  const [state, setState] = useState<StreamState>('starting')
  const [isBlocked, setBlocked] = useState(false)
  const play = useCallback(() => {
    // the browser may refuse to play without a click of the viewer
    video.current?.play().then(
      () => setBlocked(false),
      (error: unknown) => setBlocked((error as DOMException).name === 'NotAllowedError'),
    )
  }, [video])
  useEffect(() => {
    const element = video.current
    if (!element || url === '') return undefined
    let end = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    let progress: Progress = { seconds: 0, isPlaying: false }
    const isNative = !isPlaylist(url) || typeof MediaSource === 'undefined'
    const start = () => {
      end = (isNative ? startNative : startHls)(element, url, (isReady) => {
        setState(isReady ? 'ready' : 'waiting')
        if (isReady) return
        progress = readProgress(element, progress)
        end()
        clearTimeout(timer)
        timer = setTimeout(start, retryMs)
      })
    }
    const continueProgress = () => {
      if (!isLive && progress.seconds > 0) element.currentTime = progress.seconds
      if (progress.isPlaying) play()
      progress = { seconds: 0, isPlaying: false }
    }
    const handlePlaying = () => setBlocked(false)
    element.addEventListener('loadedmetadata', continueProgress)
    element.addEventListener('playing', handlePlaying)
    start()
    return () => {
      element.removeEventListener('loadedmetadata', continueProgress)
      element.removeEventListener('playing', handlePlaying)
      clearTimeout(timer)
      end()
    }
  }, [video, url, isLive, play])
  return { state, isBlocked, play }
}
