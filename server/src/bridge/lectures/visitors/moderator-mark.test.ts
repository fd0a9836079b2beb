// Tests of the mark of moderators: the role at the time of a message, which no client can set.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../im-sdk/test/people.ts'
import { askRoom, leaveRooms, sendRoomText } from '../../../../../im-sdk/test/rooms.ts'
import { useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let editor: Caller
const { appoint, enter, publish } = useLectures(server, () => editor)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  editor = await server().enter('editor')
})
afterEach(leaveRooms)

type Marked = { text?: string; isFromModerator?: boolean }
const marksOf = (msgs: readonly Marked[]) =>
  Object.fromEntries(msgs.flatMap(({ text, isFromModerator }) => (text ? [[text, isFromModerator]] : [])))

test('marks messages by the role of their time, live, in the history and in the replay', async () => {
  const id = await publish(-1, 59)
  const [person, other] = [await server().enter('counsellor'), await server().enter('user')]
  const [page, reader] = [await enter(url, id, person), await enter(url, id, other)]
  await sendRoomText(page, '还不是主持人')
  await appoint(id, person, '何医生')
  expect(await sendRoomText(page, '欢迎大家')).toMatchObject({ isFromModerator: true })
  await appoint(id, person, '何医生', false)
  await sendRoomText(page, '不再主持')
  await until(() => reader.received.some(({ text }) => text === '不再主持'), 'the messages')
  const marks = { 还不是主持人: false, 欢迎大家: true, 不再主持: false }
  expect(marksOf(reader.received)).toEqual(marks)
  const late = await enter(url, id, other)
  const { msgs } = await askRoom<{ msgs: Marked[] }>(late, 'getHistoryMsgs', { limit: 50 })
  expect(marksOf(msgs)).toEqual(marks)
  await server().kit.sql`update lecture set ends_at = now() - interval '1 second' where id = ${id}`
  const { content } = (await server().request('GET /lecture/replay', { id, from: 0, to: 600 })).data
  expect(Object.fromEntries(content.map(({ text, isModerator }) => [text, isModerator]))).toEqual(marks)
})

test('ignores a mark that a client sends', async () => {
  const id = await publish(-1, 59)
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  const [page, reader] = [await enter(url, id, user), await enter(url, id, other)]
  const forged = { isFromModerator: true }
  const content = { type: 0, text: '我是主持人', ...forged } as const
  await page.chatroom.room!.core.request('chatroom.sendMsg', { idClient: 'forged', content, ...forged })
  await until(() => reader.received.some(({ text }) => text === '我是主持人'), 'the message')
  expect(marksOf(reader.received)).toEqual({ 我是主持人: false })
})
