// Tests concurrent readers: each gets their own names, likes, collects and follows. Hidden texts do not count, and
// restored texts count again.
import { beforeAll, expect, test } from 'vitest'
import type { Answer, Question } from '@xinqiao/contract/http/qa/questions.ts'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' })
const people: Caller[] = []
let doctor: Caller
let staff: Caller
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
  tagIds = [await createDomain(sql, '睡眠')]
  doctor = await server().enter('counsellor')
  staff = await server().enter('administrator')
  counsellorId = await createCounsellor(sql, { accountId: doctor.id })
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
  // person i likes answer i, and collects answer i + 1 and the question after it; persons with an even number also
  // follow
  for (const [i, { token }] of people.entries()) {
    await call('POST', '/problemAnswerLike/add', token, { problemAnswerId: answers[i] })
    await call('POST', '/problemCollect/add', token, { problemAnswerId: answers[(i + 1) % 6] })
    await call('POST', '/problemStemCollect/add', token, { problemId: questions[(i + 2) % 6] })
    if (i % 2 === 0) await call('POST', '/consultDoctorCollect/add', token, { consultDoctorId: counsellorId })
  }
})

test('gives each of many concurrent readers their own marks and name', async () => {
  const checkOwnMarks = async (i: number) => {
    const token = people[i]?.token ?? null
    const [answerPage, questionPage, directory] = await Promise.all([
      call<{ content: Answer[] }>('GET', '/problemAnswer/list?type=2', token),
      call<{ content: Question[] }>('GET', '/problem/hotList', token),
      call<{ content: { collectStatus: boolean }[] }>('GET', '/consultDoctor/list', token),
    ])
    const marks = {
      likedAnswers: answerPage.content.filter(({ like }) => like).map(({ id }) => id),
      collectedAnswers: answerPage.content.filter(({ collect }) => collect).map(({ id }) => id),
      collectedQuestionsOfAnswers: answerPage.content
        .filter(({ problem }) => problem?.collectOwn)
        .map(({ problemId }) => problemId),
      collectedQuestions: questionPage.content.filter(({ collectOwn }) => collectOwn).map(({ id }) => id),
      ownQuestions: questionPage.content.filter(({ own }) => own).map(({ id }) => id),
      namedQuestions: questionPage.content.filter(({ nickname }) => nickname !== '匿名用户').map(({ id }) => id),
      followedCounsellors: directory.content.map(({ collectStatus }) => collectStatus),
    }
    const isSignedIn = token !== null
    const collected = isSignedIn ? [questions[(i + 2) % 6]] : []
    const own = isSignedIn ? [questions[i]] : []
    expect(marks).toEqual({
      likedAnswers: isSignedIn ? [answers[i]] : [],
      collectedAnswers: isSignedIn ? [answers[(i + 1) % 6]] : [],
      collectedQuestionsOfAnswers: collected,
      collectedQuestions: collected,
      ownQuestions: own,
      namedQuestions: own,
      followedCounsellors: [isSignedIn && i % 2 === 0],
    })
  }
  // the seventh reader is a visitor
  await Promise.all(Array.from({ length: 70 }, (_, n) => checkOwnMarks(n % 7)))
})

type QuestionWithAnswer = { asker: Caller; reader: Caller; problemId: number; answerId: number }

/** The lists and pages that show the question and its answer, as the reader sees them. */
async function readLists({ reader, problemId, answerId }: QuestionWithAnswer) {
  const [answerPage, question, directory, collection] = await Promise.all([
    call<{ content: Answer[] }>('GET', '/problemAnswer/list?type=2', reader.token),
    call<Question>('GET', `/problem/getById?id=${problemId}`, reader.token),
    call<{ content: { nickname: string }[] }>('GET', '/consultDoctor/list', reader.token),
    call<{ content: Answer[] }>('GET', '/problemAnswer/list?type=5', reader.token),
  ])
  const findAnswer = (list: Answer[]) => list.find(({ id }) => id === answerId)
  return {
    answer: findAnswer(answerPage.content),
    question,
    directory: directory.content,
    collected: findAnswer(collection.content),
  }
}
type ListsRead = Awaited<ReturnType<typeof readLists>>
type WriteCase = [title: string, () => PromiseLike<unknown>, (now: ListsRead) => unknown, expected: unknown]

/** Most cases write directly to the database, as another node would. */
function listWrites({ asker, reader, problemId, answerId }: QuestionWithAnswer): WriteCase[] {
  const { sql } = server().kit
  return [
    [
      'question',
      () => sql`update question set title = '改过的问题' where id = ${problemId}`,
      (now) => [now.question.title, now.answer?.problem?.title],
      ['改过的问题', '改过的问题'],
    ],
    [
      'answer',
      () => sql`update answer set content = '改过的回答' where id = ${answerId}`,
      (now) => now.collected?.content,
      '改过的回答',
    ],
    [
      'asker',
      () => sql`update account set nickname = '改过的名字' where id = ${asker.id}`,
      (now) => [now.question.nickname, now.answer?.problem?.nickname],
      ['改过的名字', '改过的名字'],
    ],
    [
      'becomes anonymous',
      () => sql`update question set is_anonymous = true where id = ${problemId}`,
      (now) => [now.question.nickname, now.answer?.problem?.nickname],
      ['匿名用户', '匿名用户'],
    ],
    [
      'counsellor',
      () => sql`update counsellor set name = '改过的咨询师' where id = ${counsellorId}`,
      (now) => now.collected?.nickname,
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
      'a collect of the reader',
      () => call('POST', '/problemCollect/delete', reader.token, { problemAnswerId: answerId }),
      (now) => now.collected,
      undefined,
    ],
    ['deleted', () => sql`delete from answer where id = ${answerId}`, (now) => now.answer, undefined],
  ]
}

test('shows a write of any node in the next read of a list', async () => {
  const [asker, reader] = [people[0]!, people[3]!]
  const named = { title: '具名的问题', content: '内容', tagIds, anonymous: 2 }
  const { id: problemId } = await call<{ id: number }>('POST', '/problem/add', asker.token, named)
  const draft = { problemId, content: '回答' }
  const { id: answerId } = await call<{ id: number }>('POST', '/problemAnswer/add', doctor.token, draft)
  const texts = { asker, reader, problemId, answerId }
  await call('POST', '/problemCollect/add', reader.token, { problemAnswerId: answerId })
  const before = await readLists(texts)
  expect(await readLists(texts)).toEqual(before)
  expect(before.collected?.problem?.title).toBe('具名的问题')
  for (const [title, write, readBack, expected] of listWrites(texts)) {
    await write()
    expect([title, readBack(await readLists(texts))]).toEqual([title, expected])
  }
})

test('leaves hidden texts out of the collection counts until they are restored', async () => {
  const { token } = people[0]!
  const countCollections = async () => (await call<{ collects: number }>('GET', '/problem/ownCounts', token)).collects
  const countListedCollections = async () =>
    (await call<unknown[]>('GET', '/problemStemCollect/getAllList', token)).length
  const settleReview = (id: number, answerId: number | undefined, decision: 'show' | 'refuse') =>
    call('POST', '/admin/question/settle', staff.token, { id, answerId, decision, note: '核实' })
  expect([await countCollections(), await countListedCollections()]).toEqual([2, 2])
  await settleReview(questions[1]!, answers[1], 'refuse')
  expect([await countCollections(), await countListedCollections()]).toEqual([1, 1])
  await settleReview(questions[2]!, undefined, 'refuse')
  expect([await countCollections(), await countListedCollections()]).toEqual([0, 0])
  await settleReview(questions[1]!, answers[1], 'show')
  await settleReview(questions[2]!, undefined, 'show')
  expect([await countCollections(), await countListedCollections()]).toEqual([2, 2])
  // hiding or restoring the question does the same to the answer
  await settleReview(questions[1]!, undefined, 'refuse')
  expect(await countCollections()).toBe(1)
})
