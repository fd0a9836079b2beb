// Tests the order of lists by activity of readers and by age (table in docs/guides/questions.md).
import { dayMs } from '@xinqiao/contract/time.ts'
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { createAnswer, createQuestion } from '../../../../db/fixtures/question.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' })
let domain = 0
let doctor: Caller
let readers: Caller[] = []
const now = Date.now()

beforeAll(async () => {
  const { sql } = server().kit
  domain = await createDomain(sql, '睡眠')
  doctor = await server().enter('counsellor')
  await createCounsellor(sql, { accountId: doctor.id, domainIds: [domain] })
  readers = await Promise.all(Array.from({ length: 4 }, () => server().enter('user')))
})

/** Age in days, and number of responses. The likes are those of the first answer. */
type QuestionResponses = { age?: number; answers?: number; collects?: number; likes?: number }
type RankedList = 'hot' | 'recommended' | 'answers'

async function respondOften(path: string, input: object, count: number): Promise<void> {
  for (const reader of readers.slice(0, count))
    expect((await server().sendRaw('POST', path, input, reader)).status).toBe(200)
}

/** @returns the score by which lists are ordered */
async function createListed(
  list: RankedList,
  { age = 0, answers = 0, collects = 0, likes = 0 }: QuestionResponses,
): Promise<number> {
  const { sql } = server().kit
  const at = new Date(now - age * dayMs)
  const text = { authorId: doctor.id, title: '怎么办', content: '想听听建议', domainIds: [domain], at }
  const id = await createQuestion(sql, text)
  const first: number[] = []
  for (let i = 0; i < (list === 'answers' ? 1 : answers); i += 1)
    first.push(await createAnswer(sql, { questionId: id, authorId: doctor.id, content: `建议${i}`, at }))
  await respondOften('/problemAnswerLike/add', { problemAnswerId: first[0] }, likes)
  if (list === 'answers') await respondOften('/problemCollect/add', { problemAnswerId: first[0] }, collects)
  else await respondOften('/problemStemCollect/add', { problemId: id }, collects)
  return list === 'answers' ? first[0]! : id
}

const calls = {
  hot: 'GET /problem/hotList',
  recommended: 'GET /problem/getList',
  answers: 'GET /problemAnswer/list',
} as const

test.each<[string, RankedList, QuestionResponses, QuestionResponses]>([
  ['the newer of two', 'hot', { age: 1 }, { age: 2 }],
  ['the newer of two', 'recommended', { age: 1 }, { age: 2 }],
  ['the newer of two', 'answers', { age: 1 }, { age: 2 }],
  ['an answer before a collect', 'hot', { answers: 1 }, { collects: 1 }],
  ['a collect before a like', 'hot', { answers: 1, collects: 1 }, { answers: 1, likes: 1 }],
  ['a like before none', 'hot', { answers: 1, likes: 1 }, { answers: 1 }],
  ['an answer before two likes', 'hot', { answers: 2 }, { answers: 1, likes: 2 }],
  ['four likes before an answer', 'hot', { answers: 1, likes: 4 }, { answers: 2 }],
  ['two collects before an answer', 'hot', { answers: 1, collects: 2 }, { answers: 2 }],
  ['an answer, up to 28 days', 'hot', { age: 27.9, answers: 1 }, {}],
  ['after 28 days, the new one before an answer', 'hot', {}, { age: 28.1, answers: 1 }],
  ['a collect, up to 22 days', 'hot', { age: 22, collects: 1 }, {}],
  ['after 22 days, the new one before a collect', 'hot', {}, { age: 22.4, collects: 1 }],
  ['four likes of an answer, 14 days longer', 'hot', { age: 13.9, answers: 1, likes: 4 }, { answers: 1 }],
  ['after that, the new one', 'hot', { answers: 1 }, { age: 14.1, answers: 1, likes: 4 }],
  ['an answer, up to two days', 'recommended', { age: 1.9, answers: 1 }, {}],
  ['after two days, the new one before an answer', 'recommended', {}, { age: 2.1, answers: 1 }],
  ['a collect, up to a day and a half', 'recommended', { age: 1.5, collects: 1 }, {}],
  ['after that, the new one before a collect', 'recommended', {}, { age: 1.7, collects: 1 }],
  ['four likes of an answer, a day longer', 'recommended', { age: 0.9, answers: 1, likes: 4 }, { answers: 1 }],
  ['after that, the new one', 'recommended', { answers: 1 }, { age: 1.1, answers: 1, likes: 4 }],
  ['a collect before a like', 'answers', { collects: 1 }, { likes: 1 }],
  ['two likes before a collect', 'answers', { likes: 2 }, { collects: 1 }],
  ['a collect, up to 28 days', 'answers', { age: 27.9, collects: 1 }, {}],
  ['after 28 days, the new one before a collect', 'answers', {}, { age: 28.1, collects: 1 }],
  ['a like, up to 22 days', 'answers', { age: 22, likes: 1 }, {}],
  ['after 22 days, the new one before a like', 'answers', {}, { age: 22.4, likes: 1 }],
])('%s (%s)', async (_name, list, above, below) => {
  // the order of creation must not matter
  for (const isAboveFirst of [true, false]) {
    const ids: [number, number] = isAboveFirst
      ? [await createListed(list, above), await createListed(list, below)]
      : [await createListed(list, below), await createListed(list, above)]
    const wanted = isAboveFirst ? ids : ids.toReversed()
    // signed-in readers get no cached list
    const { content, totalElements } = (await server().requestAs(doctor, calls[list], { type: '1', size: '100' })).data
    expect(totalElements).toBe(2)
    expect(content.map(({ id }) => id)).toEqual(wanted)
    await server().kit.sql`delete from question`
  }
})
