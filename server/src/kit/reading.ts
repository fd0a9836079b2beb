// How lists are read when many read at once. What is the same for all of them is asked once for those who wait together:
// the numbers of a page, then the rows behind them, and in one statement what each of the callers keeps of these.
//
// Nobody is given what was begun before they asked: whoever comes while a read is on its way shares the next. So one's own
// deed stands in whatever one reads after it, on whichever node, and nothing is remembered that could be anybody else's.
import type { PendingQuery, Row } from 'postgres'
import type { Seen } from './alike.ts'
import { makeBatch } from './batch.ts'
import type { Kit } from './ctx.ts'
import type { Db } from './db.ts'

export type Page = { limit: number; offset: number }
/** The numbers of a page in their order, and how many there are in all. */
export type Found = { ids: number[]; total: number }

type Part = PendingQuery<Row[]>

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
export async function findNumbersOf(db: Db, accounts: readonly number[], page: Part, total: Part): Promise<Found[]> {
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

/** The first page of one's own is found for all who wait for theirs; the contract bounds how many sizes there are. */
export function makeOwnList(
  find: (db: Db, accounts: readonly number[], page: Page) => Promise<Found[]>,
): (kit: Kit, accountId: number, page: Page) => Promise<Found> {
  const firsts = new Map<number, ReturnType<typeof makeOwn<Found>>>()
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

type Source<R, W extends string, S> = {
  /** The same for whoever asks. */
  rows: (db: Db, ids: readonly number[]) => PromiseLike<R[]>
  kept: (db: Db, asked: readonly Asked[]) => PromiseLike<Kept<W>[]>
  /** The row says something to this account that it says to nobody else. */
  isFor?: (row: R, viewer: number) => boolean
  /** The row as one caller sees it. */
  see: (row: R, keeps: (what: W) => boolean) => S
}

/** Nobody is account 0: what a visitor keeps is nothing. */
type Item = { ids: readonly number[]; viewer: number }

async function readTogether<R extends { id: number }, W extends string, S>(
  db: Db,
  { rows, kept, isFor, see }: Source<R, W, S>,
  items: readonly Item[],
): Promise<Seen<S>[]> {
  const ids = [...new Set(items.flatMap((item) => item.ids))]
  const asked = items.flatMap((item) =>
    item.viewer === 0 || item.ids.length === 0 ? [] : [{ accountId: item.viewer, ids: item.ids }],
  )
  const [found, marks] = await Promise.all([
    ids.length === 0 ? [] : rows(db, ids),
    asked.length === 0 ? [] : kept(db, asked),
  ])
  const rowOf = new Map(found.map((row) => [row.id, row]))
  const marked = new Set(marks.map(({ account_id, id, what }) => `${account_id} ${id} ${what}`))
  const isKept = new Set(marks.map(({ account_id, id }) => `${account_id} ${id}`))
  const rowsOf = (wanted: readonly number[]) => wanted.flatMap((id) => rowOf.get(id) ?? [])
  // most people keep nothing of a page: they get the very same rows
  const alike = new Map<string, Seen<S>>()
  return items.map(({ ids: own, viewer }) => {
    const isTheirs = (id: number) => {
      const row = rowOf.get(id)
      return isKept.has(`${viewer} ${id}`) || (row !== undefined && isFor?.(row, viewer) === true)
    }
    if (viewer !== 0 && own.some(isTheirs))
      return { rows: rowsOf(own).map((row) => see(row, (what) => marked.has(`${viewer} ${row.id} ${what}`))), viewer }
    const key = own.join()
    const seen = alike.get(key) ?? { rows: rowsOf(own).map((row) => see(row, () => false)), viewer: 0 }
    alike.set(key, seen)
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

export function makeReader<R extends { id: number }, W extends string, S>(source: Source<R, W, S>): Reader<S> {
  type Own = { find: ReturnType<typeof makeJoined<Found>>; read: (item: Item) => Promise<Seen<S>> }
  const own = new WeakMap<Kit['sql'], Own>()
  const of = ({ sql }: Kit): Own => {
    const known = own.get(sql)
    if (known) return known
    const made = {
      find: makeJoined<Found>(),
      read: makeBatch((items: Item[]) => readTogether(sql, source, items), together),
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
