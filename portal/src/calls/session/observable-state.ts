// An observable value of a call page.

export type ObservableState<T> = {
  current: () => T
  update: (change: Partial<T>) => void
  subscribe: (listener: () => void) => () => void
}

export function createObservableState<T>(initial: T): ObservableState<T> {
  const listeners = new Set<() => void>()
  let value = initial
  const current = (): T => value
  const update = (change: Partial<T>): void => {
    value = { ...value, ...change }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { current, update, subscribe }
}
