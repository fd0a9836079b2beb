// Fault tests with the real SDK, real processes and a real PostgreSQL. Killed processes and failed networks lose and
// duplicate no message, and order and unread counts stay exact.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { p2pIdOf } from '@xinqiao/contract/im/scene.ts'
import { createChatPeople } from '../../../server/db/fixtures/chat-people.ts'
import { connect, migrate, type Sql } from '../../../server/src/kit/db/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/src/kit/db/postgres/embedded.ts'
import { createDatabaseFolder } from '../../../server/test/database-folder.ts'
import { startNodeProcess, type NodeProcess } from '../../../server/test/node-process.ts'
import { openProxy, type Proxy } from '../../../server/test/proxy.ts'
import { createTestRedis, type TestRedis } from '../../../server/test/redis.ts'
import { leaveAll, openDevice, textOf, textTo, until, type Device } from '../people.ts'

const folder = createDatabaseFolder('xinqiao-faults-')
const startDatabase = () => startEmbeddedPostgres(path.join(folder, 'pg'))
let database: EmbeddedPostgres
let redis: TestRedis
let nodes: NodeProcess[]
let proxies: Proxy[]
beforeAll(async () => {
  database = await startDatabase()
  redis = await createTestRedis()
  await withSql(migrate)
  const env = { DATABASE_URL: database.url, BUS_URL: redis.url, DATA_DIR: path.join(folder, 'data') }
  nodes = [await startNodeProcess(env), await startNodeProcess(env)]
  proxies = await Promise.all(nodes.map(({ url }) => openProxy(url)))
}, 300_000)
afterEach(leaveAll)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await redis.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function withSql<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(database.url, 1)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Repeats a send with the same idClient until the server replies, as the guide of the SDK says. */
async function sendSurely(device: Device, to: string, text: string): Promise<void> {
  const idClient = crypto.randomUUID()
  for (;;) {
    await until(() => device.status() === 1, 'a login', 90_000)
    try {
      return void (await device.send(textTo(to, text, idClient)))
    } catch (error) {
      if (!(error instanceof ImFailure)) throw error
      // the database may be unavailable for a moment (500, 408)
      await wait(20)
    }
  }
}

const patience = {
  heartbeatIntervalMs: 5_000,
  timeouts: {
    'link.heartbeat': 300,
    'msg.sendMsg': 1_000,
    'sync.sync': 5_000,
    'sync.syncMsgs': 5_000,
    'auth.login': 5_000,
  },
}
const each = 40

/** Three pairs exchange messages while `harm` runs, each person on one node. Then all messages are counted. */
async function surviveTalking(harm: () => Promise<void>): Promise<void> {
  const people = await withSql((sql) => createChatPeople(sql, 6))
  const devices = people.map((person, i) => openDevice(proxies[i % 2]!.url, person, patience))
  await until(() => devices.every(({ synced }) => synced > 0), 'the first sync of every device')
  let isDone = false
  const exchange = devices.map(async (device, i) => {
    for (let n = 0; n < each; n += 1) await sendSurely(device, people[i ^ 1]!.accid, `${i}:${n}`)
  })
  const harming = (async () => {
    await harm()
    isDone = true
  })()
  await Promise.all([...exchange, harming])
  expect(isDone).toBe(true)
  const textsSentBy = (i: number) => Array.from({ length: each }, (_, n) => `${i}:${n}`)
  for (const [i, device] of devices.entries()) {
    const peer = people[i ^ 1]!.accid
    const listReceived = () => device.received.filter(({ from }) => from === peer).map(textOf)
    // a surviving node recovers lost pushes within the lease of the dead one
    await until(() => listReceived().length >= each, 'what the other side said', 120_000).catch(() => {})
    expect(listReceived()).toEqual(textsSentBy(i ^ 1))
    const conversation = device.store.conversations.get(p2pIdOf(peer))!
    const { msgs } = conversation
    // the client's own last message may arrive before earlier ones, which are then fetched
    await until(() => msgs.length === 2 * each, 'this side to hold all', 120_000).catch(() => {})
    expect(msgs.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * each }, (_, n) => n + 1))
    // the state of the session may arrive after its last message
    await until(() => conversation.session.unread === each, 'the unread count').catch(() => {})
    expect(conversation.session.unread).toBe(each)
    // both sides hold the same messages in the same order
    const theirs = devices[i ^ 1]!.store.conversations.get(p2pIdOf(people[i]!.accid))
    await until(() => theirs?.msgs.length === 2 * each, 'the other side to hold all')
    expect(theirs?.msgs.map(({ idServer }) => idServer)).toEqual(msgs.map(({ idServer }) => idServer))
  }
  const [row] = await withSql(
    (sql) => sql<{ count: number }[]>`
      select count(*) from im_message where sender_id = any(${people.map(({ id }) => id)}::bigint[])`,
  )
  expect(row?.count).toBe(6 * each)
}

test('survives repeated kill -9 of both servers', async () => {
  await surviveTalking(async () => {
    for (let i = 0; i < 4; i += 1) {
      await wait(150)
      await nodes[i % 2]!.kill()
      await until(() => nodes[i % 2]!.isReady(), 'the node to be back', 90_000)
    }
  })
}, 300_000)

test('survives kill -9 of the database', async () => {
  await surviveTalking(async () => {
    for (let i = 0; i < 2; i += 1) {
      await wait(200)
      process.kill(database.pid, 'SIGKILL')
      await until(() => !database.isRunning(), 'the database to be dead')
      // on the same port, because the nodes are configured with the database's address
      const port = new URL(database.url).port
      database = await startEmbeddedPostgres(path.join(folder, 'pg'), { settings: { port } })
      await until(async () => (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean), 'both', 90_000)
    }
  })
}, 300_000)

test('continues at the other node when one of two dies for good', async () => {
  await surviveTalking(async () => {
    await wait(150)
    proxies[1]!.setTarget(nodes[0]!.url)
    await nodes[1]!.stop()
  })
  const env = { DATABASE_URL: database.url, BUS_URL: redis.url, DATA_DIR: path.join(folder, 'data') }
  nodes[1] = await startNodeProcess(env)
  proxies[1]!.setTarget(nodes[1].url)
}, 300_000)

test('survives an outage of the bus', async () => {
  await surviveTalking(async () => {
    await wait(100)
    await redis.stop()
    await wait(300)
    await redis.start()
  })
}, 300_000)

test('survives connections that are cut, and connections that die silently', async () => {
  await surviveTalking(async () => {
    for (let i = 0; i < 6; i += 1) {
      await wait(100)
      if (i % 2 === 0) proxies[i % 4 === 0 ? 0 : 1]!.cut()
      else {
        proxies[0]!.freeze()
        // the socket gets no close event; a send without a reply closes the connection
        await wait(200)
      }
    }
  })
}, 300_000)
