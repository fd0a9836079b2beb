// Types of database handles, with the column types that the driver parses.
import type postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number; day: string }>
export type Tx = postgres.TransactionSql<{ bigint: number; day: string }>
/** Parameter type of stores, which work inside and outside transactions. */
export type Db = Sql | Tx
/** A part of a query: a column, a condition or a value. */
export type SqlFragment = ReturnType<Db>

/** The part of the driver's queries that the pool uses, but that its types omit. */
export type RunningQuery = Promise<unknown> & {
  handler: (query: RunningQuery) => void
  reject: (error: unknown) => void
}

/** `root`, whose queries are sent by `send`, and with these members replaced. */
export function withHandler(root: Sql, send: (query: RunningQuery) => void, replaced: Record<string, unknown>): Sql {
  const routeQuery = (value: unknown): unknown => {
    // other values are parts of queries
    if (typeof (value as { handle?: unknown } | null)?.handle === 'function') (value as RunningQuery).handler = send
    return value
  }
  const members: Record<string | symbol, unknown> = {
    ...replaced,
    unsafe: (...args: Parameters<Sql['unsafe']>) => routeQuery(root.unsafe(...args)),
  }
  return new Proxy(root, {
    apply: (target, thisArg, args) => routeQuery(Reflect.apply(target as never, thisArg, args)),
    get: (target, name) => (Object.hasOwn(members, name) ? members[name] : Reflect.get(target, name)),
  })
}
