// Tests of the guide as staff set it: their welcome, their common questions, hidden built-in ones, and the trial.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { GuideQuestionDraft } from '@xinqiao/contract/http/chat/site-guide.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { answerQuestion, updateDocuments } from '../../portal/guide/guide.ts'

const server = useTestServer()
let token = ''
beforeAll(async () => {
  ;({ token } = await server().enter('service'))
  await updateDocuments(server().kit)
})
beforeEach(async () => {
  await server().owner`delete from guide_question`
  await server().owner`delete from guide_hidden_question`
})

const parking: GuideQuestionDraft = {
  question: '协会有停车场吗',
  wordings: ['停车要钱吗', '开车来停哪里'],
  answer: '协会楼下有地面停车场，来访者凭预约短信免费停两小时。停满时请停到对面的公共停车楼。',
  url: '/association/index',
  isOn: true,
}
const add = (draft: Partial<GuideQuestionDraft> = {}) =>
  server().requestAs({ token }, 'POST /admin/guide/questions', { ...parking, ...draft })
const tryQuestion = async (question: string) =>
  (await server().requestAs({ token }, 'POST /admin/guide/try', { question })).data
const findTitles = async (question: string) => (await tryQuestion(question)).sources.map(({ title }) => title)
const readSettings = async () => (await server().requestAs({ token }, 'GET /admin/guide', {})).data

test('answers a question in other words from the question of the association, as a whole and with its source', async () => {
  await add()
  const { text, sources } = await tryQuestion('开车过去的话哪里可以停车')
  expect(sources[0]).toMatchObject({ name: '常见问题', title: parking.question, url: parking.url })
  expect(text).toContain(`1. 《${parking.question}》（常见问题）：“${parking.answer}”`)
  expect((await answerQuestion(server().kit, '', (words) => words)).text).toContain('是一台机器')
})

test('finds a question without a link, and one whose words every question has', async () => {
  await add({ question: '怎么办', wordings: [], url: '' })
  expect((await tryQuestion('怎么办？')).sources).toMatchObject([{ title: '怎么办', url: '' }])
})

test('leaves out a question that is off, and one that is removed', async () => {
  const { data } = await add({ isOn: false })
  expect(await findTitles('停车要钱吗')).not.toContain(parking.question)
  await server().requestAs({ token }, 'PUT /admin/guide/questions', { ...parking, id: data.id, version: 1 })
  expect(await findTitles('停车要钱吗')).toContain(parking.question)
  expect((await server().requestAs({ token }, 'DELETE /admin/guide/questions', { id: data.id })).status).toBe(200)
  expect(await findTitles('停车要钱吗')).not.toContain(parking.question)
})

test('puts a question of the association before a built-in one that fits equally or worse', async () => {
  expect((await findTitles('会员证书怎么核验真伪'))[0]).toBe('怎样核验证书')
  await add({ question: '会员证书怎么核验真伪', wordings: [], answer: '请扫证书上的二维码。' })
  expect((await findTitles('会员证书怎么核验真伪'))[0]).toBe('会员证书怎么核验真伪')
  expect((await findTitles('证书编号在哪里查证书'))[0]).toBe('怎样核验证书')
})

test('answers a built-in question with the words of the association, also as people word it', async () => {
  expect(await findTitles('我想加入你们协会要走什么流程')).toContain('怎样申请入会')
  await add({ question: '怎样申请入会', wordings: [], answer: '请先参加每月一次的说明会。' })
  const { sources } = await tryQuestion('我想加入你们协会要走什么流程')
  expect(sources.filter(({ title }) => title === '怎样申请入会')).toMatchObject([
    { description: '请先参加每月一次的说明会。' },
  ])
})

test('keeps help and protection before questions of the association', async () => {
  await add({ question: '在学校被同学欺负找哪位老师', wordings: [], answer: '请找班主任。' })
  expect((await findTitles('在学校被同学欺负找哪位老师'))[0]).toBe('被打骂、骚扰或欺凌怎么办')
  await add({ question: '抑郁症吃什么药', wordings: [], answer: '请看科普文章。' })
  expect((await findTitles('抑郁症吃什么药'))[0]).toBe('吃什么药、能不能停药')
  const { text, sources } = await tryQuestion('我不想活了，停车要钱吗')
  expect(text).toContain('12356')
  expect(sources).toEqual([])
})

test('refuses questions, wordings and answers that sound like danger, and words of the word list', async () => {
  expect(await add({ question: '想自杀怎么办' })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('总是先给求助信息') as string,
  })
  const refused = await add({ wordings: ['停车要钱吗', '我不想活了'], answer: '我不想活了，已经写好遗书。' })
  expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toEqual(['answer', 'wordings.1'])
  expect((await add({ answer: '请加微信 abc 领取停车券' })).msg).toContain('聊天词库')
  expect((await server().requestAs({ token }, 'PUT /admin/guide/welcome', { welcome: '欢迎加微信' })).msg).toContain(
    '词库',
  )
})

test('refuses texts in which the guide is a person, counsels, or promises advice or a cure', async () => {
  const answers = [
    '我就是心理咨询师。',
    '我现在就给您做心理咨询，24小时陪您。',
    '来咨询，保证治好抑郁症。',
    '我会给您建议。',
  ]
  for (const answer of answers)
    expect([answer, (await add({ answer })).msg]).toEqual([answer, expect.stringContaining('机器')])
  for (const welcome of [
    '<b>我是真人咨询师</b>，可以马上开始。',
    '请直接告诉我您的烦恼，我会给您建议',
    '有心事可以跟我说说您的心事',
  ])
    expect((await server().requestAs({ token }, 'PUT /admin/guide/welcome', { welcome })).msg).toContain('机器')
  const harmless = '我不能给您建议，但可以告诉您文章在哪里。'
  expect((await server().requestAs({ token }, 'PUT /admin/guide/welcome', { welcome: harmless })).status).toBe(200)
  expect((await add({ answer: '向导不是咨询师，不能给您做咨询。需要时请预约咨询师。' })).status).toBe(200)
})

test.each([
  ['每天吃两片舍曲林，慢慢调整。', '不诊断'],
  ['您这是典型的抑郁症，多运动。', '不诊断'],
  ['建议停药，多休息。', '不诊断'],
  ['血压高就多吃两片药。', '不诊断'],
  ['三次咨询包好。', '机器'],
  ['您的聊天记录绝对保密。', '绝对保密'],
  ['聊天记录任何人包括协会工作人员都看不到。', '绝对保密'],
  ['保证三个工作日内退款到账。', '不要写保证'],
  ['会员终身免会费。', '不要写保证'],
])('refuses the answer %s', async (answer, message) => {
  expect((await add({ answer })).msg).toContain(message)
})

test.each([
  '请不要自行停药，先问医生。',
  '如果您是抑郁症患者，可以带病历来。',
  '用药请听医生的，本站不开药。',
  '退款一般三到七个工作日到账。',
  '聊天内容只有咨询师和经授权的工作人员能看到。',
  '会费每年200元，困难家庭可以申请减免。',
])('accepts the answer %s', async (answer) => {
  expect((await add({ answer })).status).toBe(200)
})

test('saves only one of two changes of a question that began with the same text', async () => {
  const { data } = await add()
  const save = (answer: string, version: number) =>
    server().requestAs({ token }, 'PUT /admin/guide/questions', { ...parking, answer, id: data.id, version })
  expect((await save('每小时6元。', 1)).status).toBe(200)
  expect((await save('每小时7元。', 1)).reason).toBe('changedMeanwhile')
  expect((await save('每小时7元。', 2)).status).toBe(200)
  await server().requestAs({ token }, 'DELETE /admin/guide/questions', { id: data.id })
  expect((await save('每小时8元。', 3)).status).toBe(404)
})

test('refuses duplicates, foreign addresses, and more than two hundred questions', async () => {
  await add()
  expect((await add()).msg).toBe('已有这个问题，请修改原来的')
  for (const url of [
    'javascript:alert(1)',
    '//evil.example',
    'http://evil.example',
    '/\\evil.example',
    '/member/rules',
  ])
    expect([url, (await add({ question: url, url })).status]).toEqual([url, 400])
  expect((await add({ question: '没有的文章', url: '/detail/index?id=99999' })).msg).toContain('这篇文章不存在')
  expect((await add({ question: '外面的网页', url: 'https://www.gov.cn/' })).status).toBe(200)
  await server().owner`
    insert into guide_question (question, answer) select '问题' || i, '答案' from generate_series(1, 198) i`
  expect((await add({ question: '再来一个' })).reason).toBe('tooManyGuideQuestions')
})

test('hides a built-in question and answers it again, but never hides one that protects people', async () => {
  const hide = (title: string, isHidden: boolean) =>
    server().requestAs({ token }, 'PUT /admin/guide/builtIn', { title, isHidden })
  expect(await findTitles('怎样登录')).toContain('怎样登录')
  await hide('怎样登录', true)
  expect(await findTitles('怎样登录')).not.toContain('怎样登录')
  expect((await readSettings()).builtIn.find(({ title }) => title === '怎样登录')).toMatchObject({ isHidden: true })
  await hide('怎样登录', false)
  expect(await findTitles('怎样登录')).toContain('怎样登录')
  expect((await hide('被打骂、骚扰或欺凌怎么办', true)).reason).toBe('guideAlwaysAnswers')
  expect((await hide('没有这个问题', true)).status).toBe(404)
})

test('greets with the words of staff between its fixed sentences, without hidden questions, within ten seconds', async () => {
  const greet = () => answerQuestion(server().kit, '', (text) => text)
  const before = await greet()
  expect(before.links.map(({ label }) => label)).toContain('怎样找咨询师')
  await server().requestAs({ token }, 'PUT /admin/guide/welcome', { welcome: '这里可以问学会的事。' })
  await server().requestAs({ token }, 'PUT /admin/guide/builtIn', { title: '怎样找咨询师', isHidden: true })
  await vi.waitFor(async () => expect((await greet()).text).toContain('这里可以问学会的事。'), {
    timeout: 10_000,
    interval: 500,
  })
  const { text, links } = await greet()
  expect(text).toMatch(/^您好，我是站内向导，是一台机器。\n这里可以问学会的事。\n我不做心理咨询；.*12356/)
  expect(links.map(({ label }) => label)).not.toContain('怎样找咨询师')
  await server().requestAs({ token }, 'PUT /admin/guide/welcome', { welcome: '' })
  expect((await readSettings()).welcome).toBe('')
})

test('lists questions, newest first, and finds them by wordings and answers', async () => {
  await add()
  await add({ question: '几点关门', wordings: [], answer: '工作日下午五点。' })
  const find = async (key = '') =>
    (await server().requestAs({ token }, 'GET /admin/guide/questions', { key })).data.content.map((row) => row.question)
  expect(await find()).toEqual(['几点关门', parking.question])
  expect(await find('开车来')).toEqual([parking.question])
  expect(await find('五点')).toEqual(['几点关门'])
  expect(await find('%')).toEqual([])
})
