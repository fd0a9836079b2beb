// The rows behind the numbers of a page, read once for all who wait together, and in one statement what each of the
// callers keeps of theirs. What was read before is remembered, and used only after the database has said, to this very
// reading, that it stands as it was.
import type { Seen } from './alike.ts'
import { makeBatch } from './batch.ts'
import type { Kit } from './ctx.ts'
import type { Db } from './db.ts'
import { makeGenerations, type Generations } from './generations.ts'
import { onePer } from './one-per.ts'
import { makeJoined, together, written, type Found, type Page, type Part } from './reading.ts'

const rememberMs = 10 * 60_000
/** Characters in each generation, which is some thousand pages, and twenty megabytes with what is made of them. */
const mostWeight = 4_000_000
/** What a row without words weighs. */
const leastWeight = 200

// ---- rows, the same for whoever asks

type Row = { id: number }
type RowOf<R> = ReadonlyMap<number, R>

type Source<R extends Row> = {
  /** Left out is what is not there. */
  rows: (db: Db, ids: readonly number[]) => PromiseLike<R[]>
  /** Those of the rows that were read before which stand as they were read (`standing.ts`). */
  stands: (db: Db, rows: readonly R[]) => PromiseLike<readonly R[]>
  /** About as many characters as it has. */
  weigh: (row: R) => number
}

type Rows<R> = {
  /**
   * As this node has read them.
   *
   * @param others that some who saw them may hold, after so many came that they are not remembered here
   */
  recall: (db: Db, ids: readonly number[], others: () => readonly R[]) => RowOf<R>
  /** Each as it stands now; the very map of what is recalled where all of it does. */
  read: (db: Db, recalled: RowOf<R>, ids: readonly number[]) => Promise<RowOf<R>>
  weigh: (row: R) => number
}

export function makeRows<R extends Row>({ rows, stands, weigh }: Source<R>): Rows<R> {
  const weighRow = (row: R) => leastWeight + weigh(row)
  const memoryOf = onePer((_db: Db) => makeGenerations<number, R>(mostWeight, rememberMs))

  return {
    weigh: weighRow,
    recall(db, ids, others) {
      const memory = memoryOf(db)
      const rowOf = new Map<number, R>()
      for (const id of ids) {
        const row = memory.get(id)
        if (row) rowOf.set(id, row)
      }
      if (rowOf.size === ids.length) return rowOf
      for (const row of others()) {
        if (rowOf.has(row.id)) continue
        rowOf.set(row.id, row)
        memory.set(row.id, row, weighRow(row))
      }
      return rowOf
    },
    async read(db, recalled, ids) {
      const unknown = ids.filter((id) => !recalled.has(id))
      const [standing, fresh] = await Promise.all([
        recalled.size > 0 ? stands(db, [...recalled.values()]) : [],
        unknown.length > 0 ? rows(db, unknown) : [],
      ])
      if (standing.length === ids.length) return recalled
      // not what is remembered by now: a reply that is older than another's must not be mixed with it
      const rowOf = new Map([...standing, ...fresh].map((row) => [row.id, row]))
      const changed = [...recalled.keys()].filter((id) => !rowOf.has(id))
      const again = changed.length > 0 ? await rows(db, changed) : []
      const memory = memoryOf(db)
      for (const row of again) rowOf.set(row.id, row)
      for (const row of [...fresh, ...again]) memory.set(row.id, row, weighRow(row))
      for (const id of changed) if (!rowOf.has(id)) memory.delete(id)
      return rowOf
    },
  }
}

// ---- what somebody keeps of them

/** Whose page it is, and what stands on it. */
export type Asked<R> = { accountId: number; rows: readonly R[] }
/** The numbers of what they like, collect, follow. */
export type Kept<W extends string> = Record<W, number[]>

const noPage = { accountId: 0, rows: [] }

/**
 * For a `with`: a row for each page, in the order of `n`, with whose it is. There are ten of them or more, for the reason
 * that `atLeastTen` has.
 *
 * @param lists the numbers that stand on a page, by the name of a column
 */
export function askedAs<R>(
  db: Db,
  asked: readonly Asked<R>[],
  lists: Readonly<Record<string, (row: R) => number>>,
): Part {
  const pages = [...asked, ...Array.from({ length: Math.max(0, 10 - asked.length) }, (): Asked<R> => noPage)]
  const starts: number[] = []
  const ends: number[] = []
  for (const { rows } of pages) {
    starts.push((ends.at(-1) ?? 0) + 1)
    ends.push((ends.at(-1) ?? 0) + rows.length)
  }
  const columns = Object.entries(lists).map(([name, numberOf]) => {
    const numbers = pages.flatMap(({ rows }) => rows.map(numberOf))
    return db`(${written(numbers)}::bigint[])[starts:ends] as ${db(name)}`
  })
  return db`asked as materialized (
    select n, account_id, ${columns.reduce((all, column) => db`${all}, ${column}`)}
    from unnest(${written(pages.map(({ accountId }) => accountId))}::bigint[], ${written(starts)}::int[],
      ${written(ends)}::int[]) with ordinality as page (account_id, starts, ends, n))`
}

/** '' for none. */
const marksIn = (own: Readonly<Record<string, number[]>>): string =>
  Object.entries(own)
    .flatMap(([what, ids]) => (ids.length > 0 ? `${what} ${ids.toSorted((a, b) => a - b).join()}` : []))
    .join(' ')

// ---- rows as somebody sees them

type View<R, W extends string, S> = {
  /** In the order of the pages. Left out where nobody can keep anything of it, or where it is known what they do. */
  kept?: (db: Db, asked: readonly Asked<R>[]) => PromiseLike<Kept<W>[]>
  /** The row says something to this account that it says to nobody else. */
  isFor?: (row: R, viewer: number) => boolean
  /** The row as one caller sees it. */
  see: (row: R, keeps: (what: W, id: number) => boolean) => S
}

/** Nobody is account 0: what a visitor keeps is nothing. */
type Item = { ids: readonly number[]; viewer: number }

/** What was seen, of which rows and with which marks. */
type Before<R, S> = { rows: readonly R[]; marks: string; seen: Seen<S> }

const areSame = <R>(some: readonly R[], others: readonly R[]) =>
  some.length === others.length && some.every((row, i) => row === others[i])

async function readTogether<R extends Row, W extends string, S>(
  db: Db,
  rows: Rows<R>,
  { kept, isFor, see }: View<R, W, S>,
  memory: Generations<string, Before<R, S>>,
  items: readonly Item[],
): Promise<Seen<S>[]> {
  const ids = [...new Set(items.flatMap((item) => item.ids))]
  const keys = items.map((item) => item.ids.join())
  const seenBefore = (viewer: number, i: number) => memory.get(`${viewer} ${keys[i]}`)
  const recalled = rows.recall(db, ids, () =>
    items.flatMap(({ viewer }, i) => (seenBefore(viewer, i) ?? seenBefore(0, i))?.rows ?? []),
  )
  const pagesOf = (rowOf: RowOf<R>) =>
    items.map((item) => ({ accountId: item.viewer, rows: item.ids.flatMap((id) => rowOf.get(id) ?? []) }))
  const askKept = async (pages: readonly Asked<R>[]): Promise<ReadonlyMap<Asked<R>, Kept<W>>> => {
    const asked = pages.filter(({ accountId, rows: { length } }) => accountId !== 0 && length > 0)
    if (!kept || asked.length === 0) return new Map()
    const marks = await kept(db, asked)
    return new Map(asked.map((one, i) => [one, marks[i]!]))
  }
  // what is kept is asked beside the rows, since these mostly stand, and once more where one did not
  const guess = recalled.size === ids.length ? pagesOf(recalled) : []
  const [rowOf, guessed] = await Promise.all([rows.read(db, recalled, ids), askKept(guess)])
  const pages = rowOf === recalled ? guess : pagesOf(rowOf)
  const keptOf = pages === guess ? guessed : await askKept(pages)
  return pages.map((asked, i) => {
    const { accountId: viewer, rows: page } = asked
    const own = keptOf.get(asked)
    const ownMarks = own ? marksIn(own) : ''
    const isTheirs = viewer !== 0 && (ownMarks !== '' || page.some((row) => isFor?.(row, viewer)))
    // most people keep nothing of a page: they get the very same rows
    const whose = isTheirs ? viewer : 0
    const before = seenBefore(whose, i)
    if (before && before.marks === ownMarks && areSame(before.rows, page)) return before.seen
    const sets = new Map(Object.entries<number[]>(own ?? {}).map(([what, marked]) => [what, new Set(marked)]))
    const seen = { rows: page.map((row) => see(row, (what, id) => sets.get(what)?.has(id) ?? false)), viewer: whose }
    const weight = page.reduce((sum, row) => sum + rows.weigh(row), leastWeight)
    memory.set(`${whose} ${keys[i]}`, { rows: page, marks: ownMarks, seen }, weight)
    return seen
  })
}

/**
 * Beyond the first page the numbers of so many pages are found at once: who goes through a list asks for those beside it,
 * and what costs is to get there.
 */
const pagesTogether = 25

async function findPage({ limit, offset }: Page, findBlock: (block: Page) => Promise<Found>): Promise<Found> {
  const size = limit * pagesTogether
  if (offset === 0 || offset % limit !== 0) return findBlock({ limit, offset })
  const start = offset - (offset % size)
  const { ids, total } = await findBlock({ limit: size, offset: start })
  return { ids: ids.slice(offset - start, offset - start + limit), total }
}

export type Reader<S> = {
  /** @param list names the list: what is found under one name is the same for whoever asks */
  find: (kit: Kit, list: string, page: Page, find: (page: Page) => Promise<Found>) => Promise<Found>
  /** In the order of the numbers; what is not there is left out. */
  read: (kit: Kit, ids: readonly number[], viewer: number) => Promise<Seen<S>>
}

/** @param rows may be shared by several that see them otherwise */
export function makeReader<R extends Row, W extends string, S>(rows: Rows<R>, view: View<R, W, S>): Reader<S> {
  const of = onePer((sql: Kit['sql']) => {
    const memory = makeGenerations<string, Before<R, S>>(mostWeight, rememberMs)
    return {
      find: makeJoined<Found>(),
      read: makeBatch((items: Item[]) => readTogether(sql, rows, view, memory, items), together),
    }
  })
  return {
    find: (kit, list, page, find) =>
      findPage(page, (block) => of(kit.sql).find(`${list} ${block.limit} ${block.offset}`, () => find(block))),
    read: (kit, ids, viewer) => of(kit.sql).read({ ids, viewer }),
  }
}
