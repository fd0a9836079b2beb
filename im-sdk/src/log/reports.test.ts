// Tests of reports: batching, limits, expiry, and retry after a failure.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { createReportSender } from './reports.ts'

type StoredReport = { errors: { command: string; code: string }[]; delays: number[] }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createReporter(answer: () => Promise<unknown> = () => Promise.resolve(null)) {
  const sent: StoredReport[] = []
  const reports = createReportSender((report) => {
    sent.push(report)
    return answer()
  })
  return { sent, reports }
}

test('sends errors and delays together after ten seconds, and many delays sooner', async () => {
  const { sent, reports } = createReporter()
  reports.failed('msg.sendMsg', imFail('noAnswer'))
  reports.delayed(12.4)
  // neither expected errors, nor errors of sending reports, are reported
  reports.failed('msg.sendMsg', imFail('blockedByPeer'))
  reports.failed('msg.sendMsg', new Error('secret'))
  reports.failed('misc.report', imFail('noAnswer'))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([{ errors: [{ command: 'msg.sendMsg', code: 'Error_Timeout' }], delays: [12] }])
  for (let i = 0; i < 6; i += 1) reports.delayed(i - 1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent[1]).toEqual({ errors: [], delays: [0, 0, 1, 2, 3, 4] })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(2)
})

test('retries a failed report after a minute, holds at most a hundred entries, and drops old ones', async () => {
  let isUp = false
  const { sent, reports } = createReporter(() => (isUp ? Promise.resolve(null) : Promise.reject(imFail('offline'))))
  for (let i = 0; i < 250; i += 1) reports.delayed(i)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent[0]!.delays).toHaveLength(100)
  expect(sent[0]!.delays[0]).toBe(150)
  reports.delayed(7)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent[1]!.delays).toHaveLength(100)
  expect(sent[1]!.delays.at(-1)).toBe(7)
  isUp = true
  // older than 100 s at the next try, and therefore dropped
  await vi.advanceTimersByTimeAsync(300_000)
  expect(sent).toHaveLength(2)
})
