// Connections that several queries use at once.
import { availableParallelism } from 'node:os'
import type { DbConnection } from './connection.ts'
import { DatabaseUnavailableError, createPoolEndedError } from './failures.ts'
import type { ConnectionOpener } from './opener.ts'
import { isOld, isSilent, type PoolLimits } from './pool-limits.ts'
import type { RunningQuery } from './sql.ts'
import { createWaiters } from './waiters.ts'

/**
 * Maximum number of shared connections. With more, queries wait for each other's processes, and need a quarter more
 * CPU.
 */
const maxQueryConnections = Math.max(4, 2 * availableParallelism())

export function createSharedConnections(opener: ConnectionOpener, limits: PoolLimits) {
  const maxConnections = Math.min(limits.maxConnections, maxQueryConnections)
  const waiters = createWaiters(limits.maxWaitMs)
  const running = new WeakMap<DbConnection, number>()
  let connections: DbConnection[] = []
  let opening = 0

  const runningOn = (connection: DbConnection) => running.get(connection) ?? 0
  /** a COPY continues after its query was answered */
  const isCopying = (connection: DbConnection) => runningOn(connection) === 0 && connection.socket.isPending

  const removeConnection = (connection: DbConnection) => {
    connections = connections.filter((other) => other !== connection)
  }

  async function open(): Promise<void> {
    opening += 1
    try {
      const connection = await opener.open()
      opening -= 1
      connections.push(connection)
      connection.socket.onLoss(() => {
        removeConnection(connection)
        if (waiters.count() > 0) openAnother()
      })
      waiters.useAll(connection)
    } catch (error) {
      opening -= 1
      // another attempt may succeed
      if (opening === 0) waiters.failAll(error as Error)
    }
  }

  function openAnother(): void {
    if (connections.length + opening < maxConnections) void open()
  }

  function retireConnection(connection: DbConnection): void {
    removeConnection(connection)
    opener.retire(connection)
  }

  function retireOld(): void {
    for (const connection of connections)
      if (isOld(connection, limits) && runningOn(connection) === 0 && !connection.socket.isPending)
        retireConnection(connection)
  }

  /** Chooses the connection with the fewest queries. One that is silent or copying would delay the query. */
  function chooseConnection(): DbConnection | undefined {
    let best: DbConnection | undefined
    for (const connection of connections) {
      if (connection.socket.isLost || isSilent(connection, limits) || isCopying(connection)) continue
      if (!best || runningOn(connection) < runningOn(best)) best = connection
    }
    return best
  }

  function executeOn(connection: DbConnection, query: RunningQuery): void {
    running.set(connection, runningOn(connection) + 1)
    const finishQuery = () => {
      running.set(connection, runningOn(connection) - 1)
      if (!connection.socket.isLost) waiters.useAll(connection)
    }
    query.then(finishQuery, finishQuery)
    connection.execute(query)
  }

  function execute(query: RunningQuery): void {
    if (opener.isEnded()) return query.reject(createPoolEndedError())
    retireOld()
    const connection = chooseConnection()
    const outage = opener.outage()
    if (!connection && outage) return query.reject(new DatabaseUnavailableError(outage))
    if (!connection || runningOn(connection) > 0) openAnother()
    if (connection) executeOn(connection, query)
    else waiters.add({ use: (next) => executeOn(next, query), fail: (error) => query.reject(error) })
  }

  return {
    open,
    execute,
    retireIdle(): void {
      for (const connection of connections) if (runningOn(connection) === 0) retireConnection(connection)
    },
    failWaiters: (error: Error): void => waiters.failAll(error),
    /** True when no query runs or waits. */
    isQuiet: (): boolean => waiters.count() === 0 && connections.every((connection) => runningOn(connection) === 0),
  }
}
