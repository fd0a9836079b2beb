// TTL cache of one value per database, for settings that nearly every request reads.
import type { Sql } from './driver/sql.ts'

type CacheEntry<T> = { readAtMs: number; value: Promise<T> }

/** @returns a function that reads at most once in `ttlMs`; after a failed read, the next caller reads again */
export function createTtlCache<T, K extends { sql: Sql }>(
  ttlMs: number,
  read: (kit: K) => Promise<T>,
): (kit: K) => Promise<T> {
  const entries = new WeakMap<Sql, CacheEntry<T>>()
  return (kit) => {
    const cached = entries.get(kit.sql)
    if (cached && performance.now() - cached.readAtMs < ttlMs) return cached.value
    const entry: CacheEntry<T> = { readAtMs: performance.now(), value: read(kit) }
    entries.set(kit.sql, entry)
    entry.value.catch(() => {
      if (entries.get(kit.sql) === entry) entries.delete(kit.sql)
    })
    return entry.value
  }
}
