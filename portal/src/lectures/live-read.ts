// Reads of a page that follow changes of a lecture: delayed, shared by several changes, and repeated after a failure.
import { Failure } from '@xinqiao/contract/errors.ts'

/** Pages read after a random time up to this one, so that thousands of them do not read at once. */
const spreadMs = 1_500
const firstRetryMs = 5_000
const maxRetryMs = 60_000
const tooManyRequests = 429

export type RetryingReadSchedule = { now: () => void; later: () => void; cancel: () => void }

/** False for a refusal, which a second try would meet again. */
const isTransient = ({ status }: Failure): boolean => status < 400 || status === tooManyRequests || status >= 500

/**
 * @param read throws Failure; one that may pass is tried again after 5 seconds, then after growing delays of at most
 * a minute
 * @param delays milliseconds, for tests and for changes that all pages know at once
 */
export function createRetryingReader<T>(
  read: () => Promise<T>,
  onData: (data: T) => void,
  delays: { spreadMs?: number; retryMs?: number } = {},
): RetryingReadSchedule {
  const { spreadMs: spread, retryMs: firstDelay } = { spreadMs, retryMs: firstRetryMs, ...delays }
  let [generation, failures] = [0, 0]
  let laterTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(laterTimer)
    clearTimeout(retryTimer)
    laterTimer = undefined
    generation += 1
  }
  const run = async (): Promise<void> => {
    cancel()
    const current = generation
    try {
      const data = await read()
      // a later read is newer
      if (current !== generation) return
      failures = 0
      onData(data)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (current !== generation || !isTransient(error)) return
      const delayMs = Math.min(maxRetryMs, firstDelay * 2 ** failures)
      failures += 1
      retryTimer = setTimeout(now, delayMs + Math.random() * Math.min(delayMs, spread))
    }
  }
  const now = () => void run()
  const later = () => {
    laterTimer ??= setTimeout(now, Math.random() * spread)
  }
  return { now, later, cancel }
}
