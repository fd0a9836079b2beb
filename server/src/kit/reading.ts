// How lists are read when many read at once. What is the same for all of them is asked once for those who wait together:
// the numbers of a page, then the rows behind them, and in one statement what each of the callers keeps of these.
//
// Nobody is given what was begun before they asked: whoever comes while a read is on its way shares the next. So one's own
// deed stands in whatever one reads after it, on whichever node. What was read before is remembered, and used only after
// the database has said, to this very reading, that it stands as it was.
import type { PendingQuery, Row } from 'postgres'
import type { Seen } from './alike.ts'
import { makeBatch } from './batch.ts'
import type { Kit } from './ctx.ts'
import type { Db } from './db.ts'
import { makeGenerations, type Generations } from './generations.ts'

export type Page = { limit: number; offset: number }
/** The numbers of a page in their order, and how many there are in all. */
export type Found = { ids: number[]; total: number }

/** A piece of a statement. */
export type Part = PendingQuery<Row[]>

/** Both in one statement, which is planned once. */
export async function findNumbers(db: Db, page: Part, total: Part): Promise<Found> {
  const [row] = await db<{ ids: number[]; total: number | null }[]>`
    select array(${page}) as ids, (${total})::bigint as total`
  return { ids: row?.ids ?? [], total: row?.total ?? 0 }
}

/**
 * A list of unknown length counts as ten long when PostgreSQL weighs planning each call against planning once: a shorter
 * one would seem worth it every time. No row has the number 0.
 */
export const atLeastTen = (ids: readonly number[]): number[] =>
  ids.length >= 10 ? [...ids] : [...ids, ...Array.from({ length: 10 - ids.length }, () => 0)]

/** The same for several accounts at once, in their order; both parts speak of `who.account_id`. */
export async function findNumbersOf(
  db: Db,
  accounts: readonly number[],
  page: Part,
  total: Part = db`null`,
): Promise<Found[]> {
  const rows = await db<{ ids: number[]; total: number | null }[]>`
    select array(${page}) as ids, (${total})::bigint as total
    from unnest(${atLeastTen(accounts)}::bigint[]) with ordinality as who (account_id, n) order by n`
  return accounts.map((_, i) => ({ ids: rows[i]?.ids ?? [], total: rows[i]?.total ?? 0 }))
}

/**
 * As many callers as one statement is made for; and while the database looks for some, others are told. One group of
 * fifty is slower by a tenth: each side waits for the other.
 */
const together = { most: 25, flights: 2, isTriedAlone: false }

/**
 * What is each account's own, asked in one statement for all who wait for theirs.
 *
 * @param find gives one result for each account, in their order
 */
export function makeOwn<T>(
  find: (db: Db, accounts: readonly number[]) => Promise<T[]>,
): (kit: Kit, accountId: number) => Promise<T> {
  const batches = new WeakMap<Kit['sql'], (accountId: number) => Promise<T>>()
  const make = (sql: Kit['sql']) => {
    const ask = async (asking: number[]): Promise<T[]> => {
      const accounts = [...new Set(asking)]
      const results = await find(sql, accounts)
      return asking.map((accountId) => results[accounts.indexOf(accountId)]!)
    }
    const batch = makeBatch(ask, together)
    batches.set(sql, batch)
    return batch
  }
  return ({ sql }, accountId) => (batches.get(sql) ?? make(sql))(accountId)
}

/**
 * The first page of one's own is found for all who wait for it; the contract bounds how many sizes there are.
 *
 * @param find gives one list for each account, in their order
 */
export function makeOwnList<T = Found>(
  find: (db: Db, accounts: readonly number[], page: Page) => Promise<T[]>,
): (kit: Kit, accountId: number, page: Page) => Promise<T> {
  const firsts = new Map<number, ReturnType<typeof makeOwn<T>>>()
  return async (kit, accountId, page) => {
    if (page.offset > 0) {
      const [found] = await find(kit.sql, [accountId], page)
      return found!
    }
    const findFirst = firsts.get(page.limit) ?? makeOwn((db, accounts) => find(db, accounts, page))
    firsts.set(page.limit, findFirst)
    return findFirst(kit, accountId)
  }
}

type Flight<T> = { ended: Promise<unknown>; next: Promise<T> | null }

/** @returns what reads, one flight of a key at a time; the reads of one key are the same read */
export function makeJoined<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Flight<T>>()

  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const result = read()
    const end = () => {
      if (!flight.next) flights.delete(key)
    }
    const flight: Flight<T> = { ended: result.then(end, end), next: null }
    flights.set(key, flight)
    return result
  }

  return (key, read) => {
    const flight = flights.get(key)
    if (!flight) return begin(key, read)
    flight.next ??= flight.ended.then(() => begin(key, read))
    return flight.next
  }
}

/** Whose page it is, and what stands on it. */
export type Asked = { accountId: number; ids: readonly number[] }
/** Somebody keeps something: the counsellor they follow, the answer that they like. */
export type Kept<W extends string> = { account_id: number; id: number; what: W }

/** What this node has read of a row. Another version is another content; '' is what it has not read, or is no more. */
export type Known = { id: number; version: string }

/** As many as a list is long that PostgreSQL knows nothing of, for the same reason as `atLeastTen`. */
export const knownAs = (db: Db, known: readonly Known[]): Part => {
  const ids = atLeastTen(known.map(({ id }) => id))
  return db`unnest(${ids}::bigint[], ${ids.map((_, i) => known[i]?.version ?? '')}::text[]) as known (id, version)`
}

/**
 * Tells a row from itself at any other time: by `xmin`, which PostgreSQL changes with everything it writes, of this row
 * and of all that are read with it; '' when the row is no more. Another PostgreSQL, or an older copy of this one, counts
 * transactions anew, and has been started at another time.
 *
 * @param row its `xmin`
 * @param others those of the rows beside it
 */
export const versionOf = (db: Db, row: Part, others: Part = db`null`): Part =>
  db`coalesce(${row} || concat_ws('.', '', (select extract(epoch from pg_postmaster_start_time())::bigint), ${others}), '')`

type Source<R extends Known, W extends string, S> = {
  /** The same for whoever asks. Left out is what stands as it is known; what is no more comes with the version ''. */
  rows: (db: Db, known: readonly Known[]) => PromiseLike<R[]>
  /** About as many characters as it has. */
  weigh: (row: R) => number
  /** Left out where nobody can keep anything of it. */
  kept?: (db: Db, asked: readonly Asked[]) => PromiseLike<Kept<W>[]>
  /** The row says something to this account that it says to nobody else. */
  isFor?: (row: R, viewer: number) => boolean
  /** The row as one caller sees it. */
  see: (row: R, keeps: (what: W) => boolean) => S
}

/** Nobody is account 0: what a visitor keeps is nothing. */
type Item = { ids: readonly number[]; viewer: number }

/** What was seen, of which rows and with which marks. */
type Before<R, S> = { rows: readonly R[]; marks: string; seen: Seen<S> }

type Memory<R, S> = { rows: Generations<number, R>; seen: Generations<string, Before<R, S>> }

const rememberMs = 10 * 60_000
/** Characters in each generation of either, which is some thousand pages, and twenty megabytes with what is made of them. */
const mostWeight = 4_000_000
/** What a row without words weighs. */
const leastWeight = 200

const makeMemory = <R, S>(): Memory<R, S> => ({
  rows: makeGenerations(mostWeight, rememberMs),
  seen: makeGenerations(mostWeight, rememberMs),
})

/** Each as it stands now: only what this node does not know comes from the database, which says so for all of them. */
async function readRows<R extends Known, W extends string, S>(
  db: Db,
  { rows, weigh }: Source<R, W, S>,
  memory: Memory<R, S>['rows'],
  ids: readonly number[],
): Promise<Map<number, R>> {
  if (ids.length === 0) return new Map()
  const rowOf = new Map(ids.flatMap((id) => memory.get(id) ?? []).map((row) => [row.id, row]))
  const changed = await rows(
    db,
    ids.map((id) => rowOf.get(id) ?? { id, version: '' }),
  )
  // not what is remembered by now: a reply that is older than another's must not be mixed with it
  for (const row of changed) {
    if (row.version === '') {
      rowOf.delete(row.id)
      memory.delete(row.id)
    } else {
      rowOf.set(row.id, row)
      memory.set(row.id, row, weigh(row))
    }
  }
  return rowOf
}

const areSame = <R>(some: readonly R[], others: readonly R[]) =>
  some.length === others.length && some.every((row, i) => row === others[i])

async function readTogether<R extends Known, W extends string, S>(
  db: Db,
  source: Source<R, W, S>,
  memory: Memory<R, S>,
  items: readonly Item[],
): Promise<Seen<S>[]> {
  const { kept, isFor, see } = source
  const asked = items.flatMap((item) =>
    item.viewer === 0 || item.ids.length === 0 ? [] : [{ accountId: item.viewer, ids: item.ids }],
  )
  const [rowOf, marks] = await Promise.all([
    readRows(db, source, memory.rows, [...new Set(items.flatMap((item) => item.ids))]),
    kept && asked.length > 0 ? kept(db, asked) : [],
  ])
  const marksOf = Map.groupBy(marks, ({ account_id }) => account_id)
  return items.map(({ ids, viewer }) => {
    const rows = ids.flatMap((id) => rowOf.get(id) ?? [])
    const here = new Set(ids)
    const own = new Set(
      marksOf
        .get(viewer)
        ?.filter(({ id }) => here.has(id))
        .map(({ id, what }) => `${id} ${what}`),
    )
    const isTheirs = viewer !== 0 && (own.size > 0 || rows.some((row) => isFor?.(row, viewer)))
    // most people keep nothing of a page: they get the very same rows
    const whose = isTheirs ? viewer : 0
    const key = `${whose} ${ids.join()}`
    const ownMarks = [...own].sort().join()
    const before = memory.seen.get(key)
    if (before && before.marks === ownMarks && areSame(before.rows, rows)) return before.seen
    const seen = { rows: rows.map((row) => see(row, (what) => own.has(`${row.id} ${what}`))), viewer: whose }
    const weight = rows.reduce((sum, row) => sum + source.weigh(row), leastWeight)
    memory.seen.set(key, { rows, marks: ownMarks, seen }, weight)
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

export function makeReader<R extends Known, W extends string, S>(given: Source<R, W, S>): Reader<S> {
  const source = { ...given, weigh: (row: R) => leastWeight + given.weigh(row) }
  type Own = { find: ReturnType<typeof makeJoined<Found>>; read: (item: Item) => Promise<Seen<S>> }
  const own = new WeakMap<Kit['sql'], Own>()
  const of = ({ sql }: Kit): Own => {
    const known = own.get(sql)
    if (known) return known
    const memory = makeMemory<R, S>()
    const made = {
      find: makeJoined<Found>(),
      read: makeBatch((items: Item[]) => readTogether(sql, source, memory, items), together),
    }
    own.set(sql, made)
    return made
  }
  return {
    find: (kit, list, page, find) =>
      findPage(page, (block) => of(kit).find(`${list} ${block.limit} ${block.offset}`, () => find(block))),
    read: (kit, ids, viewer) => of(kit).read({ ids, viewer }),
  }
}
