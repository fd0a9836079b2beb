// Tests of attendance: time by the clock of the server, credits once, and corrections by staff.
import { beforeAll, expect, test } from 'vitest'
import { createLectureDraft, useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

// nothing listens there, so the address is saved with a warning
const origin = 'http://127.0.0.1:9'
const server = useTestServer({ STREAM_ORIGINS: origin })
let editor: Caller
const { callAsEditor, letPass, publish: publishLecture } = useLectures(server, () => editor)
const streamed = { credits: 1, streamUrl: `${origin}/live.m3u8` }
const publish = (begin: number, end: number, more: object = {}) => publishLecture(begin, end, { ...streamed, ...more })
beforeAll(async () => {
  editor = await server().enter('editor')
})
const beat = (person: Caller, id: number) => server().requestAs(person, 'POST /lecture/beat', { id })
const secondsOf = async (person: Caller, id: number): Promise<number> => {
  const [row] = await server().kit.sql<{ seconds: number }[]>`
    select seconds from lecture_attendance where lecture_id = ${id} and account_id = ${person.id}`
  return row!.seconds
}
const creditsOf = async (person: Caller) => (await server().requestAs(person, 'GET /activityUser/credits')).data
/** Beats as often as needed to have watched this long. */
async function watch(person: Caller, id: number, seconds: number): Promise<void> {
  await beat(person, id)
  for (let rest = seconds; rest > 0; rest -= 30) {
    // oxlint-disable-next-line no-await-in-loop -- one beat after the other
    await letPass(id, person, Math.min(30, rest))
    // oxlint-disable-next-line no-await-in-loop -- alternating beats
    await beat(person, id)
  }
}

test('counts the time between beats, and none for a pause', async () => {
  const id = await publish(-10, 50)
  const user = await server().enter('user')
  await watch(user, id, 60)
  expect(await secondsOf(user, id)).toBe(60)
  await letPass(id, user, 3_000)
  await beat(user, id)
  expect(await secondsOf(user, id)).toBe(60)
})

test('reports how many people a change of the minutes has credited', async () => {
  const draft = createLectureDraft(-10, 50, { ...streamed, neededMinutes: 40 })
  const id = await publish(-10, 50, { neededMinutes: 40 })
  await server().kit.sql`
    insert into lecture_attendance (lecture_id, account_id, seconds)
    select ${id}, account_id, 300 from unnest(${[(await server().enter('user')).id, (await server().enter('user')).id]}::bigint[])
      as account_id`
  const { data } = await callAsEditor('PUT /admin/lecture', { ...draft, id, neededMinutes: 5 })
  expect(data.warning).toContain('已为看满时间的2人记入学分')
})

test('counts time once for two pages, and for many calls at once', async () => {
  const id = await publish(-10, 50)
  const user = await server().enter('user')
  await beat(user, id)
  await letPass(id, user, 20)
  const replies = await Promise.all(Array.from({ length: 8 }, () => beat(user, id)))
  expect(replies.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await secondsOf(user, id)).toBe(20)
})

test('counts neither of two lectures that play for one account', async () => {
  const [first, second] = [await publish(-10, 50), await publish(-10, 50)]
  const user = await server().enter('user')
  for (let round = 0; round < 3; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- alternating beats
    await beat(user, first)
    // oxlint-disable-next-line no-await-in-loop -- alternating beats
    await server().kit.sql`
      update lecture_attendance set beat_at = beat_at - interval '20 seconds' where account_id = ${user.id}`
    // oxlint-disable-next-line no-await-in-loop -- alternating beats
    expect((await beat(user, second)).data.isElsewhere).toBe(true)
  }
  expect([await secondsOf(user, first), await secondsOf(user, second)]).toEqual([0, 0])
})

test('counts nothing before the beginning, after the end without a replay, and for those who may not watch', async () => {
  const user = await server().enter('user')
  expect((await beat(user, await publish(5, 60))).code).toBe(409)
  expect((await beat(user, await publish(-120, -60))).code).toBe(409)
  expect((await beat(user, await publish(-5, 60, { audience: 'members' }))).code).toBe(403)
})

test('stores the credit once, and never again after staff have withdrawn it', async () => {
  const id = await publish(-10, 50, { credits: 1.5, neededMinutes: 2 })
  const user = await server().enter('user')
  await watch(user, id, 90)
  expect(await creditsOf(user)).toEqual({ total: 0, entries: [] })
  await watch(user, id, 60)
  await watch(user, id, 60)
  expect(await creditsOf(user)).toMatchObject({
    total: 1.5,
    entries: [{ title: '睡眠与情绪', meetingTitle: '直播讲座', credits: 1.5, lectureId: id, number: '' }],
  })
  const correct = (isCredited: boolean) =>
    callAsEditor('POST /admin/lecture/credit', { id, accountId: user.id, isCredited, reason: '代看' })
  expect((await correct(false)).msg).toBe('已更正')
  expect((await correct(false)).code).toBe(409)
  await watch(user, id, 60)
  expect(await creditsOf(user)).toMatchObject({ total: 0, entries: [{ isVoid: true }] })
  await correct(true)
  expect(await creditsOf(user)).toMatchObject({ total: 1.5, entries: [{ isVoid: false }] })
  const [entry] = await server().kit.sql`
    select reason, detail from audit_log where action = 'lectureCreditCorrected' order by id limit 1`
  expect(entry).toMatchObject({ reason: '代看', detail: { accountId: user.id, isCredited: false } })
})

test('counts parts of seconds with the next beat, and no gap above the limit', async () => {
  const id = await publish(-10, 50)
  const user = await server().enter('user')
  await beat(user, id)
  for (let round = 0; round < 4; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one beat after the other
    await letPass(id, user, 20.5)
    // oxlint-disable-next-line no-await-in-loop -- alternating beats
    await beat(user, id)
  }
  // at least four gaps of 20.5 s; the requests themselves add some time
  const seconds = await secondsOf(user, id)
  expect(seconds).toBeGreaterThanOrEqual(82)
  expect(seconds).toBeLessThan(90)
  await letPass(id, user, 46)
  await beat(user, id)
  expect(await secondsOf(user, id)).toBe(seconds)
})

test('credits those who watched long enough when staff set the credits afterwards', async () => {
  const id = await publish(-10, 50, { credits: 0, neededMinutes: 1 })
  const [long, short] = [await server().enter('user'), await server().enter('user')]
  await watch(long, id, 90)
  await watch(short, id, 30)
  const draft = { ...createLectureDraft(-10, 50, { ...streamed, credits: 2, neededMinutes: 1 }) }
  expect((await callAsEditor('PUT /admin/lecture', { id, ...draft })).code).toBe(200)
  await callAsEditor('PUT /admin/lecture', { id, ...draft })
  expect([(await creditsOf(long)).total, (await creditsOf(short)).total]).toEqual([2, 0])
})

test('lists watchers for staff, and lets them give a credit', async () => {
  const id = await publish(-10, 50)
  const user = await server().enter('user')
  await watch(user, id, 60)
  const { data } = await callAsEditor('GET /admin/lecture/attendance', { id })
  expect(data.content).toMatchObject([{ id: user.id, minutes: 1, isCredited: false }])
  await callAsEditor('POST /admin/lecture/credit', { id, accountId: user.id, isCredited: true, reason: '网络故障' })
  expect((await creditsOf(user)).total).toBe(1)
})

test('refuses credits for a lecture with nothing to watch, and counts no time of it', async () => {
  const draft = createLectureDraft(-10, 50, { credits: 1 })
  const saved = await callAsEditor('POST /admin/lecture', draft)
  expect(saved.fields['credits']).toContain('有学分的讲座要有直播地址、回放地址或上传的录像')
  const id = await publish(-10, 50, { credits: 0, streamUrl: '' })
  const changed = await callAsEditor('PUT /admin/lecture', { ...draft, id })
  expect(changed.fields['credits']).toContain('有学分的讲座')
  const user = await server().enter('user')
  expect(await beat(user, id)).toMatchObject({ status: 409, msg: '现在不计观看时间' })
  // reproduces a draft of an earlier version, which allowed credits without anything to watch
  const { data } = await callAsEditor('POST /admin/lecture', { ...draft, credits: 0 })
  await server().kit.sql`update lecture set credit_tenths = 10 where id = ${data.id}`
  const published = await callAsEditor('POST /admin/lecture/state', { id: data.id, state: 'published' })
  expect(published).toMatchObject({ status: 409, msg: expect.stringContaining('有学分的讲座') })
})
