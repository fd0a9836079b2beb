// Batches of writes that lock a row each. An item leaves the common batch when another transaction has locked its row.
// It waits in a queue of the row, and delays no other row.
import { createSemaphore } from '../async/semaphore.ts'
import { createBatch } from './batch.ts'

type Queue<T, R> = { add: (item: T) => Promise<R>; size: number }
type BatchWrites<T, R> = {
  /** Writes without waiting for a lock. Returns null for each item whose row is locked by another transaction. */
  tryWrite: (items: T[]) => Promise<(R | null)[]>
  /** Waits for the lock of the items' row, and so occupies a connection. */
  write: (items: T[]) => Promise<R[]>
}

/**
 * Items of one key are written in the order in which they were added.
 * @param keyOf the row that an item locks
 * @param maxWaitingKeys how many locked rows are waited for at once; the others wait for their turn
 */
export function createKeyedBatch<T, R>(
  keyOf: (item: T) => number,
  { tryWrite, write }: BatchWrites<T, R>,
  maxWaitingKeys = 2,
): (item: T) => Promise<R> {
  const queues = new Map<number, Queue<T, R>>()
  const withinLimit = createSemaphore(maxWaitingKeys)

  async function addToQueue(item: T): Promise<R> {
    const key = keyOf(item)
    const queue = queues.get(key) ?? { add: createBatch((items) => withinLimit(() => write(items))), size: 0 }
    queues.set(key, queue)
    queue.size += 1
    try {
      return await queue.add(item)
    } finally {
      queue.size -= 1
      if (queue.size === 0) queues.delete(key)
    }
  }

  // Every item passes the common batch, because one that skipped it could overtake earlier items of its key. Its reply
  // is wrapped, so that the batch does not wait for it.
  const add = createBatch<T, { reply: R | Promise<R> }>(async (items) => {
    const isQueued = items.map((item) => queues.has(keyOf(item)))
    const unqueued = items.filter((_item, i) => !isQueued[i])
    const results = unqueued.length > 0 ? await tryWrite(unqueued) : []
    // after the write, whose failure makes the batch try each item again
    return items.map((item, i) => ({ reply: (isQueued[i] ? null : results.shift()) ?? addToQueue(item) }))
  })
  return async (item) => (await add(item)).reply
}
