// Tests of running a conference: rooms, check-in, badges, certificates, and retention.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMeeting, createWalkIn } from '../../../../db/fixtures/meeting.ts'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { createReceipt, createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import { enterMany } from '../../../../test/steps/crowd.ts'
import { listMessageTitles } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { readLines } from '../../../kit/documents/sheets/sheets.ts'
import { formatTime } from '../../../kit/time.ts'
import { writeExports } from '../../exports/exports.ts'
import { purgeOldMeetings } from '../retention/purge.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let staff: Caller
let service: Caller
let meetingId = 0
let guests: { person: Caller; id: number; ticket: string }[] = []

const timeAgo = (minutes: number) => formatTime(new Date(Date.now() - minutes * 60_000))
const wishes = [
  { name: '林静安', sex: '女', shareWith: '沈若水', dorm: 1, listed: true },
  { name: '沈若水', sex: '女', shareWith: '林静安', dorm: 1 },
  { name: '周明远', sex: '男', dorm: 1 },
  { name: '高致和', sex: '男', dorm: 0 },
]

beforeAll(async () => {
  const { sql } = server().kit
  staff = await server().enter('administrator')
  service = await server().enter('service')
  meetingId = (await createMeeting(sql, { title: '学术年会', daysFromNow: 0.5, registrationDays: 1 })).id
  const people = await enterMany(server(), wishes.length)
  for (const [i, person] of people.entries()) {
    const id = await registrations.register(person, meetingId, {
      ...createReceipt(0.5),
      companyName: `单位${i}`,
      phone: `1391111000${i}`,
      diet: '素食',
      ...wishes[i],
    })
    await sql`
      update registration set state = 'paid', paid_at = now(), paid_cents = 80000, created_at = now() - interval '1 day' where id = ${id}`
    const own = await server().requestAs(person, 'GET /activityUser/mine')
    guests.push({ person, id, ticket: own.data.ticket })
  }
})

describe('rooms', () => {
  test('adds each room once, allocates by sex and wish, and never overfills one by hand', async () => {
    const add = { id: meetingId, names: ['801', '802', '801'], beds: 2 }
    expect((await server().requestAs(staff, 'POST /admin/meeting/room', add)).data.rooms).toHaveLength(2)
    expect((await server().requestAs(staff, 'POST /admin/meeting/room', add)).data.rooms).toHaveLength(2)
    const { data } = await server().requestAs(staff, 'POST /admin/meeting/rooms/allocate', { id: meetingId })
    const roomOf = (name: string) => data.guests.find((guest) => guest.name === name)!.roomId
    expect(data.guests).toHaveLength(3) // attendees who arrange their own accommodation are not in the room plan
    expect(roomOf('林静安')).toBe(roomOf('沈若水'))
    expect(roomOf('周明远')).not.toBe(roomOf('林静安'))
    const full = { id: meetingId, registrationId: guests[2]!.id, roomId: roomOf('林静安') }
    expect(await server().requestAs(staff, 'POST /admin/meeting/rooms/place', full)).toMatchObject({ status: 409 })
    const gone = await server().requestAs(staff, 'DELETE /admin/meeting/room', {
      id: meetingId,
      roomId: roomOf('林静安'),
    })
    expect(gone.data.guests.filter((guest) => guest.roomId === null)).toHaveLength(2)
  })
})

test('lists consenting participants, for registered attendees only', async () => {
  const listParticipants = (person: Caller) =>
    server().requestAs(person, 'GET /meeting/participants', { activityId: meetingId })
  const { data } = await listParticipants(guests[2]!.person)
  expect(data).toEqual([{ name: '林静安', companyName: '单位0' }])
  expect((await listParticipants((await enterMany(server(), 1))[0]!)).status).toBe(404)
})

describe('check-in', () => {
  const at = timeAgo(1)
  const report = (entrance: string, tickets: string[], time = at) =>
    server().requestAs(service, 'POST /admin/meeting/checkIn', {
      id: meetingId,
      entrance,
      scans: tickets.map((ticket) => ({ ticket, at: time })),
    })

  test('stores digests of tickets only', async () => {
    const list = await server().requestAs(service, 'GET /admin/meeting/door', { id: meetingId })
    expect(list.data).toMatchObject({ expected: 4, arrived: 0 })
    const digest = createHash('sha256').update(guests[0]!.ticket).digest('hex')
    expect(list.data.tickets.map((item) => item.digest)).toContain(digest)
    for (const { ticket } of guests) expect(list.raw).not.toContain(ticket)
  })

  test('counts each person once, at the earlier time, when two entrances report concurrently', async () => {
    const tickets = guests.slice(0, 3).map((guest) => guest.ticket)
    const [earlier, later] = [timeAgo(30), timeAgo(25)]
    const replies = await Promise.all([
      report('东门', tickets, later),
      report('西门', tickets, earlier),
      report('东门', tickets, later),
    ])
    const results = replies.flatMap((reply) => reply.data.results.map((item) => item.result))
    expect(results.filter((result) => result === 'arrived')).toHaveLength(3)
    expect(results.filter((result) => result === 'already')).toHaveLength(6)
    const again = await report('东门', [tickets[0]!])
    expect(again.data).toMatchObject({
      arrived: 3,
      results: [{ result: 'already', entrance: '西门', at: earlier }],
    })
  })

  test('refuses forged and unpaid tickets, and those of another meeting', async () => {
    const { sql } = server().kit
    const forged = guests[3]!.ticket.replace(/.{4}$/, 'AAAA')
    const unknown = await report('东门', [forged, 'XQT', `XQT.1.${'A'.repeat(22)}`])
    expect(unknown.data.results.map((item) => item.result)).toEqual(['unknown', 'unknown', 'unknown'])
    await sql`update registration set state = 'cancelled' where id = ${guests[3]!.id}`
    expect((await report('东门', [guests[3]!.ticket])).data.results[0]!.result).toBe('unpaid')
    await sql`update registration set state = 'paid' where id = ${guests[3]!.id}`
    const other = await createMeeting(sql, { title: '别的会', daysFromNow: 90 })
    await sql`update meeting set state = 'closed' where id = ${other.id}`
    const scans = [{ ticket: guests[3]!.ticket, at }]
    const reply = await server().requestAs(service, 'POST /admin/meeting/checkIn', {
      id: other.id,
      entrance: '东门',
      scans,
    })
    expect(reply.data.results[0]!.result).toBe('unknown')
  })

  test('refuses check-ins before the registration, cancellations after check-in, and counting cancelled places', async () => {
    const { sql } = server().kit
    const guest = guests[3]!
    await sql`update registration set created_at = now() - interval '3 hours' where id = ${guest.id}`
    const before = formatTime(new Date())
    const { at: since } = (await report('东门', [guest.ticket], timeAgo(4 * 60))).data.results[0]!
    expect(since! >= before).toBe(true) // the time of receipt
    for (const [path, more] of [
      ['/activityUser/cancel', {}],
      ['/activityUser/transfer', { username: 'nobody', name: '某人', phone: '13900000000' }],
    ] as const) {
      const reply = await server().sendRaw('POST', path, { id: guest.id, ...more }, guest.person)
      expect(reply).toMatchObject({ status: 409, msg: expect.stringContaining('您已签到') })
    }
    const countArrived = async () =>
      (await server().requestAs(service, 'GET /admin/meeting/door', { id: meetingId })).data.arrived
    const readCheckInTime = async () =>
      (await server().requestAs(staff, 'GET /admin/registrations', { meetingId, key: '高致和' })).data.content[0]!
        .checkedInTime
    expect([await countArrived(), await readCheckInTime()]).toEqual([4, since])
    await sql`update registration set state = 'cancelled' where id = ${guest.id}`
    expect([await countArrived(), await readCheckInTime()]).toEqual([3, null])
    await sql`delete from check_in where registration_id = ${guest.id}`
    await sql`update registration set state = 'paid' where id = ${guest.id}`
  })

  test('enters and counts a person without a registration', async () => {
    expect((await server().requestAs(service, 'POST /admin/registration/walkIn', createWalkIn(meetingId))).status).toBe(
      200,
    )
    const list = await server().requestAs(service, 'GET /admin/meeting/door', { id: meetingId })
    expect(list.data).toMatchObject({ expected: 5, arrived: 4 })
  })
})

test('prints badges of all registrations as a PDF', async () => {
  const reply = await server().app.inject({
    url: `/prod-api/admin/meeting/badges?id=${meetingId}`,
    headers: { authorization: `Bearer ${staff.token}` },
  })
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(reply.headers['content-disposition']).toContain(encodeURIComponent('胸卡.pdf'))
})

describe('exporting the list', () => {
  const orderExport = (more: object = {}) =>
    server().requestAs(staff, 'POST /admin/export', {
      kind: 'registrations',
      query: { meetingId: `${meetingId}` },
      ...more,
    })
  const linesOf = async (id: number) => {
    await writeExports(server().kit)
    const { url } = (await server().requestAs(staff, 'GET /admin/export', { id })).data
    const file = await server().app.inject({ url, headers: { authorization: `Bearer ${staff.token}` } })
    return (await readLines(file.rawPayload, ['姓名', '手机', '饮食需求'])).map((line) => line.values)
  }
  const readLastEntry = () => selectLastAuditEntry(server().kit.sql)

  test('exports masked rows in the order of registration, without diets', async () => {
    const { data } = await orderExport()
    expect(data).toMatchObject({ state: 'waiting', total: 5 })
    const lines = await linesOf(data.id)
    expect(lines.map((line) => line['姓名'])).toEqual([...wishes.map((wish) => wish.name), '来者'])
    expect(lines[0]).toMatchObject({ 手机: '139****0000', 通信地址: '', 饮食需求: '', 合住意愿: '沈若水' })
    expect(await readLastEntry()).toMatchObject({
      action: 'registrationsExported',
      subject: `meeting ${meetingId}`,
      detail: { rows: 5, full: false },
    })
  })

  test('exports complete rows with a reason after a step-up, by the list’s filters, to the secretariat only', async () => {
    expect((await orderExport({ isFull: true })).status).toBe(400) // a change without a reason
    const query = { meetingId: `${meetingId}`, key: '林静安' }
    const { data } = await orderExport({ isFull: true, reason: '交酒店安排住宿', query })
    expect(data).toMatchObject({ state: 'asked', total: 1 })
    expect((await server().requestAs(staff, 'POST /admin/export/confirm', { id: data.id })).status).toBe(200)
    expect(await linesOf(data.id)).toMatchObject([{ 姓名: '林静安', 手机: '13911110000', 通信地址: '文化路1号' }])
    expect(await readLastEntry()).toMatchObject({ reason: '确认导出1行，不脱敏：交酒店安排住宿' })
    expect((await orderExport({ query: {} })).status).toBe(400)
    const denied = await server().requestAs(service, 'POST /admin/export', { kind: 'registrations', query })
    expect(denied.status).toBe(403)
  })
})

test('issues one certificate to each attendee, and deletes personal data after its retention time', async () => {
  const { kit } = server()
  const { sql } = kit
  const certify = () => server().requestAs(staff, 'POST /admin/meeting/certificates', { id: meetingId })
  expect(await certify()).toMatchObject({ status: 409 })
  await sql`update meeting set starts_at = now() - interval '3 days', ends_at = now() - interval '1 day', credit_hours = 12 where id = ${meetingId}`
  expect((await certify()).data).toEqual({ issued: 4 })
  const mine = await server().requestAs(guests[0]!.person, 'GET /certificate/mine')
  expect(mine.data).toMatchObject([{ kind: 'attendance', holder: '林静安' }])
  expect((await certify()).data).toEqual({ issued: 4 })
  const again = await server().requestAs(guests[0]!.person, 'GET /certificate/mine')
  expect(again.data.map((item) => item.number)).toEqual([mine.data[0]!.number])
  expect(await listMessageTitles(sql, guests[0]!.person.id, '参会证明')).toHaveLength(1)

  // the reason of a cancellation may mention an illness
  await sql`
    insert into registration (id, meeting_id, attend_type, state, name, sex, company, profess, arrival_at, leave_at, end_reason)
    values (2000000001, ${meetingId}, 2, 'cancelled', '某人', '', '', '', now(), now(), '参会人取消参会：抑郁住院')`
  await sql`
    insert into registration_request (registration_id, kind, state, reason) values (2000000001, 'cancel', 'approved', '抑郁住院')`
  expect(await purgeOldMeetings(kit)).toBe(0)
  await sql`update meeting set ends_at = now() - make_interval(days => retention_days + 1), starts_at = now() - make_interval(days => retention_days + 3)
    where id = ${meetingId}`
  expect(await purgeOldMeetings(kit)).toBe(1)
  const rows = await sql<{ contact_sealed: unknown; name: string; paid_cents: number | null; is_walk_in: boolean }[]>`
    select contact_sealed, name, paid_cents, is_walk_in from registration where meeting_id = ${meetingId}`
  expect(rows.every((row) => row.contact_sealed === null && /^.\*\*$/.test(row.name))).toBe(true)
  expect(rows.filter((row) => row.paid_cents === 80_000)).toHaveLength(5)
  const reasons = await sql`
    select end_reason from registration where meeting_id = ${meetingId} and end_reason <> ''
    union all select reason from registration_request join registration on registration.id = registration_id
    where meeting_id = ${meetingId}`
  expect(reasons).toEqual([])
  expect(await certify()).toMatchObject({ status: 409 })
})
