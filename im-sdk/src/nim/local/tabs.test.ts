// Tests of persistence: after a reload, in three tabs at once, and after the database is lost.
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { waitForDone, closePages, openPage, getSessions, textsOf, type Page } from '../../../test/page.ts'
import {
  leaveAll,
  createPerson,
  untilReady,
  textTo,
  until,
  type Device,
  type ChatPerson,
} from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimOptions } from '../core/options.ts'

const server = useTestServer()
let url = ''
let ann: ChatPerson
let bob: ChatPerson
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  closePages()
  leaveAll()
})

const openTab = (person: ChatPerson, options: Partial<NimOptions> = {}) =>
  openPage(server(), url, { person, db: true, ...options })
const readLocalTexts = async (page: Page, options: object = {}) => {
  const sessionId = `p2p-${bob.accid}`
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    page.nim.getLocalMsgs({ sessionId, desc: false, ...options, done }),
  )
  return msgs
}

async function createConversation(): Promise<Device> {
  ;[ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const sender = bob.device()
  await untilReady(sender)
  return sender
}
async function reopenPage(page: Page, options: Partial<NimOptions> = {}): Promise<Page> {
  await page.nim.core.persistence.flush()
  page.nim.destroy()
  return openTab(ann, options)
}

test('keeps sessions and messages at a reload, and syncs only new ones', async () => {
  const sender = await createConversation()
  const first = await openTab(ann)
  await sender.send(textTo(ann.accid, '一'))
  await sender.send(textTo(ann.accid, '二'))
  await until(() => first.count('onmsg') === 2, 'two messages')
  await first.nim.core.persistence.flush()
  first.nim.destroy()
  await sender.send(textTo(ann.accid, '三'))

  const again = await openTab(ann)
  expect(again.last('onsessions')).toMatchObject([{ to: bob.accid, unread: 3, lastMsg: { text: '三' } }])
  expect(again.count('onroamingmsgs')).toBe(0)
  expect(textsOf((again.last('onofflinemsgs') as { msgs: NimMessage[] }).msgs)).toEqual(['三'])
  expect(textsOf(await readLocalTexts(again))).toEqual(['一', '二', '三'])
  expect(again.last('onmyinfo')).toMatchObject({ account: ann.accid })
  // its messages page by page, newest first
  const [newest] = await readLocalTexts(again, { desc: true, limit: 1 })
  expect(newest?.text).toBe('三')
  expect(textsOf(await readLocalTexts(again, { desc: true, limit: 9, end: newest!.time }))).toEqual(['二', '一'])
  expect(textsOf(await readLocalTexts(again, { keyword: '二' }))).toEqual(['二'])
  expect(await readLocalTexts(again, { types: ['image'] })).toEqual([])
})

test('removes messages at a reload that were recalled or cleared while the page was closed', async () => {
  const sender = await createConversation()
  const first = await openTab(ann)
  const { idServer } = await sender.send(textTo(ann.accid, '撤回我'))
  await sender.send(textTo(ann.accid, '留下'))
  await until(() => first.count('onmsg') === 2, 'two messages')
  await first.nim.core.persistence.flush()
  first.nim.destroy()
  await sender.request('msg.deleteMsg', { scene: 'p2p', to: ann.accid, idServer })
  const again = await openTab(ann)
  expect(textsOf(await readLocalTexts(again))).toEqual(['留下'])
  await waitForDone((done) => again.nim.clearServerHistoryMsgsWithSync({ scene: 'p2p', to: bob.accid, done }))
  await until(async () => (await readLocalTexts(again)).length === 0, 'nothing kept')
  const third = await reopenPage(again)
  expect(await readLocalTexts(third)).toEqual([])
})

test('fails a message at a reload that was being sent, and sends it once', async () => {
  const sender = await createConversation()
  const first = await openTab(ann)
  // the page crashes before the reply arrives
  first.nim.core.persistence.store.unsent.set('lost', {
    draft: { ...textTo(bob.accid, '未发出', 'lost'), content: { type: 0, text: '未发出' } },
    time: Date.now(),
    status: 'sending',
  })
  const again = await reopenPage(first)
  const [failed] = await readLocalTexts(again)
  expect(failed).toMatchObject({ idClient: 'lost', status: 'fail', flow: 'out', text: '未发出' })
  await waitForDone<NimMessage>((done) => again.nim.resendMsg({ msg: failed!, done }))
  await until(() => sender.received.length === 1, 'the message')
  const third = await reopenPage(again)
  expect(await readLocalTexts(third)).toMatchObject([{ idClient: 'lost', status: 'success' }])
})

test('loses and duplicates no message in three tabs over one database, which agree after a reload', async () => {
  const sender = await createConversation()
  // one tab is open from the start, two open while messages arrive
  const first = await openTab(ann)
  for (let i = 0; i < 5; i += 1) await sender.send(textTo(ann.accid, `早 ${i}`))
  const [second, third] = await Promise.all([openTab(ann), openTab(ann)])
  const tabs = [first, second, third]
  await Promise.all([
    ...Array.from({ length: 20 }, (_item, i) => sender.send(textTo(ann.accid, `来 ${i}`))),
    ...tabs.flatMap((tab, t) =>
      Array.from({ length: 5 }, (_item, i) =>
        waitForDone((done) => tab.nim.sendText({ scene: 'p2p', to: bob.accid, text: `去 ${t} ${i}`, done })),
      ),
    ),
  ])
  const whole = 5 + 20 + 15
  await until(async () => {
    const all = await Promise.all(tabs.map((tab) => getSessions(tab)))
    return all.every(([session]) => session?.unread === 25)
  }, 'every tab to know')
  await until(
    () => tabs.every(({ nim }) => nim.client.store.conversations.get(p2pSessionIdOf(bob.accid))?.seq === whole),
    'all places',
  )
  await Promise.all(tabs.map(({ nim }) => nim.core.persistence.flush()))
  const history = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    first.nim.getHistoryMsgs({ scene: 'p2p', to: bob.accid, asc: true, done }),
  )
  const wanted = history.msgs.map(({ idServer }) => idServer)
  expect(wanted).toHaveLength(whole)
  for (const tab of tabs) expect((await readLocalTexts(tab)).map(({ idServer }) => idServer)).toEqual(wanted)
  // a tab closes while the others are in use; a new tab sees the same state
  third.nim.destroy()
  await waitForDone((done) => first.nim.resetSessionUnread(`p2p-${bob.accid}`, done))
  await until(async () => (await getSessions(second))[0]?.unread === 0, 'read in the other tab')
  await Promise.all([first, second].map(({ nim }) => nim.core.persistence.flush()))
  const fresh = await openTab(ann)
  expect((await readLocalTexts(fresh)).map(({ idServer }) => idServer)).toEqual(wanted)
  expect(fresh.last('onsessions')).toMatchObject([{ unread: 0 }])
  expect(fresh.count('onofflinemsgs')).toBe(0)
})

test('leaves no hole after a crash at any moment: the next page has all messages', async () => {
  const sender = await createConversation()
  for (let round = 0; round < 6; round += 1) {
    const page = await openTab(ann)
    const { persistence } = page.nim.core
    await Promise.all([1, 2, 3].map((i) => sender.send(textTo(ann.accid, `${round} ${i}`))))
    // in half of the rounds the changes so far are persisted before the page closes
    if (round % 2 === 0) await persistence.flush()
    const last = sender.send(textTo(ann.accid, `${round} 末`))
    persistence.close()
    page.nim.client.disconnect()
    await last
  }
  const page = await openTab(ann)
  const history = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    page.nim.getHistoryMsgs({ scene: 'p2p', to: bob.accid, asc: true, done }),
  )
  expect(history.msgs).toHaveLength(24)
  expect((await readLocalTexts(page)).map(({ idServer }) => idServer)).toEqual(
    history.msgs.map(({ idServer }) => idServer),
  )
})

test('changes and deletes local messages, also after a reload', async () => {
  const sender = await createConversation()
  const page = await openTab(ann)
  for (const text of ['一', '二', '三', '四']) await sender.send(textTo(ann.accid, text))
  await until(() => page.count('onmsg') === 4, 'four messages')
  const [first, second, third] = await readLocalTexts(page)
  await waitForDone((done) => page.nim.updateLocalMsg({ idClient: first!.idClient, localCustom: '{}', done }))
  await waitForDone((done) => page.nim.deleteLocalMsg({ msg: second!, done }))
  const sessionId = `p2p-${bob.accid}`
  await waitForDone((done) => page.nim.deleteLocalMsgs({ sessionId, start: third!.time, end: third!.time, done }))
  const again = await reopenPage(page)
  expect(await readLocalTexts(again)).toMatchObject([{ text: '一', localCustom: '{}' }, { text: '四' }])
  const found = await waitForDone<NimMessage[]>((done) =>
    again.nim.getLocalMsgsByIdClients({ idClients: [first!.idClient, second!.idClient], done }),
  )
  expect(textsOf(found)).toEqual(['一'])
  await waitForDone((done) => again.nim.saveMsgsToLocal({ msgs: [third!], done }))
  expect(textsOf(await readLocalTexts(again))).toEqual(['一', '三', '四'])
  const counts: number[] = []
  await again.nim.deleteLocalMsgsByTime({ deletedone: ({ deletedMsgCount }) => counts.push(deletedMsgCount) })
  expect(counts).toEqual([3])
  const nothing = { deletedMsgCount: 0, sessionUpdateCount: 0 }
  expect(await waitForDone((done) => again.nim.deleteLocalMsgsByTime({ start: 2, end: 1, done }))).toEqual(nothing)
  expect(await readLocalTexts(again)).toEqual([])
  for (const wrong of [{ limit: 0 }, { start: 5, end: 5 }, { types: ['x'] }])
    await expect(readLocalTexts(again, wrong)).rejects.toMatchObject({ code: 414 })
  const text = again.nim.messageSerialization(first!)
  expect(again.nim.messageDeserialization(text!)).toEqual(first)
  expect(again.nim.messageDeserialization('{')).toBeNull()
})

test('shows the previous message where the last one is hidden, also after a reload', async () => {
  const sender = await createConversation()
  const page = await openTab(ann)
  for (const text of ['一', '二', '三', '四']) await sender.send(textTo(ann.accid, text))
  await until(() => page.count('onmsg') === 4, 'four messages')
  const [, second, third, fourth] = await readLocalTexts(page)
  await waitForDone((done) => page.nim.deleteLocalMsg({ msg: fourth!, done }))
  expect(await getSessions(page)).toMatchObject([{ lastMsg: { text: '三' } }])
  const again = await reopenPage(page)
  expect(again.last('onsessions')).toMatchObject([{ lastMsg: { text: '三' } }])
  // a page opened later has only the last one in memory
  await waitForDone((done) => again.nim.deleteLocalMsg({ msg: third!, done }))
  expect(await getSessions(again)).toMatchObject([{ lastMsg: { text: '二' } }])
  const span = { sessionId: `p2p-${bob.accid}`, start: second!.time, end: second!.time }
  await waitForDone((done) => again.nim.deleteLocalMsgs({ ...span, done }))
  const last = await reopenPage(again)
  expect(last.last('onsessions')).toMatchObject([{ lastMsg: { text: '一' } }])
  await sender.send(textTo(ann.accid, '五'))
  await until(() => last.count('onmsg') === 1, 'the new one')
  expect(await getSessions(last)).toMatchObject([{ lastMsg: { text: '五' } }])
  await waitForDone((done) => last.nim.deleteAllLocalMsgs({ done }))
  expect((await getSessions(await reopenPage(last)))[0]?.lastMsg).toBeUndefined()
})

test('logs in without a database that never answers, and closes it when it opens late', async () => {
  const factory = globalThis.indexedDB
  const request = Object.assign(new EventTarget(), { result: { close: () => (hasClosed = true) } })
  let hasClosed = false
  Object.assign(globalThis, { indexedDB: { open: () => request } })
  const statuses: unknown[] = []
  try {
    const page = await openTab(ann, { onDBStatusChange: (status) => statuses.push(status) })
    expect(statuses).toEqual(['opening', 'memory'])
    expect(page.nim.getDBLastOpenError()?.message).toBe('no-database')
    request.dispatchEvent(new Event('success'))
    expect(hasClosed).toBe(true)
  } finally {
    globalThis.indexedDB = factory
  }
})

test('fails with an error or works in memory without a database, and can open a lost one again', async () => {
  const sender = await createConversation()
  const off = await openTab(ann, { db: false })
  await expect(readLocalTexts(off)).rejects.toThrow('db is disable')
  await expect(waitForDone((done) => off.nim.reinitDB({ done }))).rejects.toThrow('db is disable')
  expect(off.nim.getDBStatus()).toBe('off')

  const factory = globalThis.indexedDB
  const statuses: unknown[] = []
  Object.assign(globalThis, { indexedDB: undefined })
  const page = await openTab(ann, { onDBStatusChange: (status) => statuses.push(status) })
  expect(page.nim.getDBLastOpenError()?.message).toBe('IndexedDB required')
  await sender.send(textTo(ann.accid, '在内存里'))
  await until(() => page.count('onmsg') === 1, 'the message')
  expect(textsOf(await readLocalTexts(page))).toEqual(['在内存里'])

  globalThis.indexedDB = factory
  await waitForDone((done) => page.nim.reinitDB({ done }))
  expect(statuses).toEqual(['opening', 'memory', 'closed', 'opening', 'open'])
  const again = await reopenPage(page)
  expect(textsOf(await readLocalTexts(again))).toEqual(['在内存里'])
  again.nim.core.persistence.close()
  await expect(readLocalTexts(again)).rejects.toThrow('Database has been closed')
})
