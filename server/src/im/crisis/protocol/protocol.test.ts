// Tests that counsellors see which of their conversations may be in danger, without names, and that they record their
// steps.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, textTo, until, untilReady } from '../../../../../im-sdk/test/people.ts'
import { selectAuditEntries, selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  staff = await server().enter('service')
})
afterEach(leaveAll)

async function meet() {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const [from, to] = [ann.device(), doctor.device()]
  await untilReady(from, to)
  const sendToDoctor = (text: string) => from.send(textTo(doctor.accid, text))
  const list = async () => (await server().requestAs({ token: doctor.session }, 'GET /care/talks')).data
  const takeStep = (name: string, over: object = {}) =>
    server().requestAs({ token: doctor.session }, 'POST /care/step', { accid: ann.accid, step: name, ...over })
  return { ann, doctor, sendToDoctor, list, takeStep }
}
const alertOf = async (accid: string) => {
  const [row] = await server().kit.sql<{ id: number }[]>`
    select a.id from crisis_alert a join im_account writer on writer.account_id = a.writer_id
    where writer.accid = ${accid} and a.state <> 'closed'`
  return (await server().requestAs(staff, 'GET /admin/care/alert', { id: row!.id })).data
}

test('shows a counsellor the level, the time and whether the duty staff have taken over', async () => {
  const { ann, sendToDoctor, list } = await meet()
  await sendToDoctor('老师您好')
  expect(await list()).toEqual([])
  await sendToDoctor('我不想活了，药都准备好了')
  expect(await list()).toMatchObject([{ accid: ann.accid, level: 'plan', isTaken: false, steps: [] }])
  const { id } = await alertOf(ann.accid)
  await server().requestAs(staff, 'POST /admin/care/take', { id })
  const [conversation] = await list()
  expect(conversation).toMatchObject({ isTaken: true })
  expect(Object.keys(conversation!).toSorted()).toEqual(['accid', 'isTaken', 'level', 'since', 'steps'])
  await server().requestAs(staff, 'POST /admin/care/close', { id, outcome: 'contacted', text: '情况稳定', seenHits: 1 })
  expect(await list()).toEqual([])
})

test('audits each step and shows it to the duty staff, who are notified again when they are called', async () => {
  const { ann, doctor, sendToDoctor, list, takeStep } = await meet()
  await sendToDoctor('活着没意思，我想死')
  const { id } = await alertOf(ann.accid)
  await server().kit.sql`update crisis_alert set calls = 3, called_at = now() where id = ${id}`
  expect((await takeStep('ask', { note: '有计划，药在家里' })).msg).toBe('已记录')
  expect(await alertOf(ann.accid)).toMatchObject({ dutyCallTime: null })
  await takeStep('callDuty')
  const [row] = await server().kit.sql<{ calls: number; is_due: boolean }[]>`
    select calls, called_at = to_timestamp(0) as is_due from crisis_alert where id = ${id}`
  expect(row).toEqual({ calls: 3, is_due: true })
  expect((await alertOf(ann.accid)).notes.map(({ text }) => text)).toEqual([
    '咨询师：已直接询问危险的想法、行为与当前处境\n有计划，药在家里',
    '咨询师：呼叫值班人员',
  ])
  const { steps } = (await list())[0]!
  expect(steps).toMatchObject([{ step: 'ask' }, { step: 'callDuty' }])
  const alerts = (await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open' })).data
  expect(alerts.content.find((alert) => alert.id === id)?.dutyCallTime).toBe(steps[1]!.time)
  const log = await selectAuditEntries(server().kit.sql, { subject: `crisisAlert ${id}` })
  expect(log.map(({ detail }) => detail)).toEqual([{ step: 'ask' }, { step: 'callDuty' }])
  expect(new Set(log.map(({ actor_id }) => actor_id)).size).toBe(1)
  expect(doctor.accid).not.toBe(ann.accid)
})

test('lets a counsellor call the duty staff although no alert was raised', async () => {
  const { ann, sendToDoctor, list, takeStep } = await meet()
  await sendToDoctor('老师您好')
  expect((await takeStep('ask')).status).toBe(404)
  expect((await takeStep('callDuty', { level: 'violence', note: '提到被丈夫打' })).status).toBe(200)
  expect(await list()).toMatchObject([{ accid: ann.accid, level: 'violence' }])
  expect(await alertOf(ann.accid)).toMatchObject({
    level: 'violence',
    notes: [{ text: '咨询师：呼叫值班人员\n提到被丈夫打' }],
  })
})

test('hides the alert from other counsellors and users, who cannot add a step', async () => {
  const { ann, sendToDoctor } = await meet()
  await sendToDoctor('活着没意思，我想死')
  const other = await createPerson(server(), url, 'counsellor')
  expect((await server().requestAs({ token: other.session }, 'GET /care/talks')).data).toEqual([])
  const step = { accid: ann.accid, step: 'callDuty' }
  expect((await server().requestAs({ token: other.session }, 'POST /care/step', step)).status).toBe(404)
  expect((await server().requestAs({ token: ann.session }, 'GET /care/talks')).status).toBe(403)
  expect((await server().requestAs({ token: ann.session }, 'POST /care/step', step)).status).toBe(403)
})

test('lets a counsellor raise the level of an alert: audited, noted, and the follower is notified again', async () => {
  const { ann, sendToDoctor, list, takeStep } = await meet()
  await sendToDoctor('活着没意思，我想死')
  const { id } = await alertOf(ann.accid)
  await server().requestAs(staff, 'POST /admin/care/take', { id })
  await server().kit.sql`update crisis_alert set called_at = now(), has_news = false where id = ${id}`
  const unfounded = await takeStep('callDuty', { level: 'plan' })
  expect(unfounded.fields).toEqual({ note: '请写明为什么情况更严重' })
  expect(await list()).toMatchObject([{ level: 'thought' }])
  expect((await takeStep('ask', { level: 'plan', note: '说药在手边' })).status).toBe(200)
  expect(await list()).toMatchObject([{ level: 'plan' }])
  expect(await alertOf(ann.accid)).toMatchObject({
    level: 'plan',
    notes: [{ text: '咨询师：已直接询问危险的想法、行为与当前处境\n程度改为“有计划或行动”\n说药在手边' }],
  })
  const [row] = await server().kit.sql<{ is_due: boolean }[]>`
    select has_news and called_at = to_timestamp(0) as is_due from crisis_alert where id = ${id}`
  expect(row).toEqual({ is_due: true })
  const entry = await selectLastAuditEntry(server().kit.sql, { subject: `crisisAlert ${id}` })
  expect(entry?.detail).toEqual({ step: 'ask', level: 'plan' })
  // a lower level does not replace a higher one
  await takeStep('note', { level: 'violence', note: '仍在联系' })
  expect(await alertOf(ann.accid)).toMatchObject({ level: 'plan' })
})

test('refuses a step while the alert is being closed, with a clear sentence', async () => {
  const { ann, sendToDoctor, takeStep } = await meet()
  await sendToDoctor('活着没意思，我想死')
  const { id } = await alertOf(ann.accid)
  await server().requestAs(staff, 'POST /admin/care/take', { id })
  let pending: ReturnType<typeof takeStep> | null = null
  await server().owner.begin(async (tx) => {
    await tx`update crisis_alert set state = 'closed', outcome = 'contacted', closed_at = now() where id = ${id}`
    pending = takeStep('ask', { note: '来晚的一步' })
    const isWaiting = async () => (await tx`select 1 from pg_locks where not granted`).length > 0
    await until(isWaiting, 'the step to wait for the alert')
  })
  const refused = await pending!
  expect(refused).toMatchObject({ status: 409, reason: 'wrongState' })
  expect(refused.msg).toMatch(/^这条危机提醒刚刚由值班人员结束/)
  expect(await server().kit.sql`select 1 from crisis_step where alert_id = ${id}`).toHaveLength(0)
  expect(await takeStep('ask')).toMatchObject({ status: 409 })
})
