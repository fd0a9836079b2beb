// The displayed time: during rendering that of the server, then that of the browser, updated once a minute.
import { useSyncExternalStore } from 'react'

let now = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const notify of listeners) notify()
  }, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function readNow(): number {
  if (now === 0 || !timer) now = Math.floor(Date.now() / 1000) * 1000
  return now
}

/** @param renderedAt the server's time when it rendered the page */
export const useNow = (renderedAt = 0): number => useSyncExternalStore(subscribe, readNow, () => renderedAt)
