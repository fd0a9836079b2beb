// Rows that are remembered must be as they stand, and nobody may be given what somebody else keeps of them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAlike, makeAlike } from './alike.ts'
import type { Kit } from './ctx.ts'
import { makeReader, makeRows, type Asked, type Kept } from './reader.ts'

type Valued = { id: number; value: number }

/** What something was, and from when on. */
type Times<T> = { at: number; value: T }[]

/** What it was at any time from then until now. */
const valuesSince = <T>(times: Times<T>, from: number): T[] =>
  times.filter((_, i) => (times[i + 1]?.at ?? Number.POSITIVE_INFINITY) > from).map(({ value }) => value)

/**
 * Rows are changed, taken away and brought back, and what people keep is switched, while others read the same pages over
 * and over; what is remembered has room for all of it, or for two or three rows.
 */
test('any interleaving: each gets rows and marks as they stood at some moment between their asking and the reply', async () => {
  const write = fc.oneof(
    fc.record({ id: fc.integer({ min: 1, max: 6 }), isThere: fc.boolean() }),
    fc.record({ id: fc.integer({ min: 1, max: 6 }), viewer: fc.integer({ min: 1, max: 4 }) }),
  )
  const step = fc.record({
    viewer: fc.nat(4),
    ids: fc.constantFrom([1, 2], [6, 2, 3], [5], [4, 5, 6, 1], []),
    write: fc.option(write),
    turns: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(1, 1_500_000), async (steps, weight) => {
      let now = 0
      const rowTimes = new Map(
        [1, 2, 3, 4, 5, 6].map((id): [number, Times<number | null>] => [id, [{ at: 0, value: id === 5 ? null : 0 }]]),
      )
      const markTimes = new Map<string, Times<boolean>>()
      const timesOf = (viewer: number, id: number) => {
        const key = `${viewer} ${id}`
        const times = markTimes.get(key) ?? [{ at: 0, value: viewer !== 0 && (id + viewer) % 3 === 0 }]
        markTimes.set(key, times)
        return times
      }
      const rowNow = (id: number) => {
        const { value } = rowTimes.get(id)!.at(-1)!
        return value === null ? [] : [{ id, value }]
      }
      const kit = { sql: () => {} } as unknown as Kit
      const rows = makeRows({
        rows: async (_db, ids) => {
          const found = ids.flatMap(rowNow)
          await Promise.resolve()
          return found
        },
        stands: async (_db, known: readonly Valued[]) => {
          const standing = known.filter(({ id, value }) => rowNow(id)[0]?.value === value)
          await Promise.resolve()
          return standing
        },
        weigh: () => weight,
      })
      const reader = makeReader(rows, {
        kept: async (_db, asked: readonly Asked<Valued>[]): Promise<Kept<'mark'>[]> => {
          const marks = asked.map(({ accountId, rows: page }) => ({
            mark: page.flatMap(({ id }) => (timesOf(accountId, id).at(-1)!.value ? [id] : [])),
          }))
          await Promise.resolve()
          return marks
        },
        // the sixth row says something else to the person of that number
        isFor: (row, viewer) => row.id === 6 && viewer === 3,
        see: (row, keeps) => ({ ...row, isMine: keeps('mark', row.id) }),
      })
      const reads: Promise<void>[] = []
      for (const { viewer, ids, write: written, turns } of steps) {
        now += 1
        if (written && 'isThere' in written)
          rowTimes.get(written.id)!.push({ at: now, value: written.isThere ? now : null })
        else if (written) {
          const times = timesOf(written.viewer, written.id)
          times.push({ at: now, value: !times.at(-1)!.value })
        }
        const asked = now
        const check = async () => {
          const seen = await reader.read(kit, ids, viewer)
          const rowOf = new Map(seen.rows.map((row) => [row.id, row]))
          expect(seen.rows.map(({ id }) => id)).toEqual(ids.filter((id) => rowOf.has(id)))
          for (const id of ids) {
            const row = rowOf.get(id)
            expect(valuesSince(rowTimes.get(id)!, asked)).toContain(row ? row.value : null)
            if (row) expect(valuesSince(timesOf(viewer, id), asked)).toContain(row.isMine)
          }
          const isTheirs = seen.rows.some(({ id, isMine }) => isMine || (id === 6 && viewer === 3))
          if (isTheirs) expect(seen.viewer).toBe(viewer)
          else expect([0, viewer]).toContain(seen.viewer)
        }
        reads.push(check())
        if (turns === 3) await nextTurn()
        else for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      }
      await Promise.all(reads)
    }),
    { numRuns: 500 },
  )
})

test('a reply that comes after a later one keeps what it saw, and the next is told what stands', async () => {
  const kit = { sql: () => {} } as unknown as Kit
  let version = '1'
  const flights: PromiseWithResolvers<void>[] = []
  const flight = async () => {
    const one = Promise.withResolvers<void>()
    flights.push(one)
    await one.promise
  }
  const rows = makeRows({
    rows: async () => {
      const found = [{ id: 1, version }]
      await flight()
      return found
    },
    stands: async (_db, known: readonly { id: number; version: string }[]) => {
      const standing = known.filter((one) => one.version === version)
      await flight()
      return standing
    },
    weigh: () => 1,
  })
  const reader = makeReader(rows, { see: (row) => row })
  const read = async () => (await reader.read(kit, [1], 0)).rows[0]?.version
  const flying = (count: number) => expect.poll(() => flights.length).toBe(count)
  const late = read()
  await flying(1)
  version = '2'
  const quick = read()
  await flying(2)
  flights[1]!.resolve()
  expect(await quick).toBe('2')
  // it knows the second version when the first one arrives
  const third = read()
  await flying(3)
  flights[0]!.resolve()
  expect(await late).toBe('1')
  flights[2]!.resolve()
  expect(await third).toBe('2')
})

test('what is alike is made for nobody in particular, once for all who hold the very same rows', async () => {
  const kit = { sql: () => {} } as unknown as Kit
  const known = makeRows({
    rows: async (_db, ids) => ids.map((id) => ({ id })),
    stands: async (_db, some: readonly { id: number }[]) => some,
    weigh: () => 1,
  })
  const reader = makeReader(known, {
    kept: async (_db, asked: readonly Asked<{ id: number }>[]): Promise<Kept<'mark'>[]> =>
      asked.map(({ accountId, rows: page }) => ({
        mark: accountId === 2 && page.some(({ id }) => id === 7) ? [7] : [],
      })),
    isFor: (row, viewer) => row.id === 7 && viewer === 3,
    see: (row, keeps) => ({ ...row, isMine: keeps('mark', row.id) }),
  })
  const madeFor: number[] = []
  const present = (rows: readonly { id: number; isMine: boolean }[], viewer: number, total: number) => {
    madeFor.push(viewer)
    return { viewer, total, marks: rows.map(({ isMine }) => isMine) }
  }
  const read = async (viewer: number, total = 1) => makeAlike(await reader.read(kit, [7, 8], viewer), present, total)
  const first = await read(0)
  const others = await Promise.all([read(1), read(2), read(3), read(4), read(0), read(5, 2)])
  const [one, two, three, four, nobody, counted] = others
  expect(first).toEqual({ viewer: 0, total: 1, marks: [false, false] })
  expect([four, nobody]).toEqual([one, one])
  expect(four === one && nobody === one && isAlike(one)).toBe(true)
  expect(two).toEqual({ viewer: 2, total: 1, marks: [true, false] })
  expect(three).toEqual({ viewer: 3, total: 1, marks: [false, false] })
  // who asks again and is told the same is told it with the very same object, and nobody else is
  const again = await Promise.all([read(2), read(3), read(0, 2)])
  expect([again[0] === two, again[1] === three, again[2] === counted]).toEqual([true, true, true])
  expect(again.every(isAlike)).toBe(true)
  // with another part it is another one
  expect(counted).toEqual({ viewer: 0, total: 2, marks: [false, false] })
  expect(madeFor.toSorted((a, b) => a - b)).toEqual([0, 0, 2, 3])
  // and another maker never gets what the first one made
  const seen = await reader.read(kit, [7], 1)
  const count = (rows: readonly unknown[], _viewer: number, most: number) => ({ count: rows.length, most })
  const made = [makeAlike(seen, present, 1), makeAlike(seen, count, 1)]
  expect(made).toEqual([
    { viewer: 0, total: 1, marks: [false] },
    { count: 1, most: 1 },
  ])
})

test('beyond the first page many pages are found at once, and each gets its own', async () => {
  const all = Array.from({ length: 337 }, (_, i) => i + 1)
  const asked: string[] = []
  const rows = makeRows({
    rows: () => Promise.resolve([{ id: 1 }]),
    stands: (_db, known) => Promise.resolve(known),
    weigh: () => 1,
  })
  const reader = makeReader(rows, { see: (row) => row })
  const kit = { sql: () => {} } as unknown as Kit
  const find = ({ limit, offset }: { limit: number; offset: number }) => {
    asked.push(`${limit} ${offset}`)
    return Promise.resolve({ ids: all.slice(offset, offset + limit), total: all.length })
  }
  for (let offset = 0; offset < 360; offset += 8) {
    const found = await reader.find(kit, 'list', { limit: 8, offset }, find)
    expect(found).toEqual({ ids: all.slice(offset, offset + 8), total: 337 })
  }
  expect(new Set(asked)).toEqual(new Set(['8 0', '200 0', '200 200']))
})
