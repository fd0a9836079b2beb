// Database of the log: one table, keyed by time (messaging.md 3).
export type LogRow = { time: number; level: string; text: string }
export type LogDatabase = {
  /** Oldest first. */
  all: () => Promise<LogRow[]>
  add: (rows: readonly LogRow[]) => Promise<void>
  removeUntil: (time: number) => Promise<void>
  close: () => void
}

const version = 1
const table = 'log'

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no-database')))
  })
const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('no-database')))
  })

/** @throws where no database is available */
export async function openLogDatabase(name: string): Promise<LogDatabase> {
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB
  if (!factory) throw new Error('IndexedDB required')
  const request = factory.open(name, version)
  request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(table, { keyPath: 'time' }))
  const db = await answer(request)
  db.addEventListener('versionchange', () => db.close())
  const change = (work: (store: IDBObjectStore) => void) => {
    const transaction = db.transaction(table, 'readwrite')
    work(transaction.objectStore(table))
    return done(transaction)
  }
  return {
    all: () => answer(db.transaction(table).objectStore(table).getAll() as IDBRequest<LogRow[]>),
    add: (rows) =>
      change((store) => {
        for (const row of rows) store.put(row)
      }),
    removeUntil: (time) => change((store) => void store.delete(IDBKeyRange.upperBound(time))),
    close: () => db.close(),
  }
}
