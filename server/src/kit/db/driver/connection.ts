// One connection to PostgreSQL with its own instance of the driver, never used again after it was closed: a driver
// that reconnects could mix transactions, hang, or throw where no one can catch it (decision 013).
import postgres from 'postgres'
import type { DatabaseAddress, DatabaseHost } from '../../database-address.ts'
import { connectToHost } from './dial.ts'
import { DriverSocket } from './driver-socket.ts'
import type { RunningQuery, Sql } from './sql.ts'

export type DbConnection = {
  sql: Sql
  /** Sends a query of any driver instance on this connection. */
  execute: (query: RunningQuery) => void
  socket: DriverSocket
  /** Identifies the process of the server, even after its number was reused. */
  session: string
  openedAt: number
  /** Ends the connection. Running queries fail. */
  close: () => Promise<void>
}

export type DriverOptions = postgres.Options<{ bigint: postgres.PostgresType; day: postgres.PostgresType }> & {
  shared?: { typeArrayMap: object }
}

/** The server accepts connections but no writes, while the address requires writes. */
export class ReadOnlyDatabaseError extends Error {
  readonly code = '25006'
}

const createConnectTimeoutError = () =>
  Object.assign(new Error('the database does not answer'), { code: 'CONNECT_TIMEOUT' })

/** @throws the driver's or the network's error, CONNECT_TIMEOUT, or ReadOnlyDatabaseError */
export async function openConnection(
  address: DatabaseAddress,
  host: DatabaseHost,
  options: DriverOptions,
  maxOpenMs: number,
): Promise<DbConnection> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(createConnectTimeoutError()), maxOpenMs)
  let socket: DriverSocket | undefined
  try {
    socket = new DriverSocket(await connectToHost(address, host, abort.signal))
    return await openDriver(address, socket, options, abort.signal)
  } catch (error) {
    // hide the error from the driver: its own query for types would throw where no one can catch it
    socket?.removeAllListeners()
    socket?.fail(error as Error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function openDriver(
  { mustBeWritable }: DatabaseAddress,
  socket: DriverSocket,
  options: DriverOptions,
  signal: AbortSignal,
): Promise<DbConnection> {
  const hasTypes = Object.keys(options.shared?.typeArrayMap ?? {}).length > 0
  const sql = postgres({
    ...options,
    max: 1,
    socket: () => socket,
    fetch_types: !hasTypes,
    // the pool has its own limits for these times
    connect_timeout: 0,
    max_lifetime: null,
    idle_timeout: 0,
    no_subscribe: true,
  } as never) as unknown as Sql
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  const loss = new Promise<never>((_resolve, reject) => socket.onLoss(reject))
  const greeting = sql<{ session: string; readOnly: string }[]>`
    select pg_backend_pid() || ' ' || coalesce(
      (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()), '') as session,
      current_setting('transaction_read_only') as "readOnly"`
  const [row] = await Promise.race([greeting, aborted, loss])
  if (mustBeWritable && row?.readOnly === 'on') throw new ReadOnlyDatabaseError('the server accepts no writes')
  const { handler } = sql`` as unknown as RunningQuery
  let closing: Promise<void> | null = null
  const close = () => (closing ??= sql.end({ timeout: 0 }))
  const endDriver = async () => {
    await close()
    socket.emit('close', false)
  }
  socket.onLoss((reason) => {
    // running queries fail with the reason, later ones because the driver has ended; only then does the driver see the
    // close
    if (!closing && socket.listenerCount('error') > 0) socket.emit('error', reason)
    void endDriver()
  })
  return { sql, execute: handler, socket, session: row?.session ?? '', openedAt: performance.now(), close }
}
