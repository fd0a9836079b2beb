// Plays a stream in a video element: HLS by the browser where it has no Media Source, otherwise by hls.js, and files as
// they are. A stream that is not there yet is tried again every few seconds.
import { type RefObject, useCallback, useEffect, useState } from 'react'
import type HlsPlayer from 'hls.js'

/** `waiting`: the stream gives nothing now, and is tried again. `unplayable`: a file failed several times. */
export type StreamState = 'starting' | 'ready' | 'waiting' | 'unplayable'

const retryMs = 5_000
/** Number of tries of a file, and pause between them. A file that the browser cannot play once rarely plays later. */
const [fileTries, fileRetryMs] = [3, 30_000]
/** A video that plays and does not get on for this time has stalled. */
const [stalledMs, lookMs] = [20_000, 2_000]
const isPlaylist = (url: string): boolean => !/\.mp4$|^\/files\//i.test(new URL(url, location.origin).pathname)

/**
 * Starts one try.
 * @returns a function that ends it
 */
function startNative(video: HTMLVideoElement, url: string, listener: (isReady: boolean) => void): () => void {
  const onReady = () => listener(true)
  const onError = () => listener(false)
  video.addEventListener('loadeddata', onReady)
  video.addEventListener('error', onError)
  video.src = url
  return () => {
    video.removeEventListener('loadeddata', onReady)
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
    const hls = new Hls({
      manifestLoadPolicy: { default: { ...manifestLimits, timeoutRetry: null, errorRetry: null } },
    })
    player = hls
    // a try without a playlist leaves the video alone: its address would be withdrawn while the browser opens it
    hls.on(Hls.Events.MANIFEST_PARSED, () => hls.attachMedia(video))
    // a playlist alone shows nothing yet
    hls.on(Hls.Events.FRAG_BUFFERED, () => listener(true))
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && listener(false))
    hls.loadSource(url)
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
type PlaybackPosition = { seconds: number; isPlaying: boolean }

const readProgress = (video: HTMLVideoElement, before: PlaybackPosition): PlaybackPosition =>
  video.currentTime > 0 || video.readyState > 0 ? { seconds: video.currentTime, isPlaying: !video.paused } : before

/** Calls the listener when the video should play and does not get on. Returns a function that ends the watch. */
function watchStalls(video: HTMLVideoElement, listener: () => void): () => void {
  let [seconds, since] = [video.currentTime, performance.now()]
  const timer = setInterval(() => {
    const isQuiet = video.paused || video.ended || video.readyState === 0
    if (isQuiet || video.currentTime !== seconds) [seconds, since] = [video.currentTime, performance.now()]
    else if (performance.now() - since > stalledMs) {
      since = performance.now()
      listener()
    }
  }, lookMs)
  return () => clearInterval(timer)
}

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
    let progress: PlaybackPosition = { seconds: 0, isPlaying: false }
    const isFile = !isPlaylist(url)
    const isNative = isFile || typeof MediaSource === 'undefined'
    let failures = 0
    const fail = () => {
      failures += 1
      const isHopeless = isFile && failures >= fileTries
      setState(isHopeless ? 'unplayable' : 'waiting')
      progress = readProgress(element, progress)
      end()
      clearTimeout(timer)
      timer = setTimeout(start, isHopeless ? fileRetryMs : retryMs)
    }
    const start = () => {
      end = (isNative ? startNative : startHls)(element, url, (isReady) => {
        if (!isReady) return fail()
        failures = 0
        setState('ready')
      })
    }
    const endWatch = watchStalls(element, fail)
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
      endWatch()
      end()
    }
  }, [video, url, isLive, play])
  return { state, isBlocked, play }
}
