// Lets what has to be asked first be asked at the same time, and yet go on in the order in which it came: a text
// must not overtake the picture before it because the picture had to be looked up.

/** @returns a function that waits for `question`, and for those of the same asker before it; null asks nothing */
export function makeInOrder<K>(): (asker: K, question: Promise<void> | null) => Promise<void> | null {
  const last = new Map<K, Promise<unknown>>()
  return (asker, question) => {
    const before = last.get(asker)
    if (!question && !before) return null
    const turn = Promise.allSettled([before, question])
    last.set(asker, turn)
    return turn.then(([, asked]) => {
      if (last.get(asker) === turn) last.delete(asker)
      if (asked.status === 'rejected') throw asked.reason
    })
  }
}
