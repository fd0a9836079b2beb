// Adaptive grouping of writes: at once while nothing is in flight, else together with what came meanwhile.
// A quiet server thus waits for nothing, and a busy one pays one commit for many.

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

/**
 * @param flush writes the items in one transaction and gives one result for each, in order
 * @param most items in one transaction
 */
export function makeBatch<T, R>(flush: (items: T[]) => Promise<R[]>, most = 200): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let isBusy = false

  async function writeAlone({ item, resolve, reject }: Waiting<T, R>): Promise<void> {
    try {
      const [result] = await flush([item])
      resolve(result!)
    } catch (error) {
      reject(error)
    }
  }

  async function write(group: Waiting<T, R>[]): Promise<void> {
    const results = await flush(group.map(({ item }) => item)).catch(() => null)
    // one bad item must not take its neighbours along
    if (!results) for (const one of group) await writeAlone(one)
    isBusy = false
    // the next group is on its way before anybody hears of this one: the database works while they are told
    look()
    if (results) group.forEach(({ resolve }, i) => resolve(results[i]!))
  }

  function look(): void {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    void write(group)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      look()
    })
}
