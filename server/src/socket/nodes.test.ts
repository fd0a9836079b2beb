// Tests that two servers over one database and one bus behave like one server, with either bus, and also when the bus
// is lost.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { leaveAll, createPerson, untilReady, textOf, textTo, until } from '../../../im-sdk/test/people.ts'
import { useTestServer } from '../../test/test-server.ts'
import { useTestRedis } from '../../test/stand-ins/use-redis.ts'
import type { SocketServer } from './socket.ts'

const { redis, env } = useTestRedis()
afterEach(leaveAll)

const options = { isFrequencyLimited: false, checkEveryMs: hourMs, aliveEveryMs: 50, leaseMs: 1_500 }

describe.each(['memory', 'redis'])('two nodes over the bus in %s', (kind) => {
  const server = useTestServer(kind === 'redis' ? env : {}, { nodeCount: 3 })
  const urls: string[] = []
  const socketServers: SocketServer[] = []
  beforeAll(async () => {
    for (const node of [0, 1]) {
      const { url, socketServer } = await server().listen(options, node)
      urls.push(url)
      socketServers.push(socketServer)
    }
  })

  test('delivers messages of one node on the other, to both sides, in order', async () => {
    const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[1]!)]
    const [a1, a2, b1] = [ann.device(), ann.device({ url: urls[1]! }), bob.device()]
    await untilReady(a1, a2, b1)
    for (let i = 0; i < 20; i += 1) await a1.send(textTo(bob.accid, `${i}`))
    const all = Array.from({ length: 20 }, (_, i) => `${i}`)
    await until(() => b1.received.length === 20 && a2.received.length === 20, 'the messages')
    expect([b1, a2].map((device) => device.received.map(textOf))).toEqual([all, all])
    expect(b1.store.conversations.get(p2pSessionIdOf(ann.accid))?.session.unread).toBe(20)
    await b1.markRead(p2pSessionIdOf(ann.accid))
    await b1.send(textTo(ann.accid, '收到'))
    await until(() => a1.received.length === 1 && a2.received.length === 21, 'the answer')
  })

  test('announces broadcasts and changes on the other node', async () => {
    const ann = await createPerson(server(), urls[0]!)
    const received: string[] = []
    const events = { broadcast: ({ body }: { body: string }) => received.push(body) }
    const [a1, a2] = [ann.device({}, events), ann.device({ url: urls[1]! }, events)]
    await untilReady(a1, a2)
    await socketServers[1]!.broadcast('今晚维护')
    await until(() => received.length === 2, 'both to hear')
    expect(received).toEqual(['今晚维护', '今晚维护'])
    await a1.request('msgExtend.addStickTopSession', { id: 'p2p-somebody' })
    await until(() => a2.store.lastChanges.size === 1, 'the other device')
    expect([...a2.store.lastChanges]).toEqual([...a1.store.lastChanges])
  })

  test('shows devices on different nodes to each other, and lets one send the other away', async () => {
    const ann = await createPerson(server(), urls[0]!)
    let ports: LoginPort[] = []
    const a1 = ann.device({}, { ports: (list) => (ports = list) })
    await untilReady(a1)
    const a2 = ann.device({ url: urls[1]! })
    await untilReady(a2)
    await until(() => ports.length === 1, 'the first device to be notified')
    expect(ports[0]?.deviceId).toBe(a2.deviceId)
    expect(await a1.request('auth.kick', { deviceIds: [a2.deviceId] })).toEqual({ deviceIds: [a2.deviceId] })
    await until(() => a2.ends.length === 1, 'the end')
    expect(a2.ends[0]).toMatchObject({ reason: 'otherPlatformKick' })
    await until(() => ports.length === 0, 'the first device to be alone')
  })

  test('keeps one connection, the newer, of a device that comes back on the other node', async () => {
    const ann = await createPerson(server(), urls[0]!)
    let ports: LoginPort[] | null = null
    const witness = ann.device({}, { ports: (list) => (ports = list) })
    await untilReady(witness)
    const before = ann.device(
      { url: urls[0]!, deviceId: 'the-same-phone' },
      { willReconnect: () => before.disconnect() },
    )
    await untilReady(before)
    const after = ann.device({ url: urls[1]!, deviceId: 'the-same-phone' })
    await untilReady(after)
    await until(() => before.status() !== 1, 'the older connection to end')
    await until(() => ports?.length === 1, 'one device beside the witness')
    expect(after.status()).toBe(1)
  })

  test('ends the chats of a session on the other node when it signs out on one', async () => {
    const ann = await createPerson(server(), urls[1]!)
    const a1 = ann.device()
    await untilReady(a1)
    await server().requestAs({ token: ann.session }, 'DELETE /auth/logout', {})
    await until(() => a1.ends.length === 1, 'the end')
    expect(a1.ends[0]).toMatchObject({ reason: 'serverKick' })
  })

  test('ends the chat of a session that ended without a word at the next look', async () => {
    const ann = await createPerson(server(), urls[1]!)
    const a1 = ann.device()
    await untilReady(a1)
    await server().kit.sql`delete from session where account_id = (
      select account_id from im_account where accid = ${ann.accid})`
    await socketServers[1]!.checkSignInSessions()
    await until(() => a1.ends.length === 1, 'the end')
  })

  test('removes the devices of a node that dies when its lease is over', async () => {
    const { url, kit } = await server().listen(options, 2)
    const ann = await createPerson(server(), urls[0]!)
    let ports: LoginPort[] = []
    const a1 = ann.device({}, { ports: (list) => (ports = list) })
    // one after the other, because `ports` reports only changes after the login
    await untilReady(a1)
    await untilReady(ann.device({ url }))
    await until(() => ports.length === 1, 'the other device')
    // the node stops without reporting it
    await kit.bus.close()
    await until(() => ports.length === 0, 'the lease to be over')
  })
})

describe('a bus that is lost', () => {
  const server = useTestServer(env, { nodeCount: 2 })

  test('loses no message: devices look for what they missed as soon as it is back', async () => {
    const { url: a } = await server().listen(options, 0)
    const { url: b, kit } = await server().listen(options, 1)
    const [ann, bob] = [await createPerson(server(), a), await createPerson(server(), b)]
    const [a1, b1] = [ann.device(), bob.device()]
    await untilReady(a1, b1)
    await a1.send(textTo(bob.accid, '0'))
    await until(() => b1.received.length === 1, 'the first')
    expect((await server().app.inject('/readyz')).statusCode).toBe(200)

    await redis().stop()
    await until(async () => !(await kit.bus.isReachable()), 'the outage to be noticed')
    expect((await server().app.inject('/readyz')).json()).toMatchObject({ status: 'bus unreachable' })
    for (let i = 1; i <= 5; i += 1) await a1.send(textTo(bob.accid, `${i}`))
    // a new connection still receives messages of its own node
    const eve = await createPerson(server(), b)
    const e1 = eve.device()
    await untilReady(e1)
    await e1.send(textTo(bob.accid, '晚上好'))
    await until(() => b1.received.length === 2, 'the message of the same node')
    expect(b1.received.map(textOf)).toEqual(['0', '晚上好'])

    await redis().start()
    await until(() => b1.received.length === 7, 'what was missed')
    expect(b1.received.filter(({ from }) => from === ann.accid).map(textOf)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(b1.store.conversations.get(p2pSessionIdOf(ann.accid))?.session.unread).toBe(6)
    // the other node may be ready a moment later
    await until(async () => (await server().app.inject('/readyz')).statusCode === 200, 'both nodes to be back')
    await a1.send(textTo(eve.accid, '欢迎'))
    await until(() => e1.received.length === 1, 'a call to who came meanwhile')
  })
})
