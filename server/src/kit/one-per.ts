// What belongs to a thing and ends with it: the batches and memories of each database.

/** @returns what gives the one that was made for it */
export function onePer<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { one: T }>()
  return (key) => {
    const known = made.get(key)
    if (known) return known.one
    const one = make(key)
    made.set(key, { one })
    return one
  }
}
