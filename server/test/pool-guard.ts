// Reports queries that ask the pool for a second connection while the same request holds a transaction.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from '../src/kit/db/db.ts'

type OpenTransaction = { isOpen: boolean }

const open = new AsyncLocalStorage<OpenTransaction>()

type DriverQuery = { handle?: () => unknown }

/** Wraps a pool. `violations` receives the stack of each query that was sent to the pool from within a transaction. */
export function guardPool(sql: Sql, violations: string[]): Sql {
  const isHolding = () => open.getStore()?.isOpen === true

  const reportViolation = ({ stack = '' }: Error) => {
    const frames = stack.split('\n').filter((line) => line.includes('/server/src/'))
    violations.push(frames.map((line) => line.trim().replace(/.*\/server\/src\//, '')).join(' < '))
  }

  const watchQuery = (query: unknown): unknown => {
    const own = query as DriverQuery
    const handle = own?.handle
    if (typeof handle !== 'function') return query
    // recorded when the query is created, because only then does the stack lead to the caller
    const origin = isHolding() ? new Error('pool') : null
    // a fragment is part of another query, and never sent alone
    own.handle = function watched(this: DriverQuery) {
      if (isHolding()) reportViolation(origin ?? new Error('pool'))
      return handle.call(this)
    }
    return query
  }

  const begin = (...args: unknown[]) => {
    if (isHolding()) reportViolation(new Error('pool'))
    const work = args.pop() as (tx: unknown) => Promise<unknown>
    const guarded = (tx: unknown) => {
      const transaction = { isOpen: true }
      return open.run(transaction, () => work(tx)).finally(() => (transaction.isOpen = false))
    }
    return (sql.begin as (...all: unknown[]) => unknown)(...args, guarded)
  }

  return new Proxy(sql, {
    apply: (target, thisArg, args) => watchQuery(Reflect.apply(target as never, thisArg, args)),
    get(target, name) {
      if (name === 'begin') return begin
      const value: unknown = Reflect.get(target, name)
      if (name === 'unsafe') return (...args: never[]) => watchQuery((value as (...all: never[]) => unknown)(...args))
      return value
    },
  })
}
