// Tests of a message that sounds like danger: its writer gets a help card, the duty list gets an alert, and the message
// is delivered unchanged. Every access to the alert is audited.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, untilReady, textOf, textTo, until } from '../../../../im-sdk/test/people.ts'
import { selectAuditEntries } from '../../../test/audit-log.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { verifyAudit } from '../../kit/audit/audit.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  staff = await server().enter('service')
})
afterEach(leaveAll)

const listOpen = async () =>
  (await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open', size: 100 })).data

const findNewestAlert = async () => (await listOpen()).content.toSorted((a, b) => b.id - a.id)[0]

async function meet() {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const [from, to] = [ann.device(), doctor.device()]
  await Promise.all([untilReady(from), untilReady(to)])
  return { ann, doctor, from, to }
}

/** Sends a text, and finds the alert that it raised. */
async function raise() {
  const all = await meet()
  await all.from.send(textTo(all.doctor.accid, '我不想活了，药都准备好了'))
  return { ...all, alert: (await findNewestAlert()) as { id: number } }
}

test('shows help to the writer only, and delivers the message unchanged', async () => {
  const { ann, doctor, from, to } = await meet()
  const before = (await listOpen()).open
  const reply = await from.request('msg.sendMsg', textTo(doctor.accid, '活着没意思，我想死', 'care-1'))
  expect(reply.care).toBe('thought')
  await until(() => to.received.length === 1, 'the message')
  expect(to.received.map(textOf)).toEqual(['活着没意思，我想死'])
  expect(JSON.stringify(to.received)).not.toContain('care"')
  const again = await from.request('msg.sendMsg', textTo(doctor.accid, '活着没意思，我想死', 'care-1'))
  expect(again.care).toBe('thought')
  const { open, content } = await listOpen()
  expect(open).toBe(before + 1)
  expect(content[0]).toMatchObject({ level: 'thought', state: 'open', hits: 1, takenBy: '', outcome: null })
  expect(content[0]!.writerPhone).toMatch(/^\d{3}\*{4}\d{4}$/)
  // the next message is added to the alert, and may raise its level
  await from.send(textTo(doctor.accid, '遗书已经写好了'))
  const [graver] = (await listOpen()).content
  expect(graver).toMatchObject({ id: content[0]!.id, level: 'plan', hits: 2 })
  // everyday words, and words of counsellors, raise no alert
  expect((await from.request('msg.sendMsg', textTo(doctor.accid, '今天累死了'))).care).toBeUndefined()
  expect((await to.request('msg.sendMsg', textTo(ann.accid, '你说过想死，现在还这样想吗'))).care).toBeUndefined()
  expect((await listOpen()).open).toBe(before + 1)
})

test('shows help for a sentence split over two messages, and none for ordinary messages after it', async () => {
  const { doctor, from } = await meet()
  const sendAndReadLevel = async (text: string) => (await from.request('msg.sendMsg', textTo(doctor.accid, text))).care
  expect(await sendAndReadLevel('老师在吗')).toBeUndefined()
  expect(await sendAndReadLevel('我真的不想')).toBeUndefined()
  expect(await sendAndReadLevel('活了')).toBe('thought')
  expect(await sendAndReadLevel('你好')).toBeUndefined()
  expect(await sendAndReadLevel('我想预约下周')).toBeUndefined()
})

test('lets one person claim, follow up and close an alert; the next sign opens a new one', async () => {
  const { alert, from, doctor } = await raise()
  const takes = await Promise.all(
    [1, 2].map(() => server().requestAs(staff, 'POST /admin/care/take', { id: alert.id })),
  )
  expect(takes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(
    (await server().requestAs(staff, 'POST /admin/care/note', { id: alert.id, text: '已电话联系本人' })).status,
  ).toBe(200)
  const { data } = await server().requestAs(staff, 'GET /admin/care/alert', { id: alert.id })
  expect(data).toMatchObject({ state: 'taken', notes: [{ text: '已电话联系本人' }] })
  const [row] = await server().kit.sql<{ text_sealed: Buffer }[]>`select text_sealed from crisis_note order by id desc`
  expect(row?.text_sealed.toString()).not.toContain('联系')
  const close = { id: alert.id, outcome: 'contacted', text: '家人已陪同就诊', seenHits: 1 }
  expect((await server().requestAs(staff, 'POST /admin/care/close', close)).status).toBe(200)
  expect((await server().requestAs(staff, 'POST /admin/care/close', close)).reason).toBe('wrongState')
  await from.send(textTo(doctor.accid, '我还是想自杀'))
  const next = await findNewestAlert()
  expect(next).toMatchObject({ hits: 1 })
  expect(next!.id).not.toBe(alert.id)
})

test('opens conversation and phone only with a reason, and audits both', async () => {
  const { alert, ann, doctor, to } = await raise()
  await to.send(textTo(ann.accid, '我在，您慢慢说'))
  expect(
    (await server().requestAs(staff, 'POST /admin/care/transcript', { id: alert.id, reason: ' ' })).fields.reason,
  ).toBe('请填写查看理由')
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', {
    id: alert.id,
    reason: '核实危机情况',
  })
  expect(data).toMatchObject({
    lines: [
      { isWriter: true, text: '我不想活了，药都准备好了' },
      { isWriter: false, text: '我在，您慢慢说' },
    ],
    hasMore: false,
  })
  const revealed = await server().requestAs(staff, 'POST /admin/care/phone', { id: alert.id, reason: '联系写信人' })
  expect(revealed.data.phone).toMatch(/^1\d{10}$/)
  const admin = await server().enter('administrator')
  const audit = await server().requestAs(admin, 'GET /admin/audit')
  expect(audit.data.content.slice(0, 2)).toMatchObject([
    { action: 'phoneRevealed', subject: `crisisAlert ${alert.id}`, reason: '联系写信人' },
    { action: 'transcriptOpened', reason: '核实危机情况' },
  ])
  expect(doctor.accid).not.toBe(ann.accid)
  for (const role of ['editor', 'user', 'counsellor'] as const) {
    const { token } = await server().enter(role)
    expect((await server().requestAs({ token }, 'GET /admin/care/alerts')).status).toBe(403)
  }
})

test('opens conversation and phone of one alert for an hour with one reason, and audits every access', async () => {
  const { alert } = await raise()
  const other = await raise()
  const showPhone = () => server().requestAs(staff, 'POST /admin/care/phone', { id: alert.id })
  const showTranscript = (reason?: string) =>
    server().requestAs(staff, 'POST /admin/care/transcript', { id: alert.id, ...(reason && { reason }) })
  expect((await showPhone()).fields.reason).toBe('请填写查看理由')
  const { data } = await showTranscript('核实危机情况')
  expect(data).toMatchObject({ reason: '核实危机情况' })
  expect((await showPhone()).data).toMatchObject({ reason: '核实危机情况', openUntil: data.openUntil })
  expect((await showTranscript()).data.lines).toHaveLength(1)
  expect((await server().requestAs(staff, 'GET /admin/care/alert', { id: alert.id })).data.openUntil).toBe(
    data.openUntil,
  )
  // the access covers no other alert, no other staff member, and not the time after the hour
  expect((await server().requestAs(staff, 'POST /admin/care/phone', { id: other.alert.id })).status).toBe(400)
  const service = await server().enter('service')
  expect((await server().requestAs(service, 'POST /admin/care/phone', { id: alert.id })).status).toBe(400)
  await server().kit.sql`update crisis_access set until = now()`
  expect((await showPhone()).status).toBe(400)
  const log = await selectAuditEntries(server().kit.sql, { subject: `crisisAlert ${alert.id}` })
  expect(log.map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => '核实危机情况'))
})

test('marks in the transcript the messages and sentences that raised the alert', async () => {
  const { doctor, from } = await meet()
  const writeToDoctor = (text: string) => from.send(textTo(doctor.accid, text))
  for (const text of ['老师您好', '今天加班到十点。我不想活了，药都准备好了。谢谢您', '好的谢谢'])
    await writeToDoctor(text)
  const { id } = (await findNewestAlert())!
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', { id, reason: '核实危机情况' })
  expect(data.lines.map(({ signs }) => signs)).toEqual([[], ['我不想活了，药都准备好了。'], []])
})

test('marks in the transcript all messages of a sentence that was split', async () => {
  const { doctor, from } = await meet()
  for (const text of ['我真的不想', '活了', '再见老师']) await from.send(textTo(doctor.accid, text))
  const { id } = (await findNewestAlert())!
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', { id, reason: '核实危机情况' })
  expect(data.lines.slice(0, 2).map(({ signs }) => signs)).toEqual([['我真的不想'], ['活了']])
})

test('lists the longest waiting alert of a level first', async () => {
  const [{ alert: first }, { alert: second }] = [await raise(), await raise()]
  const { content } = (await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open', size: 100 })).data
  const plans = content.filter(({ level }) => level === 'plan').map(({ id }) => id)
  expect(plans.indexOf(first.id)).toBeLessThan(plans.indexOf(second.id))
  expect(content[0]!.waitedSeconds).toBeGreaterThanOrEqual(0)
})

test('detects every forced change of the append-only log', async () => {
  const { owner, kit } = server()
  const { sql } = kit
  await raise()
  const { id } = (await listOpen()).content[0]!
  await server().requestAs(staff, 'POST /admin/care/phone', { id, reason: '联系写信人' })
  await server().requestAs(staff, 'POST /admin/care/phone', { id, reason: '再次联系本人' })
  const whole = await verifyAudit(sql)
  expect(whole.brokenAt).toBe(null)
  expect(whole.entries).toBeGreaterThan(1)
  await expect(owner`update audit_log set reason = '别的理由'`).rejects.toThrow('audit_log only grows')
  await expect(owner`delete from audit_log`).rejects.toThrow('audit_log only grows')
  await expect(owner`truncate audit_log`).rejects.toThrow('audit_log only grows')
  const [last] = await sql<{ id: number }[]>`select max(id) as id from audit_log`
  await owner
    .begin(async (tx) => {
      await tx`alter table audit_log disable trigger audit_log_only_grows`
      await tx`update audit_log set reason = '别的理由' where id = ${last!.id}`
      expect((await verifyAudit(tx as never)).brokenAt).toBe(last!.id)
      await tx`delete from audit_log where id = ${last!.id - 1}`
      expect((await verifyAudit(tx as never)).brokenAt).not.toBe(null)
      throw new Error('undo')
    })
    .catch((error: Error) => expect(error.message).toBe('undo'))
  expect((await verifyAudit(sql)).brokenAt).toBe(null)
})

test('chains entries that are written concurrently', async () => {
  const { alert } = await raise()
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      server().requestAs(staff, 'POST /admin/care/phone', { id: alert.id, reason: `同时查看第${i}次` }),
    ),
  )
  expect((await verifyAudit(server().kit.sql)).brokenAt).toBe(null)
})
