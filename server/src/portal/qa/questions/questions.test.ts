// Tests of asking, answering and listing through the API.
import { beforeAll, describe, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { selectMessages } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()

let domains: number[] = []
let ann: Caller
let doctor: Caller & { counsellorId: number }
let service: Caller

async function enterDoctor() {
  const doctorAccount = await server().enter('counsellor')
  return {
    ...doctorAccount,
    counsellorId: await createCounsellor(server().kit.sql, { accountId: doctorAccount.id, domainIds: domains }),
  }
}

beforeAll(async () => {
  const { sql } = server().kit
  domains = [
    await createDomain(sql, '情绪困扰', 1),
    await createDomain(sql, '亲子关系', 2),
    await createDomain(sql, '睡眠', 3),
  ]
  ann = await server().enter('user')
  doctor = await enterDoctor()
  service = await server().enter('service')
})

const createDraft = (over: object = {}) => ({
  title: '最近总是睡不好怎么办',
  content: '入睡困难一个多月了，白天没有精神。',
  tagIds: [domains[0]],
  anonymous: 2,
  ...over,
})
let asked = 0
/** The text of each question is unique. */
const askQuestion = async (over: object = {}, author = ann) => {
  const content = `${createDraft().content}${(asked += 1)}`
  const reply = await server().requestAs(author, 'POST /problem/add', createDraft({ content, ...over }))
  expect(reply).toMatchObject({ status: 200, msg: '发布成功' })
  return reply.data.id
}
const answerQuestion = async (problemId: number, content = '先试着固定起床时间。', author: Caller = doctor) => {
  const reply = await server().requestAs(author, 'POST /problemAnswer/add', { problemId, content })
  expect(reply).toMatchObject({ status: 200, msg: '回复成功' })
  return reply.data.id
}

describe('asking', () => {
  test('lists a new question at once with its tags and counts', async () => {
    const before = (await server().request('GET /problem/hotList')).data.totalElements
    const id = await askQuestion({ tagIds: `${domains[0]},${domains[1]}` })
    expect((await server().request('GET /problem/getById', { id })).data).toMatchObject({
      ...{ id, auditStatus: 2, nickname: ann.username, collect: 0, answer: 0, own: false, state: 'shown' },
      tagList: [{ domain: '情绪困扰' }, { domain: '亲子关系' }],
    })
    expect((await server().requestAs(ann, 'GET /problem/getById', { id })).data.own).toBe(true)
    expect((await server().request('GET /problem/hotList')).data.totalElements).toBe(before + 1)
    const tagged = await server().request('GET /problem/getList', { tagIds: `${domains[1]}` })
    expect(tagged.data).toMatchObject({ totalElements: 1, content: [{ id }] })
    const either = await server().request('GET /problem/getList', { tagIds: `${domains[1]},${domains[2]}` })
    expect(either.data.content.map((item) => item.id)).toEqual([id])
    const { data } = await server().request('GET /consultDomain/list')
    expect(data.content).toContainEqual({ id: domains[1], domain: '亲子关系', count: 1 })
    const own = await server().requestAs(ann, 'GET /problem/listOwnPage')
    expect(own.data.content[0]).toMatchObject({ id, own: true })
  })

  test('reports missing and overlong fields in the words of the specification', async () => {
    const sendRefusedQuestion = async (over: object) => {
      const { status, fields, msg } = await server().requestAs(ann, 'POST /problem/add', createDraft(over))
      return [status, ...Object.entries(fields).flat(), msg]
    }
    expect(await sendRefusedQuestion({ title: ' ' })).toEqual([400, 'title', '请输入标题', '请输入标题'])
    expect(await sendRefusedQuestion({ content: '' })).toEqual([400, 'content', '请输入内容', '请输入内容'])
    expect(await sendRefusedQuestion({ tagIds: [] })).toEqual([400, 'tagIds', '请选择问题标签', '请选择问题标签'])
    expect(await sendRefusedQuestion({ tagIds: '' })).toEqual([400, 'tagIds', '请选择问题标签', '请选择问题标签'])
    expect(await sendRefusedQuestion({ tagIds: [32_000] })).toEqual([
      400,
      'tagIds',
      '标签不存在，请重新选择',
      '标签不存在，请重新选择',
    ])
    expect(await sendRefusedQuestion({ content: '😀'.repeat(201) })).toContain('内容不能超过200个字')
    expect(await sendRefusedQuestion({ title: '长'.repeat(201) })).toContain('标题不能超过200个字')
    // portal.md 5: 60 characters are a hint, and no limit
    const long = await askQuestion({ title: '长'.repeat(61) })
    expect((await server().request('GET /problem/getById', { id: long })).data.title).toBe('长'.repeat(61))
    const id = await askQuestion({ content: '👨‍👩‍👧‍👦'.repeat(200), title: '<b>粗体</b><script>' })
    expect((await server().request('GET /problem/getById', { id })).data).toMatchObject({
      title: '<b>粗体</b><script>',
    })
    expect((await server().request('POST /problem/add', createDraft())).msg).toBe('请先登录')
  })

  test('stores concurrent duplicates once, and later or different questions separately', async () => {
    const { sql } = server().kit
    const bob = await server().enter('user')
    const sendQuestion = (over: object = {}) => server().requestAs(bob, 'POST /problem/add', createDraft(over))
    const replies = await Promise.all([sendQuestion(), sendQuestion(), sendQuestion()])
    const ids = replies.map(({ data }) => data.id)
    expect(new Set(ids).size).toBe(1)
    expect((await sendQuestion({ tagIds: [domains[1]] })).data.id).toBe(ids[0])
    expect((await sendQuestion({ anonymous: 1 })).data.id).not.toBe(ids[0])
    expect((await sendQuestion({ content: '别的内容' })).data.id).not.toBe(ids[0])
    await sql`update question set created_at = now() - interval '2 minutes' where id = ${ids[0]!}`
    expect((await sendQuestion()).data.id).not.toBe(ids[0])
    const sendAnswer = () =>
      server().requestAs(doctor, 'POST /problemAnswer/add', { problemId: ids[0], content: '先观察一周' })
    const answers = await Promise.all([sendAnswer(), sendAnswer(), sendAnswer()])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    const messages = await selectMessages(sql, bob.id)
    expect(messages.filter(({ kind }) => kind === 'answered')).toHaveLength(1)
  })

  test('lets the asker edit and delete a question, and keeps its revisions', async () => {
    const { sql } = server().kit
    const id = await askQuestion()
    const change = { id, title: '改过的标题', content: '改过的内容', tagIds: [domains[2]] }
    expect((await server().requestAs(doctor, 'PUT /problem', change)).status).toBe(404)
    expect((await server().requestAs(ann, 'PUT /problem', change)).data).toMatchObject({ state: 'shown' })
    expect((await server().request('GET /problem/getById', { id })).data).toMatchObject({
      title: '改过的标题',
      tagList: [{ domain: '睡眠' }],
    })
    const revisions = await sql`select title, content from revision where question_id = ${id}`
    expect(revisions).toMatchObject([
      { title: createDraft().title, content: expect.stringContaining(createDraft().content) as string },
    ])
    expect((await server().requestAs(doctor, 'DELETE /problem', { id })).status).toBe(404)
    expect((await server().requestAs(ann, 'DELETE /problem', { id })).msg).toBe('删除成功')
    expect((await server().request('GET /problem/getById', { id })).status).toBe(404)
    expect((await server().requestAs(ann, 'GET /problem/getById', { id })).status).toBe(200)
  })
})

describe('answering', () => {
  test('lets only counsellors and administrators answer, and only in their own name', async () => {
    const id = await askQuestion()
    const sendAnswer = (token: string, over: object = {}) =>
      server().requestAs({ token }, 'POST /problemAnswer/add', { problemId: id, content: '可以这样试试。', ...over })
    for (const role of ['user', 'editor', 'service'] as const) {
      expect((await sendAnswer((await server().enter(role)).token)).status).toBe(403)
    }
    expect((await sendAnswer(doctor.token, { content: '  ' })).msg).toBe('请填写您的回答')
    expect((await sendAnswer(doctor.token, { problemId: 99_999_999 })).status).toBe(404)
    const other = await enterDoctor()
    expect((await sendAnswer(doctor.token, { doctorId: other.counsellorId })).reason).toBe('notYours')
    expect((await sendAnswer(doctor.token, { doctorId: other.id })).reason).toBe('notYours')
    expect((await sendAnswer(doctor.token, { doctorId: doctor.id })).status).toBe(200)
    expect((await sendAnswer(other.token, { doctorId: other.counsellorId })).status).toBe(200)
    expect((await sendAnswer((await server().enter('administrator')).token)).status).toBe(200)
    const { data } = await server().request('GET /problemAnswer/list', { problemId: id })
    expect(data.totalElements).toBe(3)
    expect(data.content.map((item) => item.nickname).toSorted()).toEqual(
      [doctor.username, other.username, '协会秘书处'].toSorted(),
    )
    expect(data.content.find((item) => item.userId === doctor.id)).toMatchObject({
      ...{ doctorId: doctor.counsellorId, department: '心理咨询中心', professionalTitle: '心理治疗师', problemId: id },
      ...{ like: false, collect: false, likeCount: 0, title: createDraft().title },
    })
    expect((await server().request('GET /problem/getById', { id })).data.answer).toBe(3)
    const unread = await server().requestAs(ann, 'GET /message/getUnReadByUserId')
    expect(unread.data[0]).toMatchObject({
      type: 1,
      problemId: id,
      problemTitle: createDraft().title,
      fromName: '协会秘书处',
    })
    expect(unread.data[0]!.link).toBe(`/psychology/index?id=${id}`)
  })

  test('lists answers with their questions: latest, by counsellor, followed, collected', async () => {
    const otherDoctor = await enterDoctor()
    const bob = await server().enter('user')
    const [first, second] = [await askQuestion(), await askQuestion({ title: '第二个问题' })]
    const ids = [await answerQuestion(first, '一', otherDoctor), await answerQuestion(second, '二', otherDoctor)]
    const listIds = (reply: { data: { content: { id: number }[] } }) => reply.data.content.map(({ id }) => id)
    const latest = await server().request('GET /problemAnswer/list', { type: 2, size: 2 })
    expect(listIds(latest)).toEqual(ids.toReversed())
    expect(latest.data.content[0]).toMatchObject({ title: '第二个问题', problem: { id: second, answer: 1 } })
    const by = await server().request('GET /problemAnswer/listById', { doctorId: otherDoctor.counsellorId })
    expect(by.data.map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await server().request('GET /problemAnswer/list', { type: 4 })).msg).toBe('请先登录')
    await server().requestAs(bob, 'POST /consultDoctorCollect/add', { consultDoctorId: otherDoctor.counsellorId })
    const followed = await server().requestAs(bob, 'GET /problemAnswer/list', { type: 4 })
    expect(listIds(followed)).toEqual(ids.toReversed())
    expect(followed.data.totalElements).toBe(2)
    await server().requestAs(bob, 'POST /problemCollect/add', { problemAnswerId: ids[0] })
    const collected = await server().requestAs(bob, 'GET /problemAnswer/list', { type: 5 })
    expect(collected.data).toMatchObject({ totalElements: 1, content: [{ id: ids[0], collect: true }] })
    await server().requestAs(bob, 'POST /problemStemCollect/add', { problemId: second })
    const all = await server().requestAs(bob, 'GET /problemStemCollect/getAllList')
    expect(all.data).toMatchObject([
      { type: 2, data: { problem: { id: second, collectOwn: true }, problemAnswer: null } },
      {
        type: 1,
        data: { userId: otherDoctor.id, nickname: otherDoctor.username, problemAnswer: { id: ids[0], collect: true } },
      },
    ])
    for (const [i, entry] of all.data.entries()) {
      const { data } = await server().requestAs(bob, 'GET /problemStemCollect/getAllList', { page: i + 1, size: 1 })
      expect(data).toEqual([entry])
    }
    expect((await server().requestAs(bob, 'GET /problem/ownCounts')).data).toEqual({
      ...{ follows: 1, collects: 2, questions: 0 },
    })
    // a question that its asker deletes leaves every list
    await server().requestAs(ann, 'DELETE /problem', { id: second })
    expect((await server().requestAs(bob, 'GET /problemStemCollect/getAllList')).data).toHaveLength(1)
    expect((await server().requestAs(bob, 'GET /problemAnswer/list', { type: 4 })).data.totalElements).toBe(1)
  })

  test('orders hot answers by likes', async () => {
    const id = await askQuestion()
    const [low, high] = [await answerQuestion(id, '较少人赞'), await answerQuestion(id, '较多人赞')]
    const people = await Promise.all(Array.from({ length: 3 }, () => server().enter('user')))
    for (const { token } of people)
      await server().requestAs({ token }, 'POST /problemAnswerLike/add', { problemAnswerId: high })
    const { data } = await server().request('GET /problemAnswer/list', { type: 1, size: 100 })
    const order = data.content.map((item) => item.id)
    expect(order.indexOf(high)).toBe(0)
    expect(order).toContain(low)
    const of = await server().request('GET /problemAnswer/list', { problemId: id })
    expect(of.data.content.map((item) => item.id)).toEqual([high, low])
  })
})

describe('watched words and danger', () => {
  const insertWatchWord = (word: string, action: string) =>
    server().kit.sql`
      insert into watch_word (word, plain, action) values (${word}, ${word}, ${action}) on conflict (plain) do nothing`

  test('refuses, masks, holds or reports a watched word', async () => {
    await insertWatchWord('代开处方', 'refuse')
    await insertWatchWord('加微信', 'mask')
    await insertWatchWord('内部渠道', 'hold')
    await insertWatchWord('退费', 'alert')
    const refused = await server().requestAs(ann, 'POST /problem/add', createDraft({ content: '哪里可以代 开 处 方' }))
    expect(refused).toMatchObject({ status: 400, reason: 'wordRefused' })
    expect(refused.fields.content).not.toContain('处方')
    const masked = await askQuestion({ title: '能加微信聊吗' })
    expect((await server().request('GET /problem/getById', { id: masked })).data.title).toBe('能＊＊＊聊吗')
    const held = await server().requestAs(ann, 'POST /problem/add', createDraft({ content: '有内部渠道的联系我' }))
    expect(held.data.state).toBe('held')
    expect((await server().request('GET /problem/getById', { id: held.data.id })).status).toBe(404)
    expect((await server().requestAs(ann, 'GET /problem/getById', { id: held.data.id })).data.state).toBe('held')
    const alerted = await askQuestion({ content: '咨询之后可以退费吗' })
    expect((await server().request('GET /problem/getById', { id: alerted })).status).toBe(200)
    const queue = await server().kit.sql`
      select question_id, cause, detail from review where question_id = any(${[held.data.id, alerted]}) order by id`
    expect(queue).toMatchObject([
      { question_id: held.data.id, cause: 'word', detail: '内部渠道' },
      { question_id: alerted, cause: 'word', detail: '退费' },
    ])
  })

  test('shows where to get help and raises a crisis alert before the reply', async () => {
    const reply = await server().requestAs(
      ann,
      'POST /problem/add',
      createDraft({ title: '我撑不下去了', content: '我不想活了，药都准备好了', anonymous: 1 }),
    )
    expect(reply.data).toMatchObject({ state: 'held', care: 'plan' })
    const alerts = await server().requestAs(service, 'GET /admin/care/alerts', { state: 'open' })
    expect(alerts.data.content[0]).toMatchObject({ level: 'plan', questionId: reply.data.id, peerName: '心理问答' })
    const { id } = alerts.data.content[0]!
    const opened = await server().requestAs(service, 'POST /admin/care/transcript', { id, reason: '核实危机情况' })
    expect(opened.data.lines).toMatchObject([{ isWriter: true, text: '我撑不下去了\n我不想活了，药都准备好了' }])
  })

  test.each(['counsellor', 'administrator'] as const)('raises an alert for an asker who is a %s', async (role) => {
    const author = await server().enter(role)
    const grave = createDraft({ content: '我不想活了，今晚就想结束自己的生命，药已准备好' })
    const reply = await server().requestAs(author, 'POST /problem/add', grave)
    expect(reply.data).toMatchObject({ state: 'held', care: 'plan' })
    const alerts = await server().requestAs(service, 'GET /admin/care/alerts', { state: 'open' })
    expect(alerts.data.content.map((item) => item.questionId)).toContain(reply.data.id)
    const id = await askQuestion({}, author)
    const changed = await server().requestAs(author, 'PUT /problem', { id, ...grave })
    expect(changed.data).toMatchObject({ state: 'held', care: 'plan' })
  })

  test('raises no alert for an answer', async () => {
    const answerInput = { problemId: await askQuestion(), content: '如果心里反复出现我不想活了这样的话，请拨打12356' }
    const reply = await server().requestAs(doctor, 'POST /problemAnswer/add', answerInput)
    expect(reply.data).toMatchObject({ state: 'shown', care: null })
  })
})
