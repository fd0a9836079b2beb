// Tests of two people with two devices each, over real sockets and a real PostgreSQL.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { useTestServer } from '../../server/test/test-server.ts'
import type { SocketServer } from '../../server/src/socket/socket.ts'
import { leaveAll, createPerson, untilReady, textOf, textTo, until, type Device } from '../test/people.ts'

const server = useTestServer()
let url = ''
let socketServer: SocketServer
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const createUser = (role: 'user' | 'counsellor' = 'user') => createPerson(server(), url, role)
const findSession = (device: Device, to: string) => device.store.conversations.get(p2pSessionIdOf(to))?.session

describe('login', () => {
  test('refuses a wrong token, a foreign token and a stranger with 302, without a reconnect', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const devices = [
      ann.device({ token: () => 'wrong'.repeat(9) }),
      ann.device({ token: () => bob.token }),
      ann.device({ account: 'xqnobody' }),
    ]
    await until(() => devices.every(({ ends }) => ends.length === 1), 'three refusals')
    expect(devices.map(({ ends }) => ends[0])).toEqual(devices.map(() => ({ code: 302, message: '账号或令牌错误' })))
    expect(devices.map((device) => device.status())).toEqual([0, 0, 0])
  })

  test('refuses invalid options with 414, without a reconnect', async () => {
    const ann = await createUser()
    const devices = [
      ann.device({ customTag: 'x'.repeat(33) }),
      ann.device({ customClientType: -4 }),
      ann.device({ token: () => 5 as never }),
      ann.device({ account: 12_345 as never }),
    ]
    await until(() => devices.every(({ ends }) => ends.length === 1), 'four refusals')
    expect(devices.map(({ ends }) => ends[0]?.code)).toEqual([414, 414, 414, 414])
    expect(devices[0]?.ends[0]?.message).toContain('customTag')
    expect(devices.map((device) => device.status())).toEqual([0, 0, 0, 0])
  })

  test('refuses a disabled account, and one whose role may no longer chat', async () => {
    const [ann, bob] = [await createUser(), await createUser('counsellor')]
    const { sql } = server().kit
    await sql`update account set enabled = false where id = (select account_id from im_account where accid = ${ann.accid})`
    await sql`update account set role_id = ${roles.editor} where id = (select account_id from im_account where accid = ${bob.accid})`
    const devices = [ann.device(), bob.device()]
    await until(() => devices.every(({ ends }) => ends.length === 1), 'two refusals')
    expect(devices.map(({ ends }) => ends[0]?.code)).toEqual([422, 403])
  })

  test('refuses the socket to a page of another site', async () => {
    const reply = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'https://evil.example' },
    })
    expect(reply.status).toBe(403)
    expect(await reply.json()).toMatchObject({ message: '请求来源不正确，请从本站页面操作' })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('ends only the chats of the session that signs out of the portal', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const [mine, other] = [ann.device(), bob.device()]
    await untilReady(mine, other)
    await server().requestAs({ token: ann.session }, 'DELETE /auth/logout', {})
    await socketServer.checkSignInSessions()
    await until(() => mine.ends.length === 1, 'the kick')
    expect(mine.ends[0]).toMatchObject({ code: 'kicked', reason: 'serverKick' })
    expect(other.status()).toBe(1)
  })

  test('lists the other devices of an account, which can be kicked', async () => {
    const ann = await createUser()
    const ports: number[] = []
    const first = ann.device({}, { ports: (list) => ports.push(list.length) })
    await untilReady(first)
    const second = ann.device()
    await untilReady(second)
    await until(() => ports.at(-1) === 1, 'the other device to be notified')
    expect(await first.request('auth.kick', { deviceIds: [second.deviceId] })).toEqual({ deviceIds: [second.deviceId] })
    await until(() => second.ends.length === 1, 'the kick')
    expect(second.ends[0]).toMatchObject({ code: 'kicked', reason: 'otherPlatformKick' })
    await until(() => ports.at(-1) === 0, 'the first device to be alone')
  })

  test('works over long polling', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const [mine, received] = [ann.device({ transports: ['polling'] }), bob.device({ transports: ['polling'] })]
    await untilReady(mine, received)
    await mine.send(textTo(bob.accid, '您好'))
    await until(() => received.received.length === 1, 'the message')
  })
})

describe('sending', () => {
  test('delivers to both devices of both sides, counts unread at the recipient, and marks as read everywhere', async () => {
    const [ann, bob] = [await createUser(), await createUser('counsellor')]
    const [a1, a2, b1, b2] = [ann.device(), ann.device(), bob.device(), bob.device()]
    await untilReady(a1, a2, b1, b2)
    const sent = await a1.send(textTo(bob.accid, '老师您好，我最近睡不好'))
    expect(sent).toMatchObject({ from: ann.accid, to: bob.accid, seq: 1, fromDeviceId: a1.deviceId })
    await until(() => [a2, b1, b2].every(({ received }) => received.length === 1), 'three devices to hear')
    expect(a1.received).toEqual([])
    for (const { received } of [a2, b1, b2]) expect(received[0]).toEqual(sent)
    expect([b1, b2].map((device) => findSession(device, ann.accid)?.unread)).toEqual([1, 1])
    expect([a1, a2].map((device) => findSession(device, bob.accid)?.unread)).toEqual([0, 0])

    await b1.markRead(p2pSessionIdOf(ann.accid))
    await until(() => findSession(b2, ann.accid)?.unread === 0, 'the other device to be read')
    // an ack older than the last one changes nothing
    const again = await b2.request('msg.markSessionAck', { scene: 'p2p', to: ann.accid, timetag: 1 })
    expect(again.session).toEqual(findSession(b2, ann.accid))
    expect(findSession(a1, bob.accid)?.msgReceiptTime).toBe(0)
    await b1.request('msg.sendMsgReceipt', { scene: 'p2p', to: ann.accid, time: sent.time })
    await until(
      () => [a1, a2].every((device) => findSession(device, bob.accid)?.msgReceiptTime === sent.time),
      'receipts',
    )
  })

  test('stores 50 concurrent sends of one idClient as one message, also hours later', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const [a1, a2, b1] = [ann.device(), ann.device(), bob.device()]
    await untilReady(a1, a2, b1)
    const draft = textTo(bob.accid, '只有一次')
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? a1 : a2).send(draft)))
    expect(new Set(replies.map(({ idServer, time }) => `${idServer} ${time}`)).size).toBe(1)
    const { sql } = server().kit
    await sql`update im_message set time = time - 36000000 where id_client = ${draft.idClient}`
    const late = await a1.request('msg.sendMsg', { ...draft, content: { type: 0, text: '另一段话' } })
    expect(late.msg).toMatchObject({ idServer: replies[0]!.idServer, content: draft.content })
    expect((await sql`select 1 from im_message where id_client = ${draft.idClient}`).count).toBe(1)
    await b1.send(textTo(ann.accid, '收到'))
    await until(() => a1.received.some((msg) => textOf(msg) === '收到'), 'the answer')
    expect(b1.received).toHaveLength(1)
    expect(findSession(b1, ann.accid)?.unread).toBe(1)
  })

  test('refuses an idClient that was used for another receiver, at once and later, and between p2p and teams', async () => {
    const [ann, bob, eve] = [await createUser(), await createUser(), await createUser()]
    const [device, received] = [ann.device(), eve.device()]
    await untilReady(device, received)
    const { state } = await device.request('team.createTeam', { scene: 'team', type: 'normal', name: '同事' })
    const createTeamText = (idClient: string) => ({
      ...textTo(state.team.teamId, '群里', idClient),
      scene: 'team' as const,
    })
    const refused = { status: 'rejected', reason: { code: 414, data: { field: 'idClient' } } }
    const twice = crypto.randomUUID()
    const [first, second] = await Promise.allSettled([
      device.request('msg.sendMsg', textTo(bob.accid, '给乙', twice)),
      device.request('msg.sendMsg', textTo(eve.accid, '给丙', twice)),
    ])
    expect([first.status, second]).toMatchObject(['fulfilled', refused])
    const teamMessageId = crypto.randomUUID()
    await device.send(createTeamText(teamMessageId))
    const later = [textTo(eve.accid, '给丙', twice), createTeamText(twice), textTo(eve.accid, '给丙', teamMessageId)]
    expect(await Promise.allSettled(later.map((draft) => device.request('msg.sendMsg', draft)))).toMatchObject([
      ...[refused, refused, refused],
    ])
    await device.send(textTo(eve.accid, '收到了'))
    await until(() => received.received.length > 0, 'the message')
    expect(received.received.map(textOf)).toEqual(['收到了'])
  })

  test.each([
    ['an unknown receiver', (_to: string) => textTo('xqnobody', 'x'), 404],
    ['half a character', (to: string) => textTo(to, '\ud83d'), 414],
    ['a character that cannot be stored', (to: string) => textTo(to, 'a\0b'), 414],
    ['an empty text', (to: string) => textTo(to, ''), 414],
  ])('refuses %s, and delivers the other messages of its batch', async (_name, make, code) => {
    const [ann, bob] = [await createUser(), await createUser()]
    const device = ann.device()
    await untilReady(device)
    const [bad, good] = await Promise.allSettled([
      device.request('msg.sendMsg', make(bob.accid)),
      device.send(textTo(bob.accid, '好的')),
    ])
    expect(bad).toMatchObject({ status: 'rejected', reason: { code } })
    expect(good.status).toBe('fulfilled')
  })

  test('treats escape sequences as plain text', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const device = ann.device()
    await untilReady(device)
    expect(textOf(await device.send(textTo(bob.accid, String.raw`\u0000 \ud83d`)))).toBe(String.raw`\u0000 \ud83d`)
  })

  test('stores a message to oneself once, with nothing unread', async () => {
    const ann = await createUser()
    const [a1, a2] = [ann.device(), ann.device()]
    await untilReady(a1, a2)
    await a1.send(textTo(ann.accid, '备忘'))
    await until(() => a2.received.length === 1, 'the other device')
    expect(findSession(a2, ann.accid)).toMatchObject({ unread: 0, lastSeq: 1 })
  })

  test('stores messages that arrive during a write in one commit', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const device = ann.device()
    await untilReady(device)
    await device.send(textTo(bob.accid, '第一条'))
    const { sql } = server().kit
    const countTransactions = async () => {
      const [row] = await sql<{ xacts: number }[]>`
        select count(distinct xmin::text) as xacts from im_message where id_client like 'group-%'`
      return row!.xacts
    }
    await Promise.all(Array.from({ length: 100 }, (_, i) => device.send(textTo(bob.accid, `群${i}`, `group-${i}`))))
    // the first message is a batch of its own; the others join the batches that follow
    expect(await countTransactions()).toBeLessThan(25)
  })
})

describe('catching up', () => {
  test('delivers missed messages in order, for old and new conversations, and restores deleted ones', async () => {
    const [ann, bob, eve] = [await createUser(), await createUser(), await createUser()]
    const [a1, b1, e1] = [ann.device(), bob.device(), eve.device()]
    await untilReady(a1, b1, e1)
    await a1.send(textTo(bob.accid, '0'))
    await until(() => b1.received.length === 1, 'the first')
    await b1.request('msg.deleteSessions', { sessions: [{ scene: 'p2p', to: ann.accid }] })
    const { store, deviceId } = b1
    b1.disconnect()
    for (let i = 1; i <= 30; i += 1) await a1.send(textTo(bob.accid, `${i}`))
    for (let i = 0; i < 5; i += 1) await e1.send(textTo(bob.accid, `e${i}`))
    const back = bob.device({ store, deviceId })
    await untilReady(back)
    const textsFrom = (accid: string) => back.received.filter(({ from }) => from === accid).map(textOf)
    expect(textsFrom(ann.accid)).toEqual(Array.from({ length: 30 }, (_, i) => `${i + 1}`))
    expect(textsFrom(eve.accid)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4'])
    // deleting a session marks it as read
    expect(findSession(back, ann.accid)).toMatchObject({ unread: 30, isDeleted: false, lastSeq: 31 })
    expect(findSession(back, eve.accid)?.unread).toBe(5)
  })

  test('starts a new device with the last messages, and reads older ones as history', async () => {
    const [ann, bob] = [await createUser(), await createUser()]
    const a1 = ann.device()
    await untilReady(a1)
    for (let i = 0; i < 12; i += 1) await a1.send(textTo(bob.accid, `${i}`))
    const roaming: string[] = []
    const b1 = bob.device({}, { synced: (result) => roaming.push(...result.roaming.map(textOf)) })
    await untilReady(b1)
    expect(roaming).toEqual(['11'])
    expect(b1.received).toEqual([])
    expect(findSession(b1, ann.accid)?.unread).toBe(12)
    const getHistory = (input: object) =>
      b1.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann.accid, limit: 5, ...input })
    const page = (await getHistory({})).msgs
    expect(page.map(textOf)).toEqual(['11', '10', '9', '8', '7'])
    const older = (await getHistory({ endTime: page.at(-1)!.time })).msgs
    expect(older.map(textOf)).toEqual(['6', '5', '4', '3', '2'])
    expect((await getHistory({ beginTime: older[0]!.time, reverse: true })).msgs.map(textOf)).toEqual([
      '7',
      '8',
      '9',
      '10',
      '11',
    ])
    expect((await getHistory({ msgTypes: [100] })).msgs).toEqual([])
  })

  test('refuses access to conversations of other people', async () => {
    const [ann, bob, eve] = [await createUser(), await createUser(), await createUser()]
    const [a1, e1] = [ann.device(), eve.device()]
    await untilReady(a1, e1)
    await a1.send(textTo(bob.accid, '只给你'))
    expect((await e1.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann.accid })).msgs).toEqual([])
    const { lists } = await e1.request('sync.syncMsgs', {
      since: [
        { to: ann.accid, time: 0 },
        { to: bob.accid, time: 0 },
      ],
    })
    expect(lists.flatMap(({ msgs }) => msgs)).toEqual([])
    const ack = e1.request('msg.markSessionAck', { scene: 'p2p', to: ann.accid, timetag: 1 })
    await expect(ack).rejects.toMatchObject({ code: 404 })
    expect(e1.received).toEqual([])
  })
})
