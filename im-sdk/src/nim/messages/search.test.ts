// Tests of search, and of the details that devices report about themselves.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createTeam } from '../../../test/marks.ts'
import { createPerson, type ChatPerson } from '../../../test/people.ts'
import { waitForDone, closePages, openPage, sendText, textsOf, type Page } from '../../../test/page.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const createUser = () => createPerson(server(), url)
const openPageOf = (owner: ChatPerson) => openPage(server(), url, { person: owner })

test('finds words in the caller’s conversations only, ignoring width and case', async () => {
  const [ann, bob, eve] = [await createUser(), await createUser(), await createUser()]
  const [a, b, e] = [await openPageOf(ann), await openPageOf(bob), await openPageOf(eve)]
  for (let i = 0; i < 7; i += 1) await sendText(a, bob.accid, `第${i}次睡眠`)
  await sendText(b, ann.accid, '睡眠日记 ＣＢＴ 方法')
  await sendText(a, eve.accid, '也说说睡眠')
  const gone = await sendText(a, eve.accid, '撤回的睡眠')
  await waitForDone((done) => a.nim.recallMsg({ msg: gone, done }))
  const searchTexts = async ({ nim }: Page, options: object) =>
    textsOf(await waitForDone<NimMessage[]>((done) => nim.msgFtsInServer({ keyword: '睡眠', ...options, done })))
  // the latest conversation first, with its five latest messages
  expect(await searchTexts(a, {})).toEqual([
    '也说说睡眠',
    '睡眠日记 ＣＢＴ 方法',
    '第6次睡眠',
    '第5次睡眠',
    '第4次睡眠',
    '第3次睡眠',
  ])
  expect(await searchTexts(a, { sessionLimit: 1 })).toEqual(['也说说睡眠'])
  expect(await searchTexts(a, { p2pList: [bob.accid], order: 'ASC', msgLimit: 2 })).toEqual(['第0次睡眠', '第1次睡眠'])
  expect(await searchTexts(a, { senderList: [bob.accid] })).toEqual(['睡眠日记 ＣＢＴ 方法'])
  expect(await searchTexts(a, { msgTypeList: ['custom'] })).toEqual([])
  expect(await searchTexts(a, { keyword: 'cbt' })).toEqual(['睡眠日记 ＣＢＴ 方法'])
  expect(await searchTexts(e, {})).toEqual(['也说说睡眠'])
  expect(await searchTexts(await openPageOf(await createUser()), { p2pList: [ann.accid] })).toEqual([])
  await expect(searchTexts(a, { fromTime: 2, toTime: 1 })).rejects.toMatchObject({ code: 414 })
  await expect(searchTexts(a, { keyword: '  ' })).rejects.toMatchObject({ code: 414 })
  const timed = await waitForDone<NimMessage[]>((done) =>
    a.nim.msgFtsInServerByTiming({ keyword: '睡眠', msgLimit: 3, done }),
  )
  expect(textsOf(timed)).toEqual(['也说说睡眠', '睡眠日记 ＣＢＴ 方法', '第6次睡眠'])
  const history = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    b.nim.searchHistoryMsgs({ scene: 'p2p', to: ann.accid, keyword: '第3', done }),
  )
  expect(textsOf(history.msgs)).toEqual(['第3次睡眠'])
})

test('finds words in teams, except those from before the joining or recalled', async () => {
  const [a, b] = [await openPageOf(await createUser()), await openPageOf(await createUser())]
  await waitForDone((done) => a.nim.addFriend({ account: b.accid, done }))
  const teamId = await createTeam([a])
  const say = (page: Page, text: string) => sendText(page, teamId, text, { scene: 'team' })
  await say(a, '入群前的睡眠')
  await waitForDone((done) => a.nim.addTeamMembers({ teamId, accounts: [b.accid], done }))
  await say(a, '一起记睡眠日记')
  const gone = await say(b, '撤回的睡眠')
  await waitForDone((done) => b.nim.recallMsg({ msg: gone, done }))
  await sendText(a, b.accid, '私下说说睡眠')
  const find = async ({ nim }: Page, options: object) =>
    textsOf(await waitForDone<NimMessage[]>((done) => nim.msgFtsInServer({ keyword: '睡眠', ...options, done })))
  expect(await find(b, {})).toEqual(['私下说说睡眠', '一起记睡眠日记'])
  expect(await find(b, { teamList: [teamId] })).toEqual(['一起记睡眠日记'])
  expect(await find(b, { p2pList: [a.accid] })).toEqual(['私下说说睡眠'])
  expect(await find(await openPageOf(await createUser()), { teamList: [teamId] })).toEqual([])
  const timed = await waitForDone<NimMessage[]>((done) => a.nim.msgFtsInServerByTiming({ keyword: '睡眠', done }))
  expect(textsOf(timed)).toEqual(['私下说说睡眠', '一起记睡眠日记', '入群前的睡眠'])
  const history = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    b.nim.searchHistoryMsgs({ scene: 'team', to: teamId, keyword: '日记', done }),
  )
  expect(textsOf(history.msgs)).toEqual(['一起记睡眠日记'])
})

test('stores device details encrypted, and records logins for their owner', async () => {
  const ann = await createUser()
  const a = await openPageOf(ann)
  await waitForDone((done) => a.nim.updatePushToken({ tokenName: 'webpush', token: 'secret-endpoint', done }))
  await waitForDone((done) => a.nim.appBackground({ isBackground: true, badge: 3, done }))
  const rows = await server().kit.sql`select is_background, badge, token_name, encode(token_sealed, 'escape') as token
    from im_device where device_id = ${a.nim.client.deviceId}`
  expect(rows).toMatchObject([{ is_background: true, badge: 3, token_name: 'webpush' }])
  expect(JSON.stringify(rows)).not.toContain('secret-endpoint')
  const { records } = await a.nim.client.request('user.getLoginRecords', {})
  expect(records).toMatchObject([{ deviceId: a.nim.client.deviceId, clientType: 16 }])
  expect(await waitForDone<number>((done) => a.nim.getServerTime({ done }))).toBeGreaterThan(1_700_000_000_000)
  await waitForDone((done) => a.nim.logout({ done }))
  expect(a.nim.getLoginStatus()).toBe(0)
})
