// Tests that the detector reads all texts to the association: complaints, reasons, ratings, reports, appeals. Staff
// open the words in the alert with a reason.
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../db/fixtures/counsellor.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { bookingConsentText } from '../../portal/booking/booking.ts'

const server = useTestServer()
let [doctor, ann, service]: Caller[] = []
let domain = 0
let counsellorId = 0

beforeAll(async () => {
  const { sql } = server().kit
  domain = await createDomain(sql, '情绪困扰')
  ;[doctor, service] = [await server().enter('counsellor'), await server().enter('service')]
  ann = await server().enter('user')
  counsellorId = await createCounsellor(sql, { accountId: doctor.id, priceCents: 0 })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
  await server().requestAs(doctor, 'PUT /booking/schedule', { rules, exceptions: [] })
})

const danger = '我不想活了，药都准备好了'
async function bookAppointment(): Promise<number> {
  const { slots } = (await server().requestAs(ann!, 'GET /booking/slots', { counsellorId: `${counsellorId}` })).data
  const draft = { counsellorId, start: slots.at(-1)!.start, mode: 'online', topic: '睡眠不好', history: '' }
  const consent = { consentVersion: bookingConsentText.version, consentHash: bookingConsentText.hash }
  const reply = await server().requestAs(ann!, 'POST /booking/add', { ...draft, ...consent })
  expect(reply.status).toBe(200)
  return reply.data.id
}
/** Alerts, newest first. */
const listAlerts = async () => {
  const { data } = await server().requestAs(service!, 'GET /admin/care/alerts', { size: 100 })
  return { ...data, content: data.content.toSorted((a, b) => b.id - a.id) }
}
const readTranscript = async (id: number) =>
  (await server().requestAs(service!, 'POST /admin/care/transcript', { id, reason: '核实危机情况' })).data.lines.map(
    (line) => line.text,
  )

test('detects danger in a complaint, a rating and a reason', async () => {
  const id = await bookAppointment()
  await server().kit.sql`update booking set starts_at = now() - interval '5 minutes' where id = ${id}`
  const calm = await server().requestAs(ann!, 'POST /booking/complain', { id, text: '咨询师迟到了二十分钟' })
  expect(calm).toMatchObject({ status: 200, data: { care: null } })
  expect((await listAlerts()).totalElements).toBe(0)
  await server().kit.sql`update booking_complaint set state = 'handled'`
  expect((await server().requestAs(ann!, 'POST /booking/complain', { id, text: danger })).data).toEqual({
    care: 'plan',
  })
  const [alert] = (await listAlerts()).content
  expect(alert).toMatchObject({ bookingId: id, questionId: null, level: 'plan', state: 'open', hits: 1 })
  expect(await readTranscript(alert!.id)).toEqual([danger])
  await server().kit.sql`update booking set state = 'done' where id = ${id}`
  const rated = await server().requestAs(ann!, 'POST /booking/rate', { id, stars: 2, text: `${danger}。` })
  expect(rated.data).toEqual({ care: 'plan' })
  expect((await listAlerts()).content).toMatchObject([{ id: alert!.id, hits: 2 }])
  expect(await readTranscript(alert!.id)).toEqual([danger, `${danger}。`])
  // refused because a complaint is open, but the detector reads it anyway
  const again = await server().requestAs(ann!, 'POST /booking/complain', { id, text: danger })
  expect(again).toMatchObject({ status: 409, msg: '您的投诉正在处理中，请等待答复', data: { care: 'plan' } })
  expect((await listAlerts()).content).toMatchObject([{ id: alert!.id, hits: 3 }])
  const next = await bookAppointment()
  const reason = { id: next, reason: danger }
  expect((await server().requestAs(ann!, 'POST /booking/cancel', reason)).data).toMatchObject({
    state: 'cancelled',
    care: 'plan',
  })
  // the words about another appointment are listed in the same alert
  expect((await listAlerts()).content).toMatchObject([{ id: alert!.id, hits: 4 }])
  const { signals } = (await server().requestAs(service!, 'GET /admin/care/alert', { id: alert!.id })).data
  expect(signals.map((signal) => signal.bookingId)).toEqual([next, id])
  const [row] = await server().kit.sql<{ text_sealed: Buffer }[]>`select text_sealed from crisis_text limit 1`
  expect(row!.text_sealed.toString()).not.toContain('不想活')
})

test('detects danger in reports and appeals', async () => {
  const bob = await server().enter('user')
  const draft = { title: '睡不好', content: '夜里总醒', tagIds: [domain], anonymous: 1 }
  const problemId = (await server().requestAs(ann!, 'POST /problem/add', draft)).data.id
  const report = { problemId, reason: 'danger', text: '看到这个我也不想活了，遗书已经写好' }
  expect((await server().requestAs(bob, 'POST /problem/report', report)).data).toEqual({ care: 'plan' })
  const [alert] = (await listAlerts()).content
  expect(alert).toMatchObject({
    writerName: bob.username,
    peerName: '资料、申请、举报或未送达的消息',
    questionId: null,
    bookingId: null,
  })
  expect(await readTranscript(alert!.id)).toEqual([report.text])
  const again = await server().requestAs(bob, 'POST /problem/report', report)
  expect(again).toMatchObject({ reason: 'alreadyReported', data: { care: 'plan' } })
  expect((await listAlerts()).content[0]).toMatchObject({ id: alert!.id, hits: 2 })
  await server().kit.sql`update crisis_alert set state = 'closed', outcome = 'contacted'`
  await server().kit.sql`update question set state = 'refused' where id = ${problemId}`
  const appeal = { problemId, text: danger }
  expect((await server().requestAs(ann!, 'POST /problem/appeal', appeal)).data).toEqual({ care: 'plan' })
  const [own] = (await listAlerts()).content
  // for an anonymous question, the account is shown only after a reason was given
  expect(own).toMatchObject({ writerName: '匿名用户', writerPhone: '', questionId: problemId })
  expect(await readTranscript(own!.id)).toEqual(['睡不好\n夜里总醒', danger])
})
