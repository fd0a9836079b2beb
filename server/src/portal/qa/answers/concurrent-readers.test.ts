// Concurrent readers share statements, and each still gets their own names, likes, collects and follows.
// Hidden texts leave all counts, and restored texts return to them.
import { beforeAll, expect, test } from 'vitest'
import type { Answer, Question } from '@xinqiao/contract/http/questions.ts'
import { makeCounsellor, makeDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' })
type Person = { id: number; token: string; username: string }
const people: Person[] = []
let doctor: Person
let staff: Person
let counsellorId = 0
let tagIds: number[] = []
const questions: number[] = []
const answers: number[] = []

async function call<T>(method: 'POST' | 'GET', path: string, token: string | null, payload?: object) {
  const reply = await server().app.inject({
    method,
    url: `/prod-api${path}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ data: T }>().data
}

beforeAll(async () => {
  const { sql } = server().kit
  tagIds = [await makeDomain(sql, '睡眠')]
  doctor = await server().enter('counsellor')
  staff = await server().enter('administrator')
  counsellorId = await makeCounsellor(sql, { accountId: doctor.id })
  for (let i = 0; i < 6; i += 1) {
    const person = await server().enter('user')
    people.push(person)
    const draft = { title: `第${i}问`, content: '内容', tagIds, anonymous: 1 }
    const { id: problemId } = await call<{ id: number }>('POST', '/problem/add', person.token, draft)
    questions.push(problemId)
    answers.push(
      (await call<{ id: number }>('POST', '/problemAnswer/add', doctor.token, { problemId, content: '答' })).id,
    )
  }
  // person i likes answer i, collects answer i + 1 and the question after it; even persons follow
  for (const [i, { token }] of people.entries()) {
    await call('POST', '/problemAnswerLike/add', token, { problemAnswerId: answers[i] })
    await call('POST', '/problemCollect/add', token, { problemAnswerId: answers[(i + 1) % 6] })
    await call('POST', '/problemStemCollect/add', token, { problemId: questions[(i + 2) % 6] })
    if (i % 2 === 0) await call('POST', '/consultDoctorCollect/add', token, { consultDoctorId: counsellorId })
  }
})

test('gives each of many concurrent readers their own marks and name', async () => {
  const read = async (i: number) => {
    const token = people[i]?.token ?? null
    const [given, asked, directory] = await Promise.all([
      call<{ content: Answer[] }>('GET', '/problemAnswer/list?type=2', token),
      call<{ content: Question[] }>('GET', '/problem/hotList', token),
      call<{ content: { collectStatus: boolean }[] }>('GET', '/consultDoctor/list', token),
    ])
    const marks = {
      likes: given.content.filter(({ like }) => like).map(({ id }) => id),
      collects: given.content.filter(({ collect }) => collect).map(({ id }) => id),
      keptBeside: given.content.filter(({ problem }) => problem?.collectOwn).map(({ problemId }) => problemId),
      keeps: asked.content.filter(({ collectOwn }) => collectOwn).map(({ id }) => id),
      owns: asked.content.filter(({ own }) => own).map(({ id }) => id),
      names: asked.content.filter(({ nickname }) => nickname !== '匿名用户').map(({ id }) => id),
      follows: directory.content.map(({ collectStatus }) => collectStatus),
    }
    const isSomebody = token !== null
    const collected = isSomebody ? [questions[(i + 2) % 6]] : []
    const own = isSomebody ? [questions[i]] : []
    expect(marks).toEqual({
      likes: isSomebody ? [answers[i]] : [],
      collects: isSomebody ? [answers[(i + 1) % 6]] : [],
      keptBeside: collected,
      keeps: collected,
      owns: own,
      names: own,
      follows: [isSomebody && i % 2 === 0],
    })
  }
  // the seventh reader is a visitor
  await Promise.all(Array.from({ length: 70 }, (_, n) => read(n % 7)))
})

test('shows a write of any node in the next read of a list', async () => {
  const { sql } = server().kit
  const [asker, reader] = [people[0]!, people[3]!]
  const named = { title: '具名的问题', content: '内容', tagIds, anonymous: 2 }
  const { id: problemId } = await call<{ id: number }>('POST', '/problem/add', asker.token, named)
  const given = { problemId, content: '回答' }
  const { id: answerId } = await call<{ id: number }>('POST', '/problemAnswer/add', doctor.token, given)
  const read = async () => {
    const [answered, asked, directory, collected] = await Promise.all([
      call<{ content: Answer[] }>('GET', '/problemAnswer/list?type=2', reader.token),
      call<Question>('GET', `/problem/getById?id=${problemId}`, reader.token),
      call<{ content: { nickname: string }[] }>('GET', '/consultDoctor/list', reader.token),
      call<{ content: Answer[] }>('GET', '/problemAnswer/list?type=5', reader.token),
    ])
    const answer = answered.content.find(({ id }) => id === answerId)
    return { answer, asked, directory: directory.content, kept: collected.content.find(({ id }) => id === answerId) }
  }
  await call('POST', '/problemCollect/add', reader.token, { problemAnswerId: answerId })
  const before = await read()
  expect(await read()).toEqual(before)
  expect(before.kept?.problem?.title).toBe('具名的问题')
  // writes to the database directly, like another node
  const writes: [string, () => PromiseLike<unknown>, (now: typeof before) => unknown, unknown][] = [
    [
      'question',
      () => sql`update question set title = '改过的问题' where id = ${problemId}`,
      (now) => [now.asked.title, now.answer?.problem?.title],
      ['改过的问题', '改过的问题'],
    ],
    [
      'answer',
      () => sql`update answer set content = '改过的回答' where id = ${answerId}`,
      (now) => now.kept?.content,
      '改过的回答',
    ],
    [
      'asker',
      () => sql`update account set nickname = '改过的名字' where id = ${asker.id}`,
      (now) => [now.asked.nickname, now.answer?.problem?.nickname],
      ['改过的名字', '改过的名字'],
    ],
    [
      'named no more',
      () => sql`update question set is_anonymous = true where id = ${problemId}`,
      (now) => [now.asked.nickname, now.answer?.problem?.nickname],
      ['匿名用户', '匿名用户'],
    ],
    [
      'counsellor',
      () => sql`update counsellor set name = '改过的咨询师' where id = ${counsellorId}`,
      (now) => now.kept?.nickname,
      '改过的咨询师',
    ],
    [
      'directory',
      () => sql`update counsellor set name = '又改过的' where id = ${counsellorId}`,
      (now) => now.directory[0]?.nickname,
      '又改过的',
    ],
    [
      'unlisted',
      () => sql`update counsellor set is_listed = false where id = ${counsellorId}`,
      (now) => now.directory.length,
      0,
    ],
    [
      'listed',
      () => sql`update counsellor set is_listed = true where id = ${counsellorId}`,
      (now) => now.directory.length,
      1,
    ],
    [
      'a like',
      () => call('POST', '/problemAnswerLike/add', asker.token, { problemAnswerId: answerId }),
      (now) => now.answer?.likeCount,
      1,
    ],
    [
      'their own',
      () => call('POST', '/problemCollect/delete', reader.token, { problemAnswerId: answerId }),
      (now) => now.kept,
      undefined,
    ],
    ['out of sight', () => sql`delete from answer where id = ${answerId}`, (now) => now.answer, undefined],
  ]
  for (const [title, write, readBack, expected] of writes) {
    await write()
    expect([title, readBack(await read())]).toEqual([title, expected])
  }
})

test('leaves hidden texts out of the collection counts until they are restored', async () => {
  const { token } = people[0]!
  const collects = async () => (await call<{ collects: number }>('GET', '/problem/ownCounts', token)).collects
  const listed = async () => (await call<unknown[]>('GET', '/problemStemCollect/getAllList', token)).length
  const settle = (id: number, answerId: number | undefined, decision: 'show' | 'refuse') =>
    call('POST', '/admin/question/settle', staff.token, { id, answerId, decision, note: '核实' })
  expect([await collects(), await listed()]).toEqual([2, 2])
  await settle(questions[1]!, answers[1], 'refuse')
  expect([await collects(), await listed()]).toEqual([1, 1])
  await settle(questions[2]!, undefined, 'refuse')
  expect([await collects(), await listed()]).toEqual([0, 0])
  await settle(questions[1]!, answers[1], 'show')
  await settle(questions[2]!, undefined, 'show')
  expect([await collects(), await listed()]).toEqual([2, 2])
  // the answer is hidden and restored with its question
  await settle(questions[1]!, undefined, 'refuse')
  expect(await collects()).toBe(1)
})
