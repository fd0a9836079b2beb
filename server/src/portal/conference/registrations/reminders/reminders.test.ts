// Tests of notices about deadlines: unpaid registrations, ended waiting lists, and requests without a timely answer.
import { dayMs } from '@xinqiao/contract/time.ts'
import { beforeAll, expect, test } from 'vitest'
import { createMeeting } from '../../../../../db/fixtures/meeting.ts'
import { createReceipt, createRegistrationSteps } from '../../../../../test/steps/conference-steps.ts'
import { selectMessages } from '../../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../../test/test-server.ts'
import { responseDeadlineOf } from '../../rules/response-deadline.ts'
import { createRegistrationId } from '../sign-up/receipt.ts'
import { notifyOverdueRequests, endWaitingLists, remindUnpaidRegistrations } from './reminders.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let meetingId = 0
beforeAll(async () => {
  meetingId = (await createMeeting(server().kit.sql, { title: '小会', quota: 1 })).id
})

const joinWaitingList = () => registrations.registerNewPerson(meetingId, { waiting: true })
const selectNotices = ({ id }: Caller, words: string) => selectMessages(server().kit.sql, id, words)

test('reminds of an offer once before it expires, and notifies the waiting list when the meeting begins', async () => {
  const { kit } = server()
  const { sql } = kit
  const first = await joinWaitingList()
  const second = await joinWaitingList()
  const third = await joinWaitingList()
  expect(await remindUnpaidRegistrations(kit)).toBe(0)
  await server().requestAs(first.person, 'POST /activityUser/cancel', { id: first.id })
  expect(await remindUnpaidRegistrations(kit)).toBe(0)
  await sql`
    update registration set offered_at = now() - interval '21 hours', pay_until = now() + interval '3 hours'
    where id = ${second.id}`
  expect(await remindUnpaidRegistrations(kit)).toBe(1)
  expect(await remindUnpaidRegistrations(kit)).toBe(0)
  expect(await selectNotices(second.person, '逾期名额将释放')).toMatchObject([
    { link: `/academic/paymentchanne?activityUserId=${second.id}` },
  ])

  expect(await endWaitingLists(kit)).toBe(0)
  await sql`update meeting set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 day' where id = ${meetingId}`
  expect(await endWaitingLists(kit)).toBe(1)
  expect(await endWaitingLists(kit)).toBe(0)
  expect(await selectNotices(third.person, '候补已结束，没有产生费用')).toHaveLength(1)
  const { data } = await server().requestAs(third.person, 'GET /activityUser/place', { id: third.id })
  expect(data).toMatchObject({ state: 'cancelled', endReason: '会议已开始，候补未能安排名额' })
})

test.each([
  ['an offer of two hours is reminded of in its second', 2, { minutes: 90, ago: 30 }, { minutes: 59, ago: 61 }],
  [
    'a place that is held for one is reminded of in its second half',
    null,
    { minutes: 45, ago: 15 },
    { minutes: 29, ago: 31 },
  ],
  ['a day is reminded of six hours before its end', null, { minutes: 361, ago: 1079 }, { minutes: 359, ago: 1081 }],
] as const)('%s, not at once', async (_name, offerHours, early, due) => {
  const { kit } = server()
  const { sql } = kit
  const { id } = await createMeeting(sql, { title: '时限短的会', quota: 1 })
  await sql`update meeting set offer_hours = ${offerHours ?? 24} where id = ${id}`
  const insert = async ({ minutes, ago }: { minutes: number; ago: number }, days: number) => {
    const since = new Date(Date.now() - ago * 60_000)
    await sql`
      insert into registration ${sql({
        id: createRegistrationId(),
        meeting_id: id,
        account_id: (await server().enter('user')).id,
        attend_type: 2,
        state: 'pending',
        name: '',
        sex: '',
        company: '',
        profess: '',
        arrival_at: since,
        leave_at: since,
        created_at: new Date(since.getTime() - days * dayMs),
        offered_at: offerHours === null ? null : since,
        pay_until: new Date(Date.now() + minutes * 60_000),
      })}`
  }
  const waited = offerHours === null ? 0 : 3
  await insert(early, waited)
  expect(await remindUnpaidRegistrations(kit)).toBe(0)
  await insert(due, waited)
  expect(await remindUnpaidRegistrations(kit)).toBe(1)
})

test('lists requests without an answer for three working days first, and reminds the secretariat once', async () => {
  const { kit } = server()
  const { sql } = kit
  const [editor, admin, finance] = [
    await server().enter('editor'),
    await server().enter('administrator'),
    await server().enter('finance'),
  ]
  const { id } = await createMeeting(sql, { title: '变更截止的会' })
  const { person, id: place } = await registrations.registerNewPerson(id)
  await sql`update meeting set change_deadline = now() where id = ${id}`
  const change = { ...createReceipt(), id: place, diet: '素食', reason: '忘了填写' }
  expect((await server().requestAs(person, 'PUT /activityUser/receipt', change)).data).toMatchObject({
    isRequested: true,
  })
  const listOverdueRequests = async () =>
    (await server().requestAs(editor, 'GET /admin/registrationRequests', { state: 'overdue' })).data
  expect(await listOverdueRequests()).toMatchObject({ totalElements: 0 })
  expect(await notifyOverdueRequests(kit)).toBe(0)
  await sql`update registration_request set due_at = now() where registration_id = ${place}`
  expect(await listOverdueRequests()).toMatchObject({
    totalElements: 1,
    content: [{ isOverdue: true, kind: 'change' }],
  })
  expect(await notifyOverdueRequests(kit)).toBe(1)
  expect(await notifyOverdueRequests(kit)).toBe(0)
  const link = '/admin/registration-requests?state=overdue'
  for (const recipient of [editor, admin])
    expect(await selectNotices(recipient, '已到答复时限')).toMatchObject([{ link }])
  expect(await selectNotices(finance, '已到答复时限')).toEqual([])
  // a new request has a new deadline for its answer
  await server().requestAs(person, 'PUT /activityUser/receipt', { ...change, diet: '清真' })
  expect(await listOverdueRequests()).toMatchObject({ totalElements: 0 })
})

test('sets the deadline for an answer before the meeting begins', async () => {
  const { sql } = server().kit
  const now = new Date('2026-11-20T10:00:00+08:00') // a Friday
  const startOn = (day: string) => ({ starts_at: new Date(`${day}T09:00:00+08:00`) })
  expect(await responseDeadlineOf(sql, startOn('2026-12-20'), now)).toEqual(new Date('2026-11-25T23:59:59+08:00'))
  expect(await responseDeadlineOf(sql, startOn('2026-11-23'), now)).toEqual(new Date('2026-11-23T09:00:00+08:00'))
  expect(await responseDeadlineOf(sql, startOn('2026-11-19'), now)).toEqual(new Date('2026-11-25T23:59:59+08:00'))
})
