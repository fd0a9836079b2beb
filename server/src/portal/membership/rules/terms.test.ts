import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../../../kit/time.ts'
import { lastDayOfTerm, canRenew, nextTermStart, findReminderDue, memberStateOn } from './terms.ts'

test('keeps a membership active to its last day, then in grace, then lapsed, and ended after a year', () => {
  const stateOn = (today: string) => memberStateOn('2026-11-20', today, 90)
  expect(['2026-11-20', '2026-11-21', '2027-02-18', '2027-02-19', '2027-11-20', '2027-11-21'].map(stateOn)).toEqual([
    'active',
    'grace',
    'grace',
    'lapsed',
    'lapsed',
    'left',
  ])
})

test('never improves the state of a membership as days pass', () => {
  const order = ['active', 'grace', 'lapsed', 'left']
  fc.assert(
    fc.property(fc.integer({ min: -800, max: 800 }), fc.nat(400), fc.nat(300), (from, more, grace) => {
      const before = memberStateOn('2026-11-20', addDays('2026-11-20', from), grace)
      const later = memberStateOn('2026-11-20', addDays('2026-11-20', from + more), grace)
      expect(order.indexOf(later)).toBeGreaterThanOrEqual(order.indexOf(before))
    }),
  )
})

test('joins terms without a gap when paid in time', () => {
  expect(lastDayOfTerm('2026-11-21', 12)).toBe('2027-11-20')
  expect(lastDayOfTerm('2024-02-29', 12)).toBe('2025-02-27')
  expect(nextTermStart('2026-11-20', 'active', '2026-10-01')).toBe('2026-11-21')
  expect(nextTermStart('2026-11-20', 'grace', '2026-12-24')).toBe('2026-11-21')
  expect(nextTermStart('2026-11-20', 'lapsed', '2027-05-05')).toBe('2027-05-05')
})

test('opens renewal ninety days before the end, until the membership ends', () => {
  expect(canRenew('2026-11-20', 'active', '2026-08-21')).toBe(false)
  expect(canRenew('2026-11-20', 'active', '2026-08-22')).toBe(true)
  expect(canRenew('2026-11-20', 'lapsed', '2027-08-22')).toBe(true)
  expect(canRenew('2026-11-20', 'left', '2028-01-01')).toBe(false)
})

test('sends the newest due reminder, and the same one until the next is due', () => {
  const reminderDueOn = (today: string) => findReminderDue('2026-11-20', today, [60, 30, 7, -1, -30])
  expect(reminderDueOn('2026-09-20')).toBeNull()
  expect(reminderDueOn('2026-09-21')).toBe(60)
  expect(reminderDueOn('2026-10-20')).toBe(60)
  expect(reminderDueOn('2026-10-21')).toBe(30)
  expect(reminderDueOn('2026-11-20')).toBe(7)
  expect(reminderDueOn('2026-11-21')).toBe(-1)
  expect(reminderDueOn('2026-12-20')).toBe(-30)
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 500 }), (from) => {
      const today = addDays('2026-11-20', from)
      const found = reminderDueOn(today)
      if (found !== null) expect(daysBetween(today, '2026-11-20')).toBeLessThanOrEqual(found)
    }),
  )
})
