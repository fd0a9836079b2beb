// Fault tests with the real SDK, real processes and a real PostgreSQL. Killed processes and failed networks lose and
// duplicate no message, and order and unread counts stay exact.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { createChatPeople } from '../../../server/db/fixtures/chat-people.ts'
import { impatientOptions, repeatUntilReply, useCrashCluster } from '../crash-cluster.ts'
import { openDevice, textOf, textTo, until, type Device } from '../people.ts'

const cluster = useCrashCluster()

/** Repeats a send with the same idClient. */
async function sendSurely(device: Device, to: string, text: string): Promise<void> {
  const draft = textTo(to, text)
  await repeatUntilReply(device, () => device.send(draft))
}

const each = 40

/** Three pairs exchange messages while `harm` runs, each person on one node. Then all messages are counted. */
async function surviveTalking(harm: () => Promise<void>): Promise<void> {
  const people = await cluster().withSql((sql) => createChatPeople(sql, 6))
  const devices = people.map((person, i) => openDevice(cluster().proxies[i % 2]!.url, person, impatientOptions))
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
    const conversation = device.store.conversations.get(p2pSessionIdOf(peer))!
    const { msgs } = conversation
    // the client's own last message may arrive before earlier ones, which are then fetched
    await until(() => msgs.length === 2 * each, 'this side to hold all', 120_000).catch(() => {})
    expect(msgs.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * each }, (_, n) => n + 1))
    // the state of the session may arrive after its last message
    await until(() => conversation.session.unread === each, 'the unread count').catch(() => {})
    expect(conversation.session.unread).toBe(each)
    // both sides hold the same messages in the same order
    const theirs = devices[i ^ 1]!.store.conversations.get(p2pSessionIdOf(people[i]!.accid))
    await until(() => theirs?.msgs.length === 2 * each, 'the other side to hold all')
    expect(theirs?.msgs.map(({ idServer }) => idServer)).toEqual(msgs.map(({ idServer }) => idServer))
  }
  const [row] = await cluster().withSql(
    (sql) => sql<{ count: number }[]>`
      select count(*) from im_message where sender_id = any(${people.map(({ id }) => id)}::bigint[])`,
  )
  expect(row?.count).toBe(6 * each)
}

test('survives repeated kill -9 of both servers', async () => {
  await surviveTalking(() => cluster().killNodes(4))
}, 300_000)

test('survives kill -9 of the database', async () => {
  await surviveTalking(() => cluster().killDatabase(2))
}, 300_000)

test('continues at the other node when one of two dies for good', async () => {
  const { nodes, proxies, startNode } = cluster()
  await surviveTalking(async () => {
    await wait(150)
    proxies[1]!.setTarget(nodes[0]!.url)
    await nodes[1]!.stop()
  })
  nodes[1] = await startNode()
  proxies[1]!.setTarget(nodes[1].url)
}, 300_000)

test('survives an outage of the bus', async () => {
  const { redis } = cluster()
  await surviveTalking(async () => {
    await wait(100)
    await redis.stop()
    await wait(300)
    await redis.start()
  })
}, 300_000)

test('survives connections that are cut, and connections that die silently', async () => {
  const { proxies } = cluster()
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
