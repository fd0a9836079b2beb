// Persists the store: reads it once, then writes touched rows in batches. A batch holds all touched rows and the mark
// in one write, so that the stored state is always consistent.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { collectWrites, restoreTouched } from './collect-writes.ts'
import { deleteIdb } from './idb.ts'
import { openIndexedDb } from './indexed-db.ts'
import type { LocalDatabase } from './local-database.ts'
import { loadStore } from './load-store.ts'
import { createMemoryDatabase, type MemoryDatabase } from './memory.ts'
import { toPageMessageWrite, type PageMessage } from './page-messages.ts'
import { repairLastMessages } from './repair-last-messages.ts'
import { createStore, createTouchedKeys, touchAll } from './store.ts'

/** `off`: not requested. `memory`: requested, but not available. */
export type DatabaseStatus = 'off' | 'closed' | 'opening' | 'open' | 'memory'

/** Changes within this time share one write. */
const writeDelayMs = 20

/** @param name of the database; null for no persistence */
export function createPersistence(name: string | null, onStatus: (status: DatabaseStatus) => void = () => {}) {
  let status: DatabaseStatus = name === null ? 'off' : 'closed'
  let database: LocalDatabase | null = null
  let memory: MemoryDatabase | null = null
  let error: Error | null = null
  let opening: Promise<void> | null = null
  let hasLoaded = false
  let lastWrite = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = createStore(name === null ? null : () => (timer ??= setTimeout(() => void flush(), writeDelayMs)))

  function setStatus(next: DatabaseStatus): void {
    status = next
    onStatus(next)
  }

  /** Serialises writes. Rows of a failed write stay touched, so that no later mark is stored without them. */
  async function writeTouched(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const { touched } = store
    if (!touched || !database || !hasLoaded) return
    const usedDatabase = database
    const writes = collectWrites(store, touched)
    store.touched = createTouchedKeys(touched.notify)
    try {
      await usedDatabase.write(writes)
    } catch (failure) {
      error = failure as Error
      restoreTouched(touched, store.touched)
      if (database !== usedDatabase) await writeTouched()
    }
  }
  /** Resolves when all changes so far are stored. */
  function flush(): Promise<void> {
    lastWrite = lastWrite.then(writeTouched)
    return lastWrite
  }

  /** Continues in memory, where the rows stay until a database is available again. */
  function useMemory(failure: Error): void {
    error = failure
    memory ??= createMemoryDatabase()
    database = memory
  }

  async function openDatabase(databaseName: string): Promise<void> {
    setStatus('opening')
    try {
      const newDatabase = await openIndexedDb(
        databaseName,
        () => {
          database = null
          setStatus('closed')
        },
        () => {
          useMemory(imFail('database', 'no-database'))
          if (status === 'open') setStatus('memory')
        },
      )
      // rows held in memory while there was no database
      if (memory) await newDatabase.write(memory.all())
      if (!hasLoaded) await newDatabase.write(await loadStore(store, newDatabase))
      memory = null
      database = newDatabase
      error = null
    } catch (failure) {
      useMemory(failure as Error)
    }
    hasLoaded = true
    setStatus(memory ? 'memory' : 'open')
    await flush()
  }

  function close(): void {
    clearTimeout(timer)
    timer = undefined
    database?.close()
    database = null
    if (status !== 'off') setStatus('closed')
  }

  // the last event in which a browser lets a page write
  if (name !== null) globalThis.addEventListener?.('pagehide', () => void flush())

  return {
    store,
    status: (): DatabaseStatus => status,
    lastError: (): Error | null => error,
    /** Loads the stored state. Parallel calls share one load. */
    open(): Promise<void> {
      if (name === null || database) return Promise.resolve()
      opening ??= openDatabase(name).finally(() => (opening = null))
      return opening
    },
    /** Resolves when the stored state is loaded, if a load has begun. */
    opening: (): Promise<void> | null => opening,
    close,
    flush,
    /** Deletes the database. One that is opened later receives the rows of this page again. */
    async remove(): Promise<void> {
      await flush()
      close()
      if (globalThis.indexedDB) await deleteIdb(name!)
      memory = null
      touchAll(store)
    },
    /** Stores messages that only this device has, or that the page passed in. */
    async savePageMessages(msgs: readonly PageMessage[]): Promise<void> {
      await database?.write(msgs.map(toPageMessageWrite))
    },
    /** Loads the last visible messages, after others were hidden, if they are not in memory. */
    async repairLastMessages(sessionIds: Iterable<string>): Promise<void> {
      if (database) await repairLastMessages(store, database, sessionIds)
    },
    /** @throws ImFailure with a message of messaging.md 8 when there is no database */
    database(): LocalDatabase {
      if (status === 'off') throw imFail('database', 'db is disable')
      if (!database) throw imFail('database', 'Database has been closed')
      return database
    },
  }
}
export type StorePersistence = ReturnType<typeof createPersistence>
