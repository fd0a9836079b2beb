// Tests of the delay before a reconnect that a page chooses.
import { expect, test } from 'vitest'
import { chooseBackoffMs } from './backoff.ts'

test('limits the delay of a page to the longest that timers support', () => {
  const choose = (chosenMs: unknown) => chooseBackoffMs(0, () => chosenMs)
  expect([choose(1e12), choose(Number.MAX_SAFE_INTEGER)]).toEqual([2_147_483_647, 2_147_483_647])
  expect([choose(0), choose(5_000)]).toEqual([0, 5_000])
  for (const other of [NaN, -1, Infinity, '50', null]) expect(choose(other)).toBeLessThanOrEqual(100)
})
