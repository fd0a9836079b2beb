// Tests of edited messages and of roaming positions, as a page uses them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson, until, type ChatPerson } from '../../../test/people.ts'
import { waitForDone, closePages, getHistory, openPage, sendText, findSession, type Page } from '../../../test/page.ts'
import type { NimMessage } from '../present/messages.ts'
import type { OlderMessagesMark, NimSession } from '../present/sessions.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const createUser = () => createPerson(server(), url)
const openPageOf = (owner: ChatPerson) => openPage(server(), url, { person: owner })
const modifyMessageText = ({ nim }: Page, message: NimMessage, text: string) =>
  waitForDone<{ message: NimMessage }>((done) => nim.modifyMessage({ message, params: { text }, done }))

test('shows the new text of a changed message everywhere, in the same position', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a1, a2, b] = [await openPageOf(ann), await openPageOf(ann), await openPageOf(bob)]
  const first = await sendText(a1, bob.accid, '明天三点见')
  const last = await sendText(a1, bob.accid, '在门口等您', { custom: '{"n":1}' })
  await until(() => findSession(b, ann.accid)?.unread === 2, 'two unread')
  const { message } = await modifyMessageText(a1, last, '在大厅等您')
  expect(message).toMatchObject({ text: '在大厅等您', custom: '{"n":1}', idServer: last.idServer, time: last.time })
  expect(message.userUpdateTime).toBeGreaterThan(last.time)
  await modifyMessageText(a1, first, '明天四点见')
  await until(() => b.count('onReceiveMessagesModified') === 2 && a2.count('onReceiveMessagesModified') === 2, 'both')
  expect(a1.count('onReceiveMessagesModified')).toBe(0)
  expect(b.last('onReceiveMessagesModified')).toMatchObject([{ text: '明天四点见', flow: 'in', from: ann.accid }])
  for (const [side, to] of [
    [a1, bob.accid],
    [a2, bob.accid],
    [b, ann.accid],
  ] as const) {
    expect((await getHistory(side, to)).map(({ text }) => text)).toEqual(['在大厅等您', '明天四点见'])
    expect(findSession(side, to)?.lastMsg?.text).toBe('在大厅等您')
  }
  // the message stays unread, and a resend returns the edited one
  expect(findSession(b, ann.accid)?.unread).toBe(2)
  const repeated = await a1.nim.client.request('msg.sendMsg', {
    scene: 'p2p',
    to: bob.accid,
    idClient: first.idClient,
    content: { type: 0, text: '明天三点见' },
  })
  expect(repeated.msg).toMatchObject({ idServer: first.idServer, content: { text: '明天四点见' } })
})

test('allows changes of the account’s messages only: of the same type, within the window, before removal', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a, b] = [await openPageOf(ann), await openPageOf(bob)]
  const mine = await sendText(a, bob.accid, '一句话')
  await until(() => b.count('onmsg') === 1, 'the message')
  const theirs = b.last('onmsg') as NimMessage
  await expect(modifyMessageText(b, theirs, '改别人的')).rejects.toThrow('只能修改自己发送成功的消息')
  const input = { scene: 'p2p' as const, to: ann.accid, idServer: mine.idServer! }
  const asThey = b.nim.client.request('msg.modifyMsg', { ...input, content: { type: 0, text: '改别人的' } })
  await expect(asThey).rejects.toMatchObject({ code: 404 })
  const modifyMessage = (content: object) =>
    a.nim.client.request('msg.modifyMsg', { ...input, to: bob.accid, content: content as never })
  await expect(modifyMessage({ type: 10, tip: '提示' })).rejects.toMatchObject({ code: 414 })
  await expect(modifyMessage({ type: 0, text: '' })).rejects.toMatchObject({ code: 414 })
  await expect(modifyMessage({ type: 1, file: { url: 'https://x/y', ext: 'png', size: 1 } })).rejects.toMatchObject({
    code: 414,
  })
  await server().kit.sql`update im_message set time = time - 200000 where id = ${Number(mine.idServer)}`
  await expect(modifyMessageText(a, mine, '太晚了')).rejects.toMatchObject({ code: 508 })
  const gone = await sendText(a, bob.accid, '撤回的')
  await waitForDone((done) => a.nim.recallMsg({ msg: gone, done }))
  await expect(modifyMessageText(a, gone, '又回来了')).rejects.toMatchObject({ code: 404 })
})

test('detects danger in changed text like in sent text', async () => {
  const [ann, bob] = [await createUser(), await createPerson(server(), url, 'counsellor')]
  const a = await openPageOf(ann)
  const mine = await sendText(a, bob.accid, '今天天气不错')
  await modifyMessageText(a, mine, '我不想活了，已经准备好了药')
  expect(a.count('oncare')).toBe(1)
  const alerts = await server().kit.sql`select level from crisis_alert where im_account_id =
    (select id from im_account where accid = ${ann.accid})`
  expect(alerts).toHaveLength(1)
  // a text outside conversations has no target
  await waitForDone((done) => a.nim.updateMyInfo({ sign: '我不想活了，药都准备好了', done }))
  expect(a.last('oncare')).toEqual({ level: 'plan' })
})

test('lists conversations with more history on the server, and sessions by their last message', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const a = await openPageOf(ann)
  await sendText(a, bob.accid, '第一句')
  const second = await sendText(a, bob.accid, '第二句')
  const fresh = await openPageOf(ann)
  const id = `p2p-${bob.accid}`
  expect(fresh.last('onSessionsWithMoreRoaming')).toEqual([{ id, scene: 'p2p', to: bob.accid, time: second.time }])
  const readEarlierMark = () =>
    waitForDone<OlderMessagesMark | null>((done) => fresh.nim.getSessionsWithMoreRoaming({ id, done }))
  const [, first] = await getHistory(fresh, bob.accid)
  await waitForDone((done) => fresh.nim.updateSessionsWithMoreRoaming({ msg: first!, done }))
  expect(await readEarlierMark()).toMatchObject({ time: first!.time })
  await waitForDone((done) => fresh.nim.deleteSessionsWithMoreRoaming({ id, done }))
  expect(await readEarlierMark()).toBeNull()
  const listLocalSessions = (msgTypes: string[]) =>
    waitForDone<{ sessions: NimSession[] }>((done) => fresh.nim.getLocalSessionsByMsgType({ msgTypes, done }))
  expect((await listLocalSessions(['text'])).sessions.map((session) => session.id)).toEqual([id])
  expect((await listLocalSessions(['image'])).sessions).toEqual([])
})
