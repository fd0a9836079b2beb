// Gives each transaction a connection to itself. The driver's own pool sends BEGIN on connections that have queries
// under way, and under load lets others use such a connection (porsager/postgres#823, #1189, #1204).
import { availableParallelism } from 'node:os'
import { makeSemaphore } from '../async/semaphore.ts'
import type { Sql } from './sql.ts'

/** More connections than this make queries wait for each other's processes, and cost a quarter more CPU. */
const maxQueryConnections = Math.max(4, 2 * availableParallelism())

/**
 * Queries and transactions use separate connections, so that a query is never kept waiting by open transactions.
 * @param open connects with at most this many connections, once they are needed
 * @param maxConnections for transactions; queries use fewer on a machine with few cores
 */
export function openPools(open: (maxConnections: number) => Sql, maxConnections: number): Sql {
  const queries = open(Math.min(maxConnections, maxQueryConnections))
  const connections = Array.from({ length: maxConnections }, () => open(1))
  const idle = [...connections]
  const withinLimit = makeSemaphore(maxConnections)

  const begin = (...args: unknown[]) =>
    withinLimit(async () => {
      // the last one used comes first: a quiet site opens no more connections than it needs
      const connection = idle.pop()!
      try {
        return await (connection.begin as (...all: unknown[]) => Promise<unknown>)(...args)
      } finally {
        idle.push(connection)
      }
    })

  const endQueries = queries.end.bind(queries)
  return Object.assign(queries, {
    begin,
    end: async (options?: { timeout?: number }) => {
      await Promise.all([endQueries(options), ...connections.map((connection) => connection.end(options))])
    },
  })
}
