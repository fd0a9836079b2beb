import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { briefly } from './briefly.ts'
import type { Kit } from './ctx.ts'

const kit = { sql: () => {} } as unknown as Kit
const momentMs = 5
const moment = () => wait(momentMs * 3)

test('a read that never ends holds nobody up for longer than its moment', async () => {
  let reads = 0
  const load = briefly(momentMs, () => {
    reads += 1
    return reads === 1 ? new Promise<number>(() => {}) : Promise.resolve(reads)
  })
  void load(kit)
  await moment()
  expect(await load(kit)).toBe(2)
  await moment()
  expect(await load(kit)).toBe(3)
})

test('what is the same stays the very same object; what failed is asked again at once', async () => {
  const values = [new Map([[1, '睡眠']]), new Map([[1, '睡眠']]), new Map([[1, '焦虑']]), null, new Map([[1, '焦虑']])]
  const load = briefly(momentMs, () => {
    const value = values.shift()
    return value ? Promise.resolve(value) : Promise.reject(new Error('gone'))
  })
  const first = await load(kit)
  await moment()
  expect(await load(kit)).toBe(first)
  await moment()
  const changed = await load(kit)
  expect(changed.get(1)).toBe('焦虑')
  await moment()
  await expect(load(kit)).rejects.toThrow('gone')
  expect(await load(kit)).toEqual(changed)
})
