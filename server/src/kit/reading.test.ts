// Reading together must never give anybody what was begun before they asked, nor what is somebody else's.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Kit } from './ctx.ts'
import { isAlike } from './alike.ts'
import { makeJoined, makeOwn, makeOwnList, makeShared } from './reading.ts'

test('whoever comes while a read is on its way shares the next, which begins after they asked', async () => {
  const ask = makeJoined<number>()
  const flights: PromiseWithResolvers<number>[] = []
  const read = () => {
    const flight = Promise.withResolvers<number>()
    flights.push(flight)
    return flight.promise
  }
  const first = ask('page', read)
  const [second, third] = [ask('page', read), ask('page', read)]
  const other = ask('another page', read)
  expect(flights.length).toBe(2)
  flights[0]!.resolve(1)
  flights[1]!.resolve(2)
  expect([await first, await other]).toEqual([1, 2])
  await expect.poll(() => flights.length).toBe(3)
  const fourth = ask('page', read)
  flights[2]!.resolve(3)
  expect([await second, await third]).toEqual([3, 3])
  await expect.poll(() => flights.length).toBe(4)
  flights[3]!.resolve(4)
  expect(await fourth).toBe(4)
})

test('what fails is told to those who waited for it, and the next is asked again', async () => {
  const ask = makeJoined<number>()
  const broken = Promise.withResolvers<number>()
  const first = ask('page', () => broken.promise)
  const second = ask('page', () => Promise.reject(new Error('again')))
  broken.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect(second).rejects.toThrow('again')
  expect(await ask('page', () => Promise.resolve(5))).toBe(5)
})

test("what is one's own: together with others, nobody is given another's, nor what was found before they asked", async () => {
  const step = fc.record({ viewer: fc.integer({ min: 1, max: 4 }), writes: fc.boolean(), turns: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      let version = 0
      const kit = { sql: () => {} } as unknown as Kit
      const ask = makeOwn(async (_db, accounts) => {
        expect(new Set(accounts).size).toBe(accounts.length)
        const found = accounts.map((account) => ({ account, version }))
        await Promise.resolve()
        return found
      })
      const reads: Promise<void>[] = []
      for (const { viewer, writes, turns } of steps) {
        if (writes) version += 1
        const atLeast = version
        const check = async () => {
          const given = await ask(kit, viewer)
          expect(given.account).toBe(viewer)
          expect(given.version).toBeGreaterThanOrEqual(atLeast)
        }
        reads.push(check())
        if (turns === 3) await nextTurn()
        else for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      }
      await Promise.all(reads)
    }),
  )
})

test('first pages of one size are found together, each further page alone', async () => {
  const kit = { sql: () => {} } as unknown as Kit
  const asked: string[] = []
  const find = makeOwnList(async (_db, accounts, { limit, offset }) => {
    asked.push(`${accounts.join()} ${limit} ${offset}`)
    await Promise.resolve()
    return accounts.map((account) => ({ ids: [account], total: limit }))
  })
  const page = { limit: 8, offset: 0 }
  const found = await Promise.all([
    ...[1, 2, 3, 2].map((account) => find(kit, account, page)),
    find(kit, 4, { limit: 5, offset: 0 }),
    find(kit, 5, { limit: 8, offset: 8 }),
  ])
  expect(found.map(({ ids, total }) => [...ids, total])).toEqual([
    [1, 8],
    [2, 8],
    [3, 8],
    [2, 8],
    [4, 5],
    [5, 8],
  ])
  expect(asked.toSorted()).toEqual(['1,2,3 8 0', '4 5 0', '5 8 8'])
})

test('what is the same for all is made once for those who ask at the same moment, in the same words', async () => {
  const [kit, other] = [{ sql: () => {} }, { sql: () => {} }] as unknown as [Kit, Kit]
  const made: string[] = []
  const read = makeShared(async (_kit, input: { state: string | undefined }) => {
    made.push(JSON.stringify(input))
    await nextTurn()
    return { state: input.state, nth: made.length }
  })
  const first = read(kit, { state: 'open' })
  const [second, third, held, elsewhere] = await Promise.all([
    read(kit, { state: 'open' }),
    read(kit, { state: 'open' }),
    read(kit, { state: undefined }),
    read(other, { state: 'open' }),
  ])
  // the first was on its way when the others asked
  expect(second).toBe(third)
  expect(second).not.toBe(await first)
  expect([second.state, held.state, elsewhere.state]).toEqual(['open', undefined, 'open'])
  expect([second, held, elsewhere].every(isAlike)).toBe(true)
  expect(made.toSorted()).toEqual(['{"state":"open"}', '{"state":"open"}', '{"state":"open"}', '{}'])
})
