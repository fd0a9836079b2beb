// Tests of working days: the rules and the API.
import { dayMs } from '@xinqiao/contract/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileForm, useTestServer } from '../../../test/test-server.ts'
import { writeSheet } from '../../kit/documents/sheets/sheets.ts'
import { chinaDay } from '../../kit/time.ts'
import { statutoryDaysOf } from './statutory.ts'
import { selectCalendar } from './store.ts'
import { addWorkingDays, afterWorkingDays, isWorkingDay, type DayOffCalendar } from './working-days.ts'

const server = useTestServer()
const none: DayOffCalendar = { off: new Set(), work: new Set() }

test.each([
  ['2026-11-20T10:00:00+08:00', '2026-11-25T23:59:59+08:00'], // from Friday over the weekend to Wednesday
  ['2026-11-21T10:00:00+08:00', '2026-11-25T23:59:59+08:00'], // Saturday
  ['2026-11-23T00:00:00+08:00', '2026-11-26T23:59:59+08:00'], // Monday
  ['2026-11-22T23:59:59+08:00', '2026-11-25T23:59:59+08:00'], // late on a Sunday
])('ends three working days after %s at %s', (from, until) => {
  expect(afterWorkingDays(new Date(from), 3, none)).toEqual(new Date(until))
})

test('skips holidays and counts worked weekend days', () => {
  const off = new Set(['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'])
  // the day before the National Day: its holidays to Thursday 8, then Friday 9 and a Saturday that is worked
  expect(addWorkingDays('2026-09-30', 3, { off, work: new Set(['2026-10-10']) })).toBe('2026-10-10')
  expect(addWorkingDays('2026-09-30', 3, { off, work: new Set() })).toBe('2026-10-12')
})

const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
test('ends n working days on a working day with n - 1 before it', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 15 }), fc.array(fc.nat(20)), (from, days, moved) => {
      const dayAfterStart = (i: number) => new Date(Date.parse(from) + i * dayMs).toISOString().slice(0, 10)
      const calendar = {
        off: new Set(moved.slice(0, 5).map(dayAfterStart)),
        work: new Set(moved.slice(5, 10).map(dayAfterStart)),
      }
      const end = addWorkingDays(from, days, calendar)
      expect(isWorkingDay(end, calendar)).toBe(true)
      const between = Array.from({ length: 60 }, (_, i) => dayAfterStart(i + 1)).filter((day) => day <= end)
      expect(between.filter((day) => isWorkingDay(day, calendar))).toHaveLength(days)
    }),
  )
})

test.each([
  [2025, '2025-01-28', '2025-04-04', '2025-05-31', '2025-10-06'],
  [2026, '2026-02-16', '2026-04-05', '2026-06-19', '2026-09-25'],
  [2027, '2027-02-05', '2027-04-05', '2027-06-09', '2027-09-15'],
])('lists the thirteen days of %i', (year, eve, brightness, dragon, moon) => {
  const days = statutoryDaysOf(year)
  expect(days).toHaveLength(13)
  expect(days.find(({ name }) => name === '春节')?.day).toBe(eve)
  expect(days.find(({ name }) => name === '清明节')?.day).toBe(brightness)
  expect(days.find(({ name }) => name === '端午节')?.day).toBe(dragon)
  expect(days.find(({ name }) => name === '中秋节')?.day).toBe(moon)
})

const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
test('matches Intl to a day on lunar holidays, and lists only solar ones beyond the almanac', () => {
  for (let year = 2025; year <= 2035; year += 1) {
    const spring = statutoryDaysOf(year).filter(({ name }) => name === '春节')[1]!.day
    const around = [-1, 0, 1].map((step) => new Date(Date.parse(`${spring}T12:00:00Z`) + step * dayMs))
    expect(around.map((at) => lunar.format(at))).toContain('1/1')
    expect(statutoryDaysOf(year).length).toBeGreaterThanOrEqual(12)
  }
  expect(statutoryDaysOf(2040).map(({ name }) => name)).not.toContain('春节')
  for (let year = 2020; year <= 2099; year += 1) {
    const days = statutoryDaysOf(year).map(({ day }) => day)
    expect(new Set(days).size).toBe(days.length)
    expect(days.every((day) => /^20\d\d-\d\d-\d\d$/.test(day) && day.startsWith(`${year}-`))).toBe(true)
  }
})

test('saves a year as a whole without changing others, and audits it', async () => {
  const admin = await server().enter('administrator')
  const before = { year: 2031, days: [{ day: '2031-01-01', name: '元旦', kind: 'off' }] }
  expect((await server().requestAs(admin, 'PUT /admin/calendar', before)).msg).toBe('保存成功')
  const days = [
    { day: '2032-01-01', name: '元旦', kind: 'off' },
    { day: '2032-01-03', name: '元旦调休', kind: 'work' },
  ]
  expect((await server().requestAs(admin, 'PUT /admin/calendar', { year: 2032, days })).status).toBe(200)
  expect((await server().requestAs(admin, 'GET /admin/calendar', { year: 2032 })).data.days).toEqual(days)
  expect((await server().requestAs(admin, 'PUT /admin/calendar', { year: 2032, days: [] })).status).toBe(200)
  expect((await server().requestAs(admin, 'GET /admin/calendar', { year: 2031 })).data.days).toEqual(before.days)
  const { off, work } = await selectCalendar(server().kit.sql)
  expect([off.has('2031-01-01'), off.has('2032-01-01'), work.size]).toEqual([true, false, 0])
  expect((await server().requestAs(admin, 'GET /admin/audit', { action: 'calendarChanged' })).data.totalElements).toBe(
    3,
  )
})

test.each([
  [{ year: 2032, days: [{ day: '2031-12-31', name: '元旦', kind: 'off' }] }, '日期应在所选年份之内'],
  [{ year: 2032, days: [{ day: '2032-02-30', name: '春节', kind: 'off' }] }, '没有这一天'],
  [{ year: 2032, days: [{ day: '2032-02-03', name: ' ', kind: 'off' }] }, '请输入名称'],
  [{ year: 2032, days: ['off', 'work'].map((kind) => ({ day: '2032-02-03', name: '春节', kind })) }, '日期不能重复'],
  [{ year: 1900, days: [] }, '年份不正确'],
])('refuses %j', async (input, sentence) => {
  expect(await server().requestAs(await server().enter('service'), 'PUT /admin/calendar', input)).toMatchObject({
    status: 400,
    msg: sentence,
  })
})

const importDays = async (rows: readonly (readonly [string, string, string])[], token: string) => {
  const columns = ['日期', '名称', '安排'].map((title, i) => ({ title, value: (row: readonly string[]) => row[i]! }))
  const form = fileForm('节假日.xlsx', await writeSheet('节假日', columns, rows))
  return server().upload({ token }, 'POST /admin/calendar/import', form)
}

test('imports a year from a spreadsheet completely or not at all, and exports it', async () => {
  const service = await server().enter('service')
  const good = [
    ['2033年1月1日', '元旦', '放假'],
    ['2033-01-08', '元旦调休', '调休上班'],
  ] as const
  expect((await importDays(good, service.token)).data).toEqual({ rows: 2, imported: 2, bad: [] })
  const saved = await server().requestAs(service, 'GET /admin/calendar', { year: 2033 })
  expect(saved.data.days.map((item) => item.day)).toEqual(['2033-01-01', '2033-01-08'])
  const bad = [
    ['2033-05-01', '劳动节', '放假'],
    ['2034-05-01', '劳动节', '放假'],
    ['2033-05-01', '劳动节', '放假'],
    ['2033-13-01', '劳动节', '休息'],
  ] as const
  const report = (await importDays(bad, service.token)).data
  expect(report).toMatchObject({ rows: 4, imported: 0 })
  expect(report.bad.map((item) => item.line)).toEqual([3, 4, 5])
  expect(Object.keys(report.bad[2]!.problems)).toEqual(['日期', '安排'])
  expect((await server().requestAs(service, 'GET /admin/calendar', { year: 2033 })).data.days).toHaveLength(2)
  const sheet = await server().app.inject({
    url: '/prod-api/admin/calendar/sheet?year=2033',
    headers: { authorization: `Bearer ${service.token}` },
  })
  expect(sheet.headers['content-type']).toContain('spreadsheetml')
})

test('counts working days from today in China', () => {
  const late = new Date('2026-11-22T16:30:00Z') // already Monday in China
  expect(chinaDay(afterWorkingDays(late, 1, none))).toBe('2026-11-24')
})
