// Schedules the next try of a failed fetch, with growing delays.
const minRetryMs = 1_000
const maxRetryMs = 30_000

export function createRetryTimer(retry: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = minRetryMs
  return {
    /** Schedules the next try. Call `cancel` before, if one is scheduled. */
    schedule(): void {
      timer = setTimeout(retry, delayMs)
      delayMs = Math.min(delayMs * 2, maxRetryMs)
    },
    cancel(): void {
      clearTimeout(timer)
    },
    resetDelay(): void {
      delayMs = minRetryMs
    },
  }
}
