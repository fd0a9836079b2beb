// Promises around IndexedDB, for the message store and the log.
import { imFail } from '@xinqiao/contract/im/errors.ts'

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
const maxOpenMs = 5_000

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
      // one that opens later must not block other tabs
      request.addEventListener('success', () => request.result.close())
      reject(imFail('database', 'no-database'))
    }, maxOpenMs)
    const endWait = () => clearTimeout(timer)
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      endWait() // however long the upgrade takes
      upgrade(request, oldVersion)
    })
    awaitRequest(request).then(resolve, reject).finally(endWait)
  })
}
