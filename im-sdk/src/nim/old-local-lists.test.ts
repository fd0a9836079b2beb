// Tests of lists on the device as pages of existing SDKs read them: sessions, messages and system messages.
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { getSessions, openPage, sendText, setUpPages, waitForDone, type Page } from '../../test/page.ts'
import { createPerson, until } from '../../test/people.ts'
import type { NimMessage } from './present/messages.ts'
import type { NimSysMsg } from './present/notices.ts'
import type { NimSession } from './present/sessions.ts'

const { server, url, openPages } = setUpPages()

type SysMsgQuery = { type?: string; read?: boolean; lastIdServer?: string }
const listSysMsgs = async ({ nim }: Page, options: SysMsgQuery = {}): Promise<NimSysMsg[]> =>
  (await waitForDone<{ sysMsgs: NimSysMsg[] }>((done) => nim.getLocalSysMsgs({ ...options, done }))).sysMsgs

test('passes the changed message in a list, and an empty list for an unknown one', async () => {
  const [ann, bob] = [await openPage(server(), url(), { db: true }), await openPage(server(), url())]
  const { idClient } = await sendText(ann, bob.accid, '您好')
  const note = (id: string) =>
    waitForDone<NimMessage[]>((done) => ann.nim.updateLocalMsg({ idClient: id, localCustom: '重要', done }))
  expect(await note(idClient)).toEqual([expect.objectContaining({ idClient, text: '您好', localCustom: '重要' })])
  expect(await note('unknown')).toEqual([])
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
  // each message that is presented is copied once
  const copies = vi.spyOn(globalThis, 'structuredClone')
  const read = (sessionId: string) =>
    waitForDone<NimSession | null>((done) => ann.nim.getLocalSession({ sessionId, done }))
  expect(await read('p2p-other1500')).toMatchObject({ to: 'other1500', lastMsg: { text: '您好' } })
  expect(copies).toHaveBeenCalledTimes(1)
  const sessions = await getSessions(ann, { limit: 20, lastSessionId: 'p2p-other1999' })
  expect(sessions.map(({ to }) => to)).toEqual(Array.from({ length: 20 }, (_, i) => `other${1_998 - i}`))
  expect(copies).toHaveBeenCalledTimes(21)
})
