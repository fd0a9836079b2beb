// Tests of the deadline of changes.
import { expect, test } from 'vitest'
import { isAfterChangeDeadline } from './late-slot.ts'

const now = Date.parse('2026-11-30T15:36:00+08:00')
const minuteOf = (time: string) => Date.parse(`${time}+08:00`) / 60_000

test('warns of slots that begin in less than 24 hours', () => {
  expect(isAfterChangeDeadline(minuteOf('2026-12-01T15:00:00'), now)).toBe(true)
  expect(isAfterChangeDeadline(minuteOf('2026-12-01T15:35:00'), now)).toBe(true)
  expect(isAfterChangeDeadline(minuteOf('2026-12-01T15:36:00'), now)).toBe(false)
  expect(isAfterChangeDeadline(minuteOf('2026-12-01T16:00:00'), now)).toBe(false)
})
