// Work that takes turns: what is asked before a write may take differently long, and must not let a later one overtake.

/** @returns a function that runs `work` after all earlier work of the same key, however that ended */
export function makeTurns<K>(): (key: K, work: () => Promise<void>) => Promise<void> {
  const last = new Map<K, Promise<void>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = mine
      .catch(() => {})
      .then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return mine
  }
}
