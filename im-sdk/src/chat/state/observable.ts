// Observable value that is recomputed at most once per microtask, so that a screen draws once for many changes.

export function createObservable<T>(initial: T, compute: () => T) {
  const listeners = new Set<() => void>()
  let value = initial
  let isScheduled = false

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /** Call it after each change of the data that `compute` reads. */
  function publish(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      value = compute()
      for (const listener of listeners) listener()
    })
  }

  return { current: (): T => value, subscribe, publish }
}
