// The part of the pool that lends a connection to one transaction or reservation.
import type { DbConnection } from './connection.ts'
import { DatabaseUnavailableError, createPoolEndedError } from './failures.ts'
import type { ConnectionOpener } from './opener.ts'
import { isOld, isSilent, type PoolLimits } from './pool-limits.ts'
import { createWaiters } from './waiters.ts'

export function createTransactionConnections(opener: ConnectionOpener, limits: PoolLimits) {
  const waiters = createWaiters(limits.maxWaitMs)
  let idle: DbConnection[] = []
  /** Open and opening connections, idle ones included. */
  let count = 0

  async function open(): Promise<DbConnection> {
    count += 1
    try {
      const connection = await opener.open()
      connection.socket.onLoss(() => {
        count -= 1
        idle = idle.filter((other) => other !== connection)
        const next = waiters.shift()
        if (next) open().then(next.use, next.fail)
      })
      return connection
    } catch (error) {
      count -= 1
      throw error
    }
  }

  return {
    /** @throws DatabaseUnavailableError, PoolExhaustedError, or CONNECTION_ENDED */
    async acquire(): Promise<DbConnection> {
      if (opener.isEnded()) throw createPoolEndedError()
      // uses the last connection first, so that a site without load opens no more than it needs
      const index = idle.findLastIndex((connection) => !isSilent(connection, limits))
      const [last] = index === -1 ? [] : idle.splice(index, 1)
      if (last) return last
      const outage = opener.outage()
      if (outage) throw new DatabaseUnavailableError(outage)
      if (count < limits.maxConnections) return open()
      return new Promise((resolve, reject) => waiters.add({ use: resolve, fail: reject }))
    },
    release(connection: DbConnection): void {
      if (connection.socket.isLost) return
      if (isOld(connection, limits) || opener.isEnded()) return void connection.close()
      const next = waiters.shift()
      if (next) next.use(connection)
      else idle.push(connection)
    },
    closeIdle(): void {
      for (const connection of idle) void connection.close()
    },
    failWaiters: (error: Error): void => waiters.failAll(error),
    /** True when no connection is in use and no caller waits for one. */
    isQuiet: (): boolean => waiters.count() === 0 && count === idle.length,
  }
}
