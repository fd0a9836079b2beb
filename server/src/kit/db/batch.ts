// Adaptive batching of writes: while a batch runs, new items wait for the next one. Without load there is no delay;
// under load, many items share a commit.
import { isUnreachable } from './db.ts'

type WaitingItem<T, R> = { item: T; since: number; resolve: (result: R) => void; reject: (error: unknown) => void }

/**
 * When a batch fails, each of its items is tried alone, so that a bad item fails only for its own caller.
 * @param flush does the work of all items, and returns one result for each, in order
 * @param onStart receives the size of a batch, and the waiting time of its first item
 */
export function createBatch<T, R>(
  flush: (items: T[]) => Promise<R[]>,
  maxBatchSize = 200,
  onStart?: (size: number, waitedMs: number) => void,
): (item: T) => Promise<R> {
  let waiting: WaitingItem<T, R>[] = []
  let isRunning = false
  let isScheduled = false

  async function runEachAlone(batch: readonly WaitingItem<T, R>[]): Promise<void> {
    for (const [i, { item, resolve, reject }] of batch.entries()) {
      try {
        const [result] = await flush([item])
        resolve(result!)
      } catch (error) {
        reject(error)
        // without a database, all other items would only wait for the same error
        if (isUnreachable(error)) return batch.slice(i + 1).forEach((other) => other.reject(error))
      }
    }
  }

  async function runBatch(batch: readonly WaitingItem<T, R>[]): Promise<void> {
    try {
      const results = await flush(batch.map(({ item }) => item))
      isRunning = false
      // start the next batch first, so that the database works while these callers continue
      runNext()
      batch.forEach(({ resolve }, i) => resolve(results[i]!))
    } catch {
      await runEachAlone(batch)
      isRunning = false
      runNext()
    }
  }

  function runNext(): void {
    if (isRunning || waiting.length === 0) return
    isRunning = true
    const batch = waiting.slice(0, maxBatchSize)
    waiting = waiting.slice(maxBatchSize)
    onStart?.(batch.length, performance.now() - batch[0]!.since)
    void runBatch(batch)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject })
      if (isRunning || isScheduled) return
      isScheduled = true
      // items that arrive in the same turn of the event loop join the first batch
      setImmediate(() => {
        isScheduled = false
        runNext()
      })
    })
}
