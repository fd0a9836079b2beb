// Tests that items in a batch get the same results as alone.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'

const unreachable = Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })

test('returns each item its own result in any interleaving, and fails bad items alone', async () => {
  const step = fc.record({ isBad: fc.boolean(), turns: fc.nat(3) })
  const maxSize = fc.integer({ min: 1, max: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), maxSize, async (steps, maxBatchSize) => {
      const sizes: number[] = []
      const add = createBatch(async (items: { i: number; isBad: boolean }[]) => {
        sizes.push(items.length)
        await Promise.resolve()
        if (items.some(({ isBad }) => isBad)) throw new Error('bad')
        return items.map(({ i }) => i)
      }, maxBatchSize)
      const results: Promise<number | 'bad'>[] = []
      for (const [i, { isBad, turns }] of steps.entries()) {
        results.push(add({ i, isBad }).catch(() => 'bad'))
        if (turns === 3) await nextTurn()
        else for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      }
      expect(await Promise.all(results)).toEqual(steps.map(({ isBad }, i) => (isBad ? 'bad' : i)))
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(maxBatchSize)
    }),
  )
})

test('batches the items of one turn, and those that arrive while a batch runs', async () => {
  const batches: number[][] = []
  const flushes: PromiseWithResolvers<number[]>[] = []
  const add = createBatch((items: number[]) => {
    batches.push(items)
    const flush = Promise.withResolvers<number[]>()
    flushes.push(flush)
    return flush.promise
  })
  const first = [add(1), add(2)]
  expect(batches).toEqual([])
  await nextTurn()
  const second = [add(3)]
  await nextTurn()
  second.push(add(4))
  expect(batches).toEqual([[1, 2]])
  flushes[0]!.resolve([10, 20])
  expect(await Promise.all(first)).toEqual([10, 20])
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  flushes[1]!.resolve([30, 40])
  expect(await Promise.all(second)).toEqual([30, 40])
})

/** Adds four items in one batch. */
async function addFour(flush: (items: number[]) => Promise<number[]>) {
  const sizes: number[] = []
  const add = createBatch((items: number[]) => {
    sizes.push(items.length)
    return flush(items)
  })
  const results = await Promise.allSettled([add(1), add(2), add(3), add(4)])
  return { sizes, statuses: results.map(({ status }) => status) }
}

test('tries an unreachable database once more, not once per item', async () => {
  const { sizes, statuses } = await addFour(() => Promise.reject(unreachable))
  expect(statuses).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(sizes).toEqual([4, 1])
})

test('writes every item alone when the database came back after a failed batch', async () => {
  let tries = 0
  const { sizes, statuses } = await addFour((items) =>
    (tries += 1) === 1 ? Promise.reject(unreachable) : Promise.resolve(items),
  )
  expect(statuses).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(sizes).toEqual([4, 1, 1, 1, 1])
})
