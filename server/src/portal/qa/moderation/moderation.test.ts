// Tests of moderators' decisions, and of revealing an asker only with a reason.
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import type { RequestInput } from '../../../../test/api-requests.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { verifyAudit } from '../../../kit/audit/audit.ts'

const server = useTestServer()
let service: Caller
let admin: Caller
let ann: Caller
let doctor: Caller
let domain = 0
beforeAll(async () => {
  const { sql } = server().kit
  domain = await createDomain(sql, '情绪困扰')
  service = await server().enter('service')
  admin = await server().enter('administrator')
  ann = await server().enter('user')
  doctor = await server().enter('counsellor')
  await createCounsellor(sql, { accountId: doctor.id })
})
let asked = 0
/** The text of each question is unique. */
const askQuestion = async (over: object = {}) =>
  (
    await server().requestAs(ann, 'POST /problem/add', {
      title: '标题',
      content: `内容${(asked += 1)}`,
      tagIds: [domain],
      anonymous: 2,
      ...over,
    })
  ).data
const getQuestion = (id: number, token = doctor.token) => server().requestAs({ token }, 'GET /problem/getById', { id })
const settleReview = (input: RequestInput<'POST /admin/question/settle'>) =>
  server().requestAs(service, 'POST /admin/question/settle', input)
const listUnreadOf = async ({ token }: Caller) =>
  (await server().requestAs({ token }, 'GET /message/getUnReadByUserId')).data.map((item) => item.problemTitle)

test('shows or refuses a held question, notifies its author, and accepts an appeal', async () => {
  expect((await server().requestAs(service, 'POST /admin/word', { word: '内 部', action: 'hold' })).status).toBe(200)
  const { id, state } = await askQuestion({ content: '有内部消息' })
  expect(state).toBe('held')
  const queue = await server().requestAs(service, 'GET /admin/reviews', { state: 'open' })
  expect(queue.data.content[0]).toMatchObject({ questionId: id, cause: 'word', detail: '内 部', subjectState: 'held' })
  expect((await settleReview({ id, decision: 'refuse' })).fields.note).toBe('请填写原因')
  expect((await settleReview({ id, decision: 'refuse', note: '含有广告' })).status).toBe(200)
  expect(await listUnreadOf(ann)).toContain('您的提问“标题”未予发布：含有广告')
  expect((await getQuestion(id, ann.token)).data).toMatchObject({ state: 'refused', stateReason: '含有广告' })
  expect((await server().requestAs(ann, 'POST /problem/appeal', { problemId: id, text: '不是广告' })).status).toBe(200)
  expect((await settleReview({ id, decision: 'dismiss', note: '仍含广告' })).status).toBe(200)
  expect(await listUnreadOf(ann)).toContain('您的申诉已复核，维持原处理结果：仍含广告')
  expect((await server().requestAs(ann, 'POST /problem/appeal', { problemId: id, text: '不是广告' })).status).toBe(200)
  const appeals = await server().requestAs(service, 'GET /admin/reviews', { state: 'open' })
  expect(appeals.data.content[0]).toMatchObject({ questionId: id, cause: 'appeal', detail: '不是广告' })
  expect((await settleReview({ id, decision: 'show' })).status).toBe(200)
  expect(await listUnreadOf(ann)).toContain('您的提问“标题”已通过审核')
  expect((await getQuestion(id)).data.state).toBe('shown')
  expect((await server().requestAs(service, 'GET /admin/reviews', { state: 'open' })).data.totalElements).toBe(0)
  const { data } = await server().requestAs(service, 'GET /admin/question', { id })
  expect(data.reviews.map((review) => review.decision)).toEqual(['show', 'dismiss', 'refuse'])
  const [word] = (await server().requestAs(service, 'GET /admin/words')).data
  expect((await server().requestAs(service, 'DELETE /admin/word', { id: word!.id })).status).toBe(200)
})

test('hides a reported answer and notifies the reporter', async () => {
  const bob = await server().enter('user')
  const { id } = await askQuestion()
  const { data } = await server().requestAs(doctor, 'POST /problemAnswer/add', { problemId: id, content: '买我的课' })
  const report = { problemId: id, problemAnswerId: data.id, reason: 'advertising' }
  await server().requestAs(bob, 'POST /problem/report', report)
  expect((await settleReview({ id, answerId: data.id, decision: 'refuse', note: '推销' })).status).toBe(200)
  expect(await listUnreadOf(bob)).toContain('您举报的内容已处理，感谢您的帮助')
  expect(await listUnreadOf(doctor)).toContain('您的对“标题”的回答未予发布：推销')
  expect((await server().requestAs(bob, 'GET /problemAnswer/list', { problemId: id })).data).toMatchObject({
    content: [],
    totalElements: 0,
  })
  expect((await getQuestion(id)).data.answer).toBe(0)
  expect((await settleReview({ id: id + 999, answerId: data.id, decision: 'show' })).status).toBe(404)
})

test('refuses answers to a closed question, and redirects a merged one', async () => {
  const [from, into] = [await askQuestion({ title: '重复的问题' }), await askQuestion({ title: '原来的问题' })]
  const addAnswer = (problemId: number) =>
    server().requestAs(doctor, 'POST /problemAnswer/add', { problemId, content: '回答' })
  await addAnswer(from.id)
  expect((await server().requestAs(service, 'POST /admin/question/merge', { id: from.id, into: into.id })).status).toBe(
    200,
  )
  expect((await getQuestion(from.id)).data).toMatchObject({ id: into.id, answer: 1 })
  expect((await server().requestAs(service, 'POST /admin/question/merge', { id: into.id, into: into.id })).reason).toBe(
    'wrongState',
  )
  expect((await server().requestAs(service, 'POST /admin/question/merge', { id: into.id, into: from.id })).reason).toBe(
    'wrongState',
  )
  expect(await listUnreadOf(ann)).toContain('您的提问“重复的问题”与“原来的问题”相同，已合并')
  expect((await server().requestAs(service, 'POST /admin/question/close', { id: into.id, closed: true })).status).toBe(
    200,
  )
  expect((await addAnswer(into.id)).reason).toBe('questionClosed')
  await server().requestAs(service, 'POST /admin/question/close', { id: into.id, closed: false })
  expect((await addAnswer(into.id)).status).toBe(200)
  const tally = await server().kit.sql<{ wrong: number }[]>`
    select count(*) as wrong from tally where name = 'answers' and value <> (select count(*) from answer where in_sight)`
  expect(tally[0]!.wrong).toBe(0)
})

test('reveals an anonymous asker to a moderator with a reason, and audits it', async () => {
  const { id } = await askQuestion({ anonymous: 1 })
  const seen = await server().requestAs(service, 'GET /admin/question', { id })
  expect(seen.data.askerName).toBe('匿名用户')
  expect(seen.raw).not.toContain(ann.username)
  expect((await server().requestAs(service, 'POST /admin/question/reveal', { id, reason: '急' })).status).toBe(400)
  const { data } = await server().requestAs(service, 'POST /admin/question/reveal', { id, reason: '核实紧迫危险' })
  expect(data).toEqual({
    username: ann.username,
    nickname: ann.username,
    phone: ann.phone.replace(/^(.{3}).*(.{4})$/, '$1****$2'),
  })
  const audit = await server().requestAs(admin, 'GET /admin/audit', { action: 'askerRevealed' })
  expect(audit.data.content[0]).toMatchObject({ subject: `question ${id}`, reason: '核实紧迫危险' })
  expect((await verifyAudit(server().kit.sql)).brokenAt).toBe(null)
  for (const role of ['editor', 'counsellor', 'user'] as const) {
    const { token } = await server().enter(role)
    expect(
      (await server().requestAs({ token }, 'POST /admin/question/reveal', { id, reason: '只是好奇而已' })).status,
    ).toBe(403)
  }
})

test('lets staff manage tags with unique names', async () => {
  const draft = { name: '睡眠', position: 2, enabled: true }
  const made = await server().requestAs(service, 'POST /admin/domain', draft)
  expect(made.data).toMatchObject({ ...draft, questions: 0 })
  expect((await server().requestAs(service, 'POST /admin/domain', draft)).reason).toBe('domainTaken')
  await server().requestAs(service, 'PUT /admin/domain', { id: made.data.id, ...draft, enabled: false })
  const shown = await server().requestAs(service, 'GET /consultDomain/list')
  expect(shown.data.content.map((item) => item.domain)).not.toContain('睡眠')
  expect((await server().requestAs(service, 'PUT /admin/domain', { id: 30_000, ...draft, name: '别的' })).status).toBe(
    404,
  )
})

test('lets staff complete a counsellor’s page, which is searchable and shows verified facts', async () => {
  const { id: userId } = await server().enter('counsellor')
  const [row] = await server().kit.sql<{ id: number }[]>`select id from counsellor where account_id = ${userId}`
  const id = row!.id
  const page = {
    id,
    department: '心理科',
    professionalTitle: '主治医师',
    description: '擅长考试焦虑',
    domainIds: [domain],
    qualification: '<p onclick="x">博士</p><script>1</script>',
    price: 30_000,
    duration: '周一',
    phone: '',
    listed: true,
  }
  const saved = await server().requestAs(service, 'PUT /admin/counsellor', page)
  expect(saved.data).toMatchObject({ qualification: '<p>博士</p>', listed: true })
  const found = await server().requestAs(service, 'GET /consultDoctor/list', { key: '考试焦虑' })
  expect(found.data.content).toMatchObject([{ id, userId }])
  const credential = { counsellorId: id, title: '注册心理师', number: 'X-1', issuer: '学会', validUntil: '2099-01-01' }
  const { data } = await server().requestAs(service, 'POST /admin/credential', credential)
  const listPublicCredentials = async () =>
    (await server().requestAs(service, 'GET /consultDoctor/getById', { id })).data.credentials
  expect(await listPublicCredentials()).toEqual([])
  await server().requestAs(service, 'POST /admin/credential/settle', { id: data.id, state: 'verified' })
  expect(await listPublicCredentials()).toMatchObject([{ number: 'X-1', validUntil: '2099-01-01 23:59:59' }])
  expect((await server().requestAs(service, 'PUT /admin/counsellor', { ...page, domainIds: [31_000] })).status).toBe(
    400,
  )
})

test('delivers a bulletin to its audience, and removes it on withdrawal', async () => {
  const draft = { title: '冬季热线公告', content: '夜间加开坐席', audience: 'counsellors' }
  expect((await server().requestAs(service, 'POST /admin/bulletin', draft)).status).toBe(403)
  const { data } = await server().requestAs(admin, 'POST /admin/bulletin', draft)
  expect(data.recipients).toBeGreaterThan(0)
  const listBulletins = async ({ token }: Caller) =>
    (await server().requestAs({ token }, 'GET /message/getUnReadByUserId')).data
      .map((item) => item.bulletinContent)
      .filter(Boolean)
  expect(await listBulletins(doctor)).toEqual(['冬季热线公告'])
  expect(await listBulletins(ann)).toEqual([])
  expect((await server().requestAs(admin, 'POST /admin/bulletin/withdraw', { id: data.id })).status).toBe(200)
  expect(await listBulletins(doctor)).toEqual([])
  const log = await server().requestAs(admin, 'GET /admin/deliveries')
  expect(log.status).toBe(200)
  expect((await server().requestAs(service, 'GET /admin/deliveries')).status).toBe(403)
})

test('moves collects of a merged question to the remaining one without duplicates', async () => {
  const { sql } = server().kit
  const [from, into] = [await askQuestion(), await askQuestion()]
  const people = await Promise.all(Array.from({ length: 3 }, () => server().enter('user')))
  const collectQuestion = (problemId: number, { token }: { token: string }) =>
    server().requestAs({ token }, 'POST /problemStemCollect/add', { problemId })
  const [keeperOfBoth, keeperOfFirst, keeperOfSecond] = people as [Caller, Caller, Caller]
  for (const [id, person] of [
    [from.id, keeperOfBoth],
    [from.id, keeperOfFirst],
    [into.id, keeperOfBoth],
    [into.id, keeperOfSecond],
  ] as const)
    expect((await collectQuestion(id, person)).status).toBe(200)
  expect((await server().requestAs(service, 'POST /admin/question/merge', { id: from.id, into: into.id })).status).toBe(
    200,
  )
  for (const person of people) {
    const collections = (await server().requestAs(person, 'GET /problemStemCollect/getAllList')).data
    expect(collections.map((item) => item.data.problem?.id)).toEqual([into.id])
    expect((await server().requestAs(person, 'GET /problem/ownCounts')).data.collects).toBe(1)
  }
  expect((await getQuestion(into.id)).data.collect).toBe(3)
  const counts = await sql<{ id: number; collect_count: number; held: number }[]>`
    select id, collect_count, (select count(*) from question_collect k where k.question_id = q.id) as held
    from question q where id in (${from.id}, ${into.id}) order by id`
  expect(counts.map(({ collect_count, held }) => [collect_count, held])).toEqual([
    [0, 0],
    [3, 3],
  ])
  // either id works to remove the collect
  expect((await server().requestAs(keeperOfBoth, 'POST /problemStemCollect/del', { problemId: into.id })).status).toBe(
    200,
  )
  expect((await getQuestion(into.id)).data.collect).toBe(2)
})

test('settles reports of a text that its author deletes, and notifies the reporter', async () => {
  const bob = await server().enter('user')
  const { id } = await askQuestion()
  const report = { problemId: id, reason: 'advertising' }
  expect((await server().requestAs(ann, 'POST /problem/report', report)).msg).toBe('不能举报自己发布的内容')
  expect((await server().requestAs(bob, 'POST /problem/report', report)).status).toBe(200)
  const answerId = (await server().requestAs(doctor, 'POST /problemAnswer/add', { problemId: id, content: '回答' }))
    .data.id
  const onAnswer = { ...report, problemAnswerId: answerId }
  expect((await server().requestAs(doctor, 'POST /problem/report', onAnswer)).msg).toBe('不能举报自己发布的内容')
  expect((await server().requestAs(ann, 'POST /problem/report', onAnswer)).status).toBe(200)
  const listOpenReviews = async () =>
    (await server().requestAs(service, 'GET /admin/question', { id })).data.reviews.filter(
      (review) => review.state === 'open',
    )
  expect(await listOpenReviews()).toHaveLength(2)
  expect((await server().requestAs(doctor, 'DELETE /problemAnswer', { id: answerId })).status).toBe(200)
  expect(await listOpenReviews()).toHaveLength(1)
  expect((await server().requestAs(ann, 'DELETE /problem', { id })).status).toBe(200)
  expect(await listOpenReviews()).toEqual([])
  expect(await listUnreadOf(bob)).toContain('您举报的内容已由作者删除')
  expect(await listUnreadOf(ann)).toContain('您举报的内容已由作者删除')
})
