// Work that may be asked for in a few characters and costs seconds is done a few at a time; the others wait in a row.
export function makeTurns(maxBatchSize: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    // whoever waits takes over the place of the one who ends
    if (running >= maxBatchSize) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
