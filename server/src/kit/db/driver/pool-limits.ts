// Options of a connection pool with their defaults, and the checks for silent and old connections.
import type { DbConnection } from './connection.ts'

export type PoolOptions = {
  /** Maximum number of connections for transactions. Queries share a smaller number on a machine with few cores. */
  maxConnections: number
  /** How long a caller waits for a connection when all are in use. */
  maxWaitMs?: number
  /** Time between two attempts to reach a database that is away. */
  retryMs?: number
  /** Time for which the server may owe a reply before it is asked whether it still works on it. */
  silenceMs?: number
  /** Time limit for the answer to that question. */
  maxProbeMs?: number
  /**
   * A connection that has owed a reply for this long, without a sign that the server works on it, is closed. Must be
   * longer than `statement_timeout`.
   */
  maxReplyMs?: number
  maxLifetimeMs?: number
  /** Receives the reason when the database goes away, and null when it is back. */
  onChange?: (reason: Error | null) => void
}
export type PoolLimits = Required<PoolOptions>

export const defaultLimits = {
  maxWaitMs: Infinity,
  retryMs: 500,
  silenceMs: 1_000,
  maxProbeMs: 1_500,
  maxReplyMs: 65_000,
  maxLifetimeMs: 45 * 60_000,
  onChange: () => {},
}

export const isSilent = ({ socket }: DbConnection, { silenceMs }: PoolLimits): boolean => socket.silentMs() > silenceMs

export const isOld = ({ openedAt }: DbConnection, { maxLifetimeMs }: PoolLimits): boolean =>
  performance.now() - openedAt > maxLifetimeMs
