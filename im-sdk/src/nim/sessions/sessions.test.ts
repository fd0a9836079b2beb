// Tests of sessions and messages on this device and on the server, as a page uses them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import type { SocketServer } from '../../../../server/src/socket/socket.ts'
import { createPerson, until, type ChatPerson } from '../../../test/people.ts'
import { waitForDone, closePages, openPage, sendText, getSessions, type Page } from '../../../test/page.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimServerSession } from './server-sessions.ts'

const server = useTestServer()
let url = ''
let socketServer: SocketServer
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const createUser = () => createPerson(server(), url)
const openPageOf = (owner: ChatPerson, options: object = {}) => openPage(server(), url, { person: owner, ...options })

test('lists sessions in pages, on the device and on the server', async () => {
  const [ann, ...others] = await Promise.all([createUser(), createUser(), createUser(), createUser()])
  const a = await openPageOf(ann)
  for (const { accid } of others) await sendText(a, accid, '您好')
  const ids = others.map(({ accid }) => `p2p-${accid}`).toReversed()
  expect((await getSessions(a)).map(({ id }) => id)).toEqual(ids)
  expect((await getSessions(a, { limit: 1, lastSessionId: ids[0] })).map(({ id }) => id)).toEqual([ids[1]])
  expect((await getSessions(a, { reverse: true, limit: 1 })).map(({ id }) => id)).toEqual([ids[2]])
  await expect(getSessions(a, { limit: 101 })).rejects.toThrow('limit不能超过100')

  type ServerPage = { sessionList: NimServerSession[]; hasMore: boolean; minTimestamp: number }
  const getServerSessions = (options: object) =>
    waitForDone<ServerPage>((done) => a.nim.getServerSessions({ ...options, done }))
  const first = await getServerSessions({ limit: 2 })
  expect(first).toMatchObject({
    hasMore: true,
    sessionList: [{ id: ids[0], lastMsg: { text: '您好' } }, { id: ids[1] }],
  })
  const next = await getServerSessions({ limit: 2, maxTimestamp: first.minTimestamp })
  expect(next).toMatchObject({ hasMore: false, sessionList: [{ id: ids[2] }] })
  const to = others[0].accid
  await waitForDone((done) => a.nim.updateServerSession({ scene: 'p2p', to, extra: '备注', done }))
  expect(await waitForDone((done) => a.nim.getServerSession({ scene: 'p2p', to, done }))).toMatchObject({ ext: '备注' })
  expect(a.last('onSyncUpdateServerSession')).toMatchObject({ to, ext: '备注' })
  await waitForDone((done) => a.nim.deleteServerSessions({ sessions: [{ scene: 'p2p', to }], done }))
  expect((await getSessions(a)).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const nobody = waitForDone((done) => a.nim.getServerSession({ scene: 'p2p', to: ann.accid, done }))
  await expect(nobody).rejects.toMatchObject({ code: 404 })
})

test('inserts and annotates local sessions, and hides them until the next message', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a, b] = [await openPageOf(ann), await openPageOf(bob)]
  const id = `p2p-${bob.accid}`
  await waitForDone((done) => a.nim.insertLocalSession({ scene: 'p2p', to: bob.accid, done }))
  expect(await getSessions(a)).toMatchObject([{ id, unread: 0 }])
  const again = waitForDone((done) => a.nim.insertLocalSession({ scene: 'p2p', to: bob.accid, done }))
  await expect(again).rejects.toThrow('session exists')
  await waitForDone((done) => a.nim.updateLocalSession({ id, localCustom: '{"draft":"想问"}', done }))
  expect(a.last('onupdatesession')).toMatchObject({ id, localCustom: '{"draft":"想问"}' })
  const unknown = waitForDone((done) => b.nim.updateLocalSession({ id, localCustom: '', done }))
  await expect(unknown).rejects.toThrow('session not exist')
  await sendText(a, bob.accid, '您好')
  expect(await getSessions(a)).toMatchObject([{ id, lastMsg: { text: '您好' }, localCustom: '{"draft":"想问"}' }])
  await waitForDone((done) => a.nim.deleteLocalSession({ id, done }))
  expect(await getSessions(a)).toEqual([])
  await sendText(b, ann.accid, '您好')
  await until(() => a.count('onmsg') === 1, 'the answer')
  expect(await getSessions(a)).toMatchObject([{ id }])
})

test('keeps the open session read, and marks all as read at once', async () => {
  const [ann, bob, eve] = [await createUser(), await createUser(), await createUser()]
  const [a, b, e] = [await openPageOf(ann), await openPageOf(bob), await openPageOf(eve)]
  await sendText(b, ann.accid, '一')
  await sendText(e, ann.accid, '一')
  await until(() => a.count('onmsg') === 2, 'two')
  a.nim.setCurrSession(`p2p-${bob.accid}`)
  await sendText(b, ann.accid, '二')
  const readUnreadCounts = async () =>
    Object.fromEntries((await getSessions(a)).map((session) => [session.to, session.unread]))
  await until(
    async () => a.count('onmsg') === 3 && (await readUnreadCounts())[bob.accid] === 0,
    'the current one to be read',
  )
  expect((await readUnreadCounts())[eve.accid]).toBe(1)
  a.nim.resetCurrSession()
  await sendText(b, ann.accid, '三')
  await until(async () => (await readUnreadCounts())[bob.accid] === 1, 'one unread')
  await new Promise<void>((resolve) => a.nim.resetAllSessionUnread(() => resolve()))
  expect(await readUnreadCounts()).toEqual({ [bob.accid]: 0, [eve.accid]: 0 })
  const fresh = await openPageOf(ann)
  expect((await getSessions(fresh)).map(({ unread: count }) => count)).toEqual([0, 0])
})

test('marks as read up to a message, and knows whether the other side has read it', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a, b] = [await openPageOf(ann), await openPageOf(bob)]
  const sent = [await sendText(a, bob.accid, '一'), await sendText(a, bob.accid, '二')]
  await until(() => b.count('onmsg') === 2, 'two')
  const received = b.calls.filter(({ name }) => name === 'onmsg').map(({ data }) => data as NimMessage)
  await waitForDone((done) => b.nim.markMsgRead({ msgs: [received[0]!], done }))
  expect((await getSessions(b))[0]?.unread).toBe(1)
  const listReadStates = () => sent.map((msg) => a.nim.isMsgRemoteRead({ msg }))
  expect(listReadStates()).toEqual([false, false])
  await waitForDone((done) => b.nim.sendMsgReceipt({ msg: received[0]!, done }))
  await until(() => listReadStates()[0] === true, 'the receipt')
  expect(listReadStates()).toEqual([true, false])
  expect(b.nim.isMsgRemoteRead({ msg: received[0]! })).toBe(false)
})

test('shows the account’s receipt in the session on every device of the account', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const a = await openPageOf(ann)
  const [b, b2] = [await openPageOf(bob), await openPageOf(bob)]
  const sent = [await sendText(a, bob.accid, '一'), await sendText(a, bob.accid, '二')]
  await until(() => [b, b2].every((page) => page.count('onmsg') === 2), 'two')
  const readTimes = async (page: Page) =>
    (await getSessions(page)).map((session) => [
      session.msgReceiptTime,
      session.msgReceiptSendTime,
      session.msgReceiptServerTime,
    ])
  expect(await readTimes(b)).toEqual([[0, 0, 0]])
  const sendReceipt = (time: number) =>
    waitForDone((done) => b.nim.sendMsgReceipt({ msg: { ...(b.last('onmsg') as NimMessage), time }, done }))
  const [first, second] = sent.map(({ time }) => time) as [number, number]
  await sendReceipt(first)
  expect(b.last('onupdatesession')).toMatchObject({ msgReceiptSendTime: first, msgReceiptServerTime: first })
  await until(async () => (await readTimes(b2))[0]?.[1] === first, 'the other device')
  await sendReceipt(second)
  // an older receipt changes nothing
  await sendReceipt(first)
  const fresh = await openPageOf(bob)
  for (const page of [b, fresh]) expect(await readTimes(page)).toEqual([[0, second, second]])
  await until(async () => (await readTimes(a))[0]?.[0] === second, 'the receipt')
  expect(await readTimes(a)).toEqual([[second, 0, 0]])
  // a new message leaves the times of the receipts unchanged
  await sendText(b, ann.accid, '三')
  await until(() => a.count('onmsg') === 1, 'the answer')
  expect([await readTimes(b), await readTimes(a)]).toEqual([[[0, second, second]], [[second, 0, 0]]])
})

test('lists, searches, annotates, saves, hides and forwards messages on the device', async () => {
  const [ann, bob, eve] = [await createUser(), await createUser(), await createUser()]
  const a = await openPageOf(ann, { db: true })
  const sessionId = `p2p-${bob.accid}`
  const sent = [await sendText(a, bob.accid, '最近睡不好'), await sendText(a, bob.accid, '工作 ＡＢＣ 很忙')]
  const own = await sendText(a, bob.accid, '只在本机', { isLocal: true })
  expect(own).toMatchObject({ status: 'success', isLocal: true })
  const listLocalMsgs = async (options: object) =>
    (await waitForDone<{ msgs: NimMessage[] }>((done) => a.nim.getLocalMsgs({ ...options, done }))).msgs.map(
      ({ text }) => text,
    )
  expect(await listLocalMsgs({ sessionId })).toEqual(['只在本机', '工作 ＡＢＣ 很忙', '最近睡不好'])
  expect(await listLocalMsgs({ sessionId, desc: false, limit: 1 })).toEqual(['最近睡不好'])
  expect(await listLocalMsgs({ keyword: 'abc' })).toEqual(['工作 ＡＢＣ 很忙'])
  expect(await listLocalMsgs({ types: ['image'] })).toEqual([])
  await expect(listLocalMsgs({ start: 2, end: 1 })).rejects.toThrow('end必须晚于start')
  await expect(listLocalMsgs({ limit: 0 })).rejects.toThrow('limit不能小于1')
  const noted = await waitForDone<NimMessage[]>((done) =>
    a.nim.updateLocalMsg({ idClient: sent[0]!.idClient, localCustom: '重要', done }),
  )
  expect([...noted]).toMatchObject([{ localCustom: '重要' }])
  await waitForDone((done) => a.nim.deleteLocalMsg({ msg: sent[1]!, done }))
  expect((await getSessions(a))[0]?.lastMsg?.text).toBe('最近睡不好')
  await waitForDone((done) => a.nim.deleteLocalMsg({ msg: own, done }))
  expect(await listLocalMsgs({ sessionId })).toEqual(['最近睡不好'])
  await waitForDone((done) => a.nim.saveMsgsToLocal({ msgs: [{ ...own, idClient: 'saved', text: '导入的' }], done }))
  const text = a.nim.messageSerialization(sent[0]!)
  expect(a.nim.messageDeserialization(text!)).toEqual(sent[0])
  expect(a.nim.messageDeserialization('{')).toBeNull()
  expect(await listLocalMsgs({ sessionId })).toContain('导入的')
  const forwarded = await new Promise<NimMessage>((resolve, reject) =>
    a.nim.forwardMsg({ msg: sent[0]!, scene: 'p2p', to: eve.accid, done: (e, msg) => (e ? reject(e) : resolve(msg)) }),
  )
  expect(forwarded).toMatchObject({ text: '最近睡不好', to: eve.accid })
  expect(forwarded.idClient).not.toBe(sent[0]!.idClient)
  const gone = await waitForDone((done) => a.nim.deleteLocalMsgsByTime({ done }))
  expect(gone).toEqual({ deletedMsgCount: 3, sessionUpdateCount: 2 })
  expect(await listLocalMsgs({})).toEqual([])
})

test('delivers a broadcast to online accounts at once, to others at login, and to each once', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a, b] = [await openPageOf(ann), await openPageOf(bob)]
  b.nim.disconnect()
  await socketServer.broadcast('今晚二十二点维护')
  await until(() => a.count('onbroadcastmsg') === 1, 'the broadcast')
  const isRead = async () =>
    (
      await server().kit.sql`select 1 from im_broadcast_read join im_account a on a.id = im_account_id
      where a.accid = ${ann.accid}`
    ).count === 1
  await until(isRead, 'the acknowledgement')
  const away = await openPageOf(bob, { syncBroadcastMsgs: true })
  expect(away.last('onbroadcastmsg')).toMatchObject({ body: '今晚二十二点维护' })
  const again = await openPageOf(ann, { syncBroadcastMsgs: true })
  expect(again.count('onbroadcastmsg')).toBe(0)
  await socketServer.broadcast('维护结束')
  await until(() => [a, away, again].every(({ count }) => count('onbroadcastmsg') > 0), 'the second')
  expect(again.count('onbroadcastmsg')).toBe(1)
})
