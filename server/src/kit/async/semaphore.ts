// Semaphore for expensive work that a short request can cause: a few tasks run at once, the others wait in order.
export function createSemaphore(maxRunning: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (scope) => {
    // the next waiting task takes over the slot of the one that ends
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await scope()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
