// Detects request bodies that arrive too slowly. A slow upload occupies one of few slots, so a few slow clients could
// block all others.
import type { IncomingMessage } from 'node:http'

export type BodySpeed = { windowMs: number; minBytesPerWindow: number }

/** 32 KB a second, which even a weak mobile connection exceeds. */
export const bodySpeed: BodySpeed = { windowMs: 15_000, minBytesPerWindow: 15 * 32 * 1024 }

/** @returns a function that ends the watch; it also ends when the body was received or was too slow */
export function watchBodySpeed(
  request: IncomingMessage,
  { windowMs, minBytesPerWindow }: BodySpeed,
  onSlow: () => void,
): () => void {
  const { socket } = request
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const isSlow = !request.complete && socket.bytesRead - before < minBytesPerWindow
    before = socket.bytesRead
    if (request.complete || isSlow) clearInterval(timer)
    if (isSlow) onSlow()
  }, windowMs)
  timer.unref()
  return () => clearInterval(timer)
}
