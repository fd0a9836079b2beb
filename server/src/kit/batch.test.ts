// What goes together must come out as if each had gone alone, and one that fails must not hold up the others.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeBatch } from './batch.ts'

const gone = Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })

test('any interleaving: each gets its own result, a bad one alone fails, and no group is larger than it may be', async () => {
  const step = fc.record({ isBad: fc.boolean(), turns: fc.nat(3) })
  const few = fc.record({ most: fc.integer({ min: 1, max: 6 }), flights: fc.integer({ min: 1, max: 3 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), few, async (steps, options) => {
      const sizes: number[] = []
      const ask = makeBatch(async (items: { i: number; isBad: boolean }[]) => {
        sizes.push(items.length)
        await Promise.resolve()
        if (items.some(({ isBad }) => isBad)) throw new Error('bad')
        return items.map(({ i }) => i)
      }, options)
      const asked: Promise<number | 'bad'>[] = []
      for (const [i, { isBad, turns }] of steps.entries()) {
        asked.push(ask({ i, isBad }).catch(() => 'bad'))
        if (turns === 3) await nextTurn()
        else for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      }
      expect(await Promise.all(asked)).toEqual(steps.map(({ isBad }, i) => (isBad ? 'bad' : i)))
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(options.most)
    }),
  )
})

test('those of one turn go together, and so do those who come while they are away', async () => {
  const groups: number[][] = []
  const flights: PromiseWithResolvers<number[]>[] = []
  const ask = makeBatch((items: number[]) => {
    groups.push(items)
    const flight = Promise.withResolvers<number[]>()
    flights.push(flight)
    return flight.promise
  })
  const first = [ask(1), ask(2)]
  expect(groups).toEqual([])
  await nextTurn()
  const second = [ask(3)]
  await nextTurn()
  second.push(ask(4))
  expect(groups).toEqual([[1, 2]])
  flights[0]!.resolve([10, 20])
  expect(await Promise.all(first)).toEqual([10, 20])
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ])
  flights[1]!.resolve([30, 40])
  expect(await Promise.all(second)).toEqual([30, 40])
})

test('two groups may be on their way: who waits goes with the first that lands, and a third waits for it', async () => {
  const groups: number[][] = []
  const flights: PromiseWithResolvers<number[]>[] = []
  const ask = makeBatch(
    (items: number[]) => {
      groups.push(items)
      const flight = Promise.withResolvers<number[]>()
      flights.push(flight)
      return flight.promise
    },
    { most: 2, flights: 2 },
  )
  const asked = [1, 2, 3].map(ask)
  await nextTurn()
  expect(groups).toEqual([[1, 2], [3]])
  asked.push(ask(4), ask(5))
  await nextTurn()
  expect(groups).toEqual([[1, 2], [3]])
  flights[1]!.resolve([30])
  expect(await asked[2]).toBe(30)
  expect(groups).toEqual([[1, 2], [3], [4, 5]])
  flights[2]!.resolve([40, 50])
  flights[0]!.resolve([10, 20])
  expect(await Promise.all(asked)).toEqual([10, 20, 30, 40, 50])
})

/** All in one group. */
async function askFour(flush: (items: number[]) => Promise<number[]>, isTriedAlone = true) {
  const sizes: number[] = []
  const ask = makeBatch(
    (items: number[]) => {
      sizes.push(items.length)
      return flush(items)
    },
    { isTriedAlone },
  )
  const ended = await Promise.allSettled([ask(1), ask(2), ask(3), ask(4)])
  return { sizes, ended: ended.map(({ status }) => status), ask }
}

test('a database that is not there is tried once more, and not by one after the other', async () => {
  const { sizes, ended } = await askFour(() => Promise.reject(gone))
  expect(ended).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  // the four together, and one of them
  expect(sizes).toEqual([4, 1])
})

test('one that came back in between takes the rest', async () => {
  let tries = 0
  const { sizes, ended } = await askFour((items) =>
    (tries += 1) === 1 ? Promise.reject(gone) : Promise.resolve(items),
  )
  expect(ended).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(sizes).toEqual([4, 1, 1, 1, 1])
})

test('what is read by key fails for all at once, and whoever comes next is served', async () => {
  let isBroken = true
  const read = (items: number[]) => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(items))
  const { sizes, ended, ask } = await askFour(read, false)
  expect(ended).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(sizes).toEqual([4])
  isBroken = false
  expect(await ask(5)).toBe(5)
})
