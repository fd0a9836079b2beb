// Pool of database connections. Queries share connections; each transaction has its own, because the driver's pool lets
// other queries use it under load (porsager/postgres#823, #1189, #1204). While the database is away, callers fail at
// once, and the pool tries to connect again. Silent connections are detected and replaced.
import { availableParallelism } from 'node:os'
import type { Connection, RunningQuery } from './connection.ts'
import { DatabaseAway, isUnreachable, PoolExhausted } from './failures.ts'
import { poolWaits } from '../../metrics.ts'
import { endSilentConnections, unconfirmedMs } from './silence.ts'
import type { Sql } from './sql.ts'

/** With more connections, queries wait for each other's processes, and need a quarter more CPU. */
const maxQueryConnections = Math.max(4, 2 * availableParallelism())

export type PoolOptions = {
  /** Number for transactions; queries use fewer on a machine with few cores. */
  maxConnections: number
  /** How long a caller waits for a connection when all are in use. */
  maxWaitMs?: number
  /** Time between two attempts to reach a database that is away. */
  retryMs?: number
  /** After owing a reply for this time, the server is asked whether it still works on it. */
  silenceMs?: number
  /** Time limit for the answer to that question. */
  maxProbeMs?: number
  /**
   * Ends a connection when nothing has shown for this time that the server works on a reply; longer than
   * `statement_timeout`.
   */
  maxReplyMs?: number
  maxLifetimeMs?: number
  /** Receives the reason when the database goes away, and null when it is back. */
  onChange?: (reason: Error | null) => void
}

type Waiter = { use: (connection: Connection) => void; fail: (error: Error) => void }
type Begin = (...args: unknown[]) => Promise<unknown>

const defaults = {
  maxWaitMs: Infinity,
  retryMs: 500,
  silenceMs: 1_000,
  maxProbeMs: 1_500,
  maxReplyMs: 65_000,
  maxLifetimeMs: 45 * 60_000,
  onChange: () => {},
}

/** @param root creates queries, and has no connection @param open opens a connection within the given time */
export function openPool(root: Sql, open: (maxMs?: number) => Promise<Connection>, options: PoolOptions): Sql {
  const limits = { ...defaults, ...options }
  const { maxConnections } = limits
  const live = new Set<Connection>()
  const shared = { connections: [] as Connection[], opening: 0, waiting: [] as Waiter[] }
  const exclusive = { idle: [] as Connection[], count: 0, waiting: [] as Waiter[] }
  const running = new WeakMap<Connection, number>()
  let outage: Error | null = null
  let isEnded = false
  let retryTimer: NodeJS.Timeout | undefined
  let isChecking = false

  const isSilent = ({ socket }: Connection) => socket.silentMs() > limits.silenceMs
  const isOld = ({ openedAt }: Connection) => performance.now() - openedAt > limits.maxLifetimeMs
  const runningOn = (connection: Connection) => running.get(connection) ?? 0
  /** a COPY continues after its query was answered */
  const isCopying = (connection: Connection) => runningOn(connection) === 0 && connection.socket.isPending

  function setOutage(reason: Error): void {
    const isNew = outage === null
    outage = reason
    for (const { fail } of [...shared.waiting.splice(0), ...exclusive.waiting.splice(0)]) fail(new DatabaseAway(reason))
    if (isNew) limits.onChange(reason)
    clearTimeout(retryTimer)
    if (!isEnded) retryTimer = setTimeout(() => void openShared(), limits.retryMs).unref()
  }

  async function openConnection(): Promise<Connection> {
    try {
      const connection = await open()
      if (isEnded) {
        await connection.close()
        throw new DatabaseAway(new Error('the pool has ended'))
      }
      live.add(connection)
      connection.socket.onLoss(() => live.delete(connection))
      if (outage) limits.onChange(null)
      outage = null
      return connection
    } catch (error) {
      // callers must learn of a wrong password; a server without free connections does answer
      const isAway = isUnreachable(error) || (error as { code?: string }).code === '25006'
      if (isAway) setOutage(error as Error)
      throw isAway ? new DatabaseAway(error) : error
    }
  }

  async function openShared(): Promise<void> {
    shared.opening += 1
    try {
      const connection = await openConnection()
      shared.opening -= 1
      shared.connections.push(connection)
      connection.socket.onLoss(() => {
        shared.connections = shared.connections.filter((other) => other !== connection)
        if (shared.waiting.length > 0) growShared()
      })
      for (const { use } of shared.waiting.splice(0)) use(connection)
    } catch (error) {
      shared.opening -= 1
      // another attempt may succeed
      if (shared.opening > 0) return
      for (const { fail } of shared.waiting.splice(0)) fail(error as Error)
    }
  }

  const growShared = () => {
    if (shared.connections.length + shared.opening < Math.min(maxConnections, maxQueryConnections)) void openShared()
  }

  function wait(waiting: Waiter[], waiter: Waiter): void {
    const endWait = poolWaits.startTimer()
    const expire = () => {
      waiting.splice(waiting.indexOf(entry), 1)
      entry.fail(new PoolExhausted('no database connection became free'))
    }
    const timer = limits.maxWaitMs < Infinity ? setTimeout(expire, limits.maxWaitMs) : undefined
    const stopAfter =
      <T>(act: (value: T) => void) =>
      (value: T) => {
        clearTimeout(timer)
        endWait()
        act(value)
      }
    const entry = { use: stopAfter(waiter.use), fail: stopAfter(waiter.fail) }
    waiting.push(entry)
  }

  function executeOn(connection: Connection, query: RunningQuery): void {
    running.set(connection, runningOn(connection) + 1)
    const settle = () => {
      running.set(connection, runningOn(connection) - 1)
      if (!connection.socket.isLost) for (const { use } of shared.waiting.splice(0)) use(connection)
    }
    query.then(settle, settle)
    connection.execute(query)
  }

  /** Chooses the connection with the fewest queries. One that is silent or copying would delay the query. */
  function findShared(): Connection | undefined {
    let best: Connection | undefined
    for (const connection of shared.connections) {
      if (connection.socket.isLost || isSilent(connection) || isCopying(connection)) continue
      if (!best || runningOn(connection) < runningOn(best)) best = connection
    }
    return best
  }

  function retire(connection: Connection): void {
    shared.connections = shared.connections.filter((other) => other !== connection)
    live.delete(connection)
    void connection.close()
  }

  function execute(query: RunningQuery): void {
    if (isEnded) return query.reject(Object.assign(new Error('the pool has ended'), { code: 'CONNECTION_ENDED' }))
    for (const connection of shared.connections)
      if (isOld(connection) && runningOn(connection) === 0 && !connection.socket.isPending) retire(connection)
    const connection = findShared()
    if (!connection && outage) return query.reject(new DatabaseAway(outage))
    if (!connection || runningOn(connection) > 0) growShared()
    if (connection) executeOn(connection, query)
    else wait(shared.waiting, { use: (next) => executeOn(next, query), fail: (error) => query.reject(error) })
  }

  async function acquire(): Promise<Connection> {
    if (isEnded) throw Object.assign(new Error('the pool has ended'), { code: 'CONNECTION_ENDED' })
    // uses the last connection first, so that a site without load opens no more than it needs
    const index = exclusive.idle.findLastIndex((connection) => !isSilent(connection))
    const [idle] = index === -1 ? [] : exclusive.idle.splice(index, 1)
    if (idle) return idle
    if (outage) throw new DatabaseAway(outage)
    if (exclusive.count < maxConnections) return openExclusive()
    return new Promise((resolve, reject) => wait(exclusive.waiting, { use: resolve, fail: reject }))
  }

  async function openExclusive(): Promise<Connection> {
    exclusive.count += 1
    try {
      const connection = await openConnection()
      connection.socket.onLoss(() => {
        exclusive.count -= 1
        exclusive.idle = exclusive.idle.filter((other) => other !== connection)
        const next = exclusive.waiting.shift()
        if (next) openExclusive().then(next.use, next.fail)
      })
      return connection
    } catch (error) {
      exclusive.count -= 1
      throw error
    }
  }

  function release(connection: Connection): void {
    if (connection.socket.isLost) return
    if (isOld(connection) || isEnded) return void connection.close()
    const next = exclusive.waiting.shift()
    if (next) next.use(connection)
    else exclusive.idle.push(connection)
  }

  /** With several hosts, another one may accept writes now. */
  function leaveReadOnlyHost(error: unknown): void {
    if ((error as { code?: string }).code !== '25006') return
    for (const connection of [...shared.connections]) if (runningOn(connection) === 0) retire(connection)
    for (const connection of exclusive.idle) void connection.close()
  }

  const begin: Begin = async (...args) => {
    const connection = await acquire()
    try {
      return await (connection.sql.begin as Begin)(...args)
    } catch (error) {
      leaveReadOnlyHost(error)
      throw error
    } finally {
      release(connection)
    }
  }

  async function reserve() {
    const connection = await acquire()
    const reserved = await connection.sql.reserve()
    const releaseToDriver = reserved.release.bind(reserved)
    return Object.assign(reserved, {
      release: () => {
        releaseToDriver()
        release(connection)
      },
    })
  }

  async function checkSilence(): Promise<void> {
    for (const connection of live)
      if (unconfirmedMs(connection) > limits.maxReplyMs) connection.socket.fail(new DatabaseAway())
    const silent = [...live].filter(isSilent)
    if (isChecking || silent.length === 0) return
    isChecking = true
    try {
      const reason = await endSilentConnections(silent, [...live], () => open(limits.maxProbeMs), limits.maxProbeMs)
      if (reason) setOutage(reason)
    } finally {
      isChecking = false
    }
  }
  const checkTimer = setInterval(() => void checkSilence(), limits.silenceMs / 4).unref()

  const isQuiet = () => exclusive.count === exclusive.idle.length && shared.connections.every((c) => runningOn(c) === 0)

  async function end({ timeout }: { timeout?: number } = {}): Promise<void> {
    const until = performance.now() + (timeout ?? Infinity) * 1000
    // waits for running queries, including those that wait for a connection
    while (!(isQuiet() && shared.waiting.length + exclusive.waiting.length === 0) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 5))
    isEnded = true
    clearTimeout(retryTimer)
    clearInterval(checkTimer)
    await Promise.all([...live].map((connection) => connection.close()))
  }

  const route = (query: unknown): unknown => {
    if (typeof (query as { handle?: unknown } | null)?.handle === 'function') (query as RunningQuery).handler = execute
    return query
  }
  const replaced: Record<string | symbol, unknown> = {
    begin,
    reserve,
    end,
    unsafe: (...args: Parameters<Sql['unsafe']>) => route(root.unsafe(...args)),
  }
  return new Proxy(root, {
    apply: (target, thisArg, args) => route(Reflect.apply(target as never, thisArg, args)),
    get: (target, name) => (Object.hasOwn(replaced, name) ? replaced[name] : Reflect.get(target, name)),
  })
}
