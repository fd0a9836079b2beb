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

  async function write(group: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await flush(group.map(({ item }) => item))
      group.forEach(({ resolve }, i) => resolve(results[i]!))
    } catch (error) {
      // one bad item must not take its neighbours along
      if (group.length === 1) group[0]!.reject(error)
      else for (const one of group) await write([one])
    }
  }

  async function run(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await write(group)
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void run()
    })
}
