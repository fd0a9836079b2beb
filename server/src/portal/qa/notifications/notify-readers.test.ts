// Tests of notices about answers to the asker, collectors and followers: one per account, and never about hidden
// answers.
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { selectReadersToNotify } from './store.ts'
import { notifyReaders } from './notify-readers.ts'

const server = useTestServer()
let [doctor, asker, keeper, fan, both, staff]: Caller[] = []
let domain = 0
let counsellorId = 0
let problemId = 0

beforeAll(async () => {
  const { sql } = server().kit
  domain = await createDomain(sql, '情绪困扰')
  doctor = await server().enter('counsellor')
  counsellorId = await createCounsellor(sql, { accountId: doctor.id })
  const people = await Promise.all(Array.from({ length: 4 }, () => server().enter('user')))
  ;[asker, keeper, fan, both] = people
  staff = await server().enter('service')
  for (const person of [fan!, both!, asker!])
    expect(
      (await server().requestAs(person, 'POST /consultDoctorCollect/add', { consultDoctorId: counsellorId })).status,
    ).toBe(200)
})

let asked = 0
beforeEach(async () => {
  const draft = { title: '睡不好', content: `夜里总醒${(asked += 1)}`, tagIds: [domain], anonymous: 1 }
  problemId = (await server().requestAs(asker!, 'POST /problem/add', draft)).data.id
  for (const person of [keeper!, both!])
    expect((await server().requestAs(person, 'POST /problemStemCollect/add', { problemId })).status).toBe(200)
})

const answerQuestion = async (content = '可以固定起床时间') =>
  (await server().requestAs(doctor!, 'POST /problemAnswer/add', { problemId, content })).data.id
const listKinds = async (person: Caller) =>
  (
    await server().kit.sql<{ kind: string; type: number }[]>`
      select kind, type from message where account_id = ${person.id} and question_id = ${problemId} order by id`
  ).map(({ kind, type }) => `${kind} ${type}`)

test('notifies the asker at once and the others by the job, each once with the closest reason', async () => {
  await answerQuestion()
  expect(await listKinds(asker!)).toEqual(['answered 1'])
  expect(await listKinds(keeper!)).toEqual([])
  await notifyReaders(server().kit)
  await notifyReaders(server().kit)
  expect(await listKinds(asker!)).toEqual(['answered 1'])
  expect(await listKinds(keeper!)).toEqual(['kept 1'])
  expect(await listKinds(fan!)).toEqual(['followed 1'])
  expect(await listKinds(both!)).toEqual(['kept 1'])
  expect(await listKinds(doctor!)).toEqual([])
  const [unread] = (await server().requestAs(fan!, 'GET /message/getUnReadByUserId')).data
  expect(unread).toMatchObject({ kind: 'followed', type: 1, problemTitle: '睡不好', problemId })
  await answerQuestion('再试试写下来')
  await notifyReaders(server().kit)
  expect(await listKinds(fan!)).toEqual(['followed 1', 'followed 1'])
})

test('notifies about a held answer once it is shown, and not about a deleted one', async () => {
  await server().kit
    .sql`insert into watch_word (word, plain, action) values ('内部', '内部', 'hold') on conflict do nothing`
  const held = await answerQuestion('内部消息')
  await notifyReaders(server().kit)
  expect(await listKinds(keeper!)).toEqual([])
  const settled = { id: problemId, answerId: held, decision: 'show', note: '' }
  expect((await server().requestAs(staff!, 'POST /admin/question/settle', settled)).status).toBe(200)
  await notifyReaders(server().kit)
  expect(await listKinds(keeper!)).toEqual(['kept 1'])
  const gone = await answerQuestion('说错了')
  expect((await server().requestAs(doctor!, 'DELETE /problemAnswer', { id: gone })).status).toBe(200)
  await notifyReaders(server().kit)
  expect(await listKinds(keeper!)).toEqual(['kept 1'])
  expect(await server().kit.sql`select 1 from reader_notice`).toHaveLength(0)
})

test('lets a node of version 1.0.0 queue notices under the old names', async () => {
  const { sql } = server().kit
  const id = await answerQuestion('换个枕头试试')
  await sql.begin(async (tx) => {
    const [row] = await tx`
      select t.answer_id, t.told_until from answer_telling t where t.answer_id = ${id} for update of t skip locked`
    expect(row).toEqual({ answer_id: id, told_until: 0 })
    await tx`update answer_telling set told_until = 1 where answer_id = ${id}`
    await tx`delete from answer_telling where answer_id = ${id}`
    await tx`insert into answer_telling (answer_id) values (${id}) on conflict do nothing`
    await tx`insert into answer_telling (answer_id) values (${id}) on conflict do nothing`
  })
  await notifyReaders(server().kit)
  expect(await listKinds(keeper!)).toEqual(['kept 1'])
})

test('stores the message as read for accounts that turned it off', async () => {
  const settings = (await server().requestAs(keeper!, 'GET /message/settings')).data
  const choices = settings.choices.map((choice) => (choice.kind === 'kept' ? { ...choice, site: false } : choice))
  expect((await server().requestAs(keeper!, 'PUT /message/settings', { ...settings, choices })).status).toBe(200)
  await answerQuestion()
  await notifyReaders(server().kit)
  const unread = (await server().requestAs(keeper!, 'GET /message/getUnReadByUserId')).data
  expect(unread.map((item) => item.problemId)).not.toContain(problemId)
})

test('notifies thousands in portions, by index', async () => {
  const { sql } = server().kit
  await sql`
    insert into account (username, nickname, password_hash, role_id, phone_sealed, phone_index)
    select 'many' || n, '', '', ${roles.user}::smallint, a.phone_sealed, decode(md5('many' || n), 'hex')
    from account a, generate_series(1, 1200) n where a.id = ${fan!.id}`
  await sql`
    insert into counsellor_follow (account_id, counsellor_id)
    select id, ${counsellorId} from account where username like 'many%' on conflict do nothing`
  await sql`
    insert into question_collect (account_id, question_id)
    select a.id, q.id from account a, question q where a.username like 'many%' and q.id <> ${problemId}`
  await server().owner`analyze`
  const id = await answerQuestion()
  await notifyReaders(server().kit)
  const [notified] = await sql<{ count: number }[]>`
    select count(*) from message m join account a on a.id = m.account_id
    where a.username like 'many%' and m.kind = 'followed' and m.question_id = ${problemId}`
  expect(notified!.count).toBe(1200)
  expect(id).toBeGreaterThan(0)
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const portion = { question_id: problemId, counsellor_id: counsellorId, notified_until: 0 }
  const steps = (await explainQueries(url, (db) => selectReadersToNotify(db, portion, 50))).flatMap(
    (explainQuery) => explainQuery.steps,
  )
  expect(steps.map(({ index }) => index)).toEqual(
    expect.arrayContaining(['counsellor_follow_by_counsellor', 'question_collect_by_question']),
  )
})
