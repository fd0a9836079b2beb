// Tests of the names in a lecture: visitors write, ask and raise hands under a name of its room, never under their
// alias.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../im-sdk/test/people.ts'
import { askRoom, enterRoom, leaveRooms, sendRoomText } from '../../../../../im-sdk/test/rooms.ts'
import { useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let [editor, moderator]: Caller[] = []
const { accidOf, appoint, enter, publish, read } = useLectures(server, () => editor!)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  editor = await server().enter('editor')
  moderator = await server().enter('counsellor')
})
afterEach(leaveRooms)

const defaultName = /^听众\d+$/
type RoomEntry = { member: { nick: string } }
const nameIn = (page: Awaited<ReturnType<typeof enter>>) => (page.last('onconnect') as RoomEntry).member.nick
const aliasOf = async (person: Caller): Promise<string> => {
  const [row] = await server().kit.sql<{ alias: string }[]>`
    select u.alias from im_user u join im_account a on a.id = u.im_account_id where a.account_id = ${person.id}`
  return row!.alias
}
const choose = (person: Caller, id: number, name: string) =>
  server().requestAs(person, 'POST /lecture/name', { id, name })

test('names a visitor in each lecture differently, and never by the alias of counselling', async () => {
  const [first, second] = [await publish(-1, 59), await publish(-1, 59)]
  await appoint(first, moderator!)
  const user = await server().enter('user')
  const [page, other, lead] = [
    await enter(url, first, user),
    await enter(url, second, user),
    await enter(url, first, moderator!),
  ]
  const name = nameIn(page)
  expect(name).toMatch(defaultName)
  expect(nameIn(other)).toMatch(defaultName)
  expect(nameIn(other)).not.toBe(name)
  await sendRoomText(page, '晚上好')
  await until(() => lead.received.some(({ text }) => text === '晚上好'), 'the message')
  await server().requestAs(user, 'POST /lecture/ask', { id: first, text: '夜里总醒怎么办？' })
  await server().requestAs(user, 'POST /lecture/hand', { id: first, isRaised: true })
  const [question] = (await server().requestAs(moderator!, 'GET /lecture/questions', { id: first })).data.content
  const [hand] = (await server().requestAs(moderator!, 'GET /lecture/hands', { id: first })).data.content
  const account = await accidOf(user)
  await askRoom(lead, 'updateChatroomMemberTempMute', { account, duration: 600 })
  const members = await askRoom(lead, 'getChatroomMembers', { guest: true, limit: 100 })
  expect([question!.name, hand!.name]).toEqual([name, name])
  // the frames of the socket contain more than the page shows
  const alias = await aliasOf(user)
  expect(alias).not.toBe('')
  expect(JSON.stringify([lead.received, page.calls, members])).not.toContain(alias)
  expect(nameIn(await enter(url, first, user))).toBe(name)
})

test('ignores the name that a page sends with its login or later', async () => {
  const id = await publish(-1, 59)
  const user = await server().enter('user')
  const { chatroomId } = await read(id, user)
  const { accid: account, token } = (await server().requestAs(user, 'GET /neteaseUser/getUser')).data
  const page = await enterRoom(url, { chatroomId: chatroomId!, account, token, chatroomNick: await aliasOf(user) })
  expect(nameIn(page)).toMatch(defaultName)
  const renaming = askRoom(page, 'updateMyChatroomMemberInfo', { member: { nick: '小雨' } })
  await expect(renaming).rejects.toMatchObject({ code: 403 })
})

test('lets a visitor choose a name before the first line, which all pages use from then on', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator!)
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  const [page, lead] = [await enter(url, id, user), await enter(url, id, moderator!)]
  expect((await choose(user, id, ' 夜 航 船 ')).data).toEqual({ name: '夜 航 船' })
  expect((await choose(user, id, '夜航')).data).toEqual({ name: '夜航' })
  await until(async () => {
    const { members } = await askRoom<{ members: { nick: string }[] }>(lead, 'getChatroomMembers', {
      guest: true,
      limit: 100,
    })
    return members.some(({ nick }) => nick === '夜航')
  }, 'the new name')
  await sendRoomText(page, '晚上好')
  await until(() => lead.received.some(({ fromNick }) => fromNick === '夜航'), 'the message')
  expect((await choose(user, id, '小雨')).msg).toContain('已经发过言')
  await server().requestAs(other, 'POST /lecture/ask', { id, text: '可以录音吗？' })
  expect((await choose(other, id, '小雨')).msg).toContain('已经发过言')
})

test('refuses names of others, of staff, of professions and of the visitor', async () => {
  const id = await publish(-1, 59, { speaker: '周明 副主任医师' })
  await appoint(id, moderator!, '何主持')
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  await enter(url, id, user)
  await choose(other, id, '小雨')
  await server().kit.sql`update account set nickname = '晴空万里' where id = ${user.id}`
  const reasons: Record<string, string> = {
    '小 雨': '已有人用',
    何主持: '专业人员',
    听众3: '已有人用',
    客服小李: '协会工作人员',
    李老师: '专业人员',
    主持人: '专业人员',
    讲者: '专业人员',
    周明: '讲者',
    '周 明1': '讲者',
    '120急救': '急救',
    微信abc123456: '联系方式',
    晴空万里: '昵称',
    [await aliasOf(user)]: '化名',
    '13800138000': '手机号',
    '': '请输入名字',
  }
  for (const [name, reason] of Object.entries(reasons))
    expect((await choose(user, id, name)).fields['name'], name).toContain(reason)
  expect((await choose(moderator!, id, '小雨的朋友')).msg).toContain('主持人')
})

test('shows names of the room in history and replay, and no alias of messages from earlier versions', async () => {
  const id = await publish(-30, 30)
  const user = await server().enter('user')
  const page = await enter(url, id, user)
  await sendRoomText(page, '讲得真好')
  const { sql } = server().kit
  await sql`update lecture set ends_at = now() - interval '1 second', replay_from = now() - interval '60 seconds'
    where id = ${id}`
  // replies are cached for a second, so the two requests differ
  const listNames = async (to: number) =>
    (await server().request('GET /lecture/replay', { id, from: 0, to })).data.content.map(({ name }) => name)
  expect(await listNames(120)).toEqual([nameIn(page)])
  // earlier versions stored the alias with the message
  await sql`update im_user set alias = ${nameIn(page)}
    where im_account_id = (select id from im_account where account_id = ${user.id})`
  expect(await listNames(121)).toEqual(['听众'])
  const reader = await enter(url, id, null)
  const { msgs } = await askRoom<{ msgs: { type: string; fromNick: string }[] }>(reader, 'getHistoryMsgs', {
    limit: 50,
  })
  expect(msgs.filter(({ type }) => type === 'text').map(({ fromNick }) => fromNick)).toEqual(['听众'])
})
