// Runs the messages of a visit one after the other, so that none overtakes one whose checks take longer.
import { createSemaphore } from '../../../kit/async/semaphore.ts'
import type { ImRoom } from '../../../kit/chat/im-ctx.ts'

export function createVisitQueue(): <T>(visit: ImRoom, work: () => Promise<T>) => Promise<T> {
  const queues = new WeakMap<ImRoom, ReturnType<typeof createSemaphore>>()
  return (visit, work) => {
    const queue = queues.get(visit) ?? createSemaphore(1)
    queues.set(visit, queue)
    return queue(work)
  }
}
