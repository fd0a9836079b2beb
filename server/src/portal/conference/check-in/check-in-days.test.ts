// Tests the days of check-in, times of devices with a wrong clock, and cancellations after a check-in.
import { dayMs } from '@xinqiao/contract/time.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMeeting, createStay, createWalkIn } from '../../../../db/fixtures/meeting.ts'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { formatTime, parseTime } from '../../../kit/time.ts'
import { acceptReportedTime, checkInDaysOf, checkInStateAt } from './check-in-days.ts'

const days = checkInDaysOf({ starts_at: parseTime('2026-12-24 09:00:00'), ends_at: parseTime('2026-12-26 12:00:00') })

test('allows check-in on whole days, from the day before to the last one', () => {
  expect([formatTime(days.from), formatTime(days.until)]).toEqual(['2026-12-23 00:00:00', '2026-12-27 00:00:00'])
  const stateAt = (time: string) => checkInStateAt(days, parseTime(time))
  expect(stateAt('2026-12-22 23:59:59')).toBe('early')
  expect(stateAt('2026-12-23 00:00:00')).toBe('open')
  expect(stateAt('2026-12-26 23:59:59')).toBe('open')
  expect(stateAt('2026-12-27 00:00:00')).toBe('over')
})

describe('the time that an entrance reports', () => {
  const acceptReport = (at: string, now: string, registered = '2026-11-01 00:00:00') => {
    const reported = { at: parseTime(at), now: parseTime(now), registeredAt: parseTime(registered), days }
    const found = acceptReportedTime(reported)
    return found instanceof Date ? formatTime(found) : found
  }
  test.each([
    ['on the days', '2026-12-24 08:00:00', '2026-12-24 08:00:05', '2026-12-24 08:00:00'],
    ['from a clock that is ahead', '2026-12-25 08:00:00', '2026-12-24 08:00:05', '2026-12-24 08:00:05'],
    ['from a clock that has stopped long ago', '1999-01-01 00:00:00', '2026-12-24 08:00:05', '2026-12-24 08:00:05'],
    ['before the days', '2026-12-22 10:00:00', '2026-12-22 10:00:00', 'early'],
    ['from a clock that is ahead, before the days', '2026-12-24 10:00:00', '2026-12-22 10:00:00', 'early'],
    ['late, of the days', '2026-12-26 11:00:00', '2026-12-29 10:00:00', '2026-12-26 11:00:00'],
    ['late, of another day', '2026-12-28 11:00:00', '2026-12-29 10:00:00', 'over'],
    ['late, from a clock that has stopped', '1999-01-01 00:00:00', '2026-12-29 10:00:00', 'over'],
    ['a month too late', '2026-12-26 11:00:00', '2027-01-26 00:00:00', 'over'],
  ])('%s', (_name, at, now, believed) => {
    expect(acceptReport(at, now)).toBe(believed)
  })
  test('records no check-in earlier than its registration', () => {
    const registered = '2026-12-24 09:00:00'
    expect(acceptReport('2026-12-24 08:00:00', '2026-12-24 10:00:00', registered)).toBe('2026-12-24 10:00:00')
    expect(acceptReport('2026-12-24 08:00:00', '2026-12-29 10:00:00', registered)).toBe('2026-12-26 23:59:59')
  })

  test('never dates a check-in earlier than its report because of a wrong clock', () => {
    const moment = fc.date({ min: new Date('2026-12-20'), max: new Date('2026-12-29'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, moment, (at, now, registeredAt) => {
        fc.pre(registeredAt <= now && checkInStateAt(days, now) === 'open')
        expect(acceptReportedTime({ at, now, registeredAt, days })).toEqual(
          at >= registeredAt && at >= days.from && at <= now ? at : now,
        )
      }),
    )
  })

  test('never dates a check-in before the registration, after now, or outside the days', () => {
    const moment = fc.date({ min: new Date('2026-11-01'), max: new Date('2027-03-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, moment, (at, now, registeredAt) => {
        fc.pre(registeredAt <= now)
        const found = acceptReportedTime({ at, now, registeredAt, days })
        if (!(found instanceof Date)) return
        expect(found <= now && found >= registeredAt).toBe(true)
        expect(checkInStateAt(days, found)).toBe('open')
      }),
    )
  })
})

const server = useTestServer()
let staff: Caller
let service: Caller
beforeAll(async () => {
  staff = await server().enter('administrator')
  service = await server().enter('service')
})

/** A meeting that begins in this many days, and an attendee who has paid. */
async function attend(daysFromNow: number) {
  const { sql } = server().kit
  await sql`update meeting set state = 'closed'`
  const meeting = { title: `第${randomUUID()}届`, daysFromNow, registrationDays: daysFromNow + 1 }
  const { id: meetingId } = await createMeeting(sql, meeting)
  const person = await server().enter('user')
  const wish = {
    companyName: '单位',
    name: '林静安',
    address: '文化路',
    ...createStay(daysFromNow),
    activityAttendTypeId: 2,
  }
  const reply = await server().requestAs(person, 'POST /activityUser/addPerson', { ...wish, activityId: meetingId })
  const id = reply.data.activityUser!.id
  await sql`
    update registration set state = 'paid', paid_at = now(), paid_cents = 80000, created_at = now() - interval '9 days'
    where id = ${id}`
  const { ticket } = (await server().requestAs(person, 'GET /activityUser/mine')).data
  const scan = async (at: string, entrance = '东门', sessionId?: number) =>
    (
      await server().requestAs(service, 'POST /admin/meeting/checkIn', {
        id: meetingId,
        entrance,
        scans: [{ ticket, at, sessionId }],
      })
    ).data
  return { meetingId, person, id, scan }
}
const formatNow = () => formatTime(new Date())
const walkIn = (meetingId: number) =>
  server().requestAs(service, 'POST /admin/registration/walkIn', createWalkIn(meetingId))

test('refuses check-in days before the meeting, names the first day, and records the attempt', async () => {
  const { meetingId, id, scan } = await attend(5)
  expect(await scan(formatNow())).toMatchObject({ arrived: 0, results: [{ result: 'early', at: null }] })
  const entry = await selectLastAuditEntry(server().kit.sql)
  expect(entry).toMatchObject({
    action: 'checkInRefused',
    subject: `registration ${id}`,
    reason: '未到签到时间',
    detail: { door: '东门' },
  })
  const list = (await server().requestAs(service, 'GET /admin/meeting/door', { id: meetingId })).data
  expect(list.from).toMatch(/ 00:00:00$/)
  expect(list.from > list.now).toBe(true)
  expect(await walkIn(meetingId)).toMatchObject({
    status: 409,
    msg: `签到自${list.from.slice(0, 16)}开始，届时才能办理现场报名`,
  })
})

test('counts only check-ins on the days of the meeting', async () => {
  const { meetingId, scan } = await attend(0.5)
  await server().kit.sql`
    update meeting set starts_at = now() - interval '4 days', ends_at = now() - interval '2 days' where id = ${meetingId}`
  expect(await scan(formatNow())).toMatchObject({ arrived: 0, results: [{ result: 'over' }] })
  expect(await walkIn(meetingId)).toMatchObject({ status: 409, msg: '会议已结束，不能再办理现场报名' })
  const at = formatTime(new Date(Date.now() - 3 * dayMs))
  expect(await scan(at)).toMatchObject({ arrived: 1, results: [{ result: 'arrived', at }] })
})

describe('counts the earliest true time of several entrances, in whatever order they report', () => {
  const timeMinutesAgo = (minutes: number) => formatTime(new Date(Date.now() - minutes * 60_000))
  const [offline, online] = [timeMinutesAgo(120), timeMinutesAgo(60)]
  const wrongClocks = ['1999-01-01 00:00:00', '2069-01-01 00:00:00']
  /** The stored check-ins to the meeting and to a session. */
  async function listCheckIns(id: number) {
    const { sql } = server().kit
    type CheckInPlace = { at: Date; claimed_at: Date | null; door: string }
    const rows = await sql<CheckInPlace[]>`
      select at, claimed_at, door from check_in where registration_id = ${id}
      union all select at, claimed_at, door from session_check_in where registration_id = ${id}`
    const checkIns = rows.map(({ at, claimed_at: claimed, door: entrance }) => ({
      at: formatTime(at),
      claimed: claimed && formatTime(claimed),
      entrance,
    }))
    return { meeting: checkIns[0], session: checkIns[1] }
  }
  async function attendProgrammeSession() {
    const { meetingId, id, scan } = await attend(0.5)
    const { sql } = server().kit
    const [session] = await sql<{ id: number }[]>`
      insert into meeting_session (meeting_id, title, speaker, place, starts_at, ends_at)
      values (${meetingId}, '专场', '林教授', '一号厅', now(), now() + interval '1 hour') returning id`
    return { id, reportAt: (at: string, entrance: string) => scan(at, entrance, session?.id) }
  }

  test.each(wrongClocks)(
    'replaces the time of a clock that says %s by the time of receipt, and keeps the reported one',
    async (wrong) => {
      const { id, reportAt } = await attendProgrammeSession()
      const before = formatNow()
      const { results } = await reportAt(wrong, '东门')
      expect(results).toMatchObject([{ result: 'arrived', entrance: '东门' }])
      const { meeting, session } = await listCheckIns(id)
      expect(meeting).toEqual({ at: results[0]!.at, claimed: wrong, entrance: '东门' })
      expect(session).toEqual(meeting)
      expect(results[0]!.at! >= before && results[0]!.at! <= formatNow()).toBe(true)
    },
  )

  test.each(wrongClocks)('prefers a correct time to the time of a clock that says %s', async (wrong) => {
    const truth = { at: online, claimed: null, entrance: '西门' }
    const [first, second] = [await attendProgrammeSession(), await attendProgrammeSession()]
    await first.reportAt(online, '西门')
    expect((await first.reportAt(wrong, '东门')).results).toMatchObject([
      { result: 'already', at: online, entrance: '西门' },
    ])
    await second.reportAt(wrong, '东门')
    expect((await second.reportAt(online, '西门')).results).toMatchObject([
      { result: 'already', at: online, entrance: '西门' },
    ])
    for (const { id } of [first, second]) expect(await listCheckIns(id)).toEqual({ meeting: truth, session: truth })
  })

  test('restores the earlier time by a late report of an offline entrance', async () => {
    const truth = { at: offline, claimed: null, entrance: '东门' }
    const [first, second] = [await attendProgrammeSession(), await attendProgrammeSession()]
    await first.reportAt(offline, '东门')
    await first.reportAt(online, '西门')
    await second.reportAt(online, '西门')
    await second.reportAt(offline, '东门')
    for (const { id } of [first, second]) expect(await listCheckIns(id)).toEqual({ meeting: truth, session: truth })
  })
})

describe('attendees who are checked in', () => {
  const cancelByStaff = (id: number) =>
    server().requestAs(staff, 'POST /admin/registration/cancel', { id, reason: '核对' })
  const readCounts = async (meetingId: number) => {
    const deviceList = (await server().requestAs(service, 'GET /admin/meeting/door', { id: meetingId })).data
    const list = (await server().requestAs(staff, 'GET /admin/registrations', { meetingId, state: 'paid' })).data
    const arrived = list.content.filter((item) => item.checkedInTime).length
    return {
      device: [deviceList.expected, deviceList.arrived],
      tickets: [deviceList.tickets.length, deviceList.tickets.filter((ticket) => ticket.checkedInTime).length],
      list: [list.totalElements, arrived],
    }
  }

  test('refuses to cancel the registration of an attendee who has checked in', async () => {
    const { person, id, meetingId, scan } = await attend(0.5)
    await scan(formatNow())
    expect(await server().requestAs(person, 'POST /activityUser/cancel', { id })).toMatchObject({
      status: 409,
      msg: '您已签到，不能取消',
    })
    expect(await cancelByStaff(id)).toMatchObject({ status: 409, msg: '参会人已签到，不能取消' })
    const same = [1, 1]
    expect(await readCounts(meetingId)).toEqual({ device: same, tickets: same, list: same })
  })

  test.each(['cancel', 'transfer'] as const)('refuses to approve a request after check-in (%s)', async (kind) => {
    const { person, id, scan } = await attend(0.5)
    const receiver = await server().enter('user')
    const username = (await server().kit.sql`select username from account where id = ${receiver.id}`)[0]?.['username']
    const ask =
      kind === 'cancel'
        ? await server().requestAs(person, 'POST /activityUser/cancel', { id })
        : await server().requestAs(person, 'POST /activityUser/transfer', {
            id,
            username,
            name: '接替',
            phone: '13900000001',
          })
    expect(ask.status).toBe(200)
    await scan(formatNow())
    const asked = (await server().requestAs(staff, 'GET /admin/registrationRequests', { state: 'asked' })).data.content
    const request = asked.find((item) => item.registrationId === id)
    const decide = (approve: boolean) =>
      server().requestAs(staff, 'POST /admin/registrationRequest/decide', { id: request!.id, approve, answer: '' })
    const words = { cancel: '取消参会', transfer: '转让名额' }[kind]
    expect(await decide(true)).toMatchObject({ status: 409, msg: `参会人已签到，不能${words}` })
    expect((await decide(false)).status).toBe(200)
  })

  test('shows the same count at entrance, in the list and to the secretariat after a cancellation', async () => {
    const { id, meetingId } = await attend(0.5)
    expect((await walkIn(meetingId)).status).toBe(200)
    expect(await readCounts(meetingId)).toEqual({ device: [2, 1], tickets: [2, 1], list: [2, 1] })
    // a walk-in that was entered by mistake, cancelled in time
    const { content } = (await server().requestAs(staff, 'GET /admin/registrations', { meetingId, key: '来者' })).data
    expect((await cancelByStaff(content[0]!.id)).status).toBe(200)
    expect(await readCounts(meetingId)).toEqual({ device: [1, 0], tickets: [1, 0], list: [1, 0] })
    expect((await cancelByStaff(id)).status).toBe(200)
    expect(await readCounts(meetingId)).toEqual({ device: [0, 0], tickets: [0, 0], list: [0, 0] })
  })
})
