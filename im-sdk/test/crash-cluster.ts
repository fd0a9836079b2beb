// Two nodes as real processes, on a real PostgreSQL and bus, each behind a proxy: for tests that kill them.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { connect, migrate, type Sql } from '../../server/src/kit/db/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/kit/db/postgres/embedded.ts'
import { createDatabaseFolder } from '../../server/test/database-folder.ts'
import { startNodeProcess, type NodeProcess } from '../../server/test/node-process.ts'
import { openProxy, type Proxy } from '../../server/test/stand-ins/proxy.ts'
import { createTestRedis, type TestRedis } from '../../server/test/stand-ins/redis.ts'
import { leaveAll, until, type Device } from './people.ts'

export type CrashCluster = {
  nodes: NodeProcess[]
  proxies: Proxy[]
  redis: TestRedis
  withSql: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  startNode: () => Promise<NodeProcess>
  /** Kills both nodes in turn, and waits until the killed one is back. */
  killNodes: (times: number) => Promise<void>
  /** Kills the database, and waits until both nodes use it again. */
  killDatabase: (times: number) => Promise<void>
}

/** Starts the cluster before all tests of the file, and stops it after them. */
export function useCrashCluster(): () => CrashCluster {
  const folder = createDatabaseFolder('xinqiao-faults-')
  const startDatabase = (settings?: { port: string }) =>
    startEmbeddedPostgres(path.join(folder, 'pg'), settings ? { settings } : {})
  let database: EmbeddedPostgres
  let cluster: CrashCluster

  async function withSql<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = connect(database.url, 1)
    try {
      return await work(sql)
    } finally {
      await sql.end()
    }
  }
  async function killNodes(times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      const node = cluster.nodes[i % 2]!
      await wait(150)
      await node.kill()
      await until(() => node.isReady(), 'the node to be back', 90_000)
    }
  }
  async function killDatabase(times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      await wait(200)
      process.kill(database.pid, 'SIGKILL')
      await until(() => !database.isRunning(), 'the database to be dead')
      // on the same port, because the nodes are configured with the database's address
      database = await startDatabase({ port: new URL(database.url).port })
      const areReady = async () => (await Promise.all(cluster.nodes.map((node) => node.isReady()))).every(Boolean)
      await until(areReady, 'both nodes', 90_000)
    }
  }

  beforeAll(async () => {
    database = await startDatabase()
    const redis = await createTestRedis()
    await withSql(migrate)
    const env = { DATABASE_URL: database.url, BUS_URL: redis.url, DATA_DIR: path.join(folder, 'data') }
    const startNode = () => startNodeProcess(env)
    const nodes = [await startNode(), await startNode()]
    const proxies = await Promise.all(nodes.map(({ url }) => openProxy(url)))
    cluster = { nodes, proxies, redis, withSql, startNode, killNodes, killDatabase }
  }, 300_000)
  afterEach(leaveAll)
  afterAll(async () => {
    await Promise.all(cluster.nodes.map((node) => node.stop()))
    await Promise.all(cluster.proxies.map((proxy) => proxy.close()))
    await cluster.redis.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => cluster
}

/** Repeats a command until the server replies, as the guide of the SDK says. */
export async function repeatUntilReply<T>(device: Device, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await until(() => device.status() === 1, 'a login', 90_000)
    try {
      return await work()
    } catch (error) {
      // the database may be unavailable for a moment
      if (!(error instanceof ImFailure) || (typeof error.code === 'number' && ![408, 500, 503].includes(error.code)))
        throw error
      await wait(20)
    }
  }
}

/** Options of devices that notice a dead connection soon. */
export const impatientOptions = {
  heartbeatIntervalMs: 5_000,
  timeouts: {
    'link.heartbeat': 300,
    'msg.sendMsg': 1_000,
    'sync.sync': 5_000,
    'sync.syncMsgs': 5_000,
    'auth.login': 5_000,
  },
}
