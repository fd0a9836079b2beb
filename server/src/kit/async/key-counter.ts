// Counter per key, for limits of things in progress. A key without entries takes no memory.
export type KeyCounter<Key> = {
  get: (key: Key) => number
  /** @returns the new count */
  add: (key: Key) => number
  /** Call it once for each `add`. */
  remove: (key: Key) => void
  /** Number of keys with entries. */
  size: () => number
}

export function createKeyCounter<Key>(): KeyCounter<Key> {
  const counts = new Map<Key, number>()
  const get = (key: Key) => counts.get(key) ?? 0
  return {
    get,
    add(key) {
      const count = get(key) + 1
      counts.set(key, count)
      return count
    },
    remove(key) {
      const count = get(key) - 1
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
    size: () => counts.size,
  }
}
