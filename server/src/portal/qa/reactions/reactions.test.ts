// Tests that counts of likes, collects and follows stay exact under repeated, replayed and concurrent clicks.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' }, { nodeCount: 2 })
const people: Caller[] = []
const doctors: { id: number; token: string; counsellorId: number }[] = []
const questions: number[] = []
const answers: number[] = []

/** Index of the node for the next call; calls alternate between the nodes. */
let turn = 0
async function call(method: 'POST' | 'DELETE' | 'GET', path: string, input: object, token: string) {
  const { nodes } = server()
  turn += 1
  const reply = await nodes[turn % nodes.length]!.inject({
    method,
    url: `/prod-api${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: input,
  })
  return { status: reply.statusCode, ...reply.json<{ msg: string; data: { id: number } | null }>() }
}

beforeAll(async () => {
  const { sql } = server().kit
  const tagIds = [await createDomain(sql, '情绪困扰')]
  for (let i = 0; i < 3; i += 1) people.push(await server().enter('user'))
  for (let i = 0; i < 2; i += 1) {
    const counsellor = await server().enter('counsellor')
    doctors.push({ ...counsellor, counsellorId: await createCounsellor(sql, { accountId: counsellor.id }) })
  }
  for (let i = 0; i < 2; i += 1) {
    const draft = { title: `问题${i}`, content: '内容', tagIds, anonymous: i === 0 ? 1 : 2 }
    questions.push((await call('POST', '/problem/add', draft, people[0]!.token)).data!.id)
    for (const { token } of doctors) {
      const given = await call('POST', '/problemAnswer/add', { problemId: questions[i], content: '回答' }, token)
      answers.push(given.data!.id)
    }
  }
})

const kinds = {
  like: {
    add: '/problemAnswerLike/add',
    del: '/problemAnswerLike/delete',
    name: 'problemAnswerId',
    table: 'answer_like',
  },
  collect: {
    add: '/problemCollect/add',
    del: '/problemCollect/delete',
    name: 'problemAnswerId',
    table: 'answer_collect',
  },
  keep: {
    add: '/problemStemCollect/add',
    del: '/problemStemCollect/del',
    name: 'problemId',
    table: 'question_collect',
  },
  follow: {
    add: '/consultDoctorCollect/add',
    del: '/consultDoctorCollect/del',
    name: 'consultDoctorId',
    table: 'counsellor_follow',
  },
} as const
type Kind = keyof typeof kinds
const targetsOf: Record<Kind, () => number[]> = {
  like: () => answers,
  collect: () => answers,
  keep: () => questions,
  follow: () => doctors.map(({ counsellorId }) => counsellorId),
}
const targetTable = { like: 'answer', collect: 'answer', keep: 'question', follow: 'counsellor' } as const
const counterOf = {
  like: 'like_count',
  collect: 'collect_count',
  keep: 'collect_count',
  follow: 'follow_count',
} as const

type Step = { kind: Kind; person: number; target: number; isOn: boolean }

async function send({ kind, person, target, isOn }: Step): Promise<void> {
  const { add, del, name } = kinds[kind]
  const targets = targetsOf[kind]()
  const { token } = people[person % people.length]!
  const reply = await call('POST', isOn ? add : del, { [name]: targets[target % targets.length] }, token)
  expect(reply.status).toBe(200)
}

/** Checks that the counters equal the number of rows. */
async function checkCounts(): Promise<void> {
  const { sql } = server().kit
  for (const kind of Object.keys(kinds) as Kind[]) {
    const target = targetTable[kind]
    const wrong = await sql`
      select t.id from ${sql(target)} t where t.${sql(counterOf[kind])} <> (
        select count(*) from ${sql(kinds[kind].table)} k where k.${sql(`${target}_id`)} = t.id)`
    expect({ kind, wrong: [...wrong] }).toEqual({ kind, wrong: [] })
  }
  const liked = await sql`
    select q.id from question q where q.like_count <> (
      select coalesce(sum(a.like_count), 0) from answer a where a.question_id = q.id and a.in_sight)`
  expect([...liked]).toEqual([])
}

test('counts stay exact under concurrent calls on two nodes', async () => {
  const step = fc.record({
    kind: fc.constantFrom<Kind>('like', 'collect', 'keep', 'follow'),
    person: fc.nat({ max: 2 }),
    target: fc.nat({ max: 3 }),
    isOn: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 16 }), { maxLength: 4 }), async (waves) => {
      for (const wave of waves) {
        await Promise.all(wave.map(send))
        await checkCounts()
        const { sql } = server().kit
        const wishes = new Map<string, Set<boolean>>()
        const keyOf = ({ kind, person, target }: Step) =>
          JSON.stringify([kind, people[person]!.id, targetsOf[kind]()[target % targetsOf[kind]().length]])
        for (const item of wave) wishes.set(keyOf(item), (wishes.get(keyOf(item)) ?? new Set()).add(item.isOn))
        for (const [key, words] of wishes) {
          // either of two contradictory concurrent calls may win
          if (words.size > 1) continue
          const [kind, accountId, targetId] = JSON.parse(key) as [Kind, number, number]
          const rows = await sql`
            select 1 from ${sql(kinds[kind].table)}
            where account_id = ${accountId} and ${sql(`${targetTable[kind]}_id`)} = ${targetId}`
          expect([kind, rows.length === 1]).toEqual([kind, words.has(true)])
        }
      }
    }),
    { numRuns: 12 },
  )
})

test('counts a hundred concurrent clicks on one answer once per person', async () => {
  const [answer] = answers
  const before = await server().kit.sql<{ n: number }[]>`select count(*) as n from message where kind = 'liked'`
  await Promise.all(
    people.flatMap((_person, personIndex) =>
      Array.from({ length: 40 }, () => send({ kind: 'like', person: personIndex, target: 0, isOn: true })),
    ),
  )
  await checkCounts()
  const [row] = await server().kit.sql<{ like_count: number }[]>`select like_count from answer where id = ${answer!}`
  expect(row?.like_count).toBe(people.length)
  const after = await server().kit.sql<{ n: number }[]>`select count(*) as n from message where kind = 'liked'`
  expect(after[0]!.n).toBeGreaterThanOrEqual(before[0]!.n)
  const twice = await server().kit.sql`
    select account_id, once_key from message where kind = 'liked' group by 1, 2 having count(*) > 1`
  expect([...twice]).toEqual([])
})

test('refuses to like or collect missing or hidden texts, and accepts undoing it', async () => {
  const { sql } = server().kit
  const { token } = people[1]!
  const missing = { problemAnswerId: 99_999_999 }
  expect((await call('POST', '/problemAnswerLike/add', missing, token)).status).toBe(404)
  expect((await call('POST', '/problemAnswerLike/delete', missing, token)).status).toBe(404)
  await send({ kind: 'like', person: 1, target: 0, isOn: true })
  await sql`update answer set state = 'refused' where id = ${answers[0]!}`
  expect((await call('POST', '/problemAnswerLike/add', { problemAnswerId: answers[0] }, people[2]!.token)).status).toBe(
    404,
  )
  await send({ kind: 'like', person: 1, target: 0, isOn: false })
  await sql`update answer set state = 'shown' where id = ${answers[0]!}`
  await checkCounts()
})
