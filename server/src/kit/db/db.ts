// PostgreSQL: connections, and transactions with events after the commit.
import postgres from 'postgres'
import type { Rows } from '../../../db/rows.ts'
import { enableRoleLogin, serverUrl } from './schema/rights.ts'
import type { Db, Sql, Tx } from './driver/sql.ts'
import { parseDatabaseUrl } from '../database-address.ts'
import { openConnection, type DbConnection, type DriverOptions } from './driver/connection.ts'
import { openPool } from './driver/pool.ts'
import type { PoolOptions } from './driver/pool-limits.ts'

export { isConflict, isLockTimeout, isOverloaded, isUnreachable, isUnwritable } from './driver/failures.ts'
export { listMigrations, migrate } from './schema/migrate.ts'
export type { Db, Sql, SqlFragment, Tx } from './driver/sql.ts'

/** Reads bigint as a number, because ids and counts stay far below 2^53. */
const bigint = { to: 20, from: [20], serialize: (value: number) => `${value}`, parse: Number }

/** Reads a `date` as text, `2026-11-21`, because it has no time zone. */
const day = { to: 1082, from: [1082], serialize: (value: string) => value, parse: (text: string) => text }

/** Passes a list of byte strings as one parameter; the driver cannot infer its type. */
export const bytesList = (db: Db, list: readonly Uint8Array[]) => db.array(list as Buffer[], 17)

type QueryListener = (connection: number, query: string, parameters: unknown[]) => void

/** PostgreSQL settings of a connection, in milliseconds. */
type DbTimeouts = { statement_timeout?: number; lock_timeout?: number; idle_in_transaction_session_timeout?: number }

/**
 * Time limits of connections that serve requests, because a request that waits long for a lock blocks a connection of
 * the pool.
 */
export const requestTimeouts = {
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 60_000,
  maxWaitMs: 2_500,
} as const

/** Seconds after which PostgreSQL ends the session of a node that has vanished, and releases its locks. */
const serverKeepAlive = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 }

/** Behaviour of a pool. The defaults are for tools, which may wait long for a connection. */
type PoolSettings = DbTimeouts & { application_name?: string } & Pick<
    PoolOptions,
    'maxWaitMs' | 'silenceMs' | 'maxProbeMs' | 'onChange'
  >

const maxOpenMs = 5_000

/**
 * @param url names one or more hosts; `?socket=/path` names a Unix socket
 * @param poolSize number of connections for transactions, and the maximum for queries
 * @param watch receives each query before it is sent
 */
export function connect(url: string, poolSize = 10, watch?: QueryListener, settings: PoolSettings = {}): Sql {
  const address = parseDatabaseUrl(url)
  const { onChange, maxWaitMs, silenceMs, maxProbeMs, ...timeouts } = settings
  const root = postgres({
    host: address.hosts[0]!.host,
    port: address.hosts[0]!.port,
    user: address.user,
    pass: address.password,
    database: address.database,
    ssl: false,
    ...(watch && { debug: watch }),
    types: { bigint, day },
    onnotice: () => {},
    no_subscribe: true,
    socket: () => {
      throw new Error('not supported: the pool opens all connections')
    },
    connection: {
      application_name: 'xinqiao',
      timezone: 'UTC',
      // no query needs a minute, and a stuck one must not hold its locks
      statement_timeout: 60_000,
      ...timeouts,
      ...serverKeepAlive,
      ...address.settings,
    },
  } as never) as unknown as Sql
  const driverOptions = root.options as unknown as DriverOptions
  let hostIndex = 0
  /** Tries each host once, beginning with the last one that worked. */
  const open = async (maxMs = maxOpenMs): Promise<DbConnection> => {
    let failure: unknown
    for (let i = 0; i < address.hosts.length; i += 1) {
      const index = (hostIndex + i) % address.hosts.length
      try {
        // oxlint-disable-next-line no-await-in-loop -- the next host is a fallback
        const connection = await openConnection(address, address.hosts[index]!, driverOptions, maxMs)
        hostIndex = index
        return connection
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
  const limits = { maxWaitMs, silenceMs, maxProbeMs, onChange }
  const definedLimits = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
  return openPool(root, open, { maxConnections: poolSize, ...definedLimits })
}

/**
 * Connects as the server's role (`rights.ts`). If needed, the owner creates the role or resets its password.
 * @param settings without timeouts for the job runner, whose transactions stay open as long as a job runs
 */
export async function connectAsServer(
  url: string,
  poolSize: number,
  settings: PoolSettings = requestTimeouts,
): Promise<Sql> {
  const ownUrl = serverUrl(url)
  const sql = connect(ownUrl, poolSize, undefined, settings)
  if (await mayLogIn(sql)) return sql
  await sql.end()
  const owner = connect(url, 1)
  try {
    await enableRoleLogin(owner, ownUrl)
  } finally {
    await owner.end()
  }
  const pool = connect(ownUrl, poolSize, undefined, settings)
  if (await mayLogIn(pool)) return pool
  await pool.end()
  throw new Error(`数据库不让账号 ${parseDatabaseUrl(ownUrl).user} 登录：请在 pg_hba.conf 或连接池中允许它`)
}

async function mayLogIn(sql: Sql): Promise<boolean> {
  try {
    await sql`select 1`
    return true
  } catch (error) {
    // the password is wrong, or the role does not exist
    if (error instanceof postgres.PostgresError && error.code.startsWith('28')) return false
    throw error
  }
}

/** The commit is done, so a failing event must neither report a failure nor stop the next event. */
function runAfterCommit(event: () => void): void {
  try {
    event()
  } catch (error) {
    process.emitWarning(error as Error)
  }
}

/** Takes an event that runs once the commit is durable. */
export type AfterCommit = (event: () => void) => void

/**
 * Runs `work` in a transaction. Events passed to `afterCommit` run once the commit is durable; after a failure they
 * do not run.
 */
export async function transaction<T>(sql: Sql, work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T> {
  const events: (() => void)[] = []
  const result = await sql.begin(async (begun) => {
    const tx = begun as unknown as Tx
    return work(tx, (event) => events.push(event))
  })
  for (const event of events) runAfterCommit(event)
  return result as T
}

type PendingQuery = PromiseLike<unknown> & { execute: () => unknown }

/**
 * Sends queries in this order, without waiting in between. `Promise.all` alone does not, because the driver sends a
 * query only when its result is awaited.
 */
export function pipelineQueries<T extends readonly PendingQuery[] | []>(
  queries: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  for (const query of queries) query.execute()
  return Promise.all(queries)
}

/** Reserves the id of a row before it is inserted, so that a value can be sealed for it. */
export async function reserveId(db: Db, table: keyof Rows): Promise<number> {
  const [row] = await db<{ id: number }[]>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`
  return row!.id
}

/** Columns and values of a row. The type of the driver does not know rows of several kinds of values. */
export const columnsOf = (db: Db, row: object) => db(row as never)

/** A JSON column. The type of the driver refuses objects without an index signature. */
export const toJson = (db: Db, value: object) => db.json(value as Parameters<Db['json']>[0])

/** Columns and values to insert a row with a reserved id, which the identity column would refuse otherwise. */
export const valuesWithId = (db: Db, row: { id: number; [column: string]: unknown }) =>
  db`(${db(Object.keys(row))}) overriding system value values ${columnsOf(db, row)}`
