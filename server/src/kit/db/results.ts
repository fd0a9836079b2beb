// Results of statements that read one row, one count, or one page of a list.

export const firstRow = async <T>(query: PromiseLike<readonly T[]>): Promise<T | null> => (await query)[0] ?? null

/** Returns the row of a statement that always returns one. */
export const onlyRow = async <T>(query: PromiseLike<readonly T[]>): Promise<T> => (await query)[0]!

type CountedQuery = PromiseLike<readonly { count: number }[]>
export const readCount = async (query: CountedQuery): Promise<number> => (await query)[0]?.count ?? 0

/** The rows of a page, and the length of the whole list. */
export async function readPage<T>(page: PromiseLike<T[]>, whole: CountedQuery): Promise<{ rows: T[]; total: number }> {
  const [rows, total] = await Promise.all([page, readCount(whole)])
  return { rows, total }
}
