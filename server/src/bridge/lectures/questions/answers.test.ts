// Tests of written answers to questions of a lecture.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../im-sdk/test/people.ts'
import { leaveRooms } from '../../../../../im-sdk/test/rooms.ts'
import { useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let editor: Caller
let moderator: Caller
const { appoint, enter, publish } = useLectures(server, () => editor)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  editor = await server().enter('editor')
  moderator = await server().enter('counsellor')
})
afterEach(leaveRooms)

/** A lecture with one waiting question. */
async function askQuestion() {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const writer = await server().enter('user')
  await server().requestAs(writer, 'POST /lecture/ask', { id, text: '夜里总醒怎么办？' })
  const list = async (caller: { token: string } = { token: '' }) =>
    (await server().requestAs(caller, 'GET /lecture/questions', { id })).data.content
  const questionId = (await list(moderator))[0]!.id
  const answer = (text: string, before = '', caller: Caller = moderator) =>
    server().requestAs(caller, 'POST /lecture/answer', { id, questionId, text, before })
  return { id, writer, questionId, list, answer }
}

test('shows a written answer to all, and tells the open pages', async () => {
  const { id, writer, list, answer } = await askQuestion()
  const page = await enter(url, id, writer)
  expect((await answer('我来答', '', writer)).reason).toBe('notModerator')
  expect(await list(writer)).toMatchObject([{ state: 'waiting', answer: '' }])
  expect((await answer('先起床坐一会儿，困了再躺下。')).msg).toBe('回答已发布')
  await until(() => page.received.some(({ content }) => content === '{"event":"questions"}'), 'the event')
  expect(await list()).toMatchObject([{ state: 'answered', answer: '先起床坐一会儿，困了再躺下。' }])
  const [row] = await server().kit.sql`select answer_sealed from lecture_question where lecture_id = ${id}`
  expect(Buffer.from(row!['answer_sealed'] as Uint8Array).toString('utf8')).not.toContain('起床')
})

test('refuses to replace an answer that the page has not shown', async () => {
  const { list, answer } = await askQuestion()
  await answer('白天少睡一点')
  expect(await answer('晚上少喝茶')).toMatchObject({
    status: 409,
    reason: 'changedMeanwhile',
    msg: '刚才已有别人回答，请先看一看',
  })
  expect((await answer('晚上少喝茶', '白天少睡一点')).code).toBe(200)
  expect(await list()).toMatchObject([{ answer: '晚上少喝茶' }])
})

test('refuses an answer to a question that another moderator has settled since the page showed it', async () => {
  const { id, questionId, list } = await askQuestion()
  const answerFrom = (from: 'waiting' | 'shelved') =>
    server().requestAs(moderator, 'POST /lecture/answer', { id, questionId, text: '白天少睡一点', from })
  await server().requestAs(moderator, 'POST /lecture/settleQuestion', { id: questionId, state: 'shelved' })
  expect(await answerFrom('waiting')).toMatchObject({
    status: 409,
    reason: 'changedMeanwhile',
    msg: '另一位主持人刚刚把这个提问改为“已搁置”',
  })
  expect(await list(moderator)).toMatchObject([{ state: 'shelved', answer: '' }])
  expect((await answerFrom('shelved')).code).toBe(200)
})

test('hides the answer of a question that waits again from all but moderators', async () => {
  const { writer, questionId, list, answer } = await askQuestion()
  await answer('白天少睡一点')
  await server().requestAs(moderator, 'POST /lecture/settleQuestion', { id: questionId, state: 'waiting' })
  expect(await list(writer)).toMatchObject([{ state: 'waiting', answer: '' }])
  expect(await list(moderator)).toMatchObject([{ state: 'waiting', answer: '白天少睡一点' }])
})

test('reads answers like other texts: their length, the word list and signs of danger', async () => {
  const { id, list, answer } = await askQuestion()
  expect((await answer('长'.repeat(501))).fields).toEqual({ text: '回答不能超过500个字' })
  const staff = await server().enter('administrator')
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '代开药方', action: 2 })
  expect((await answer('可以代开药方')).fields).toEqual({ text: '回答中含有不允许发送的词语' })
  await answer('我不想活了，药都准备好了')
  const service = await server().enter('service')
  const { content } = (await server().requestAs(service, 'GET /admin/care/alerts', { page: 1, size: 20 })).data
  expect(content.map(({ lectureId }) => lectureId)).toContain(id)
  // as in the chat, the duty staff are informed and the text is shown
  expect(await list()).toMatchObject([{ answer: '我不想活了，药都准备好了' }])
})

test('refuses an answer to a question of another lecture', async () => {
  const { questionId } = await askQuestion()
  const other = await publish(-1, 59)
  await appoint(other, moderator)
  const elsewhere = { id: other, questionId, text: '别处的回答' }
  expect((await server().requestAs(moderator, 'POST /lecture/answer', elsewhere)).code).toBe(404)
})
