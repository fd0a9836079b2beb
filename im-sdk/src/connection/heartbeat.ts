// Heartbeats of a connection.
import type { RequestSender } from './requests.ts'

const minIntervalMs = 5_000
/** Timers of browsers overflow above this, and run without a pause. */
const maxIntervalMs = 2 ** 31 - 1
const sendHeartbeat = (requests: RequestSender) => requests.request('link.heartbeat', {})

/** Reports the connection as lost unless one heartbeat succeeds. */
export const probeConnection = (requests: RequestSender, onLost: (reason: string) => void): Promise<unknown> =>
  sendHeartbeat(requests).catch(() => onLost('心跳超时'))

/**
 * Sends heartbeats. After the first failure it tries again, after the second the connection is lost (messaging.md 4).
 * @returns a function that stops the heartbeats
 */
export function startHeartbeat(
  requests: RequestSender,
  intervalMs: number,
  onLost: (reason: string) => void,
): () => void {
  const checkHeartbeat = () => void sendHeartbeat(requests).catch(() => void probeConnection(requests, onLost))
  // a page may pass anything, and NaN would mean no pause at all
  const timer = setInterval(
    checkHeartbeat,
    intervalMs >= minIntervalMs ? Math.min(intervalMs, maxIntervalMs) : minIntervalMs,
  )
  return () => clearInterval(timer)
}
