// Upgrades of the local database. Rows that only this device has are migrated from every version. Rows of the server
// are migrated from the last version, and fetched again from earlier ones.
import { createP2pTarget, sessionIdOf, type Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { LocalConversationRow } from './stored-rows.ts'
import * as tables from './tables.ts'

export const schemaVersion = 13

/** Tables with data that only this device has. */
const localTableNames: readonly string[] = [tables.unsentMessages, tables.otherStates]

function createTables(db: IDBDatabase): void {
  for (const table of tables.tableNames) {
    if (db.objectStoreNames.contains(table)) continue
    const store = db.createObjectStore(table, { keyPath: 'key' })
    if (table !== tables.messages) continue
    store.createIndex(tables.positionIndex, ['sessionId', 'time'])
    store.createIndex(tables.timeIndex, 'time')
    store.createIndex(tables.idClientIndex, 'idClient')
    store.createIndex(tables.removedIndex, 'isGone')
  }
}

/** Rows of version 12, in which a conversation has the account of its other side as key. */
type RowOfVersion12 = { peer?: string; shown?: { scene?: Scene } }

function updateRows(store: IDBObjectStore, update: (row: RowOfVersion12) => object): void {
  const request = store.openCursor()
  request.addEventListener('success', () => {
    const cursor = request.result
    if (!cursor) return
    cursor.update(update(cursor.value as RowOfVersion12))
    cursor.continue()
  })
}

function upgradeFrom12(transaction: IDBTransaction): void {
  const messages = transaction.objectStore(tables.messages)
  messages.deleteIndex(tables.positionIndex)
  messages.createIndex(tables.positionIndex, ['sessionId', 'time'])
  updateRows(messages, ({ peer, ...row }) => {
    if (peer === undefined) return row
    // only a page could store messages of a scene other than p2p
    return { ...row, sessionId: sessionIdOf({ ...createP2pTarget(peer), scene: row.shown?.scene ?? 'p2p' }) }
  })
  updateRows(transaction.objectStore(tables.unsentMessages), ({ peer: _peer, ...row }) => row)
  const sessions = transaction.objectStore(tables.conversations)
  const request = sessions.getAll()
  request.addEventListener('success', () => {
    sessions.clear()
    for (const row of request.result as LocalConversationRow[]) sessions.put({ ...row, key: sessionIdOf(row.session) })
  })
}

export function upgradeTables({ result: db, transaction }: IDBOpenDBRequest, oldVersion: number): void {
  if (oldVersion === 12) return upgradeFrom12(transaction!)
  for (const name of [...db.objectStoreNames]) {
    const isOwn = localTableNames.includes(name) && transaction!.objectStore(name).keyPath === 'key'
    if (!isOwn) db.deleteObjectStore(name)
  }
  createTables(db)
}
