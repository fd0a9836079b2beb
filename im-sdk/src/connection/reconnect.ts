// Reconnects a lost connection after a delay, or at once when the network is back.
import { computeBackoffMs } from './backoff.ts'
import type { ConnectionEvents, ConnectionOptions, LoginStatus } from './options.ts'

/** Source of the event that the network is back, which only browsers report. */
const network = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>

/** Maximum wait for the page's callback, which may never get a new token. Then the old token is tried. */
const maxPreparationMs = 30_000

type ReconnectDependencies = {
  status: () => LoginStatus
  connect: () => void
  /** Checks that the open connection still works. */
  checkConnection: () => void
  onWillReconnect: ConnectionEvents['onWillReconnect']
}

export function createReconnect(
  options: ConnectionOptions,
  { status, connect, checkConnection, onWillReconnect }: ReconnectDependencies,
) {
  const {
    needReconnect = true,
    reconnectionAttempts = Infinity,
    quickReconnect = true,
    delayOf = computeBackoffMs,
  } = options
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Calls of the page's callback that have not resolved, for instance because it fetches a new token. */
  let preparations = 0
  let skipsDelay = false

  /** The network or the machine is available again: skip the reconnect delay, and check an open connection. */
  function retryNow(): void {
    if (status() === 1) checkConnection()
    if (status() !== 3) return
    if (preparations > 0) skipsDelay = true
    else connect()
  }

  return {
    wake: retryNow,
    /** Number of tries since the last login. */
    retries: (): number => retries,
    resetRetries(): void {
      retries = 0
    },
    isAllowed: (): boolean => needReconnect && retries < reconnectionAttempts,
    /** Called while the status is 3. A change of status before the delay begins cancels the reconnect. */
    async schedule(reason: string, delayMs?: number): Promise<void> {
      const duration = delayMs ?? delayOf(retries)
      retries += 1
      options.log?.('warn', `lost (${reason}), reconnects in ${duration} ms, retry ${retries}`)
      preparations += 1
      let limit: ReturnType<typeof setTimeout> | undefined
      try {
        const preparation = onWillReconnect({ retryCount: retries, duration })
        await Promise.race([preparation, new Promise((resolve) => (limit = setTimeout(resolve, maxPreparationMs)))])
      } catch (error) {
        // The page's callback failed. The old token may still be valid.
        setTimeout(() => {
          throw error
        })
      }
      clearTimeout(limit)
      preparations -= 1
      // after a later loss, the page prepares again, and the end of that preparation reconnects
      if (status() !== 3 || preparations > 0) return
      if (skipsDelay) connect()
      else timer = setTimeout(connect, duration)
      skipsDelay = false
    },
    cancel: (): void => clearTimeout(timer),
    watchNetwork(): void {
      if (quickReconnect) network.addEventListener?.('online', retryNow)
    },
    unwatchNetwork(): void {
      network.removeEventListener?.('online', retryNow)
    },
  }
}
