// Tests the follow-up of an alert: the hour of access, the outcome, the planned day, exercises, and the audit of each
// access.
import { beforeAll, expect, test } from 'vitest'
import { selectLastMessage } from '../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { chinaDay } from '../../kit/time.ts'
import { remindFollowUps } from './duty.ts'

const server = useTestServer()
let staff: Caller
let second: Caller
beforeAll(async () => {
  staff = await server().enter('service')
  second = await server().enter('service')
})
const sendLetter = (who: Caller, text: string, level = 'thought') =>
  server().requestAs(who, 'POST /care/letter', { text, level })
const getAlert = async (id: number) => (await server().requestAs(staff, 'GET /admin/care/alert', { id })).data

/** A writer whose alert is claimed. */
async function createClaimedAlert() {
  const ann = await server().enter('user')
  await sendLetter(ann, '今天很难受，能打电话给我吗')
  const [row] = await server().kit.sql<{ id: number }[]>`
    select id from crisis_alert where writer_id = ${ann.id} and state = 'open'`
  await server().requestAs(staff, 'POST /admin/care/take', { id: row!.id })
  return { ann, id: row!.id }
}
const ending = { outcome: 'contacted', text: '家人陪同就诊' }

test('ends the hour in which texts and phone number are open when the alert is closed', async () => {
  const { id } = await createClaimedAlert()
  const revealPhone = (input: object) => server().requestAs(staff, 'POST /admin/care/phone', { id, ...input })
  const { openSeconds } = (await revealPhone({ reason: '联系写信人' })).data
  expect(openSeconds).toBeGreaterThan(3_500)
  expect(openSeconds).toBeLessThanOrEqual(3_600)
  expect((await revealPhone({})).status).toBe(200)
  expect((await server().requestAs(staff, 'POST /admin/care/close', { id, ...ending, seenHits: 1 })).status).toBe(200)
  expect((await revealPhone({})).fields.reason).toBe('请填写查看理由')
  expect((await getAlert(id)).openUntil).toBeNull()
})

test('refuses to close an alert with news that the page has not shown', async () => {
  const { ann, id } = await createClaimedAlert()
  const { hits } = await getAlert(id)
  await sendLetter(ann, '我又想起那些事了')
  await sendLetter(ann, '药准备好了，我不想活了')
  const closeAlert = (seenHits: number) =>
    server().requestAs(staff, 'POST /admin/care/close', { id, ...ending, seenHits })
  const refused = await closeAlert(hits)
  expect(refused).toMatchObject({ status: 409, reason: 'changedMeanwhile' })
  expect(refused.msg).toMatch(
    /^您打开页面后又有2条新的表达，最近一条在\d\d-\d\d \d\d:\d\d，来自“写给值班人员的信”。请看过后再结束$/,
  )
  expect(await getAlert(id)).toMatchObject({ state: 'taken', notes: [] })
  expect((await closeAlert((await getAlert(id)).hits)).status).toBe(200)
})

test('keeps the planned follow-up after a note without a day, and clears it by null', async () => {
  const { id } = await createClaimedAlert()
  const addNote = (input: object) =>
    server().requestAs(staff, 'POST /admin/care/note', { id, text: '已通话', ...input })
  await addNote({ followUpOn: '2099-01-01' })
  await addNote({})
  expect((await getAlert(id)).followUpOn).toBe('2099-01-01')
  await addNote({ followUpOn: null })
  expect((await getAlert(id)).followUpOn).toBeNull()
})

test('stores a note that was being written while another person ended the alert', async () => {
  const { id } = await createClaimedAlert()
  expect((await server().requestAs(staff, 'POST /admin/care/close', { id, ...ending, seenHits: 1 })).status).toBe(200)
  const late = { id, text: '我也打过电话，没有接通', followUpOn: '2099-01-01' }
  expect((await server().requestAs(staff, 'POST /admin/care/note', late)).status).toBe(200)
  const shown = await getAlert(id)
  expect(shown).toMatchObject({ state: 'closed', outcome: 'contacted', followUpOn: null })
  expect(shown.notes.map(({ text }) => text)).toEqual([ending.text, late.text])
})

test('refuses notes of the duty staff on an alert that no one has taken', async () => {
  const { ann, id } = await createClaimedAlert()
  expect((await server().requestAs(staff, 'POST /admin/care/close', { id, ...ending, seenHits: 1 })).status).toBe(200)
  await sendLetter(ann, '今天很难受，能打电话给我吗')
  const [next] = await server().kit.sql<{ id: number }[]>`
    select id from crisis_alert where writer_id = ${ann.id} and state = 'open'`
  expect((await server().requestAs(staff, 'POST /admin/care/note', { id: next!.id, text: '已读' })).status).toBe(409)
})

test('lists and opens all sources of an alert, the latest first', async () => {
  const { id } = await createClaimedAlert()
  const { sql } = server().kit
  await sql`
    with made as (
      insert into question (author_id, title, content, state, is_anonymous, domain_ids, asked_day)
      select writer_id, n::text, 'words of ' || n, 'shown', false, '{}', 0 from crisis_alert, generate_series(1, 250) n
      where crisis_alert.id = ${id} returning id, title::integer as n
    )
    insert into crisis_signal (alert_id, level, message_time, question_id) select ${id}, 'thought', n, id from made`
  const shown = await getAlert(id)
  expect(shown.signalCount).toBe(251)
  expect(shown.signals).toHaveLength(20)
  expect(shown.signals[0]!.place).toBe('写给值班人员的信')
  const pages = await Promise.all(
    [1, 2, 3].map(
      async (page) =>
        (await server().requestAs(staff, 'GET /admin/care/signals', { id, page, size: 100 })).data.content,
    ),
  )
  const listed = pages.flat() as { id: number; questionId: number | null }[]
  expect(new Set(listed.map((signal) => signal.id)).size).toBe(251)
  const last = listed.at(-1)!
  const opened = await server().requestAs(staff, 'POST /admin/care/transcript', {
    id,
    signalId: last.id,
    reason: '核实危机情况',
  })
  expect(opened.data.lines.map(({ text }) => text)).toContain('1\nwords of 1')
})

test('reminds the next follower of a planned follow-up too', async () => {
  const { id } = await createClaimedAlert()
  const today = chinaDay()
  await server().requestAs(staff, 'POST /admin/care/note', { id, text: '今天回访', followUpOn: today })
  const now = new Date(`${today}T09:00:00+08:00`)
  expect(await remindFollowUps(server().kit, now)).toBe(1)
  await server().requestAs(staff, 'POST /admin/care/note', { id, text: '还没有接通' })
  expect(await remindFollowUps(server().kit, now)).toBe(0)
  await server().requestAs(staff, 'POST /admin/care/handOver', { id, accountId: second.id, text: '请继续联系' })
  expect(await remindFollowUps(server().kit, now)).toBe(1)
  const message = await selectLastMessage(server().kit.sql, second.id)
  expect(message?.title).toBe('今天需要回访一条危机提醒，请查看跟进记录')
})

test('lists an exercise below every open alert, and does not count it as open', async () => {
  const listAlerts = async () => (await server().requestAs(staff, 'GET /admin/care/alerts', { size: 100 })).data
  const before = (await listAlerts()).open
  await server().requestAs(staff, 'POST /admin/care/drill', {})
  const { id } = await createClaimedAlert()
  const { open, content } = await listAlerts()
  expect(open).toBe(before)
  const running = content.filter(({ state }) => state !== 'closed')
  const place = running.findIndex((alert) => alert.id === id)
  expect(place).toBeLessThan(running.findIndex(({ isDrill }) => isDrill))
  expect((await server().requestAs(staff, 'POST /admin/care/drill', {})).status).toBe(409)
})
