// Tests that a device with a wrong clock uses the server's.
import { expect, test } from 'vitest'
import { createDelayReports } from './delay-reports.ts'

test('estimates the time of the server from its last login reply', () => {
  const clock = createDelayReports('ann', () => {})
  const toleranceMs = 5_000
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(toleranceMs)
  for (const offsetMs of [86_400_000, -40 * 86_400_000]) {
    clock.receiveServerTime(Date.now() + offsetMs)
    expect(Math.abs(clock.now() - Date.now() - offsetMs)).toBeLessThan(toleranceMs)
  }
})
