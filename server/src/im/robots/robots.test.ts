// Tests of robots: who may create them, exactly one answer for each question, and what robots never do.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import {
  createPerson,
  leaveAll,
  openDevice,
  textOf,
  textTo,
  until,
  untilReady,
  type Device,
} from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { runUnansweredQuestions } from '../../../test/steps/robot-steps.ts'

const server = useTestServer()
let url = ''
let backend: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  backend = await createBackend(server(), '医院')
  await backend.request('robot/create', { accid: 'nurse', name: '小护', welcome: '您好，我是小护。' })
})
afterEach(leaveAll)

let people = 0
async function openAppDevice(): Promise<{ device: Device; accid: string }> {
  const accid = `p${(people += 1)}`
  const { info } = await backend.request('user/create', { accid })
  const device = openDevice(url, { accid, token: info.token }, { appKey: backend.appKey })
  await untilReady(device)
  return { device, accid }
}
const askRobot = (device: Device, to: string, param: object, idClient: string = crypto.randomUUID()) =>
  device.request('msg.sendMsg', {
    scene: 'p2p',
    to,
    idClient,
    content: { type: chatMessageTypes.robot, text: '', robot: { robotAccid: to, param } } as never,
  })
const openGuest = async () => {
  const person = await createPerson(server(), url)
  const device = person.device()
  await untilReady(device)
  return { device, accid: person.accid }
}
const answersOf = (device: Device, from: string) => device.received.filter((msg) => msg.from === from)

test('greets with the welcome of the backend, and leaves questions to it', async () => {
  const { device, accid } = await openAppDevice()
  await askRobot(device, 'nurse', { type: 'welcome' })
  await until(() => answersOf(device, 'nurse').length === 1, 'the greeting')
  expect(answersOf(device, 'nurse')[0]!.content).toMatchObject({
    type: chatMessageTypes.robot,
    text: '您好，我是小护。',
    robot: { robotAccid: 'nurse', answer: [{ type: 'text', content: '您好，我是小护。' }], state: 0 },
  })
  await askRobot(device, 'nurse', { type: 'link', target: 'visit', params: 'day=1' })
  const reply = await backend.request('msg/sendMsg', {
    from: 'nurse',
    ope: '0',
    to: accid,
    type: '0',
    body: '{"msg":"周三"}',
  })
  expect(reply.code).toBe(200)
  await until(() => answersOf(device, 'nurse').length === 2, 'the answer of the backend')
  expect(answersOf(device, 'nurse').map(textOf)).toEqual(['您好，我是小护。', '周三'])
})

test('lists the robots of the caller’s app only', async () => {
  const { device } = await openAppDevice()
  const { device: guest } = await openGuest()
  const namesOf = async (at: Device) =>
    (await at.request('ai.getAIUserList', {})).users.map(({ account, nick, robotKind }) => [account, nick, robotKind])
  expect(await namesOf(device)).toEqual([['nurse', '小护', 'backend']])
  expect(await namesOf(guest)).toEqual([['guide', '站内向导', 'guide']])
})

test('refuses questions in other conversations, and malformed ones', async () => {
  const { device } = await openAppDevice()
  const { accid: other } = await openAppDevice()
  const ask = (to: string, robotAccid: string, param: object) =>
    device.request('msg.sendMsg', {
      scene: 'p2p',
      to,
      idClient: crypto.randomUUID(),
      content: { type: chatMessageTypes.robot, text: '', robot: { robotAccid, param } } as never,
    })
  await expect(ask(other, 'nurse', { type: 'welcome' })).rejects.toMatchObject({ code: 414 })
  await expect(ask('nurse', 'nurse', { type: 'text', content: ' ' })).rejects.toMatchObject({ code: 414 })
  await expect(ask('nurse', 'nurse', { type: 'link' })).rejects.toMatchObject({ code: 414 })
  await expect(ask('nurse', 'nurse', { type: 'dance' })).rejects.toMatchObject({ code: 414 })
})

test('never signs in, and robots do not answer each other', async () => {
  await backend.request('robot/create', { accid: 'echo', welcome: '回声' })
  const { info } = await backend.request('user/refreshToken', { accid: 'echo' })
  const device = openDevice(url, { accid: 'echo', token: info.token }, { appKey: backend.appKey })
  await until(() => device.ends.length > 0, 'the refusal of the login')
  expect(device.ends[0]).toMatchObject({ code: 302 })
  const body = JSON.stringify({ msg: '你好' })
  await backend.request('msg/sendMsg', { from: 'echo', ope: '0', to: 'nurse', type: '0', body })
  const { size } = await backend.request('history/querySessionMsg', {
    from: 'echo',
    to: 'nurse',
    begintime: '0',
    endtime: '0',
    limit: '10',
  })
  expect(size).toBe(1)
})

test('allows fifty robots for an app, each name once', async () => {
  const own = await createBackend(server(), '学校')
  expect((await own.request('robot/create', { accid: 'one' })).code).toBe(200)
  expect((await own.request('robot/create', { accid: 'one' })).code).toBe(3_000)
  expect((await own.request('robot/update', { accid: 'two', welcome: '', prompt: '' })).code).toBe(404)
  const create = async (accid: string) => (await own.request('robot/create', { accid })).code
  const codes: number[] = []
  // ten at once, so that the last ones meet the limit together
  for (let i = 0; i < 50; i += 10)
    codes.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => create(`r${i + at}`)))))
  expect(codes.filter((code) => code === 200)).toHaveLength(49)
  expect(codes.filter((code) => code === 414)).toHaveLength(1)
})

test('answers two questions at once in their order, each once, also when a send is repeated', async () => {
  const { device } = await openGuest()
  const draft = textTo('guide', '怎样申请入会')
  await Promise.all([device.send(draft), device.send(textTo('guide', '忘记密码怎么办'))])
  await device.request('msg.sendMsg', draft)
  await until(() => answersOf(device, 'guide').length === 2, 'two answers')
  await until(async () => (await server().kit.sql`select 1 from im_robot_question`).length === 0, 'no open question')
  const texts = answersOf(device, 'guide').map(textOf)
  expect(texts).toHaveLength(2)
  expect(texts[0]).toContain('怎样申请入会')
  expect(texts[1]).toContain('忘记密码怎么办')
})

test('answers a question whose node has ended, once', async () => {
  const { device, accid } = await openGuest()
  await device.send(textTo('guide', '怎样核验证书'))
  await until(() => answersOf(device, 'guide').length === 1, 'the answer')
  const [question] = await server().kit.sql<{ sender_id: number; id_client: string; robot_id: number }[]>`
    select m.sender_id, m.id_client, r.im_account_id as robot_id from im_message m join im_account a on a.id = m.sender_id
    cross join im_robot r where a.accid = ${accid} and r.kind = 'guide'`
  // as if the node had ended before it forgot the question, and once more before it answered
  const reopen = () => server().owner`
    insert into im_robot_question (sender_id, id_client, robot_id, due_at)
    values (${question!.sender_id}, ${question!.id_client}, ${question!.robot_id}, now() - interval '1 minute')`
  await reopen()
  await runUnansweredQuestions(server().kit)
  const { msgs } = await device.request('msg.getHistoryMsgs', { scene: 'p2p', to: 'guide', limit: 10 } as never)
  expect(msgs).toHaveLength(2)
  await server().owner`delete from im_message where id = ${Number(msgs[0]!.idServer)}`
  await reopen()
  await runUnansweredQuestions(server().kit)
  const after = await device.request('msg.getHistoryMsgs', { scene: 'p2p', to: 'guide', limit: 10 } as never)
  expect(after.msgs.map((msg) => msg.from)).toEqual(['guide', accid])
  expect(await server().kit.sql`select 1 from im_robot_question`).toEqual([])
})

test('forgets questions that were refused or whose asker has blocked the robot', async () => {
  const { device } = await openGuest()
  await device.send(textTo('guide', '怎样注册账号'))
  await until(() => answersOf(device, 'guide').length === 1, 'the answer')
  await device.request('user.markInBlacklist', { account: 'guide', isAdd: true })
  await device.send(textTo('guide', '怎样参加考试'))
  await until(async () => (await server().kit.sql`select 1 from im_robot_question`).length === 0, 'no open question')
  expect(answersOf(device, 'guide')).toHaveLength(1)
})

test('answers a flood of questions clearly, without searching', async () => {
  const { device, accid } = await openGuest()
  for (let i = 0; i < 12; i += 1) await device.send(textTo('guide', '怎样找咨询师'))
  await until(() => answersOf(device, 'guide').length === 12, 'twelve answers')
  const texts = answersOf(device, 'guide').map(textOf)
  // each question above the limit gets the seconds to wait, also behind three questions without an answer
  for (const text of texts) if (text.includes('请过')) expect(text).toMatch(/请过(?:[1-9]|[1-5]\d|60)秒再问/)
  expect(texts.filter((text) => text.includes('您问得有些快')).length).toBeGreaterThanOrEqual(2)
  // questions that waited behind others were not counted: the test sets the count, so that no minute ends in between
  const [own] = await server().owner<{ key: string }[]>`
    select 'robot ' || id as key from im_account where accid = ${accid}`
  await server().owner`delete from throttle where key = ${own!.key}`
  await server().owner`insert into throttle values (${own!.key}, now() - interval '20 seconds', 10)`
  await device.send(textTo('guide', '怎样找咨询师'))
  await until(() => answersOf(device, 'guide').length === 13, 'the answer before a minute has passed')
  expect(textOf(answersOf(device, 'guide').at(-1)!)).toMatch(/请过(?:[1-9]|[1-3]\d|40)秒再问/)
})

test('answers signs of danger with the hotline and people only, and raises the alert', async () => {
  const { device } = await openGuest()
  const reply = await device.request('msg.sendMsg', textTo('guide', '我不想活了，已经写好遗书'))
  expect(reply.care).toBeDefined()
  await until(() => answersOf(device, 'guide').length === 1, 'the answer')
  const [answer] = answersOf(device, 'guide')
  expect(textOf(answer!)).toContain('12356')
  expect(answer!.content).toMatchObject({ robot: { state: 0 } })
  expect(JSON.stringify(answer)).not.toContain('"sources"')
  expect(await server().kit.sql`select 1 from crisis_alert`).toHaveLength(1)
})

test('names help in a line before each answer for an hour after signs of danger', async () => {
  const { device } = await openGuest()
  await device.send(textTo('guide', '我不想活了，已经写好遗书'))
  await until(() => answersOf(device, 'guide').length === 1, 'the help')
  await device.send(textTo('guide', '怎样申请入会'))
  await until(() => answersOf(device, 'guide').length === 2, 'the careful answer')
  const text = textOf(answersOf(device, 'guide')[1]!)
  expect(text).toContain('我还记得您刚才的话。心理援助热线 12356')
  expect(text.indexOf('12356')).toBeLessThan(text.indexOf('怎样申请入会'))
  expect(text).toContain('登录后打开“会员服务”')
})

test('gives counsellors in danger the hotline, too', async () => {
  const person = await createPerson(server(), url, 'counsellor')
  const device = person.device()
  await untilReady(device)
  await device.send(textTo('guide', '我不想活了，已经写好遗书'))
  await until(() => answersOf(device, 'guide').length === 1, 'the answer')
  expect(textOf(answersOf(device, 'guide')[0]!)).toContain('请现在拨打心理援助热线 12356')
})

test('survives a refused question in danger that names another robot', async () => {
  const person = await createPerson(server(), url)
  await server().owner`update im_account set is_muted = true where accid = ${person.accid}`
  const device = person.device()
  await untilReady(device)
  const faults: unknown[] = []
  const note = (fault: unknown) => void faults.push(fault)
  process.on('unhandledRejection', note)
  const danger = '我不想活了，已经写好遗书'
  const robot = { robotAccid: 'nurse', param: { type: 'text', content: danger } }
  await device
    .request('msg.sendMsg', {
      scene: 'p2p',
      to: 'guide',
      idClient: crypto.randomUUID(),
      content: { type: chatMessageTypes.robot, text: danger, robot } as never,
    })
    .catch(() => null)
  expect((await device.request('ai.getAIUserList', {})).users).toHaveLength(1)
  process.off('unhandledRejection', note)
  expect(faults).toEqual([])
})
