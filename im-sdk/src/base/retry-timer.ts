// Schedules the next try of a failed fetch, with growing delays.
const minRetryMs = 1_000
const maxRetryMs = 30_000

export function createRetryTimer(retry: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = minRetryMs
  return {
    /** Schedules the next try, instead of one that is scheduled already. */
    schedule(): void {
      clearTimeout(timer)
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
export type RetryTimer = ReturnType<typeof createRetryTimer>
