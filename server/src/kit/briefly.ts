// What nearly every call needs and hardly ever changes: read once, and believed for a moment.
import { isDeepStrictEqual } from 'node:util'
import type { Kit } from './ctx.ts'

type Held<T> = { at: number; value: Promise<T>; last?: { value: T } | undefined }

/** @returns what reads it, at most once in `ms` for each database; what is still the same stays the very same object */
export function briefly<T>(ms: number, read: (kit: Kit) => Promise<T>): (kit: Kit) => Promise<T> {
  const held = new WeakMap<Kit['sql'], Held<T>>()

  async function look(kit: Kit, one: { last?: Held<T>['last'] }): Promise<T> {
    const value = await read(kit)
    if (!one.last || !isDeepStrictEqual(one.last.value, value)) one.last = { value }
    return one.last.value
  }

  return (kit) => {
    const known = held.get(kit.sql)
    if (known && performance.now() - known.at < ms) return known.value
    const seen = { last: known?.last }
    const one: Held<T> = Object.assign(seen, { at: performance.now(), value: look(kit, seen) })
    held.set(kit.sql, one)
    // what failed is asked again by the next
    one.value.catch(() => {
      if (held.get(kit.sql) === one) held.delete(kit.sql)
    })
    return one.value
  }
}
