// Tests of batches whose items lock rows: a locked row delays its own items only, in their order.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedBatch } from './keyed-batch.ts'

type Item = { key: number; text: string }

/** Rows with locks that a test holds. `texts`: what was written, in order. */
function createRows() {
  const locks = new Map<number, PromiseWithResolvers<void>>()
  const [texts, waitingKeys] = [[] as string[], new Set<number>()]
  const store = (items: Item[]) => items.map(({ text }) => (texts.push(text), text))
  const tryWrite = (items: Item[]) => {
    if (items.some(({ text }) => text === 'bad')) return Promise.reject(new Error('bad'))
    return Promise.resolve(items.map((item) => (locks.has(item.key) ? null : store([item])[0]!)))
  }
  const write = async (items: Item[]) => {
    const { key } = items[0]!
    waitingKeys.add(key)
    await locks.get(key)?.promise
    waitingKeys.delete(key)
    return store(items)
  }
  const unlock = (key: number) => {
    const lock = locks.get(key)
    locks.delete(key)
    lock?.resolve()
  }
  const add = createKeyedBatch<Item, string>(({ key }) => key, { tryWrite, write }, 2)
  return { texts, waitingKeys, add, lock: (key: number) => locks.set(key, Promise.withResolvers()), unlock }
}

/** Waits until all batches that need no lock have ended. */
const settle = async () => {
  for (let i = 0; i < 10; i += 1) await nextTurn()
}

test('writes items of other rows while a row is locked, and keeps the order of each row', async () => {
  const rows = createRows()
  rows.lock(1)
  const replies = [rows.add({ key: 1, text: 'a' }), rows.add({ key: 2, text: 'b' })]
  await settle()
  replies.push(rows.add({ key: 1, text: 'c' }), rows.add({ key: 2, text: 'd' }))
  await settle()
  expect(rows.texts).toEqual(['b', 'd'])
  rows.unlock(1)
  replies.push(rows.add({ key: 1, text: 'e' }))
  expect(await Promise.all(replies)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(rows.texts).toEqual(['b', 'd', 'a', 'c', 'e'])
})

test('waits for two locked rows at once, and then for the next', async () => {
  const rows = createRows()
  const keys = [1, 2, 3, 4]
  keys.forEach(rows.lock)
  const replies = keys.map((key) => rows.add({ key, text: `${key}` }))
  await settle()
  expect([...rows.waitingKeys]).toEqual([1, 2])
  rows.unlock(2)
  await settle()
  expect([...rows.waitingKeys]).toEqual([1, 3])
  keys.forEach(rows.unlock)
  expect(await Promise.all(replies)).toEqual(['1', '2', '3', '4'])
  // the queue of a row ends with its last item
  expect(await rows.add({ key: 1, text: 'again' })).toBe('again')
})

test('writes each item once when another one fails', async () => {
  const rows = createRows()
  rows.lock(1)
  const first = rows.add({ key: 1, text: 'a' })
  await settle()
  const replies = [rows.add({ key: 1, text: 'b' }), rows.add({ key: 2, text: 'bad' }), rows.add({ key: 2, text: 'c' })]
  await expect(replies[1]).rejects.toThrow('bad')
  rows.unlock(1)
  expect(await Promise.all([first, replies[0], replies[2]])).toEqual(['a', 'b', 'c'])
  expect(rows.texts).toEqual(['c', 'a', 'b'])
})
