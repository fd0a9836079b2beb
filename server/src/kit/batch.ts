// Adaptive grouping of writes and reads: while nothing is in flight, what came in one turn of the loop goes at its end; else
// what comes waits for the others. A quiet server thus waits for nothing, and a busy one pays one commit for many.
import { isUnreachable } from './db.ts'

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

type Options = {
  /** Items that go together. */
  most?: number
  /**
   * One bad item must not take its neighbours along: of a group that failed, each is tried alone. Not where no item can be
   * to blame, as with reads by key: what failed for all would fail for each once more.
   */
  isTriedAlone?: boolean
  /** Groups on their way at once. More than one is for reads alone: writes keep the order in which they came. */
  flights?: number
}

/** @param flush does the work of all items at once and gives one result for each, in order */
export function makeBatch<T, R>(
  flush: (items: T[]) => Promise<R[]>,
  { most = 200, isTriedAlone = true, flights = 1 }: Options = {},
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let flying = 0
  let isDue = false

  const refuse = (group: readonly Waiting<T, R>[], error: unknown) => group.forEach(({ reject }) => reject(error))

  async function tryEach(group: readonly Waiting<T, R>[]): Promise<void> {
    for (const [i, { item, resolve, reject }] of group.entries()) {
      try {
        const [result] = await flush([item])
        resolve(result!)
      } catch (error) {
        reject(error)
        // each would wait for a database that is not there, and whoever comes now behind all of them
        if (isUnreachable(error)) return refuse(group.slice(i + 1), error)
      }
    }
  }

  async function run(group: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await flush(group.map(({ item }) => item))
      flying -= 1
      // the next group is on its way before anybody hears of this one: the database works while they are told
      look()
      group.forEach(({ resolve }, i) => resolve(results[i]!))
    } catch (error) {
      if (isTriedAlone) await tryEach(group)
      else refuse(group, error)
      flying -= 1
      look()
    }
  }

  function look(): void {
    while (flying < flights && waiting.length > 0) {
      flying += 1
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      void run(group)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (flying === flights || isDue) return
      isDue = true
      // whoever is read from their socket in the same turn comes along; else the first would go alone and all others wait
      setImmediate(() => {
        isDue = false
        look()
      })
    })
}
