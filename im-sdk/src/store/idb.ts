// Promises around IndexedDB, for the message store and the log.
import { imErrors, imFail, ImFailure } from '@xinqiao/contract/im/errors.ts'

export const awaitRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? imFail('database', 'no-database')))
  })

export const waitForCommit = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? imFail('database', 'no-database')))
  })

/** A browser with a damaged profile may answer no request at all. */
const maxAnswerMs = 5_000

/**
 * Runs one transaction.
 * @param onSilent called when the browser does not answer for `maxAnswerMs`
 * @throws ImFailure `Error_Database`
 */
export async function runTransaction<T>(
  db: IDBDatabase,
  names: string | string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
  onSilent: () => void = () => {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const transaction = db.transaction(names, mode)
    return await new Promise<T>((resolve, reject) => {
      const wait = (next: () => void) => {
        clearTimeout(timer)
        timer = setTimeout(next, maxAnswerMs / 2)
      }
      const endSilence = () => {
        onSilent()
        reject(imFail('database', 'no-database'))
      }
      // two timers, because the first one may be over when a frozen page continues
      const restart = () => wait(() => wait(endSilence))
      restart()
      transaction.addEventListener('success', restart, true)
      work(transaction).then(resolve, reject)
    })
  } catch (error) {
    if (error instanceof ImFailure) throw error
    throw imFail('database', `${imErrors.database.message}：${String(error)}`)
  } finally {
    clearTimeout(timer)
  }
}

/** Deletes the database; tabs that have it open close it. */
export const deleteIdb = (name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(imFail('database', 'no-database')), maxAnswerMs)
    awaitRequest(indexedDB.deleteDatabase(name)).then(resolve, reject)
  })

/** @throws with the messages of messaging.md 8 where no database is available, or none answers */
export function openIdb(
  name: string,
  version: number,
  upgrade: (request: IDBOpenDBRequest, oldVersion: number) => void,
) {
  // some browsers throw when the property is read
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB
  if (!factory) throw imFail('database', 'IndexedDB required')
  const request = factory.open(name, version)
  return new Promise<IDBDatabase>((resolve, reject) => {
    const timer = setTimeout(() => {
      // a database that opens later is closed, because it would block other tabs
      request.addEventListener('success', () => request.result.close())
      reject(imFail('database', 'no-database'))
    }, maxAnswerMs)
    const endWait = () => clearTimeout(timer)
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      endWait() // an upgrade may take longer
      upgrade(request, oldVersion)
    })
    awaitRequest(request).then(resolve, reject).finally(endWait)
  })
}
