// Tests of the room of a lecture: who enters, slow mode, moderators, questions, hands, and the chat of the replay.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../im-sdk/test/people.ts'
import {
  askRoom,
  enterRoom,
  leaveRooms,
  roomNoticesOf,
  roomTextsOf,
  sendRoomText,
} from '../../../../../im-sdk/test/rooms.ts'
import { createLectureDraft, useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { updateLectureRooms } from './rooms.ts'

const server = useTestServer()
let url = ''
let editor: Caller
let moderator: Caller
const { accidOf, appoint, callAsEditor, enter, publish, read } = useLectures(server, () => editor)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  editor = await server().enter('editor')
  moderator = await server().enter('counsellor')
})
afterEach(leaveRooms)

const eventsOf = ({ received }: Awaited<ReturnType<typeof enter>>): string[] =>
  received.flatMap(({ content, from }) =>
    from === 'lecture-host' && typeof content === 'string' ? [(JSON.parse(content) as { event: string }).event] : [],
  )

test('lets visitors read a public lecture, and refuses them at one for signed-in users and members', async () => {
  const [open, signedIn, members] = [
    await publish(-1, 59),
    await publish(-1, 59, { audience: 'signedIn' }),
    await publish(-1, 59, { audience: 'members' }),
  ]
  const user = await server().enter('user')
  const guest = await enter(url, open, null)
  expect(guest.count('onconnect')).toBe(1)
  await expect(sendRoomText(guest, '我想说')).rejects.toMatchObject({ code: 403 })
  // a visitor who knows the number of the room is refused by the server
  const rooms = await server().kit.sql<{ id: number; room_id: number }[]>`select id, room_id from lecture`
  const roomOf = (id: number) => `${rooms.find((row) => row.id === id)!.room_id}`
  const visitor = await enterRoom(url, { chatroomId: roomOf(signedIn), isAnonymous: true, chatroomNick: '访客' })
  expect(visitor.last('ondisconnect')).toMatchObject({ code: 403 })
  const { accid, token } = (await server().requestAs(user, 'GET /neteaseUser/getUser')).data
  const stranger = await enterRoom(url, { chatroomId: roomOf(members), account: accid, token })
  expect(stranger.last('ondisconnect')).toMatchObject({ code: 403, message: '这场讲座只对协会会员开放' })
})

test('refuses visitors under a name of staff or counsellors, or like that of a hidden name', async () => {
  const guest = await enter(url, await publish(-1, 59), null)
  const { chatroomId } = guest.chatroom.options
  const refusedNicks = { 客服小李: '协会工作人员', 匿名者: '“匿名者”', 李老师: '专业人员' }
  for (const [chatroomNick, reason] of Object.entries(refusedNicks)) {
    const named = await enterRoom(url, { chatroomId, isAnonymous: true, chatroomNick })
    expect(named.last('ondisconnect')).toMatchObject({ code: 414, message: expect.stringContaining(reason) })
  }
})

test('makes visitors wait between messages in slow mode, and tells them the seconds', async () => {
  const id = await publish(-1, 59, { slowSeconds: 30 })
  await appoint(id, moderator)
  const user = await server().enter('user')
  const [page, lead] = [await enter(url, id, user), await enter(url, id, moderator)]
  const { idClient } = await sendRoomText(page, '第一条')
  const refusal = await sendRoomText(page, '第二条').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 416 })
  expect((refusal as { data: { seconds: number } }).data.seconds).toBeGreaterThan(25)
  // the limit covers all pages of an account, and a stored message may be sent again
  const second = await enter(url, id, user)
  await expect(sendRoomText(second, '换一个页面')).rejects.toMatchObject({ code: 416 })
  const third = await enter(url, id, user)
  expect(await sendRoomText(third, '第一条', { idClient })).toMatchObject({ idClient })
  await sendRoomText(lead, '欢迎')
  await sendRoomText(lead, '请提问')
  await server().requestAs(moderator, 'POST /lecture/slow', { id, seconds: 0 })
  const fourth = await enter(url, id, user)
  await sendRoomText(fourth, '现在可以')
  await until(() => roomTextsOf(lead).includes('现在可以'), 'the message')
  expect(roomTextsOf(lead)).not.toContain('第二条')
  expect((await read(id)).slowSeconds).toBe(0)
})

test('stores only one of two messages that a visitor sends at once in slow mode', async () => {
  const id = await publish(-1, 59, { slowSeconds: 30 })
  const user = await server().enter('user')
  const pages = [await enter(url, id, user), await enter(url, id, user), await enter(url, id, user)]
  const results = await Promise.allSettled(pages.map((page, index) => sendRoomText(page, `同时${index}`)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('notifies a moderator who has lost the role, and refuses their actions', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const user = await server().enter('user')
  const [lead, page] = [await enter(url, id, moderator), await enter(url, id, user)]
  const { idClient } = await sendRoomText(page, '加我领资料')
  const message = { id, account: await accidOf(user), idClient }
  expect((await read(id, moderator)).isModerator).toBe(true)
  await appoint(id, moderator, '', false)
  await until(() => roomNoticesOf(lead).includes('removeManager'), 'the notice')
  expect((await read(id, moderator)).isModerator).toBe(false)
  expect(await server().requestAs(moderator, 'POST /lecture/removeMessage', message)).toMatchObject({
    status: 403,
    msg: '只有这场讲座的主持人可以这样做',
  })
  expect((await server().requestAs(moderator, 'POST /lecture/slow', { id, seconds: 30 })).reason).toBe('notModerator')
  expect((await server().requestAs(moderator, 'GET /lecture/hands', { id })).reason).toBe('notModerator')
  const mute = askRoom(lead, 'updateChatroomMemberTempMute', { account: await accidOf(user), duration: 600 })
  await expect(mute).rejects.toMatchObject({ code: 403 })
  await sendRoomText(page, '还能说话')
  await appoint(id, moderator)
  expect((await server().requestAs(moderator, 'POST /lecture/removeMessage', message)).msg).toBe('已移除')
  await until(() => roomNoticesOf(page).includes('deleteChatroomMsg'), 'the removal')
  expect((await server().requestAs(moderator, 'POST /lecture/removeMessage', message)).code).toBe(404)
})

test('shows a waiting question to its writer and the moderators, and an answered one to all', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const [writer, other] = [await server().enter('user'), await server().enter('user')]
  const [lead, page] = [await enter(url, id, moderator), await enter(url, id, other)]
  const ask = (text: string) => server().requestAs(writer, 'POST /lecture/ask', { id, text })
  const list = async (caller: { token: string }) =>
    (await server().requestAs(caller, 'GET /lecture/questions', { id })).data.content
  expect((await ask('夜里总醒怎么办？')).msg).toBe('提问已提交，主持人会看到')
  await until(() => eventsOf(lead).includes('questions'), 'the event')
  expect(eventsOf(page)).toEqual([])
  expect(await list(other)).toEqual([])
  expect(await list(writer)).toMatchObject([{ text: '夜里总醒怎么办？', isOwn: true, state: 'waiting' }])
  const [question] = await list(moderator)
  expect(question!.name).not.toContain(writer.username)
  const settle = (caller: Caller, state: string) =>
    server().requestAs(caller, 'POST /lecture/settleQuestion', { id: question!.id, state })
  expect((await settle(other, 'answered')).reason).toBe('notModerator')
  await settle(moderator, 'answered')
  await until(() => eventsOf(page).includes('questions'), 'the event')
  expect(await list({ token: '' })).toMatchObject([{ text: '夜里总醒怎么办？', isOwn: false }])
  // settles the question from a page that still shows it as waiting
  const settleLate = (state: string) =>
    server().requestAs(moderator, 'POST /lecture/settleQuestion', { id: question!.id, state, from: 'waiting' })
  expect(await settleLate('shelved')).toMatchObject({
    status: 409,
    reason: 'changedMeanwhile',
    msg: '另一位主持人刚刚把这个提问改为“已回答”',
  })
  expect(await list({ token: '' })).toMatchObject([{ state: 'answered' }])
  expect((await settleLate('answered')).status).toBe(200)
  await ask('二')
  await ask('三')
  await ask('四')
  expect((await ask('五')).msg).toContain('已有3个问题在等待')
})

test('reads questions for signs of danger', async () => {
  const id = await publish(-1, 59)
  const user = await server().enter('user')
  await server().requestAs(user, 'POST /lecture/ask', { id, text: '我不想活了，药都准备好了' })
  const alerts = await server().kit.sql`select id from crisis_alert where account_id = ${user.id}`
  expect(alerts).toHaveLength(1)
})

test('lists raised hands for moderators in their order, until they are lowered', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const [first, second] = [await server().enter('user'), await server().enter('user')]
  await server().requestAs(first, 'POST /lecture/hand', { id, isRaised: true })
  await server().requestAs(second, 'POST /lecture/hand', { id, isRaised: true })
  await server().requestAs(first, 'POST /lecture/hand', { id, isRaised: true })
  const listAccounts = async () =>
    (await server().requestAs(moderator, 'GET /lecture/hands', { id })).data.content.map(({ account }) => account)
  expect(await listAccounts()).toEqual([await accidOf(first), await accidOf(second)])
  await server().requestAs(moderator, 'POST /lecture/lowerHand', { id, account: await accidOf(first) })
  expect((await read(id, first)).own).toMatchObject({ hasHandRaised: false })
  await server().requestAs(second, 'POST /lecture/hand', { id, isRaised: false })
  expect(await listAccounts()).toEqual([])
})

test('lowers raised hands at the end of the lecture, and lets visitors raise them again', async () => {
  const id = await publish(-10, 50)
  await appoint(id, moderator)
  const user = await server().enter('user')
  const raise = () => server().requestAs(user, 'POST /lecture/hand', { id, isRaised: true })
  const countHands = async () => (await server().requestAs(moderator, 'GET /lecture/hands', { id })).data.content.length
  await raise()
  expect([await countHands(), (await read(id, user)).own?.hasHandRaised]).toEqual([1, true])
  await server().kit
    .sql`update lecture_attendance set hand_raised_at = now() - interval '2 minutes' where lecture_id = ${id}`
  await server().kit.sql`update lecture set ends_at = now() - interval '1 minute' where id = ${id}`
  expect([await countHands(), (await read(id, user)).own?.hasHandRaised]).toEqual([0, false])
  await raise()
  expect([await countHands(), (await read(id, user)).own?.hasHandRaised]).toEqual([1, true])
})

test('refuses questions and hands of a muted visitor', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const user = await server().enter('user')
  const lead = await enter(url, id, moderator)
  await askRoom(lead, 'updateChatroomMemberTempMute', { account: await accidOf(user), duration: 600 })
  const [asked, raised] = [
    await server().requestAs(user, 'POST /lecture/ask', { id, text: '可以吗' }),
    await server().requestAs(user, 'POST /lecture/hand', { id, isRaised: true }),
  ]
  expect([asked.msg, raised.msg]).toEqual(Array.from({ length: 2 }, () => '您已被禁言，暂时不能提问或举手'))
})

test('closes the room after the end, and gives its chat to the replay by time', async () => {
  const id = await publish(-30, 30, { replayUrl: '' })
  const user = await server().enter('user')
  const page = await enter(url, id, user)
  const { time } = await sendRoomText(page, '讲得真好')
  // signs of danger are for the duty staff, and a removed message is for no one
  await sendRoomText(page, '活着没意思，我想死')
  const { idClient } = await sendRoomText(page, '加我领资料')
  await appoint(id, moderator)
  await server().requestAs(moderator, 'POST /lecture/removeMessage', { id, account: await accidOf(user), idClient })
  const { sql } = server().kit
  await sql`
    update lecture set ends_at = now() - interval '20 minutes', starts_at = now() - interval '80 minutes',
      replay_from = to_timestamp(${time}::double precision / 1000) - interval '65 seconds' where id = ${id}`
  await updateLectureRooms(server().kit)
  await until(() => page.count('ondisconnect') === 1, 'the end of the room')
  const replay = async (from: number, to: number) =>
    (await server().request('GET /lecture/replay', { id, from, to })).data.content
  expect(await replay(0, 60)).toEqual([])
  const content = await replay(60, 120)
  expect(content).toMatchObject([{ text: '讲得真好', isModerator: false, offset: expect.closeTo(65, 1) }])
  expect((await server().request('GET /lecture/replay', { id, from: 0, to: 5_000 })).code).toBe(400)
  expect((await callAsEditor('POST /admin/lecture/state', { id, state: 'cancelled', reason: '晚了' })).code).toBe(409)
})

test('ends the visits of a room when staff narrow its audience, and that of a dismissed moderator', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const guest = await enter(url, id, null)
  const narrow = (audience: 'public' | 'members') =>
    callAsEditor('PUT /admin/lecture', { id, ...createLectureDraft(-1, 59, { audience }) })
  await narrow('public')
  expect(guest.count('ondisconnect')).toBe(0)
  await narrow('members')
  await until(() => guest.count('ondisconnect') === 1, 'the end of the visit')
  expect(guest.last('ondisconnect')).toMatchObject({ code: 'kicked' })
  const lead = await enter(url, id, moderator)
  // an account that may not use the chat any more can be dismissed, too
  await server().kit.sql`update account set enabled = false where id = ${moderator.id}`
  await appoint(id, moderator, '', false)
  await until(() => lead.count('ondisconnect') === 1, 'the end of the visit')
  const reply = await callAsEditor('POST /admin/lecture/moderator', {
    id,
    username: moderator.username,
    isAdded: false,
  })
  expect(reply.fields['username']).toContain('不是这场讲座的主持人')
})
