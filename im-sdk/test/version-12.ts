// A local database in version 12 of the tables, as the SDK of that version wrote it (version-12.json): the account
// `ann` after a conversation with `bob`.
import { readFileSync } from 'node:fs'
import path from 'node:path'

type StoredTables = Record<string, { indexes: Record<string, string | string[]>; rows: object[] }>
const { tables } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'version-12.json'), 'utf8')) as {
  tables: StoredTables
}

export const version12Texts = {
  /** Ordered by time; the server refused the last one. */
  p2p: ['早于第一次同步', '第一次同步的最后一条', '已送出', '收到了', '只在本机', '没有送出'],
  team: ['群里的本机消息'],
}

/** @param onOpen receives the open connection; without it, the connection is closed */
export const createVersion12 = (name: string, onOpen = (db: IDBDatabase): void => db.close()): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 12)
    request.addEventListener('upgradeneeded', () => {
      for (const [table, { indexes, rows }] of Object.entries(tables)) {
        const store = request.result.createObjectStore(table, { keyPath: 'key' })
        for (const [index, keyPath] of Object.entries(indexes)) store.createIndex(index, keyPath)
        for (const row of rows) store.put(row)
      }
    })
    request.addEventListener('success', () => {
      onOpen(request.result)
      resolve()
    })
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
  })
