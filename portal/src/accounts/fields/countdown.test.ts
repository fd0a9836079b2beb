// Tests of the countdown on the SMS button.
import { expect, test } from 'vitest'
import { countSecondsUntil } from './countdown.ts'

test.each([
  [60_000, 0, 60],
  [60_000, 1, 60],
  [60_000, 1000, 59],
  [60_000, 59_999, 1],
  [60_000, 60_000, 0],
  [60_000, 99_000, 0],
])('counts the seconds until %i ms at %i ms as %i', (endsAt, now, seconds) => {
  expect(countSecondsUntil(endsAt, now)).toBe(seconds)
})
