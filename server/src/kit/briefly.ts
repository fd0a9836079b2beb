// What nearly every call needs and hardly ever changes: read once, and believed for a moment.
import { isDeepStrictEqual } from 'node:util'
import type { Kit } from './ctx.ts'

/** @returns what reads it, at most once in `ms` for each database; what is still the same stays the very same object */
export function briefly<T>(ms: number, read: (kit: Kit) => Promise<T>): (kit: Kit) => Promise<T> {
  const held = new WeakMap<Kit['sql'], { at: number; value: Promise<T> }>()
  return (kit) => {
    const known = held.get(kit.sql)
    if (known && performance.now() - known.at < ms) return known.value
    const value = Promise.all([read(kit), known?.value.catch(() => undefined)]).then(([now, before]) =>
      before !== undefined && isDeepStrictEqual(now, before) ? before : now,
    )
    held.set(kit.sql, { at: performance.now(), value })
    // what failed is asked again by the next
    value.catch(() => held.delete(kit.sql))
    return value
  }
}
