// Runs the work of each key one after the other, and that of different keys at the same time.
import { createSemaphore } from './semaphore.ts'

export type KeyedQueue = {
  <T>(key: string, work: () => Promise<T>): Promise<T>
  /** Work of the key that waits or runs. */
  countWaiting: (key: string) => number
}

export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, { run: ReturnType<typeof createSemaphore>; waiting: number }>()
  const enqueue = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { run: createSemaphore(1), waiting: 0 }
    queues.set(key, queue)
    queue.waiting += 1
    try {
      return await queue.run(work)
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
    }
  }
  return Object.assign(enqueue, { countWaiting: (key: string) => queues.get(key)?.waiting ?? 0 })
}
