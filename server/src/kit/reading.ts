// How lists are found when many read at once. What is the same for all of them is asked once for those who wait together:
// here the numbers of a page, then the rows behind them (`reader.ts`).
//
// Nobody is given what was begun before they asked: whoever comes while a read is on its way shares the next. So one's own
// deed stands in whatever one reads after it, on whichever node.
import type { PendingQuery, Row } from 'postgres'
import { tellAlike } from './alike.ts'
import { makeBatch } from './batch.ts'
import type { Kit } from './ctx.ts'
import type { Db } from './db.ts'
import { onePer } from './one-per.ts'

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

/** As PostgreSQL writes a list of numbers. The driver would look at each of them for what must be escaped. */
export const written = (numbers: readonly number[]): string => `{${numbers.join()}}`

/**
 * A list, written, of what is looked for. One of unknown length counts as ten long when PostgreSQL weighs planning each
 * call against planning once: a shorter one would seem worth it every time. No row has the number 0.
 */
export const atLeastTen = (ids: readonly number[]): string =>
  written(ids.length >= 10 ? ids : [...ids, ...Array.from({ length: 10 - ids.length }, () => 0)])

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
export const together = { most: 25, flights: 2, isTriedAlone: false }

/**
 * What is each account's own, asked in one statement for all who wait for theirs.
 *
 * @param find gives one result for each account, in their order
 */
export function makeOwn<T>(
  find: (db: Db, accounts: readonly number[]) => Promise<T[]>,
): (kit: Kit, accountId: number) => Promise<T> {
  const batchOf = onePer((sql: Kit['sql']) => {
    const ask = async (asking: number[]): Promise<T[]> => {
      const accounts = [...new Set(asking)]
      const results = await find(sql, accounts)
      return asking.map((accountId) => results[accounts.indexOf(accountId)]!)
    }
    return makeBatch(ask, together)
  })
  return ({ sql }, accountId) => batchOf(sql)(accountId)
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

/**
 * A list that is the same for all who may ask for it: read, checked and written once for all who ask at the same moment.
 *
 * @param read for nobody in particular
 */
export function makeShared<I, T extends object>(
  read: (kit: Kit, input: I) => Promise<T>,
): (kit: Kit, input: I) => Promise<T> {
  const joinOf = onePer((_sql: Kit['sql']) => makeJoined<T>())
  return (kit, input) => joinOf(kit.sql)(JSON.stringify(input), async () => tellAlike(await read(kit, input)))
}
