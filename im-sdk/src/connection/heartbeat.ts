// Heartbeats of a connection.
import type { RequestSender } from './requests.ts'

const minIntervalMs = 5_000
const sendHeartbeat = (requests: RequestSender) => requests.request('link.heartbeat', {})

/** Reports the connection as lost unless one heartbeat succeeds. */
export function probeConnection(requests: RequestSender, onLost: (reason: string) => void): void {
  sendHeartbeat(requests).catch(() => onLost('心跳超时'))
}

/**
 * Sends heartbeats. After the first failure it tries again, after the second the connection is lost (messaging.md 4).
 * @returns a function that stops the heartbeats
 */
export function startHeartbeat(
  requests: RequestSender,
  intervalMs: number,
  onLost: (reason: string) => void,
): () => void {
  const checkHeartbeat = () => void sendHeartbeat(requests).catch(() => probeConnection(requests, onLost))
  // a page may pass anything, and NaN would mean no pause at all
  const timer = setInterval(checkHeartbeat, intervalMs >= minIntervalMs ? intervalMs : minIntervalMs)
  return () => clearInterval(timer)
}
