// Tests of edge cases: several devices of one account, clock jumps, and a slow server.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { maxOnlineDevices } from '@xinqiao/contract/im/accounts/auth.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { openProxy } from '../../../server/test/stand-ins/proxy.ts'
import { leaveAll, createPerson, untilReady, textOf, textTo, until, type Device } from '../people.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('brings three devices of one account that read and send concurrently to one state', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const mine = [ann.device(), ann.device(), ann.device()]
  const receiver = bob.device()
  await untilReady(...mine, receiver)
  const each = 20
  await Promise.all([
    ...mine.map(async (device, i) => {
      for (let n = 0; n < each; n += 1) {
        await device.send(textTo(bob.accid, `${i}:${n}`))
        if (n % 3 === i) await device.markRead(p2pSessionIdOf(bob.accid))
      }
    }),
    (async () => {
      for (let n = 0; n < each; n += 1) await receiver.send(textTo(ann.accid, `b:${n}`))
    })(),
  ])
  const findConversation = (device: Device, peer: string) => device.store.conversations.get(p2pSessionIdOf(peer))
  const all = [
    ...mine.map((device) => () => findConversation(device, bob.accid)),
    () => findConversation(receiver, ann.accid),
  ]
  await until(() => all.every((of) => of()?.msgs.length === 4 * each), 'every device to hold all')
  const [first] = all
  for (const of of all)
    expect(of()?.msgs.map(({ idServer }) => idServer)).toEqual(first!()?.msgs.map((msg) => msg.idServer))
  for (const [i, device] of mine.entries()) {
    const own = findConversation(device, bob.accid)!
      .msgs.map(textOf)
      .filter((text) => text.startsWith(`${i}:`))
    expect(own).toEqual(Array.from({ length: each }, (_, n) => `${i}:${n}`))
  }
  await mine[0]!.markRead(p2pSessionIdOf(bob.accid))
  await until(
    () => mine.every((device) => findConversation(device, bob.accid)?.session.unread === 0),
    'nothing unread anywhere',
  )
})

test('keeps times rising after a clock jumps back, and history and unread correct', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a1, b1] = [ann.device(), bob.device()]
  await untilReady(a1, b1)
  const before = await a1.send(textTo(bob.accid, '今天'))
  await until(() => b1.received.length === 1, 'the first')
  // simulates a clock that has been an hour ahead so far
  const { sql } = server().kit
  const [row] = await sql<{ conversation_id: number }[]>`
    update im_message set time = time + 3600000 where id = ${Number(before.idServer)} returning conversation_id`
  await sql`update im_conversation set last_time = last_time + 3600000 where id = ${row!.conversation_id}`
  const later = []
  for (let i = 0; i < 5; i += 1) later.push(await a1.send(textTo(bob.accid, `${i}`)))
  expect(later.map(({ time }) => time - before.time)).toEqual([1, 2, 3, 4, 5].map((n) => 3_600_000 + n))
  await until(() => b1.received.length === 6, 'the rest')
  const fresh = bob.device()
  await untilReady(fresh)
  const { msgs } = await fresh.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann.accid, reverse: true })
  expect(msgs.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  await fresh.request('msg.markSessionAck', { scene: 'p2p', to: ann.accid, timetag: later[1]!.time })
  await until(() => b1.store.conversations.get(p2pSessionIdOf(ann.accid))?.session.unread === 3, 'three unread')
})

test('disconnects the oldest device of an account for good when the eleventh connects', async () => {
  const ann = await createPerson(server(), url)
  const devices: Device[] = []
  for (let i = 0; i <= maxOnlineDevices; i += 1) {
    devices.push(ann.device())
    await untilReady(devices[i]!)
  }
  await until(() => devices[0]!.ends.length === 1, 'the end of the oldest')
  expect(devices[0]!.ends[0]).toMatchObject({ code: 'kicked', reason: 'samePlatformKick', from: '16' })
  expect(devices.slice(1).map((device) => device.status())).toEqual(Array.from({ length: maxOnlineDevices }, () => 1))
})

test('ends the first connection of a device at the second one, without a kick notice', async () => {
  const ann = await createPerson(server(), url)
  const reasons: number[] = []
  const first = ann.device({ deviceId: 'one-and-the-same' }, { willReconnect: () => reasons.push(first.status()) })
  await untilReady(first)
  const second = ann.device({ deviceId: 'one-and-the-same' })
  await untilReady(second)
  // the page reconnects, as after any lost connection, until the other page is closed
  await until(() => reasons.length > 0, 'the silent end')
  first.disconnect()
  expect(first.ends).toMatchObject([{ code: 'logout' }])
})

test('answers a slow command with 408; a retry still results in one message', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const device = ann.device({ timeouts: { 'msg.sendMsg': 20_000 } })
  await untilReady(device)
  const draft = textTo(bob.accid, '慢')
  const { sql } = server().kit
  await sql.begin(async (tx) => {
    await tx`select 1 from im_account where accid = ${bob.accid} for update`
    await expect(device.send(draft)).rejects.toMatchObject({ code: 408 })
  })
  const repeatedReply = await device.send(draft)
  expect(repeatedReply).toMatchObject({ seq: 1, idClient: draft.idClient })
  const rows = await sql`select 1 from im_message where id_client = ${draft.idClient}`
  expect(rows.length).toBe(1)
})

test('retries an unanswered heartbeat once, and then reconnects', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const proxy = await openProxy(url)
  try {
    const retries: number[] = []
    const device = ann.device(
      { url: proxy.url, heartbeatIntervalMs: 5_000, timeouts: { 'link.heartbeat': 200 } },
      { willReconnect: ({ retryCount }) => retries.push(retryCount) },
    )
    const b1 = bob.device()
    await untilReady(device, b1)
    const made = proxy.count()
    proxy.freeze()
    await b1.send(textTo(ann.accid, '在吗'))
    await until(() => device.received.length === 1, 'the message over a new connection', 15_000)
    expect(proxy.count()).toBe(made + 1)
    expect(retries).toEqual([1])
  } finally {
    await proxy.close()
  }
})
