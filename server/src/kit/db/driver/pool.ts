// Pool of database connections (decision 013). Queries share connections, but each transaction has its own: the pool
// of the driver lets other queries use it under load (porsager/postgres#823, #1189, #1204).
import type { DbConnection } from './connection.ts'
import { createTransactionConnections } from './transaction-connections.ts'
import { createOpener } from './opener.ts'
import { defaultLimits, type PoolOptions } from './pool-limits.ts'
import { createSharedConnections } from './shared-connections.ts'
import { watchSilence } from './silence.ts'
import { withHandler, type Sql, type Tx } from './sql.ts'
import { runTransaction } from './transaction.ts'

/**
 * Connects the parts of the pool:
 * - `opener` opens connections, and knows whether the database is away;
 * - `shared` runs single queries, several at once on one connection;
 * - `exclusive` lends a connection to one transaction or reservation;
 * - both have waiters, a queue of callers that wait for a connection;
 * - `watchSilence` ends connections whose server no longer works on their query.
 * @param root creates queries, and has no connection
 * @param open opens a connection within the given time
 */
export function openPool(root: Sql, open: (maxMs?: number) => Promise<DbConnection>, options: PoolOptions): Sql {
  const limits = { ...defaultLimits, ...options }
  const opener = createOpener(open, limits, {
    away(error) {
      sharedConnections.failWaiters(error)
      exclusive.failWaiters(error)
    },
    retry: () => void sharedConnections.open(),
  })
  const sharedConnections = createSharedConnections(opener, limits)
  const exclusive = createTransactionConnections(opener, limits)
  const stopWatch = watchSilence(opener, () => open(limits.maxProbeMs), limits)

  /** Opens connections again after a read-only error: with several hosts, another one may accept writes now. */
  function leaveReadOnlyHost(error: unknown): void {
    if ((error as { code?: string }).code !== '25006') return
    sharedConnections.retireIdle()
    exclusive.closeIdle()
  }

  async function beginTransaction<T>(work: (tx: Tx) => Promise<T> | T): Promise<T> {
    const connection = await exclusive.acquire()
    try {
      return await runTransaction(root, connection, work)
    } catch (error) {
      leaveReadOnlyHost(error)
      throw error
    } finally {
      exclusive.release(connection)
    }
  }

  async function reserve() {
    const connection = await exclusive.acquire()
    const reservedSql = await connection.sql.reserve()
    const releaseToDriver = reservedSql.release.bind(reservedSql)
    return Object.assign(reservedSql, {
      release: () => {
        releaseToDriver()
        exclusive.release(connection)
      },
    })
  }

  async function endPool({ timeout }: { timeout?: number } = {}): Promise<void> {
    const until = performance.now() + (timeout ?? Infinity) * 1000
    // waits for running queries, including those that wait for a connection
    while (!(sharedConnections.isQuiet() && exclusive.isQuiet()) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 5))
    stopWatch()
    await opener.end()
  }

  return withHandler(root, sharedConnections.execute, { begin: beginTransaction, reserve, end: endPool })
}
