import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, chinaDay, daysBetween } from './time.ts'

const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('begins a day in China at 16:00 of the day before in Greenwich', () => {
  expect(chinaDay(new Date('2026-11-20T15:59:59Z'))).toBe('2026-11-20')
  expect(chinaDay(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
})

test('counts days in both directions', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
      const other = addDays(day, days)
      expect(daysBetween(day, other)).toBe(days)
      expect(addDays(other, -days)).toBe(day)
    }),
  )
})

test('adds a month up to the same day, or the last one of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(addMonths('2026-11-21', 60)).toBe('2031-11-21')
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 600 }), (day, months) => {
      const later = addMonths(day, months)
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
      const [laterYear = 0, laterMonth = 0, laterDate = 0] = later.split('-').map(Number)
      expect((laterYear - year) * 12 + laterMonth - month).toBe(months)
      expect(laterDate).toBeLessThanOrEqual(date)
    }),
  )
})
