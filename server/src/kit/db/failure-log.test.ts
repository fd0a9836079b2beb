// Tests the log when the database fails for every request.
import { expect, test } from 'vitest'
import { logDatabaseFailure } from './failure-log.ts'

test('writes one line a second without a stack, and counts what it leaves out', () => {
  const lines: unknown[] = []
  const log = { error: (fields: object, message: string) => lines.push({ ...fields, message }) }
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  for (const now of [0, 10, 999, 1_000]) logDatabaseFailure(log as never, error, 'test of the log', now)
  expect(lines).toEqual([
    { code: 'ECONNREFUSED', reason: 'refused', message: 'test of the log' },
    { code: 'ECONNREFUSED', reason: 'refused', skippedCount: 2, message: 'test of the log' },
  ])
})
