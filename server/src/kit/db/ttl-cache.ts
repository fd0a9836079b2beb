// TTL cache of one value per database, for settings that nearly every request reads.
import type { Sql } from './driver/sql.ts'

type CacheEntry<T> = { readAtMs: number; value: Promise<T> }

/**
 * @param read a function of a store
 * @returns a function that reads at most once in `ttlMs`; after a failed read, the next caller reads again
 */
export function createTtlCache<T>(ttlMs: number, read: (sql: Sql) => Promise<T>): (kit: { sql: Sql }) => Promise<T> {
  const entries = new WeakMap<Sql, CacheEntry<T>>()
  return ({ sql }) => {
    const cached = entries.get(sql)
    if (cached && performance.now() - cached.readAtMs < ttlMs) return cached.value
    const entry: CacheEntry<T> = { readAtMs: performance.now(), value: read(sql) }
    entries.set(sql, entry)
    entry.value.catch(() => {
      if (entries.get(sql) === entry) entries.delete(sql)
    })
    return entry.value
  }
}
