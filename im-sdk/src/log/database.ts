// Database of the log: one table, keyed by time (messaging.md 3).
import { awaitRequest, openIdb, runTransaction, waitForCommit } from '../store/idb.ts'

export type LogRow = { time: number; level: string; text: string }
export type LogDatabase = {
  /** All entries, oldest first. */
  all: () => Promise<LogRow[]>
  add: (rows: readonly LogRow[]) => Promise<void>
  removeUntil: (time: number) => Promise<void>
  close: () => void
}

const version = 1
const table = 'log'

/** @throws where no database is available */
export async function openLogDatabase(name: string): Promise<LogDatabase> {
  const db = await openIdb(name, version, ({ result }) => void result.createObjectStore(table, { keyPath: 'time' }))
  db.addEventListener('versionchange', () => db.close())
  const changeEntries = (work: (store: IDBObjectStore) => void) =>
    runTransaction(db, table, 'readwrite', (transaction) => {
      work(transaction.objectStore(table))
      return waitForCommit(transaction)
    })
  return {
    all: () =>
      runTransaction(db, table, 'readonly', (transaction) =>
        awaitRequest(transaction.objectStore(table).getAll() as IDBRequest<LogRow[]>),
      ),
    add: (rows) =>
      changeEntries((store) => {
        for (const row of rows) store.put(row)
      }),
    removeUntil: (time) => changeEntries((store) => void store.delete(IDBKeyRange.upperBound(time))),
    close: () => db.close(),
  }
}
