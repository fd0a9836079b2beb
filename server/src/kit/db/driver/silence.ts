// Distinguishes a slow query from a dead connection: another connection asks the server what it works on. Node cannot
// set TCP_USER_TIMEOUT, and the kernel alone would wait a quarter of an hour for a host that has disappeared.
import type { DbConnection } from './connection.ts'
import { DatabaseUnavailableError, isUnreachable } from './failures.ts'
import type { ConnectionOpener } from './opener.ts'
import { isSilent, type PoolLimits } from './pool-limits.ts'

/** While the server works on a query, it is asked again after this time. */
const askAgainMs = 5_000
const askedAt = new WeakMap<DbConnection, number>()
/** Time at which the server last reported that it works on this connection's query. */
const confirmedAt = new WeakMap<DbConnection, number>()

/** Milliseconds without a sign that the server still works on a reply. */
const unconfirmedMsOf = (connection: DbConnection): number =>
  Math.min(connection.socket.silentMs(), performance.now() - (confirmedAt.get(connection) ?? -Infinity))

const wasAsked = (connection: DbConnection) => performance.now() - (askedAt.get(connection) ?? -Infinity) < askAgainMs

/** Sessions that work on a query. All others are ended, because they may hold locks that would never be released. */
async function selectActiveSessions(probe: DbConnection, silent: readonly DbConnection[]): Promise<Set<string>> {
  const sessions = silent.map(({ session }) => session)
  const rows = await probe.sql<{ session: string; isActive: boolean }[]>`
    select pid || ' ' || backend_start::text as session, state = 'active' as "isActive"
    from pg_stat_activity where pid || ' ' || backend_start::text = any(${sessions}::text[])`
  return new Set(rows.filter(({ isActive }) => isActive).map(({ session }) => session))
}

/**
 * Ends silent connections for which the server does not work.
 * @param all connections of the pool; when the server cannot be reached, all are ended
 * @returns the reason when the server is away
 */
async function endSilentConnections(
  silent: readonly DbConnection[],
  all: readonly DbConnection[],
  openProbe: () => Promise<DbConnection>,
  maxProbeMs: number,
): Promise<Error | null> {
  const suspects = silent.filter((connection) => !wasAsked(connection))
  if (suspects.length === 0) return null
  const askedSince = performance.now()
  const isStillSilent = ({ socket }: DbConnection) => !socket.isLost && socket.lastReceivedAt < askedSince
  let probe: DbConnection | undefined
  let timer: NodeJS.Timeout | undefined
  try {
    probe = await openProbe()
    const { socket: probeSocket } = probe
    timer = setTimeout(() => probeSocket.fail(new DatabaseUnavailableError()), maxProbeMs)
    const active = await selectActiveSessions(probe, suspects)
    const dead = suspects.filter((connection) => isStillSilent(connection) && !active.has(connection.session))
    for (const connection of suspects) {
      askedAt.set(connection, performance.now())
      if (active.has(connection.session)) confirmedAt.set(connection, performance.now())
    }
    for (const { socket } of dead)
      socket.fail(new DatabaseUnavailableError(new Error('the connection has gone silent')))
    if (dead.length === 0) return null
    const sessions = dead.map(({ session }) => session)
    await probe.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid || ' ' || backend_start::text = any(${sessions}::text[])`
    // the others may be dead, too; without a reply they are ended
    for (const connection of all) if (!connection.socket.isLost) pingConnection(connection)
    return null
  } catch (error) {
    const hasHeard = all.some(({ socket }) => socket.lastReceivedAt > askedSince)
    if (!isUnreachable(error) || hasHeard) return null
    for (const { socket } of all) socket.fail(new DatabaseUnavailableError(error))
    return error as Error
  } finally {
    clearTimeout(timer)
    await probe?.close()
  }
}

function pingConnection({ sql, socket }: DbConnection): void {
  // the silence of a connection in use shows anyway, and its query must not be disturbed
  if (!socket.isPending) sql`select 1`.catch(() => {})
}

/**
 * Checks the connections of a pool regularly.
 * @returns a function that stops the checks
 */
export function watchSilence(
  opener: ConnectionOpener,
  openProbe: () => Promise<DbConnection>,
  limits: PoolLimits,
): () => void {
  let isChecking = false
  async function checkConnections(): Promise<void> {
    for (const connection of opener.live())
      if (unconfirmedMsOf(connection) > limits.maxReplyMs) connection.socket.fail(new DatabaseUnavailableError())
    const connections = opener.live()
    const silent = connections.filter((connection) => isSilent(connection, limits))
    if (isChecking || silent.length === 0) return
    isChecking = true
    try {
      const reason = await endSilentConnections(silent, connections, openProbe, limits.maxProbeMs)
      if (reason) opener.setOutage(reason)
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void checkConnections(), limits.silenceMs / 4).unref()
  return () => clearInterval(timer)
}
