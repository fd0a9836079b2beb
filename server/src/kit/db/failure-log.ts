// Log of database failures: one short line a second, however many requests fail.
import type { FastifyBaseLogger } from 'fastify'

const intervalMs = 1_000
const entries = new Map<string, { at: number; skippedCount: number }>()

type ErrorLog = Pick<FastifyBaseLogger, 'error'>

/**
 * Logs the message without a stack. The next line reports how many were omitted.
 * @param now milliseconds of a monotonic clock
 */
export function logDatabaseFailure(log: ErrorLog, error: unknown, message: string, now = performance.now()): void {
  const entry = entries.get(message) ?? { at: -Infinity, skippedCount: 0 }
  entries.set(message, entry)
  if (now - entry.at < intervalMs) {
    entry.skippedCount += 1
    return
  }
  const { code, message: reason } = error as Error & { code?: string }
  log.error({ code, reason, ...(entry.skippedCount > 0 && { skippedCount: entry.skippedCount }) }, message)
  entry.at = now
  entry.skippedCount = 0
}
