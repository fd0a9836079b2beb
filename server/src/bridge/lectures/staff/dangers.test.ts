// Tests of a text of danger in a lecture: the duty staff learn the lecture, and its moderators get a hint.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../im-sdk/test/people.ts'
import { askRoom, leaveRooms, sendRoomText } from '../../../../../im-sdk/test/rooms.ts'
import { useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let [editor, moderator, service]: Caller[] = []
const { appoint, enter, publish } = useLectures(server, () => editor!)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  editor = await server().enter('editor')
  moderator = await server().enter('counsellor')
  service = await server().enter('service')
})
afterEach(leaveRooms)

const danger = '我不想活了，你们说的都没用'

test('names the lecture of a text of danger in the list of alerts, and links it', async () => {
  const id = await publish(-1, 59, { title: '睡眠与情绪' })
  const user = await server().enter('user')
  await sendRoomText(await enter(url, id, user), danger)
  const { content } = (await server().requestAs(service!, 'GET /admin/care/alerts', { page: 1, size: 20 })).data
  const alert = content.find(({ writerName }) => writerName === user.username)!
  expect(alert).toMatchObject({ peerName: '直播讲座《睡眠与情绪》的聊天室', lectureId: id })
  const detail = (await server().requestAs(service!, 'GET /admin/care/alert', { id: alert.id })).data
  expect(detail.signals).toMatchObject([{ place: '直播讲座《睡眠与情绪》的聊天室', lectureId: id }])
  const reason = '核实情况'
  const transcript = await server().requestAs(service!, 'POST /admin/care/transcript', { id: alert.id, reason })
  expect(transcript.data.lines.map(({ text }) => text)).toEqual([danger])
})

test('names the lecture of a question of danger, also of one that is too long', async () => {
  const id = await publish(-1, 59, { title: '睡眠与情绪' })
  for (const text of [danger, danger + '，真的'.repeat(100)]) {
    const user = await server().enter('user')
    await server().requestAs(user, 'POST /lecture/ask', { id, text })
    const { content } = (await server().requestAs(service!, 'GET /admin/care/alerts', { page: 1, size: 20 })).data
    const alert = content.find(({ writerName }) => writerName === user.username)!
    expect(alert).toMatchObject({ peerName: '直播讲座《睡眠与情绪》的聊天室', lectureId: id })
    const transcript = await server().requestAs(service!, 'POST /admin/care/transcript', {
      id: alert.id,
      reason: '核实情况',
    })
    expect(transcript.data.lines.map((line) => line.text)).toEqual([`［向讲者提问］\n${text}`])
  }
})

test('shows moderators and the writer that a question sounds like danger, and publishes it to no one', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator!)
  const user = await server().enter('user')
  for (const text of ['夜里总醒怎么办？', '我今晚要割腕，讲者能救我吗'])
    await server().requestAs(user, 'POST /lecture/ask', { id, text })
  const list = async (caller: Caller) =>
    (await server().requestAs(caller, 'GET /lecture/questions', { id })).data.content.map(({ hasDanger }) => hasDanger)
  expect([await list(moderator!), await list(user)]).toEqual([
    [false, true],
    [false, true],
  ])
  const [, question] = (await server().requestAs(moderator!, 'GET /lecture/questions', { id })).data.content
  const settle = (state: string) =>
    server().requestAs(moderator!, 'POST /lecture/settleQuestion', { id: question!.id, state })
  const refusal = {
    status: 409,
    reason: 'wrongState',
    msg: '这条提问听起来有危险，值班人员已收到提醒。它不会公开，请不要在这里追问。',
  }
  expect(await settle('answered')).toMatchObject(refusal)
  const answer = { id, questionId: question!.id, text: '请拨打12356' }
  expect(await server().requestAs(moderator!, 'POST /lecture/answer', answer)).toMatchObject(refusal)
  expect((await settle('shelved')).code).toBe(200)
  expect((await settle('waiting')).code).toBe(200)
  expect((await server().request('GET /lecture/questions', { id })).data.content).toEqual([])
})

test('lists the running mutes of the room for its moderators, under the names of the lecture', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator!)
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  const [page, lead] = [await enter(url, id, user), await enter(url, id, moderator!)]
  await sendRoomText(page, '加我微信')
  const account = (await server().requestAs(user, 'GET /neteaseUser/getUser')).data.accid
  const mute = (duration: number) => askRoom(lead, 'updateChatroomMemberTempMute', { account, duration })
  const list = async () => (await server().requestAs(moderator!, 'GET /lecture/hands', { id })).data.mutes
  expect(await list()).toEqual([])
  await mute(600)
  const [shown] = await list()
  expect(shown).toMatchObject({ account, name: expect.stringMatching(/^听众\d+$/) })
  expect(shown!.until - Date.now()).toBeGreaterThan(590_000)
  expect((await server().requestAs(other, 'GET /lecture/hands', { id })).reason).toBe('notModerator')
  await mute(0)
  expect(await list()).toEqual([])
})

test('shows only moderators which message sounds like danger, also after they enter late', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator!)
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  const [page, lead, reader] = [
    await enter(url, id, user),
    await enter(url, id, moderator!),
    await enter(url, id, other),
  ]
  await sendRoomText(page, '晚上好')
  const { idClient } = await sendRoomText(page, danger)
  const isHinted = ({ received }: typeof lead) =>
    received.some(({ content }) => JSON.stringify(content ?? '').includes('danger'))
  await until(() => isHinted(lead), 'the hint')
  await until(() => reader.received.some(({ text }) => text === danger), 'the message')
  expect([isHinted(page), isHinted(reader)]).toEqual([false, false])
  const list = (caller: Caller) => server().requestAs(caller, 'GET /lecture/dangers', { id })
  expect((await list(moderator!)).data.content).toEqual([idClient])
  expect((await list(other)).reason).toBe('notModerator')
})

test('refuses a name of danger, after the alert is raised and help is shown', async () => {
  const id = await publish(-1, 59)
  const user = await server().enter('user')
  const reply = await server().requestAs(user, 'POST /lecture/name', { id, name: '我不想活了' })
  expect(reply).toMatchObject({ care: 'thought', fields: { name: '称呼里请不要写这些，请换一个' } })
  const { content } = (await server().requestAs(service!, 'GET /admin/care/alerts', { page: 1, size: 20 })).data
  expect(content.find(({ writerName }) => writerName === user.username)).toMatchObject({ lectureId: id })
  expect((await server().requestAs(user, 'POST /lecture/name', { id, name: '小雨' })).data).toEqual({ name: '小雨' })
})
