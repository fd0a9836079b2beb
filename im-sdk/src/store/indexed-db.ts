// IndexedDB storage, one database per account. A write is one transaction, so that the stored position of the sync is
// never ahead of the stored rows.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { awaitRequest, openIdb, runTransaction, waitForCommit } from './idb.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { DatabaseWrite, LocalDatabase, MessageSpan, LoadedRows } from './local-database.ts'
import { mergeRows } from './merge-rows.ts'
import type { MessageRow, SyncMarksRow } from './stored-rows.ts'
import { localKeyPrefixes, selectWrites } from './select-writes.ts'
import * as tables from './tables.ts'
import { schemaVersion, upgradeTables } from './upgrade.ts'

const toKeyRange = ({ sessionId, start, end }: MessageSpan, isOpen: boolean): IDBKeyRange =>
  sessionId === undefined
    ? IDBKeyRange.bound(start, end, isOpen, isOpen)
    : IDBKeyRange.bound([sessionId, start], [sessionId, end], isOpen, isOpen)

/**
 * @param onClosed called when the browser or a newer version in another tab closes the database
 * @param onSilent called when the browser stops answering; the database is closed then
 */
export async function openIndexedDb(
  name: string,
  onClosed: () => void,
  onSilent: () => void = () => {},
): Promise<LocalDatabase> {
  const db = await openIdb(name, schemaVersion, upgradeTables)
  let isClosed = false
  const close = () => {
    isClosed = true
    db.close()
  }
  const closeBefore = (report: () => void) => () => {
    if (isClosed) return
    close()
    report()
  }
  db.addEventListener('versionchange', closeBefore(onClosed))
  db.addEventListener('close', closeBefore(onClosed))

  async function run<T>(
    names: readonly tables.TableName[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    if (isClosed) throw imFail('database', 'Database has been closed')
    return runTransaction(db, [...names], mode, work, closeBefore(onSilent))
  }
  const readMessages = <T>(work: (transaction: IDBTransaction) => Promise<T>) =>
    run([tables.messages], 'readonly', work)
  const openMessageIndex = (transaction: IDBTransaction, span: MessageSpan): IDBIndex =>
    transaction
      .objectStore(tables.messages)
      .index(span.sessionId === undefined ? tables.timeIndex : tables.positionIndex)

  /** Removes all rows whose keys lack the prefix of local ones. */
  function removeServerRows(transaction: IDBTransaction): void {
    for (const table of tables.tableNames) {
      const store = transaction.objectStore(table)
      const prefix = localKeyPrefixes[table]
      if (prefix === undefined) store.clear()
      else if (prefix !== '') {
        store.delete(IDBKeyRange.upperBound(prefix, true))
        store.delete(IDBKeyRange.lowerBound(`${prefix}\uffff`))
      }
    }
  }

  function applyWrite(transaction: IDBTransaction, write: DatabaseWrite): void {
    if ('removeMessages' in write) {
      // all deletions are requested at once, so that none follows a later write of the same row
      const keys = openMessageIndex(transaction, write.removeMessages).getAllKeys(
        toKeyRange(write.removeMessages, false),
      )
      keys.addEventListener('success', () => {
        for (const key of keys.result) transaction.objectStore(tables.messages).delete(key)
      })
    } else if ('remove' in write) transaction.objectStore(write.table).delete(write.remove)
    else {
      const { table, row } = write
      const store = transaction.objectStore(table)
      const before = store.get(row.key)
      before.addEventListener('success', () => {
        try {
          store.put(mergeRows(table, before.result as never, row as never))
        } catch {
          // a row that cannot be stored aborts the whole transaction
          transaction.abort()
        }
      })
    }
  }

  return {
    load: () =>
      run(tables.tableNames, 'readonly', async (transaction) => {
        const names = tables.tableNames.filter((table) => table !== tables.messages)
        const removedIndex = transaction.objectStore(tables.messages).index(tables.removedIndex)
        const removedKeys = awaitRequest(removedIndex.getAllKeys())
        const all = await Promise.all(names.map((table) => awaitRequest(transaction.objectStore(table).getAll())))
        const rest = names.map((table, i) => [table, all[i]])
        return { ...Object.fromEntries(rest), gone: await removedKeys } as LoadedRows
      }),
    async write(writes) {
      if (writes.length === 0) return
      await run(tables.tableNames, 'readwrite', (transaction) => {
        const markRequest = transaction.objectStore(tables.syncMarks).get(tables.syncMarksKey)
        markRequest.addEventListener('success', () => {
          const mark = markRequest.result as SyncMarksRow | undefined
          try {
            const { isNewer, selected } = selectWrites(writes, mark && (mark.generation ?? 0))
            if (isNewer) removeServerRows(transaction)
            for (const write of selected) applyWrite(transaction, write)
          } catch {
            transaction.abort()
          }
        })
        return waitForCommit(transaction)
      })
    },
    findMessages({ sessionId, start = 0, end = Infinity, isNewestFirst = true, limit, isMatch = () => true }) {
      const span = { start, end, ...omitUndefined({ sessionId }) }
      return readMessages((transaction) => {
        const request = openMessageIndex(transaction, span).openCursor(
          toKeyRange(span, true),
          isNewestFirst ? 'prev' : 'next',
        )
        const rows: MessageRow[] = []
        return new Promise((resolve, reject) => {
          request.addEventListener('error', () => reject(request.error ?? imFail('database', 'no-database')))
          request.addEventListener('success', () => {
            const cursor = request.result
            if (!cursor || rows.length >= limit) return resolve(rows)
            if (isMatch(cursor.value as MessageRow)) rows.push(cursor.value as MessageRow)
            cursor.continue()
          })
        })
      })
    },
    findByIdClients: (ids) =>
      readMessages(async (transaction) => {
        const index = transaction.objectStore(tables.messages).index(tables.idClientIndex)
        const rowLists = await Promise.all(ids.map((id) => awaitRequest(index.getAll(id) as IDBRequest<MessageRow[]>)))
        return rowLists.flat()
      }),
    countMessages: (span) =>
      readMessages(async (transaction) => {
        const rows = await awaitRequest(
          openMessageIndex(transaction, span).getAll(toKeyRange(span, false)) as IDBRequest<MessageRow[]>,
        )
        return { count: rows.length, sessionIds: [...new Set(rows.map((row) => row.sessionId!))] }
      }),
    close,
  }
}
