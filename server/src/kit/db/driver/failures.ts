// Errors of the database, grouped by what the caller can do.
import postgres from 'postgres'

/** The database cannot be reached at the moment. `cause` is the error of the last attempt to connect. */
export class DatabaseUnavailableError extends Error {
  readonly code = 'DATABASE_AWAY'
  constructor(cause?: unknown) {
    super(`database away: ${cause instanceof Error ? cause.message : 'lost'}`, { cause })
  }
}

/** All connections stayed in use for as long as a request may wait. */
export class PoolExhaustedError extends Error {
  readonly code = 'POOL_EXHAUSTED'
}

/** Error of a query after the end of the pool, with the driver's code. */
export const createPoolEndedError = (): Error =>
  Object.assign(new Error('the pool has ended'), { code: 'CONNECTION_ENDED' })

/** Error codes of network, driver and PostgreSQL while the database is down, starting or stopping. */
const unreachable = new Set<unknown>([
  'DATABASE_AWAY',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // codes of the Unix socket
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
])

/** lock_not_available and query_canceled: another transaction held the rows, or the query took too long. */
const overloaded = new Set<unknown>(['55P03', '57014', '53300', 'POOL_EXHAUSTED'])

/** read_only_sql_transaction, disk_full: reads still work. */
const unwritable = new Set<unknown>(['25006', '53100'])

const errorCodeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** True when another transaction held a lock for longer than the connection's lock timeout. */
export const isLockTimeout = (error: unknown): boolean => errorCodeOf(error) === '55P03'

/** True when the database stopped waiting; the same request may succeed a moment later. */
export const isOverloaded = (error: unknown): boolean => overloaded.has(errorCodeOf(error))

/** True when the query failed because the database is unreachable. */
export const isUnreachable = (error: unknown): boolean => unreachable.has(errorCodeOf(error))

/** True when the database accepts reads but no writes: a standby, or a full disk. */
export const isUnwritable = (error: unknown): boolean => unwritable.has(errorCodeOf(error))

/** True when a statement violated this unique constraint. */
export const isConflict = (error: unknown, constraint: string): boolean =>
  error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name === constraint
