// Tests of robots whose backend answers: it receives each question, also after it was away, and writes templates.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { RobotQuestionCall } from '@xinqiao/contract/server-api/question.ts'
import { leaveAll, textOf, textTo, until } from '../../../../../im-sdk/test/people.ts'
import { createAskers } from '../../../../test/steps/askers.ts'
import { createBackend } from '../../../../test/stand-ins/backend.ts'
import { runUnansweredQuestions } from '../../../../test/steps/robot-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const calls: { question: RobotQuestionCall; headers: Record<string, string> }[] = []
const settings = { status: 200 }
const receiver = createServer((request, reply) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const question = RobotQuestionCall.strict().parse(JSON.parse(Buffer.concat(chunks).toString()))
    calls.push({ question, headers: request.headers as Record<string, string> })
    reply.writeHead(settings.status).end()
  })
})
const server = useTestServer()
let backend: Awaited<ReturnType<typeof createBackend>>
let askers: ReturnType<typeof createAskers>
let questionUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  questionUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/questions`
  const { url } = await server().listen({ isFrequencyLimited: false })
  backend = await createBackend(server(), '医院')
  expect(await backend.request('robot/create', { accid: 'nurse', welcome: '您好', questionUrl })).toMatchObject({
    code: 200,
  })
  askers = createAskers(backend, url)
})
beforeEach(() => {
  calls.length = 0
  settings.status = 200
})
afterEach(leaveAll)
afterAll(() => new Promise((resolve) => receiver.close(resolve)))

const countOpen = async () => (await server().owner`select 1 from im_robot_question`).length
const template = '<template><text>几点来？</text><link type="block" target="t9"><text>九点</text></link></template>'

test('passes questions and pressed links to the backend, which answers with a template once', async () => {
  const { device, accid, answer } = await askers.open()
  const msg = await device.send(textTo('nurse', '想改期'))
  await until(() => calls.length === 1, 'the question')
  const { question, headers } = calls[0]!
  expect(question).toEqual({
    id: msg.idServer,
    robotAccid: 'nurse',
    accid,
    time: msg.time,
    text: '想改期',
    isWelcome: false,
    link: null,
  })
  const { appkey, nonce, curtime, checksum } = headers
  expect(appkey).toBe(backend.appKey)
  expect(checksum).toBe(createHash('sha1').update(`${backend.secret}${nonce!}${curtime!}`).digest('hex'))
  const form = { accid: 'nurse', to: accid, questionId: question.id, text: template }
  const first = await backend.request('robot/answer', form)
  await until(() => answer() !== undefined, 'the answer')
  expect(answer()!.content.robot).toMatchObject({
    questionId: question.id,
    answer: [{ type: 'template', content: template }],
  })
  expect(textOf(answer()!)).toBe('几点来？\n九点')
  expect(await backend.request('robot/answer', { ...form, text: '别的' })).toMatchObject({ data: first.data })
  const link = { type: 'link', target: 't9', params: 'a=1' } as const
  await device.send({
    ...textTo('nurse', ''),
    content: { type: 11, text: '九点', robot: { robotAccid: 'nurse', param: link } },
  } as never)
  await until(() => calls.length === 2, 'the link')
  expect(calls[1]!.question).toMatchObject({ text: '', link: { target: 't9', params: 'a=1' } })
  await until(async () => (await countOpen()) === 0, 'no open question')
})

test('asks a backend again that was away', async () => {
  settings.status = 503
  const { device } = await askers.open()
  await device.send(textTo('nurse', '在吗'))
  await until(() => calls.length === 1, 'the first try')
  await runUnansweredQuestions(server().kit)
  expect([calls.length, await countOpen()]).toEqual([1, 1])
  settings.status = 200
  await server().owner`update im_robot_question set due_at = now()`
  await runUnansweredQuestions(server().kit)
  expect([calls.length, await countOpen()]).toEqual([2, 0])
  expect(calls[1]!.question).toEqual(calls[0]!.question)
})

test('sends no question in danger to the backend', async () => {
  const { device, answer } = await askers.open()
  await device.send(textTo('nurse', '我不想活了，已经写好遗书'))
  await until(() => answer() !== undefined, 'the help')
  expect(textOf(answer()!)).toContain('12356')
  expect(calls).toEqual([])
})

test('refuses addresses that are none, and answers of accounts that are no robots', async () => {
  for (const bad of ['http://10.0.0.1/', 'ftp://a', 'https://user:pw@a.cn/'])
    expect(await backend.request('robot/create', { accid: 'other', questionUrl: bad })).toMatchObject({ code: 414 })
  const { accid } = await askers.open()
  const form = { accid, to: accid, questionId: '1', text: '好' }
  expect(await backend.request('robot/answer', form)).toMatchObject({ code: 404 })
})
