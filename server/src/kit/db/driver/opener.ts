// Opens the connections of a pool, and knows whether the database is away.
import type { DbConnection } from './connection.ts'
import { DatabaseUnavailableError, isUnreachable } from './failures.ts'
import type { PoolLimits } from './pool-limits.ts'

type OpenerEvents = {
  /** Called when the database went away, and after each attempt that found it still away. */
  away: (error: DatabaseUnavailableError) => void
  /** Asks for another attempt to open a connection. */
  retry: () => void
}

export function createOpener(
  openConnection: () => Promise<DbConnection>,
  { retryMs, onChange }: PoolLimits,
  events: OpenerEvents,
) {
  const live = new Set<DbConnection>()
  let outage: Error | null = null
  let isEnded = false
  let retryTimer: NodeJS.Timeout | undefined

  function setOutage(reason: Error): void {
    const isNew = outage === null
    outage = reason
    events.away(new DatabaseUnavailableError(reason))
    if (isNew) onChange(reason)
    clearTimeout(retryTimer)
    if (!isEnded) retryTimer = setTimeout(events.retry, retryMs).unref()
  }

  return {
    setOutage,
    /**
     * Opens a connection.
     * @throws DatabaseUnavailableError for an unreachable database, or the server's error that refuses the login
     */
    async open(): Promise<DbConnection> {
      try {
        const connection = await openConnection()
        if (isEnded) {
          await connection.close()
          throw new DatabaseUnavailableError(new Error('the pool has ended'))
        }
        live.add(connection)
        connection.socket.onLoss(() => live.delete(connection))
        if (outage) onChange(null)
        outage = null
        return connection
      } catch (error) {
        // A wrong password or a lack of free connections begins no outage, because the server answers. During an outage
        // they do not end it: only an away database is tried again, and without that its return would go unnoticed.
        const isAway = isUnreachable(error) || (error as { code?: string }).code === '25006' || outage !== null
        if (isAway) setOutage(error as Error)
        throw isAway ? new DatabaseUnavailableError(error) : error
      }
    },
    retire(connection: DbConnection): void {
      live.delete(connection)
      void connection.close()
    },
    live: (): DbConnection[] => [...live],
    /** The reason why the database is away, or null. */
    outage: (): Error | null => outage,
    isEnded: (): boolean => isEnded,
    /** Closes all connections, and opens no more. */
    async end(): Promise<void> {
      isEnded = true
      clearTimeout(retryTimer)
      await Promise.all([...live].map((connection) => connection.close()))
    },
  }
}
export type ConnectionOpener = ReturnType<typeof createOpener>
