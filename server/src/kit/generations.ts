// What was made before and may be wanted again, in bounded room.

export type Generations<K, V> = {
  get: (key: K) => V | undefined
  /** @param weight in the unit of `most`; 1 when left out */
  set: (key: K, value: V, weight?: number) => void
  delete: (key: K) => void
}

/**
 * Two generations: what was not asked for while others of the weight `most` came, or for `forMs` while others were, is
 * forgotten. Each holds that weight and no more than its last entry beyond it.
 */
export function makeGenerations<K, V>(most: number, forMs: number): Generations<K, V> {
  type Entry = { value: V; weight: number }
  let young = new Map<K, Entry>()
  let old = new Map<K, Entry>()
  let weight = 0
  let turnedAt = performance.now()

  function turn(): void {
    const at = performance.now()
    if (weight < most && at - turnedAt <= forMs) return
    ;[young, old, weight, turnedAt] = [new Map(), young, 0, at]
  }

  function put(key: K, entry: Entry): void {
    weight += entry.weight - (young.get(key)?.weight ?? 0)
    young.set(key, entry)
  }

  return {
    get(key) {
      turn()
      const entry = young.get(key)
      if (entry) return entry.value
      const older = old.get(key)
      if (older) put(key, older)
      return older?.value
    },
    set(key, value, own = 1) {
      turn()
      put(key, { value, weight: own })
    },
    delete(key) {
      weight -= young.get(key)?.weight ?? 0
      young.delete(key)
      old.delete(key)
    },
  }
}
