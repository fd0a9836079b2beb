// Tests of the reads of a lecture's page after changes and failures.
import { expect, test } from 'vitest'
import { fail, type ErrorName } from '@xinqiao/contract/errors.ts'
import { createRetryingReader } from './live-read.ts'
import { findNextChangeMs } from './use-lecture.ts'

/** A read that is refused with these reasons, and then replies with the count of its calls. */
function createRefusedRead(reasons: readonly ErrorName[]) {
  const calls: number[] = []
  const read = () => {
    const reason = reasons[calls.length]
    calls.push(calls.length + 1)
    return reason ? Promise.reject(fail(reason)) : Promise.resolve(calls.length)
  }
  return { calls, read }
}

test('reads again after failures that may pass', async () => {
  const { calls, read } = createRefusedRead(['tooManyRequests', 'unavailable'])
  const reply = await new Promise((resolve) => {
    createRetryingReader(read, resolve, { retryMs: 1 }).now()
  })
  expect(reply).toBe(3)
  expect(calls).toEqual([1, 2, 3])
})

test('reads once for several changes', async () => {
  const { calls, read } = createRefusedRead([])
  await new Promise((resolve) => {
    const liveRead = createRetryingReader(read, resolve, { spreadMs: 5 })
    for (let change = 0; change < 50; change += 1) liveRead.later()
  })
  expect(calls).toEqual([1])
})

test('finds the next change of a lecture', () => {
  const lecture = { startTime: '2026-05-01 20:00:00', endTime: '2026-05-01 21:00:00', phase: 'coming' as const }
  expect(findNextChangeMs({ ...lecture, now: '2026-05-01 19:59:00' })).toBe(60_000)
  expect(findNextChangeMs({ ...lecture, now: '2026-05-01 20:50:00', phase: 'live' })).toBe(600_000)
  expect(findNextChangeMs({ ...lecture, now: '2026-05-01 22:00:00', phase: 'over' })).toBeNull()
  expect(findNextChangeMs({ ...lecture, now: '2026-05-01 19:00:00', phase: 'cancelled' })).toBeNull()
})
