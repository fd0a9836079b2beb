// In-memory storage that lasts as long as the page: used without IndexedDB, and by the tests of both storages.
import type { LocalDatabase, MessageSpan, RowWrite, LoadedRows } from './local-database.ts'
import { mergeRows } from './merge-rows.ts'
import type { MessageRow, SyncMarksRow } from './stored-rows.ts'
import { isLocal, selectWrites } from './select-writes.ts'
import * as tables from './tables.ts'

/** `all`: rows to copy once a persistent database is available. */
export type MemoryDatabase = LocalDatabase & { all: () => RowWrite[] }

export function createMemoryDatabase(): MemoryDatabase {
  const rowsByTable = new Map<tables.TableName, Map<string, unknown>>(
    tables.tableNames.map((table) => [table, new Map()]),
  )
  const rowsOfTable = (table: tables.TableName) => rowsByTable.get(table)! as Map<string, never>
  const listMessages = () =>
    [...(rowsByTable.get(tables.messages)! as Map<string, MessageRow>).values()].filter(({ isGone }) => !isGone)
  const isInSpan = ({ sessionId, start, end }: MessageSpan, row: MessageRow) =>
    (sessionId === undefined || row.sessionId === sessionId) && row.time! >= start && row.time! <= end

  function removeServerRows(): void {
    for (const [table, rows] of rowsByTable) for (const key of rows.keys()) if (!isLocal(table, key)) rows.delete(key)
  }

  return {
    load() {
      const rest = tables.tableNames
        .filter((table) => table !== tables.messages)
        .map((table) => [table, [...rowsOfTable(table).values()]])
      const removedRows = [...(rowsByTable.get(tables.messages)! as Map<string, MessageRow>).values()].filter(
        ({ isGone }) => isGone,
      )
      return Promise.resolve({ ...Object.fromEntries(rest), gone: removedRows.map(({ key }) => key) } as LoadedRows)
    },
    write(writes) {
      const mark = rowsOfTable(tables.syncMarks).get(tables.syncMarksKey) as SyncMarksRow | undefined
      const { isNewer, selected } = selectWrites(writes, mark?.generation)
      if (isNewer) removeServerRows()
      for (const write of selected) {
        if ('removeMessages' in write) {
          for (const row of listMessages())
            if (isInSpan(write.removeMessages, row)) rowsOfTable(tables.messages).delete(row.key)
        } else if ('remove' in write) rowsOfTable(write.table).delete(write.remove)
        else {
          const { table, row } = write
          rowsOfTable(table).set(row.key, mergeRows(table, rowsOfTable(table).get(row.key), row as never) as never)
        }
      }
      return Promise.resolve()
    },
    findMessages({ sessionId, start = 0, end = Infinity, isNewestFirst = true, limit, isMatch = () => true }) {
      const rows = listMessages()
        .filter(
          (row) =>
            (sessionId === undefined || row.sessionId === sessionId) &&
            row.time! > start &&
            row.time! < end &&
            isMatch(row),
        )
        .sort((a, b) => (isNewestFirst ? b.time! - a.time! : a.time! - b.time!))
      return Promise.resolve(rows.slice(0, limit))
    },
    findByIdClients: (ids) =>
      Promise.resolve(ids.flatMap((id) => listMessages().filter(({ idClient }) => idClient === id))),
    countMessages(span) {
      const rows = listMessages().filter((row) => isInSpan(span, row))
      return Promise.resolve({ count: rows.length, sessionIds: [...new Set(rows.map((row) => row.sessionId!))] })
    },
    all: () => tables.tableNames.flatMap((table) => [...rowsOfTable(table).values()].map((row) => ({ table, row }))),
    close: () => {},
  }
}
