import { dayMs } from '@xinqiao/contract/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findQuietHoursEnd } from './quiet-hours.ts'

const toChinaTime = (time: string) => new Date(`2026-11-21T${time}:00+08:00`)
const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

test.each([
  ['21:59', '22:00', '08:00', null],
  ['22:00', '22:00', '08:00', '2026-11-22T08:00'],
  ['03:30', '22:00', '08:00', '2026-11-21T08:00'],
  ['08:00', '22:00', '08:00', null],
  ['12:30', '12:00', '14:00', '2026-11-21T14:00'],
  ['14:00', '12:00', '14:00', null],
  ['09:00', '09:00', '09:00', null],
])('waits at %s, quiet from %s to %s, until %s', (now, from, to, until) => {
  const expected = until === null ? null : new Date(`${until}:00+08:00`)
  expect(findQuietHoursEnd(toChinaTime(now), minuteOfDay(from), minuteOfDay(to))).toEqual(expected)
})

test('ends within a day, at a time that is not quiet itself', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      minute,
      minute,
      (now, from, to) => {
        const until = findQuietHoursEnd(now, from, to)
        if (until === null) return
        expect(until.getTime()).toBeGreaterThan(now.getTime())
        expect(until.getTime() - now.getTime()).toBeLessThanOrEqual(dayMs)
        expect(findQuietHoursEnd(until, from, to)).toBe(null)
      },
    ),
  )
})
