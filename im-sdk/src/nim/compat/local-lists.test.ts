// Tests of lists on the device as pages of existing SDKs read them: sessions, messages and system messages.
import { expect, test, vi } from 'vitest'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { getSessions, openPage, sendText, setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimSysMsg } from '../present/notices.ts'
import type { NimSession } from '../present/sessions.ts'

const { server, url, openPages } = setUpPages()

type SysMsgQuery = { type?: string; read?: boolean; lastIdServer?: string }
const listSysMsgs = async ({ nim }: Page, options: SysMsgQuery = {}): Promise<NimSysMsg[]> =>
  (await waitForDone<{ sysMsgs: NimSysMsg[] }>((done) => nim.getLocalSysMsgs({ ...options, done }))).sysMsgs

test('passes the changed message in a list, and an empty list for an unknown one', async () => {
  const [ann, bob] = [await openPage(server(), url(), { db: true }), await openPage(server(), url())]
  const { idClient } = await sendText(ann, bob.accid, '您好')
  const note = (id: string) =>
    waitForDone<NimMessage[]>((done) => ann.nim.updateLocalMsg({ idClient: id, localCustom: '重要', done }))
  expect([...(await note(idClient))]).toEqual([
    expect.objectContaining({ idClient, text: '您好', localCustom: '重要' }),
  ])
  expect([...(await note('unknown'))]).toEqual([])
})

test('lists recalls with the other system messages, also after a reload, until they are deleted', async () => {
  const person = await createPerson(server(), url())
  const [ann] = await openPages()
  const bob = await openPage(server(), url(), { person, db: true })
  const msg = await sendText(ann, bob.accid, '发错了')
  await until(() => bob.count('onmsg') === 1, 'the message')
  await waitForDone((done) => ann.nim.applyFriend({ account: bob.accid, ps: '我是安', done }))
  await waitForDone((done) => ann.nim.recallMsg({ msg, ps: '抱歉', done }))
  await until(() => bob.count('onsysmsg') === 2, 'the recall')
  const recall = bob.last('onsysmsg') as NimSysMsg
  expect(recall).toMatchObject({ type: 'deleteMsg', deletedIdServer: msg.idServer, ps: '抱歉', read: true })
  expect((await listSysMsgs(bob)).map(({ type }) => type)).toEqual(['deleteMsg', 'applyFriend'])
  // the page that recalled it receives no system message
  expect(await listSysMsgs(ann, { type: 'deleteMsg' })).toEqual([])

  await waitForDone((done) => bob.nim.updateLocalSysMsg({ idServer: recall.idServer, localCustom: '已阅', done }))
  await bob.nim.core.persistence.flush()
  bob.nim.destroy()
  const again = await openPage(server(), url(), { person, db: true })
  expect(await listSysMsgs(again, { type: 'deleteMsg' })).toEqual([{ ...recall, localCustom: '已阅' }])
  expect(again.last('onsysmsgunread')).toMatchObject({ total: 1, applyFriend: 1 })
  await waitForDone((done) => again.nim.deleteLocalSysMsg({ idServer: recall.idServer, done }))
  expect((await listSysMsgs(again)).map(({ type }) => type)).toEqual(['applyFriend'])
})

test('tells a kicked page the kind of client that the page itself gave', async () => {
  const person = await createPerson(server(), url())
  const kicked = await openPage(server(), url(), { person })
  const first = await openPage(server(), url(), { person, customClientType: 7 })
  await until(() => kicked.count('onloginportschange') > 0, 'the other device')
  expect(kicked.last('onloginportschange')).toMatchObject([{ customClientType: 7 }])
  await waitForDone((done) => first.nim.kick({ deviceIds: [kicked.nim.client.deviceId], done }))
  await until(() => kicked.count('ondisconnect') === 1, 'the kick')
  expect(kicked.last('ondisconnect')).toMatchObject({ code: 'kicked', from: 'Web', customClientType: 7 })
})

test('reads one of two thousand sessions without reading the others', async () => {
  const [ann, bob] = await openPages()
  await sendText(ann, bob.accid, '您好')
  const { conversations } = ann.nim.client.store
  const conversation = conversations.get(`p2p-${bob.accid}`)!
  for (let i = 0; i < 2_000; i += 1) {
    const session: SessionState = { ...conversation.session, to: `other${i}`, updateTime: i + 1 }
    conversations.set(`p2p-other${i}`, { ...conversation, session })
  }
  // counts copies, because each presented message is copied once
  const copies = vi.spyOn(globalThis, 'structuredClone')
  const read = (sessionId: string) =>
    waitForDone<NimSession | null>((done) => ann.nim.getLocalSession({ sessionId, done }))
  expect(await read('p2p-other1500')).toMatchObject({ to: 'other1500', lastMsg: { text: '您好' } })
  expect(copies).toHaveBeenCalledTimes(1)
  const sessions = await getSessions(ann, { limit: 20, lastSessionId: 'p2p-other1999' })
  expect(sessions.map(({ to }) => to)).toEqual(Array.from({ length: 20 }, (_, i) => `other${1_998 - i}`))
  expect(copies).toHaveBeenCalledTimes(21)
})

test('lists the unread messages of a session, without those of the account', async () => {
  const [ann, bob] = [await openPage(server(), url()), await openPage(server(), url(), { db: true })]
  const sessionId = `p2p-${ann.accid}`
  const listUnread = () =>
    waitForDone<{ msgs: NimMessage[] }>((done) => bob.nim.getLocalMsgsInUnread({ sessionId, done }))
  await sendText(ann, bob.accid, '已读')
  await until(() => bob.count('onmsg') === 1, 'the message')
  await waitForDone<undefined>((done) => bob.nim.resetSessionUnread(sessionId, (error) => done(error)))
  await sendText(bob, ann.accid, '收到')
  const unread = await sendText(ann, bob.accid, '还没有看')
  await waitForDone((done) =>
    ann.nim.sendText({ scene: 'p2p', to: bob.accid, text: '不计未读', isUnreadable: false, done }),
  )
  await until(() => bob.count('onmsg') === 3, 'the third message')
  expect((await listUnread()).msgs).toMatchObject([{ idServer: unread.idServer, text: '还没有看' }])
})

test('lists all sessions before it reports a change, also with messages of the time away', async () => {
  const person = await createPerson(server(), url())
  const [ann] = await openPages()
  const bob = await openPage(server(), url(), { person, db: true })
  await sendText(ann, bob.accid, '您好')
  await until(() => bob.count('onmsg') === 1, 'the message')
  await bob.nim.core.persistence.flush()
  bob.nim.destroy()
  await sendText(ann, bob.accid, '还在吗')
  const again = await openPage(server(), url(), { person, db: true })
  await until(() => again.count('onsyncdone') === 1, 'the end of the sync')
  expect(again.last('onsessions')).toMatchObject([{ lastMsg: { text: '还在吗' }, unread: 2 }])
  expect(again.count('onupdatesession')).toBe(0)
  await sendText(ann, bob.accid, '明天见')
  await until(() => again.count('onupdatesession') === 1, 'the changed session')
})

test('lists nothing of the time before a clearing', async () => {
  const [ann] = await openPages()
  const bob = await openPage(server(), url(), { db: true })
  const { time } = await sendText(bob, ann.accid, '您好')
  await waitForDone((done) => bob.nim.clearServerHistoryMsgsWithSync({ scene: 'p2p', to: ann.accid, done }))
  const query = { sessionId: `p2p-${ann.accid}`, end: time - 1 }
  expect(await waitForDone((done) => bob.nim.getLocalMsgs({ ...query, done }))).toMatchObject({ msgs: [] })
})

test.each(['clearDB', 'removeDB'] as const)(
  'deletes the local database by %s, until it is opened again',
  async (name) => {
    const person = await createPerson(server(), url())
    const [ann] = await openPages()
    const bob = await openPage(server(), url(), { person, db: true })
    await sendText(ann, bob.accid, '您好')
    await until(() => bob.count('onmsg') === 1, 'the message')
    const call = (method: 'closeDB' | 'reinitDB' | typeof name) =>
      waitForDone<null>((done) => bob.nim[method]({ done }))
    const listTexts = async () =>
      (await waitForDone<{ msgs: NimMessage[] }>((done) => bob.nim.getLocalMsgs({ done }))).msgs.map(({ text }) => text)
    await call('closeDB')
    expect(bob.nim.getDBStatus()).toBe('closed')
    await expect(listTexts()).rejects.toMatchObject({ code: 'Error_Database' })
    await call('reinitDB')
    expect(await listTexts()).toEqual(['您好'])
    const listNames = async () => (await indexedDB.databases()).map((database) => database.name!)
    const names = await listNames()
    await call(name)
    expect(await listNames()).toHaveLength(names.length - 1)
    await call('reinitDB')
    expect(await listTexts()).toEqual([])
    bob.nim.destroy()
    // the new database contains the session
    const again = await openPage(server(), url(), { person, db: true })
    expect(await getSessions(again)).toMatchObject([{ to: ann.accid, unread: 1, lastMsg: { text: '您好' } }])
    const off = await openPage(server(), url())
    await expect(waitForDone((done) => off.nim[name]({ done }))).rejects.toMatchObject({ code: 'Error_Database' })
  },
)
