// Lists in two statements: the ids of a page from an index, then the rows with these ids.
import type { PendingQuery, Row } from 'postgres'
import type { Db } from './db.ts'

/** The rows of a page: how many, after how many others. */
export type PageLimits = { limit: number; offset: number }
/** Ids in list order; `total` is the length of the whole list. */
export type PageOfIds = { ids: number[]; total: number }
export type SqlPart = PendingQuery<Row[]>

/**
 * @param ids selects the ids of one page
 * @param total query that selects the length of the whole list
 */
export async function findIds(db: Db, ids: SqlPart, total: SqlPart): Promise<PageOfIds> {
  const [row] = await db<{ ids: number[]; total: number | null }[]>`
    select array(${ids}) as ids, (${total})::bigint as total`
  return { ids: row?.ids ?? [], total: row?.total ?? 0 }
}

export const limitTo = (db: Db, { limit, offset }: PageLimits): SqlPart => db`limit ${limit} offset ${offset}`

/** PostgreSQL's estimate for an array parameter of unknown length. */
const estimatedIds = 10

/**
 * A table with the columns `id` and `position`, by which the joined rows are ordered. The array is padded to a minimum
 * length: PostgreSQL would plan a shorter one again for each call, which costs more than the rows. No row has the id 0.
 */
export const idsWithPositions = (db: Db, ids: readonly number[]): SqlPart => {
  const padding = Array.from({ length: Math.max(0, estimatedIds - ids.length) }, () => 0)
  return db`unnest(${[...ids, ...padding]}::bigint[]) with ordinality as page (id, position)`
}
