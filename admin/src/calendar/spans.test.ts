import { expect, test } from 'vitest'
import type { CalendarDay } from '@xinqiao/contract/http/booking/calendar.ts'
import { groupHolidays, addHoliday } from './spans.ts'

const spring = { from: '2026-02-27', until: '2026-03-02', name: '春节', kind: 'off' as const }

test('merges the days of one holiday into one span, also across months', () => {
  const days = addHoliday([], spring)
  expect(days.map(({ day }) => day)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  expect(groupHolidays(days)).toEqual([{ ...spring, count: 4 }])
})

test('separates the spans around a worked day', () => {
  const worked = { from: '2026-02-28', until: '2026-02-28', name: '春节调休', kind: 'work' as const }
  const days: CalendarDay[] = addHoliday(addHoliday([], spring), worked)
  expect(groupHolidays(days).map(({ kind, count }) => [kind, count])).toEqual([
    ['off', 1],
    ['work', 1],
    ['off', 2],
  ])
})
