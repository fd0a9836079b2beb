// Tests the report of a lost link that cannot reach the server at first.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail } from '@xinqiao/contract/errors.ts'
import type { CallReport } from '@xinqiao/contract/http/calls.ts'
import { createLostLinks } from './lost-links.ts'

let failure: Error | null = null
let reports: CallReport[] = []
function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}
const openLinks = (storage = createStorage()) =>
  createLostLinks(
    () => storage,
    async (report) => {
      if (failure) throw failure
      reports.push(report)
    },
  )

beforeEach(() => {
  vi.useFakeTimers()
  failure = null
  reports = []
})
afterEach(() => vi.useRealTimers())

test('names the silence of the link again when the server is back after minutes', async () => {
  failure = new TypeError('no network')
  const storage = createStorage()
  await openLinks(storage).report('7', 'relay', 30_000)
  vi.setSystemTime(Date.now() + 120_000)
  failure = null
  // a reload of the page in between
  const links = openLinks(storage)
  await links.repeat('8')
  expect(reports).toEqual([])
  await links.repeat('7')
  expect(reports).toMatchObject([{ channelId: '7', route: 'relay', isLost: true, silentMs: 150_000 }])
  await links.repeat('7')
  expect(reports).toHaveLength(1)
})

test('repeats no report that the server has received or refused', async () => {
  const links = openLinks()
  await links.report('7', 'direct', 2_000)
  failure = fail('notFound')
  await links.report('8', 'direct', 0)
  failure = null
  for (const id of ['7', '8']) await links.repeat(id)
  expect(reports).toMatchObject([{ channelId: '7', silentMs: 2_000 }])
})
