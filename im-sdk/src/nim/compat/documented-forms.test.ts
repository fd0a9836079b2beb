// Tests of forms of arguments and results that the documentation of older SDKs shows.
import '../../../test/indexed-db.ts'
import { expect, test, vi } from 'vitest'
import { createTeam } from '../../../test/marks.ts'
import { getHistory, openPage, sendText, setUpPages, textsOf, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import { NIM } from '../../../test/tested-sdk.ts'
import type { NimMessage } from '../present/messages.ts'

const { server, url, openPages } = setUpPages()
type MessageList = { msgs: NimMessage[] }

const readLocalTexts = async ({ nim }: Page, query: object = {}) =>
  textsOf((await waitForDone<MessageList>((done) => nim.getLocalMsgs({ desc: false, ...query, done }))).msgs)

test('marks a message, a list of messages and the messages of options as read', async () => {
  const [ann, bob] = await openPages()
  const forms = [(msg: NimMessage) => msg, (msg: NimMessage) => [msg], (msg: NimMessage) => ({ msgs: [msg] })]
  for (const [i, toInput] of forms.entries()) {
    await sendText(ann, bob.accid, '您好')
    await until(() => bob.count('onmsg') === i + 1, 'the message')
    bob.nim.markMsgRead(toInput(bob.last('onmsg') as NimMessage))
    const readUnread = () => bob.nim.client.store.conversations.get(`p2p-${ann.accid}`)?.session.unread
    await until(() => readUnread() === 0, 'the mark')
  }
  const missing = { code: 414, message: 'markMsgRead：缺少msgs（对象或数组）' }
  await expect(waitForDone((done) => bob.nim.markMsgRead({ done } as never))).rejects.toMatchObject(missing)
})

test('answers the resend of a row that is still shown as failed with the delivered message', async () => {
  const [ann, bob] = await openPages()
  ann.nim.disconnect()
  const failed = await new Promise<NimMessage>((resolve) => {
    ann.nim.sendText({ scene: 'p2p', to: bob.accid, text: '在吗', done: (_error, msg) => resolve(msg) })
  })
  expect(failed.status).toBe('fail')
  ann.nim.connect()
  await until(() => ann.count('onsyncdone') === 2, 'the login')
  for (let i = 0; i < 2; i += 1) {
    const sent = await waitForDone<NimMessage>((done) => ann.nim.resendMsg({ msg: failed, done }))
    expect(sent).toMatchObject({ status: 'success', idClient: failed.idClient, text: '在吗' })
  }
  expect(ann.nim.resendMsg({ msg: failed })).toMatchObject({ status: 'success' })
  expect(textsOf(await getHistory(bob, ann.accid))).toEqual(['在吗'])
})

test('sends each kind of friend request by friendRequest', async () => {
  const [ann, bob] = await openPages()
  const request = ({ nim }: Page, account: string, type: number | 'applyFriend') =>
    waitForDone((done) => nim.friendRequest({ type, account, done }))
  await request(ann, bob.accid, 2)
  await until(() => bob.count('onsysmsg') === 1, 'the application')
  expect(bob.last('onsysmsg')).toMatchObject({ type: 'applyFriend', from: ann.accid })
  await request(bob, ann.accid, 4)
  await until(() => ann.count('onsysmsg') === 1, 'the refusal')
  expect(ann.last('onsysmsg')).toMatchObject({ type: 'rejectFriendApply' })
  await request(ann, bob.accid, 'applyFriend')
  await until(() => bob.count('onsysmsg') === 2, 'the second application')
  expect(await request(bob, ann.accid, 3)).toMatchObject({ account: ann.accid, friend: { valid: true } })
  await expect(request(ann, bob.accid, 7)).rejects.toMatchObject({ code: 414, data: { field: 'type' } })
})

test('has getMyInfo, and further names of methods', async () => {
  const [ann] = await openPages()
  expect(await waitForDone((done) => ann.nim.getMyInfo({ done }))).toMatchObject({ account: ann.accid })
  expect(await waitForDone((done) => ann.nim.fetchFileList({ done }))).toEqual({ list: [], totalCount: 0 })
  expect(ann.nim.getPushNotificationMultiportConfig()).toBe(ann.nim.getDonnop())
  const { prototype: nim } = NIM
  expect(nim.cutMsgsByIdClients([{ idClient: 'a' }, { idClient: 'b' }], ['a'])).toEqual([{ idClient: 'b' }])
  expect(nim.cutSysMsgsByIdServers([{ idServer: '1' }], '1')).toEqual([])
  expect(nim.mergeObjArray([{ id: 1 }], [{ id: 1, nick: '安' }])).toEqual([{ id: 1, nick: '安' }])
  expect(nim.cutObjArray([{ account: 'ann' }], { account: 'ann' }, { keyPath: 'account' })).toEqual([])
  expect(nim.findTeamMember([{ id: '7-bob', account: 'bob' }], '7-bob')).toMatchObject({ account: 'bob' })
})

test('answers synchronous questions without options', async () => {
  const [ann] = await openPages()
  expect(ann.nim.isMsgRemoteRead(undefined as never)).toBe(false)
  expect(ann.nim.isUserInBlackList()).toBe(false)
  expect(ann.nim.filterClientAntispam()).toMatchObject({ code: 404 })
})

test('calls onsyncteammembersdone after the members, also without a team', async () => {
  const [ann, bob] = await openPages()
  const options = { syncTeamMembers: true, person: { accid: bob.accid, token: bob.nim.options.token } }
  const empty = await openPage(server(), url(), options)
  await until(() => empty.count('onsyncteammembersdone') === 1, 'the end of no members')
  await createTeam([ann, bob])
  const page = await openPage(server(), url(), options)
  await until(() => page.count('onsyncteammembersdone') === 1, 'the end of the members')
  expect(page.calls.filter(({ name }) => name.includes('teammembers')).map(({ name }) => name)).toEqual([
    'onteammembers',
    'onsyncteammembersdone',
  ])
  expect(ann.count('onsyncteammembersdone')).toBe(0)
})

test('has the messages of this device also as fields of the result', async () => {
  const [ann, bob] = [await openPage(server(), url(), { db: true }), await openPage(server(), url())]
  const { idClient } = await sendText(ann, bob.accid, '您好')
  const one = await waitForDone<({ msg: NimMessage } & NimMessage) | null>((done) =>
    ann.nim.getLocalMsgByIdClient({ idClient, done }),
  )
  expect([one?.text, one?.msg.text]).toEqual(['您好', '您好'])
  const list = await waitForDone<NimMessage[] & MessageList>((done) =>
    ann.nim.getLocalMsgsByIdClients({ idClients: [idClient], done }),
  )
  expect([textsOf(list), textsOf(list.msgs)]).toEqual([['您好'], ['您好']])
  const changed = await waitForDone<NimMessage[] & { msg?: NimMessage }>((done) =>
    ann.nim.updateLocalMsg({ idClient, localCustom: '1', done }),
  )
  expect([changed[0], changed.msg]).toMatchObject([{ localCustom: '1' }, { localCustom: '1' }])
})

test('selects messages of this device by sessions and type, and system messages by category', async () => {
  const [ann, bob, eve] = [
    await openPage(server(), url(), { db: true }),
    await openPage(server(), url()),
    await openPage(server(), url()),
  ]
  await sendText(ann, bob.accid, '给乙')
  await sendText(ann, eve.accid, '给丙')
  expect(await readLocalTexts(ann, { sessionIds: [`p2p-${eve.accid}`] })).toEqual(['给丙'])
  expect(await readLocalTexts(ann, { type: 'image' })).toEqual([])
  await expect(readLocalTexts(ann, { sessionIds: ['x'] })).rejects.toMatchObject({ code: 414 })
  await waitForDone((done) => bob.nim.applyFriend({ account: ann.accid, done }))
  await until(() => ann.count('onsysmsg') === 1, 'the application')
  const countNotices = async (category: string) =>
    (await waitForDone<{ sysMsgs: object[] }>((done) => ann.nim.getLocalSysMsgs({ category, done }))).sysMsgs.length
  expect([await countNotices('team'), await countNotices('friend')]).toEqual([0, 1])
  const mark = { account: bob.accid, isAdd: 'true' } as never
  expect(await waitForDone((done) => ann.nim.markInMutelist({ ...(mark as object), done } as never))).toMatchObject({
    isAdd: true,
  })
})

test('keeps the order of unsent texts of one millisecond', async () => {
  const [ann, bob] = [await openPage(server(), url(), { db: true }), await openPage(server(), url())]
  ann.nim.disconnect()
  vi.spyOn(ann.nim.client, 'now').mockReturnValue(Date.now())
  const texts = Array.from({ length: 12 }, (_, i) => `第${i}条`)
  const sendAll = texts.map(
    (text) =>
      new Promise((resolve) => {
        ann.nim.sendText({ scene: 'p2p', to: bob.accid, text, done: resolve })
      }),
  )
  await Promise.all(sendAll)
  expect(await readLocalTexts(ann)).toEqual(texts)
  expect(await readLocalTexts(ann, { desc: true })).toEqual(texts.toReversed())
})
