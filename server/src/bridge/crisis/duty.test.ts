// Tests that signs of danger in a booking raise an alert. Staff on duty are notified, and again while the alert is
// unclaimed, regardless of quiet hours and notification settings.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../db/fixtures/counsellor.ts'
import { createQuestion } from '../../../db/fixtures/question.ts'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { selectLastMessage } from '../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { transaction } from '../../kit/db/db.ts'
import type { Kit } from '../../kit/ctx.ts'
import { chinaDay } from '../../kit/time.ts'
import { raiseAlertOfStoredText } from '../../im/crisis/raise/raise.ts'
import { bookingConsentText } from '../../portal/booking/booking.ts'
import { deliverNotices } from '../../portal/notify/deliver.ts'
import { notifyDuty, remindFollowUps } from './duty.ts'

const server = useTestServer({ SMS_PROVIDER: 'outbox' })
let [boss, first, second]: Caller[] = []
let [doctor, ann]: Caller[] = []
let counsellorId = 0

/** Closes the alerts, so that the next words of the same writer open a new one. */
const closeAlerts = () =>
  server().kit.sql`update crisis_alert set state = 'closed', outcome = 'contacted' where state <> 'closed'`
beforeEach(closeAlerts)

beforeAll(async () => {
  const { sql } = server().kit
  await createDomain(sql, '情绪困扰')
  boss = await server().enter('administrator')
  ;[first, second] = [await server().enter('service'), await server().enter('service')]
  ;[doctor, ann] = [await server().enter('counsellor'), await server().enter('user')]
  counsellorId = await createCounsellor(sql, { accountId: doctor.id, priceCents: 0 })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
  await server().requestAs(doctor, 'PUT /booking/schedule', { rules, exceptions: [] })
})

const danger = '我不想活了，药都准备好了'
async function bookAppointment(topic: string, over: object = {}): Promise<number> {
  const { slots } = (await server().requestAs(ann!, 'GET /booking/slots', { counsellorId })).data
  const draft = { counsellorId, start: slots.at(-1)!.start, mode: 'online', topic, history: '', ...over }
  const consent = { consentVersion: bookingConsentText.version, consentHash: bookingConsentText.hash }
  const reply = await server().requestAs(ann!, 'POST /booking/add', { ...draft, ...consent })
  expect(reply.status).toBe(200)
  return reply.data.id
}
/**
 * Runs the job.
 * @returns the accounts with a new message
 */
async function runJobAndListCalled(): Promise<number[]> {
  const { sql } = server().kit
  const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from message`
  await notifyDuty(server().kit)
  const rows = await sql<{ account_id: number }[]>`
    select account_id from message where id > ${last!.id} and kind = 'duty' order by account_id`
  return rows.map((row) => row.account_id)
}
const setDuty = (person: Caller, onDuty: boolean) =>
  server().requestAs(boss!, 'PUT /admin/care/duty', { accountId: person.id, onDuty })

test('raises an alert for danger in a booking, and notifies everyone while the duty roster is empty', async () => {
  const bookingId = await bookAppointment(danger, {
    minor: true,
    guardianName: '王建国',
    guardianPhone: '13900001111',
    guardianAgreed: true,
  })
  const alert = (await server().requestAs(first!, 'GET /admin/care/alerts')).data.content[0]
  expect(alert).toMatchObject({ bookingId, questionId: null, level: 'plan', peerName: '预约咨询', state: 'open' })
  expect(JSON.stringify(alert)).not.toContain('不想活')
  expect(await runJobAndListCalled()).toEqual([boss!.id, first!.id, second!.id])
  expect(await runJobAndListCalled()).toEqual([])
  const asked = { id: alert!.id, reason: '核实危机情况' }
  const { data } = await server().requestAs(first!, 'POST /admin/care/transcript', asked)
  expect(data.lines[0]!.text).toBe(`主要困扰：${danger}\n未满18周岁，监护人：王建国 13900001111`)
  const log = await server().requestAs(boss!, 'GET /admin/audit', { action: 'transcriptOpened' })
  expect(log.data.content[0]).toMatchObject({ subject: `crisisAlert ${alert!.id}`, reason: '核实危机情况' })
  await server().requestAs(first!, 'POST /admin/care/take', { id: alert!.id })
  // everyday words raise no alert
  const before = (await server().requestAs(first!, 'GET /admin/care/alerts')).data.totalElements
  await bookAppointment('总担心自己做不好')
  expect((await server().requestAs(first!, 'GET /admin/care/alerts')).data.totalElements).toBe(before)
})

test('notifies the people on duty first, and all others when no one takes the alert', async () => {
  const { sql } = server().kit
  expect((await setDuty(second!, true)).msg).toBe('保存成功')
  expect((await setDuty(second!, true)).status).toBe(200)
  expect((await setDuty(ann!, true)).status).toBe(404)
  const listed = (await server().requestAs(first!, 'GET /admin/care/duty')).data
  expect(listed.map((item) => [item.id, item.onDuty])).toEqual([
    [second!.id, true],
    [first!.id, false],
    [boss!.id, false],
  ])
  await bookAppointment(danger)
  const { id } = (await server().requestAs(first!, 'GET /admin/care/alerts')).data.content[0]!
  expect(await runJobAndListCalled()).toEqual([second!.id])
  expect(await runJobAndListCalled()).toEqual([])
  // without deputies and heads, everyone is notified, and again until someone claims the alert
  for (let i = 0; i < 3; i++) {
    await sql`update crisis_alert set called_at = now() - interval '11 minutes' where id = ${id}`
    expect(await runJobAndListCalled()).toEqual([boss!.id, first!.id, second!.id])
    expect(await runJobAndListCalled()).toEqual([])
  }
  await closeAlerts()
  await bookAppointment(danger)
  const next = (await server().requestAs(first!, 'GET /admin/care/alerts')).data.content[0]
  expect(await runJobAndListCalled()).toEqual([second!.id])
  await server().requestAs(second!, 'POST /admin/care/take', { id: next!.id })
  await sql`update crisis_alert set called_at = now() - interval '11 minutes' where id = ${next!.id}`
  expect(await runJobAndListCalled()).toEqual([])
  // words written elsewhere are added to the same alert, whose follower is notified at most every two minutes
  await bookAppointment(danger)
  const [alert] = (await server().requestAs(first!, 'GET /admin/care/alerts')).data.content
  expect(alert).toMatchObject({ id: next!.id, hits: 2 })
  expect(await runJobAndListCalled()).toEqual([second!.id])
  await bookAppointment(danger)
  expect(await runJobAndListCalled()).toEqual([])
})

test('notifies duty, then deputies, then heads, after the minutes of the settings', async () => {
  const { sql } = server().kit
  const putAs = (who: Caller, rank: string) =>
    server().requestAs(boss!, 'PUT /admin/care/duty', { accountId: who.id, onDuty: true, rank })
  await putAs(second!, 'duty')
  await putAs(first!, 'deputy')
  await putAs(boss!, 'head')
  const settings = { deputyMinutes: 3, headMinutes: 7, repeatMinutes: 20 }
  expect(
    (await server().requestAs(boss!, 'PUT /admin/care/dutySettings', { ...settings, headMinutes: 0 })).fields,
  ).toEqual({
    headMinutes: '通知负责人的时间应为1至60分钟',
  })
  expect((await server().requestAs(boss!, 'PUT /admin/care/dutySettings', settings)).msg).toBe('保存成功')
  expect((await server().requestAs(first!, 'GET /admin/care/dutySettings')).data).toEqual(settings)
  await bookAppointment(danger)
  const ageAlert = (minutes: number) =>
    sql`update crisis_alert set called_at = now() - make_interval(mins => ${minutes}) where state = 'open'`
  expect(await runJobAndListCalled()).toEqual([second!.id])
  await ageAlert(2)
  expect(await runJobAndListCalled()).toEqual([])
  await ageAlert(3)
  expect(await runJobAndListCalled()).toEqual([first!.id, second!.id])
  await ageAlert(6)
  expect(await runJobAndListCalled()).toEqual([])
  await ageAlert(8)
  expect(await runJobAndListCalled()).toEqual([boss!.id, first!.id, second!.id])
  await ageAlert(19)
  expect(await runJobAndListCalled()).toEqual([])
  await ageAlert(21)
  expect(await runJobAndListCalled()).toEqual([boss!.id, first!.id, second!.id])
  for (const who of [boss!, first!]) await setDuty(who, false)
  await sql`delete from duty_settings`
})

test('notifies of an exercise like an alert, marks it, ends it as an exercise, and does not count it', async () => {
  const readFigures = async () => (await server().requestAs(first!, 'GET /admin/care/figures')).data
  const before = await readFigures()
  const { data, msg } = await server().requestAs(first!, 'POST /admin/care/drill', {})
  expect(msg).toBe('演练已发起，正在通知值班人员')
  expect((await server().requestAs(first!, 'POST /admin/care/drill', {})).status).toBe(409)
  expect(await runJobAndListCalled()).toEqual([second!.id])
  expect((await selectLastMessage(server().kit.sql, second!.id))?.title).toBe('【演练】有新的危机提醒，请尽快接手')
  const waiting = (await server().requestAs(first!, 'GET /admin/care/waiting')).data
  expect(waiting).toMatchObject({ open: 1, drills: 1, level: 'plan' })
  // a real alert about the same person is separate from the exercise
  await server().requestAs(second!, 'POST /admin/care/take', { id: data.id })
  const closeExercise = (outcome: string) =>
    server().requestAs(second!, 'POST /admin/care/close', { id: data.id, outcome, text: '按预案完成', seenHits: 1 })
  expect((await closeExercise('contacted')).fields.outcome).toBe('请选择处理结果')
  expect((await closeExercise('drilled')).status).toBe(200)
  expect(await readFigures()).toEqual(before)
})

test('shows the waiting time of real alerts, and allows at most three exercises an hour', async () => {
  const { sql } = server().kit
  const drill = () => server().requestAs(second!, 'POST /admin/care/drill', {})
  const { data } = await drill()
  await sql`update crisis_alert set created_at = now() - interval '50 minutes' where id = ${data.id}`
  const waitSeconds = async () => (await server().requestAs(first!, 'GET /admin/care/waiting')).data.longestWaitSeconds
  expect(await waitSeconds()).toBeGreaterThan(49 * 60)
  await bookAppointment(danger)
  expect(await waitSeconds()).toBeLessThan(60)
  const endExercises = () =>
    sql`update crisis_alert set state = 'closed', outcome = 'drilled', closed_at = now() where is_drill`
  await endExercises()
  expect((await drill()).status).toBe(200)
  await endExercises()
  const refused = await drill()
  expect([refused.status, refused.msg]).toEqual([409, '一小时内最多发起3次演练，请稍后再试'])
})

test('hands an alert over with a note, plans its follow-up, and counts it without names', async () => {
  await bookAppointment(danger)
  const { id } = (await server().requestAs(first!, 'GET /admin/care/alerts', { state: 'open' })).data.content[0]!
  await server().requestAs(first!, 'POST /admin/care/take', { id })
  await runJobAndListCalled()
  const readLastTitle = async (person: Caller) => (await selectLastMessage(server().kit.sql, person.id))?.title
  const handOver = (accountId: number) =>
    server().requestAs(first!, 'POST /admin/care/handOver', { id, accountId, text: '已约定今晚再通话' })
  expect((await handOver(ann!.id)).status).toBe(404)
  expect((await handOver(second!.id)).msg).toBe('已交接')
  expect(await readLastTitle(second!)).toBe('有一条危机提醒交接给您，请查看跟进记录')
  const today = chinaDay()
  await server().requestAs(second!, 'POST /admin/care/note', { id, text: '本人情绪稳定', followUpOn: today })
  const alert = (await server().requestAs(second!, 'GET /admin/care/alert', { id })).data
  expect(alert).toMatchObject({ followUpOn: today, state: 'taken' })
  expect(alert.notes.map(({ text }) => text)).toEqual(['已约定今晚再通话', '本人情绪稳定'])
  const createTime = (hour: string) => new Date(`${today}T${hour}:00:00+08:00`)
  expect(await remindFollowUps(server().kit, createTime('07'))).toBe(0)
  expect(await remindFollowUps(server().kit, createTime('09'))).toBe(1)
  expect(await remindFollowUps(server().kit, createTime('10'))).toBe(0)
  expect(await readLastTitle(second!)).toBe('今天需要回访一条危机提醒，请查看跟进记录')
  const waiting = (await server().requestAs(second!, 'GET /admin/care/waiting')).data
  expect(waiting).toMatchObject({ open: 0, followUps: 1 })
  const closing = { id, outcome: 'contacted', text: '家人陪同就诊', seenHits: 1 }
  await server().requestAs(second!, 'POST /admin/care/close', closing)
  const [month] = (await server().requestAs(first!, 'GET /admin/care/figures')).data
  expect(month).toMatchObject({ month: today.slice(0, 7), running: 0 })
  expect(month!.outcomes.contacted).toBe(month!.total)
  expect(month!.takenWithin15Minutes).toBeGreaterThanOrEqual(1)
  expect(JSON.stringify(month)).not.toContain(ann!.username)
})

test('notifies again when an alert becomes more severe', async () => {
  const { sql } = server().kit
  await setDuty(second!, true)
  const question = {
    authorId: ann!.id,
    title: '睡不着',
    content: '怎么办',
    isAnonymous: true,
    domainIds: [],
    at: new Date(),
  }
  const questionId = await createQuestion(sql, question)
  const raiseAlertOfLevel = (level: CrisisLevel) =>
    transaction(sql, (tx) => raiseAlertOfStoredText(tx, { accountId: ann!.id, questionId, level }))
  await raiseAlertOfLevel('thought')
  expect(await runJobAndListCalled()).toEqual([second!.id])
  await raiseAlertOfLevel('thought')
  expect(await runJobAndListCalled()).toEqual([])
  await raiseAlertOfLevel('plan')
  // at the higher level the next rank is notified at once, too
  expect(await runJobAndListCalled()).toEqual([boss!.id, first!.id, second!.id])
  await raiseAlertOfLevel('plan')
  expect(await runJobAndListCalled()).toEqual([])
})

test('sends a crisis call at once, in spite of quiet hours and choices, without health details', async () => {
  const { sql } = server().kit
  await setDuty(second!, true)
  await sql`update account set email = 'duty@example.test', email_confirmed_at = now() where id = ${second!.id}`
  const settings = (await server().requestAs(second!, 'GET /message/settings')).data
  expect(settings.choices.map((choice) => choice.kind)).not.toContain('duty')
  const choices = [...settings.choices, { kind: 'duty', site: false, sms: false, mail: false }]
  const now = new Date()
  const minute = (now.getUTCHours() * 60 + now.getUTCMinutes() + 480) % 1440
  const quiet = { enabled: true, from: (minute + 1430) % 1440, to: (minute + 60) % 1440 }
  expect((await server().requestAs(second!, 'PUT /message/settings', { choices, quiet })).status).toBe(200)
  // a choice that was stored before they came on duty
  await sql`
    insert into notice_choice (account_id, kind, site, sms, mail) values (${second!.id}, 'duty', false, false, false)`
  await sql`delete from delivery`
  await bookAppointment(danger)
  await runJobAndListCalled()
  const sent: { to: string; words: string }[] = []
  const recordPush = (to: string, message: object) =>
    Promise.resolve(void sent.push({ to, words: JSON.stringify(message) }))
  const kit: Kit = {
    ...server().kit,
    sms: { send: (message) => recordPush(message.phone, message) },
    mail: { send: (letter) => recordPush(letter.to, letter), close: () => {} },
  }
  await deliverNotices(kit)
  const toDuty = sent.filter(({ to }) => [second!.phone, 'duty@example.test'].includes(to))
  expect(toDuty).toHaveLength(2)
  for (const { words } of toDuty) {
    expect(words).toContain('值班提醒')
    for (const word of [danger, '危机', '自杀', ann!.username])
      expect(words.replace(/如您或身边的人.*/, '')).not.toContain(word)
  }
})

test('lets only the duty’s own roles see or change who is on duty', async () => {
  for (const person of [doctor!, ann!]) {
    expect((await server().requestAs(person, 'GET /admin/care/duty')).status).toBe(403)
    expect(
      (await server().requestAs(person, 'PUT /admin/care/duty', { accountId: second!.id, onDuty: false })).status,
    ).toBe(403)
  }
  const log = await server().requestAs(boss!, 'GET /admin/audit', { action: 'dutyChanged' })
  expect(log.data.totalElements).toBeGreaterThan(1)
})
