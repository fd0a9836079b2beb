// Tests of schedules, holidays, consent versions, reminders and calendar entries.
import { dayMs } from '@xinqiao/contract/time.ts'
import { expect, test } from 'vitest'
import { createCounsellor } from '../../../../db/fixtures/counsellor.ts'
import { writeCalendarFile } from '../../../kit/documents/calendar-file.ts'
import { chinaDay } from '../../../kit/time.ts'
import { remindUpcomingBookings } from '../bookings/bookings.ts'
import { bookingConsentText } from '../rules/consent.ts'
import type { RequestInput } from '../../../../test/api-requests.ts'
import { useBooking } from '../../../../test/steps/booking-steps.ts'
import type { Caller } from '../../../../test/test-server.ts'

const bookings = useBooking()
const { server, doctor } = bookings

test('refuses a contradictory or empty schedule', async () => {
  const other = await server().enter('counsellor')
  await createCounsellor(server().kit.sql, { accountId: other.id })
  type ScheduleInput = RequestInput<'PUT /booking/schedule'>
  const saveSchedule = (rules: ScheduleInput['rules'], exceptions: ScheduleInput['exceptions'] = []) =>
    server().requestAs(other, 'PUT /booking/schedule', { rules, exceptions })
  const createRule = (from: number, to: number, weekday = 1) => ({ weekday, from, to, mode: 'both' })
  expect((await saveSchedule([createRule(540, 720), createRule(600, 780)])).msg).toBe('同一天的时段不能重叠')
  expect((await saveSchedule([createRule(540, 560)])).msg).toBe('每个时段至少50分钟，否则排不下一次咨询')
  expect((await saveSchedule([createRule(540, 720), createRule(720, 780), createRule(600, 780, 2)])).status).toBe(200)
  const day = chinaDay(new Date(Date.now() + 3 * dayMs))
  const createDay = (over: object) => ({ day, open: true, from: 540, to: 720, mode: 'both', ...over })
  expect((await saveSchedule([], [createDay({}), createDay({ from: 600 })])).msg).toBe('同一天的时段不能重叠')
  expect((await saveSchedule([], [createDay({ open: false }), createDay({})])).msg).toBe(
    '停诊的日期只能设置一次，且不能再设开放时间',
  )
  expect((await saveSchedule([], [createDay({ day: '2020-01-01', open: false })])).msg).toBe('特殊日期不能早于今天')
  expect((await saveSchedule([], [createDay({ open: false }), createDay({ day: '2099-01-01' })])).status).toBe(200)
  // past exceptions are neither listed nor checked
  await server().kit.sql`update booking_exception set day = '2020-01-01' where day = ${day}`
  const schedule = (await server().requestAs(other, 'GET /booking/schedule')).data
  expect(schedule.exceptions).toMatchObject([{ day: '2099-01-01' }])
  expect((await saveSchedule(schedule.rules, schedule.exceptions)).status).toBe(200)
})

test('offers no hours on a holiday', async () => {
  const admin = await server().enter('administrator')
  const day = chinaDay(new Date(Date.now() + 10 * dayMs))
  const onDay = async () =>
    (await bookings.listSlots()).filter(({ start }) => chinaDay(new Date(start * 60_000)) === day)
  expect(await onDay()).not.toEqual([])
  const year = Number(day.slice(0, 4))
  const saveCalendar = (days: RequestInput<'PUT /admin/calendar'>['days']) =>
    server().requestAs(admin, 'PUT /admin/calendar', { year, days })
  await saveCalendar([{ day, name: '国庆节', kind: 'off' }])
  expect(await onDay()).toEqual([])
  await saveCalendar([{ day, name: '国庆节调休', kind: 'work' }])
  expect(await onDay()).not.toEqual([])
  await saveCalendar([])
})

test('requires a new version for a changed consent text', () => {
  const known: Record<string, string> = {
    '2026-12': '48bcce17fe331a37667b512aebbdba10d2e95c175a8caf007705aa7f0f021c61',
  }
  expect(bookingConsentText.hash).toBe(known[bookingConsentText.version])
})

test('reminds both sides once, a day before', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  const { data } = await bookings.book(ann, await bookings.findLaterStart(14))
  await bookings.pay(data.id, ann.id)
  await sql`update booking set starts_at = now() + interval '5 hours' where id = ${data.id}`
  const listReminders = async (caller: Caller) => {
    const unread = await server().requestAs(caller, 'GET /message/getUnReadByUserId')
    const titles = unread.data.map((item) => item.problemTitle)
    return titles.filter((title) => title.startsWith('提醒：'))
  }
  const [forAnn, forDoctor] = [await listReminders(ann), await listReminders(doctor)]
  await remindUpcomingBookings(server().kit)
  await remindUpcomingBookings(server().kit)
  const at = /于? ?\d+月\d+日 \d\d:\d\d /
  const newOf = (all: string[], before: string[]) => all.slice(0, all.length - before.length)
  expect(newOf(await listReminders(ann), forAnn)).toEqual([
    expect.stringMatching(`^提醒：您与${doctor.username}的咨询将${at.source}开始$`),
  ])
  expect(newOf(await listReminders(doctor), forDoctor)).toEqual([
    expect.stringMatching(`^提醒：您在${at.source}有一次咨询$`),
  ])
})

test('puts the time but not the topic into a calendar entry', async () => {
  const ann = await server().enter('user')
  const { data } = await bookings.book(ann, await bookings.findLaterStart(16))
  const reply = await server().app.inject({
    url: `/prod-api/booking/ics?id=${data.id}`,
    headers: { authorization: `Bearer ${ann.token}` },
  })
  expect(reply.headers['content-type']).toMatch(/^text\/calendar/)
  expect(reply.body).toContain('SUMMARY:心桥预约\r\n')
  expect(reply.body).not.toMatch(/咨询|睡眠/)
  const at = new Date('2026-11-23T01:00:00Z')
  const now = new Date(at.getTime() + 90_000)
  const url = `https://x.test/${'长'.repeat(80)}`
  const long = writeCalendarFile({
    name: 'booking-1',
    title: '心桥预约',
    startsAt: at,
    endsAt: at,
    madeAt: at,
    now,
    url,
  })
  for (const line of long.toString().split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(long.toString()).toContain('DTSTART:20261123T010000Z')
  expect(long.toString()).toMatch(/DTSTAMP:20261123T010130Z\r\nSEQUENCE:900\r\n/)
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('心桥预约.ics')}`,
  )
})
