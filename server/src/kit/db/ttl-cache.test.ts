import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTtlCache } from './ttl-cache.ts'
import type { Kit } from '../ctx.ts'

const kit = { sql: () => {} } as unknown as Kit
const momentMs = 5
const waitForExpiry = () => wait(momentMs * 3)

test('delays callers for one TTL only when a read never ends', async () => {
  let reads = 0
  const load = createTtlCache(momentMs, () => {
    reads += 1
    return reads === 1 ? new Promise<number>(() => {}) : Promise.resolve(reads)
  })
  void load(kit)
  await waitForExpiry()
  expect(await load(kit)).toBe(2)
  await waitForExpiry()
  expect(await load(kit)).toBe(3)
})

test('repeats a failed read at once', async () => {
  const values = ['first', null, 'second']
  const load = createTtlCache(momentMs, () => {
    const value = values.shift()
    return value ? Promise.resolve(value) : Promise.reject(new Error('gone'))
  })
  expect(await load(kit)).toBe('first')
  await waitForExpiry()
  await expect(load(kit)).rejects.toThrow('gone')
  expect(await load(kit)).toBe('second')
})
