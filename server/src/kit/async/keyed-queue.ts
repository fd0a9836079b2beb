// Runs the work of each key one after the other, and that of different keys at the same time.
import { createSemaphore } from './semaphore.ts'

export function createKeyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { run: ReturnType<typeof createSemaphore>; waiting: number }>()
  return async (key, work) => {
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
}
