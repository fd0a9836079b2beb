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

beforeAll(async () => {
  const { sql } = server().kit
  const tagIds = [await createDomain(sql, '情绪困扰')]
  for (let i = 0; i < 3; i += 1) people.push(await server().enter('user'))
  for (let i = 0; i < 2; i += 1) {
    const counsellor = await server().enter('counsellor')
    doctors.push({ ...counsellor, counsellorId: await createCounsellor(sql, { accountId: counsellor.id }) })
  }
  for (const anonymous of [1, 2]) {
    const draft = { title: `问题${anonymous}`, content: '内容', tagIds, anonymous }
    const problemId = (await server().requestAs(people[0]!, 'POST /problem/add', draft)).data.id
    questions.push(problemId)
    for (const doctor of doctors) {
      const answer = { problemId, content: '回答' }
      answers.push((await server().requestAs(doctor, 'POST /problemAnswer/add', answer)).data.id)
    }
  }
})

type ReactionKind = {
  addPath: string
  deletePath: string
  /** Field of the input with the id of the target. */
  idField: string
  /** Table with a row per person and target. */
  table: string
  /** Table of what people react to. */
  targetTable: string
  /** Its column that counts the reactions. */
  counter: string
  targetIds: () => number[]
}
const reactionKinds = {
  likeAnswer: {
    addPath: '/problemAnswerLike/add',
    deletePath: '/problemAnswerLike/delete',
    idField: 'problemAnswerId',
    table: 'answer_like',
    targetTable: 'answer',
    counter: 'like_count',
    targetIds: () => answers,
  },
  collectAnswer: {
    addPath: '/problemCollect/add',
    deletePath: '/problemCollect/delete',
    idField: 'problemAnswerId',
    table: 'answer_collect',
    targetTable: 'answer',
    counter: 'collect_count',
    targetIds: () => answers,
  },
  collectQuestion: {
    addPath: '/problemStemCollect/add',
    deletePath: '/problemStemCollect/del',
    idField: 'problemId',
    table: 'question_collect',
    targetTable: 'question',
    counter: 'collect_count',
    targetIds: () => questions,
  },
  followCounsellor: {
    addPath: '/consultDoctorCollect/add',
    deletePath: '/consultDoctorCollect/del',
    idField: 'consultDoctorId',
    table: 'counsellor_follow',
    targetTable: 'counsellor',
    counter: 'follow_count',
    targetIds: () => doctors.map(({ counsellorId }) => counsellorId),
  },
} as const satisfies Record<string, ReactionKind>
type KindName = keyof typeof reactionKinds
const kindNames = Object.keys(reactionKinds) as KindName[]

/** A click. `person` and `target` are indexes. */
type ReactionClick = { kind: KindName; person: number; target: number; isOn: boolean }

function targetIdOf({ kind, target }: Pick<ReactionClick, 'kind' | 'target'>): number {
  const ids = reactionKinds[kind].targetIds()
  return ids[target % ids.length]!
}

/** Index of the node for the next click; clicks alternate between the nodes. */
let nextNode = 0
async function sendClick(click: ReactionClick): Promise<void> {
  const { addPath, deletePath, idField } = reactionKinds[click.kind]
  nextNode = 1 - nextNode
  const reply = await server()
    .on(nextNode)
    .sendRaw('POST', click.isOn ? addPath : deletePath, { [idField]: targetIdOf(click) }, people[click.person])
  expect(reply.status).toBe(200)
}

/** Checks that the counters equal the number of rows. */
async function checkCounts(): Promise<void> {
  const { sql } = server().kit
  for (const kind of kindNames) {
    const { table, targetTable, counter } = reactionKinds[kind]
    const wrong = await sql`
      select target.id from ${sql(targetTable)} target where target.${sql(counter)} <> (
        select count(*) from ${sql(table)} reaction where reaction.${sql(`${targetTable}_id`)} = target.id)`
    expect({ kind, wrong: [...wrong] }).toEqual({ kind, wrong: [] })
  }
  const wrongTotals = await sql`
    select q.id from question q where q.like_count <> (
      select coalesce(sum(a.like_count), 0) from answer a where a.question_id = q.id and a.in_sight)`
  expect([...wrongTotals]).toEqual([])
}

/**
 * Checks that each person has the reaction that they clicked last.
 * @param clicks concurrent clicks
 */
async function checkRows(clicks: readonly ReactionClick[]): Promise<void> {
  const { sql } = server().kit
  for (const click of clicks) {
    const isSameTarget = (other: ReactionClick) =>
      other.kind === click.kind && other.person === click.person && targetIdOf(other) === targetIdOf(click)
    // either of two contradictory concurrent clicks may win
    if (clicks.some((other) => isSameTarget(other) && other.isOn !== click.isOn)) continue
    const { table, targetTable } = reactionKinds[click.kind]
    const rows = await sql`
      select 1 from ${sql(table)}
      where account_id = ${people[click.person]!.id} and ${sql(`${targetTable}_id`)} = ${targetIdOf(click)}`
    expect({ click, hasReaction: rows.length === 1 }).toEqual({ click, hasReaction: click.isOn })
  }
}

test('counts stay exact under concurrent calls on two nodes', async () => {
  const click = fc.record({
    kind: fc.constantFrom(...kindNames),
    person: fc.nat({ max: 2 }),
    target: fc.nat({ max: 3 }),
    isOn: fc.boolean(),
  })
  const waves = fc.array(fc.array(click, { minLength: 1, maxLength: 16 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(waves, async (concurrentClicks) => {
      for (const clicks of concurrentClicks) {
        await Promise.all(clicks.map(sendClick))
        await checkCounts()
        await checkRows(clicks)
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
      Array.from({ length: 40 }, () => sendClick({ kind: 'likeAnswer', person: personIndex, target: 0, isOn: true })),
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

test('refuses to like a missing or hidden answer, and accepts undoing it', async () => {
  const { sql } = server().kit
  const [, ann, bob] = people
  const missing = { problemAnswerId: 99_999_999 }
  expect((await server().requestAs(ann!, 'POST /problemAnswerLike/add', missing)).status).toBe(404)
  expect((await server().requestAs(ann!, 'POST /problemAnswerLike/delete', missing)).status).toBe(404)

  const answer = { problemAnswerId: answers[0]! }
  expect((await server().requestAs(ann!, 'POST /problemAnswerLike/add', answer)).status).toBe(200)
  await sql`update answer set state = 'refused' where id = ${answers[0]!}`
  expect((await server().requestAs(bob!, 'POST /problemAnswerLike/add', answer)).status).toBe(404)
  expect((await server().requestAs(ann!, 'POST /problemAnswerLike/delete', answer)).status).toBe(200)
  await sql`update answer set state = 'shown' where id = ${answers[0]!}`
  await checkCounts()
})
