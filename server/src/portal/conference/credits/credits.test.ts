// Tests of credits for attended sessions, invoices requested with the receipt, and committees with named members.
import { beforeAll, describe, expect, test } from 'vitest'
import { attendTypeIds } from '@xinqiao/contract/meetings.ts'
import { createMeeting } from '../../../../db/fixtures/meeting.ts'
import { createReceipt, createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import type { RequestInput } from '../../../../test/api-requests.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { formatTime } from '../../../kit/time.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
const timeAgo = (minutes: number) => formatTime(new Date(Date.now() - minutes * 60_000))
const compareTexts = (a: string, b: string) => (a < b ? -1 : 1)
let staff: Caller
let service: Caller
let meetingId = 0
beforeAll(async () => {
  staff = await server().enter('administrator')
  service = await server().enter('service')
  const meeting = { title: '学术年会', daysFromNow: 0.5, registrationDays: 1 }
  meetingId = (await createMeeting(server().kit.sql, meeting)).id
})

const sendReceipt = (person: Caller, changes: object = {}) =>
  registrations.sendReceipt(person, meetingId, { ...createReceipt(2), ...changes })
async function attend(more: object = {}) {
  const { person, id } = await registrations.registerNewPerson(meetingId, { ...createReceipt(2), ...more })
  await server().kit.sql`
    update registration set state = 'paid', paid_at = now(), paid_cents = 80000, created_at = now() - interval '1 day'
    where id = ${id}`
  const own = await server().requestAs(person, 'GET /activityUser/mine')
  return { person, id, ticket: own.data.ticket }
}

describe('sessions', () => {
  const createProgrammeSession = (title: string, credits: number) => ({
    title,
    speaker: '',
    place: '主会场',
    startTime: '2027-01-01 09:00:00',
    endTime: '2027-01-01 10:00:00',
    credits,
  })
  const listProgramme = async () =>
    (await server().requestAs(staff, 'GET /admin/meeting/sessions', { id: meetingId })).data
  const saveProgramme = (sessions: RequestInput<'PUT /admin/meeting/sessions'>['sessions']) =>
    server().requestAs(staff, 'PUT /admin/meeting/sessions', { id: meetingId, sessions })

  const scan = ({ ticket }: { ticket: string }, entrance: string, sessionId: number | undefined, at: string) =>
    server().requestAs(service, 'POST /admin/meeting/checkIn', {
      id: meetingId,
      entrance,
      scans: [{ ticket, at, sessionId }],
    })
  let guest: Awaited<ReturnType<typeof attend>>
  type ListedProgrammeSession = Awaited<ReturnType<typeof listProgramme>>[number]
  let report: ListedProgrammeSession
  let opening: ListedProgrammeSession
  let forum: ListedProgrammeSession
  beforeAll(async () => {
    await saveProgramme([
      createProgrammeSession('主旨报告', 1.5),
      createProgrammeSession('开幕式', 0),
      createProgrammeSession('专题论坛', 1),
    ])
    const [first, second, third] = await listProgramme()
    ;[report, opening, forum] = [first!, second!, third!]
    guest = await attend()
  })

  test('lists sessions on the page of the meeting with their credits', async () => {
    const page = (await server().requestAs(staff, 'GET /meeting/page')).data
    expect(page.sessions.map((item) => [item.title, item.credits])).toEqual([
      ['主旨报告', 1.5],
      ['开幕式', 0],
      ['专题论坛', 1],
    ])
  })

  test('counts a check-in to a session once, and as a check-in to the meeting', async () => {
    const first = timeAgo(60)
    const replies = await Promise.all([
      scan(guest, '东门', report.id, timeAgo(25)),
      scan(guest, '西门', report.id, timeAgo(29)),
    ])
    expect(replies.map((reply) => reply.data.results[0]!.result).toSorted(compareTexts)).toEqual(['already', 'arrived'])
    expect((await scan(guest, '东门', opening.id, first)).data.results[0]!.result).toBe('arrived')
    expect((await scan(guest, '报到处', undefined, timeAgo(5))).data.results[0]).toMatchObject({
      result: 'already',
      at: first,
    })
    const deviceList = await server().requestAs(service, 'GET /admin/meeting/door', { id: meetingId })
    expect(deviceList.data.sessions.map((item) => item.credits)).toEqual([1.5, 0, 1])
    expect(deviceList.data.tickets[0]!.sessionIds).toEqual([report.id, opening.id].sort((a, b) => a - b))
  })

  test('keeps the ids of sessions once someone attended, also when their titles change', async () => {
    expect(await saveProgramme([forum])).toMatchObject({ status: 409, msg: '已有人签到的议题不能删除' })
    await saveProgramme([{ ...report, title: '主旨报告：循证' }, opening, forum, createProgrammeSession('闭幕', 0)])
    expect((await listProgramme()).map((item) => [item.title, item.attended])).toEqual([
      ['主旨报告：循证', 1],
      ['开幕式', 1],
      ['专题论坛', 0],
      ['闭幕', 0],
    ])
  })

  test('gives credits with the certificate, once, until it is revoked', async () => {
    const { sql } = server().kit
    await sql`
      update meeting set starts_at = now() - interval '3 days', ends_at = now() - interval '1 day', credit_hours = 6,
        registration_deadline = now() - interval '4 days' where id = ${meetingId}`
    const readCredits = async () => (await server().requestAs(guest.person, 'GET /activityUser/credits')).data
    expect(await readCredits()).toEqual({ total: 0, entries: [] })
    const issue = () => server().requestAs(staff, 'POST /admin/meeting/certificates', { id: meetingId })
    expect((await issue()).data).toEqual({ issued: 1 })
    const { number } = (await server().requestAs(guest.person, 'GET /certificate/mine')).data[0]!
    expect(await readCredits()).toMatchObject({
      total: 7.5,
      entries: expect.arrayContaining([
        expect.objectContaining({ title: '主旨报告：循证', credits: 1.5, meetingTitle: '学术年会', number }),
        expect.objectContaining({ title: '参会', credits: 6, isVoid: false }),
      ]),
    })
    // issuing again returns the same certificate, without duplicates
    await issue()
    expect((await readCredits()).entries).toHaveLength(2)
    const [printed] = await sql`select lines from certificate where number = ${number}`
    expect(printed?.['lines']).toContainEqual(['继续教育学分', '7.5学分（含1场报告的签到）'])
    const revoke = { number, reason: '冒名签到' }
    expect((await server().requestAs(staff, 'POST /admin/certificate/revoke', revoke)).code).toBe(200)
    expect(await readCredits()).toMatchObject({ total: 0, entries: [{ isVoid: true }, { isVoid: true }] })
    await sql`update meeting set state = 'closed' where id = ${meetingId}`
    meetingId = (await createMeeting(sql, { title: '下一届年会', daysFromNow: 3, registrationDays: 1 })).id
  })
})

describe('the invoice that a receipt asks for', () => {
  test('reaches the queue of finance after the payment, with its title and tax number', async () => {
    const finance = await server().enter('finance')
    const invoice = { invoiceTitle: '省第一人民医院', taxNumber: '91440101ma5cttly8d', email: 'fp@example.com' }
    const asking = await registrations.registerNewPerson(meetingId, { ...createReceipt(2), ...invoice })
    const queue = async () =>
      (await server().requestAs(finance, 'GET /admin/receipts', { kind: 'invoice', state: 'asked' })).data.content
    expect(await queue()).toEqual([])
    const orderNo = await registrations.pay(asking)
    expect(await queue()).toMatchObject([
      { orderNo, buyer: '省第一人民医院', taxNo: '91440101MA5CTTLY8D', email: 'f***@example.com', cents: 80_000 },
    ])
    const again = await server().requestAs(asking.person, 'POST /order/receipt', {
      orderNo,
      buyer: '别的抬头',
      email: 'fp@example.com',
    })
    expect(again).toMatchObject({ reason: 'alreadyAsked' })
    // without a request, no invoice is issued
    await registrations.pay(await registrations.registerNewPerson(meetingId, createReceipt(2)))
    expect(await queue()).toHaveLength(1)
  })
})

describe('special committees', () => {
  test('accepts only named members, or everyone when it names none', async () => {
    const draft = { name: '危机干预专业委员会', position: 1, enabled: true }
    await server().requestAs(staff, 'POST /admin/committee', draft)
    const [committee] = (await server().requestAs(staff, 'GET /admin/committees')).data
    const wish = { activityAttendTypeId: attendTypeIds.committee, unitId: committee!.id }
    const anybody = await server().enter('user')
    expect((await sendReceipt(anybody, wish)).data.success).toBe(true)
    const [named, stranger] = [await server().enter('user'), await server().enter('user')]
    const save = (usernames: string[]) =>
      server().requestAs(staff, 'PUT /admin/committee/members', { id: committee!.id, usernames })
    expect((await save([named.username.toUpperCase(), named.username])).code).toBe(200)
    // an unknown name changes nothing, because a misspelt member would leave the group of the committee
    const refused = await save([stranger.username, 'nobody-at-all'])
    expect(refused.fields['usernames']).toBe('名单没有保存，没有找到这些账号：nobody-at-all')
    expect((await server().requestAs(staff, 'GET /admin/committees')).data[0]).toMatchObject({ members: 1 })
    expect((await server().requestAs(staff, 'GET /admin/committee/members', { id: committee!.id })).data).toMatchObject(
      [{ username: named.username }],
    )
    expect(await sendReceipt(stranger, wish)).toMatchObject({
      status: 400,
      data: { fields: { unitId: '您不在该专业委员会的委员名单中，请重新选择，或改选其他参会身份' } },
    })
    expect((await sendReceipt(named, wish)).data.success).toBe(true)
    expect(
      await server().requestAs(staff, 'PUT /admin/committee/members', { id: 999_999, usernames: [] }),
    ).toMatchObject({
      status: 404,
    })
  })
})
