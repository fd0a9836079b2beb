// Whether rows that were read before still stand as they were: asked of PostgreSQL itself, which changes `xmin` of a row
// with everything it writes. Each table is asked once for all rows, in the order of their numbers, which costs it a third
// of looking each of them up with what is joined to it; and it says so in one text, which is mostly the one expected.
import type { Db } from './db.ts'
import { atLeastTen, type Part as Piece } from './reading.ts'

export type Version = {
  /** When the PostgreSQL that it came from was started, in microseconds. */
  started: number
  /** Of every row that went into it. */
  xmins: readonly (string | null)[]
}

/** Another PostgreSQL, or an older copy of this one, counts transactions anew, and has been started at another time. */
const startOf = (db: Db): Piece =>
  db`(select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint) as started`

/**
 * The columns of `Version`.
 *
 * @param xmins in the order of the tables with which it is asked whether it stands
 */
export const versionOf = (db: Db, xmins: Piece): Piece => db`${startOf(db)}, array[${xmins}]::text[] as xmins`

/** What a row is made of: which row of each table, in the order of its version. */
type Tables<R> = Readonly<Record<string, (row: R) => number | null>>
type Part<R> = { table: string; idOf: (row: R) => number | null; nth: number }

/** What one table should say of all rows: their numbers in its order, and the `xmin` of each. */
type Expected = { ids: Float64Array; xminOf: ReadonlyMap<number, string>; isOne: boolean }

function expect<R extends Version>(rows: readonly R[], { idOf, nth }: Part<R>): Expected {
  const xminOf = new Map<number, string>()
  const ids = new Float64Array(rows.length)
  // rows that were read at different times may differ in what went into both
  let isOne = true
  for (const row of rows) {
    const id = idOf(row)
    if (id === null) continue
    const xmin = row.xmins[nth]!
    const other = xminOf.get(id)
    if (other === undefined) {
      ids[xminOf.size] = id
      xminOf.set(id, xmin)
    } else if (other !== xmin) isOne = false
  }
  return { ids: ids.subarray(0, xminOf.size).sort(), xminOf, isOne }
}

function textOf({ ids, xminOf }: Expected): string {
  let text = ''
  for (const id of ids) text += ` ${xminOf.get(id)}`
  return text
}

/** What the table does say. */
function readText({ ids }: Expected, text: string): ReadonlyMap<number, string> {
  const xmins = text.split(' ').slice(1)
  // one is gone, and nothing says which
  if (xmins.length !== ids.length) return new Map()
  return new Map(xmins.map((xmin, i) => [ids[i]!, xmin]))
}

type Found = { started: number; [table: string]: string | number | null }

/** @returns what gives those of the rows that stand as they were read, in all that went into them, at one moment */
export function standsBy<R extends Version>(tables: Tables<R>): (db: Db, rows: readonly R[]) => Promise<readonly R[]> {
  const parts = Object.entries(tables).map(([table, idOf], i): Part<R> => ({ table, idOf, nth: i }))

  return async (db, rows) => {
    const expected = parts.map((part) => expect(rows, part))
    const columns = parts.map(
      ({ table }, i) => db`
        (select string_agg(' ' || xmin::text, '' order by id) from ${db(table)}
          where id = any(${atLeastTen([...expected[i]!.ids])}::bigint[])) as ${db(table)}`,
    )
    const [found] = await db<Found[]>`
      select ${startOf(db)}, ${columns.reduce((all, column) => db`${all}, ${column}`)}`
    const stands = parts.map(({ table }, i) => {
      const text = `${found?.[table] ?? ''}`
      const one = expected[i]!
      return { text, one, isAll: one.isOne && text === textOf(one) }
    })
    const isSameStart = rows.every(({ started }) => started === found?.started)
    if (isSameStart && stands.every(({ isAll }) => isAll)) return rows
    const xminsOf = stands.map(({ text, one, isAll }) => (isAll ? one.xminOf : readText(one, text)))
    return rows.filter(
      (row) =>
        row.started === found?.started &&
        parts.every(({ idOf, nth }, i) => {
          const id = idOf(row)
          return id === null || xminsOf[i]!.get(id) === row.xmins[nth]
        }),
    )
  }
}
