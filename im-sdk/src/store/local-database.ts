// The storage of rows that persistence uses, in IndexedDB or in memory (messaging.md 3).
import type { MessageRow, RowsByTable } from './stored-rows.ts'
import type * as tables from './tables.ts'

export type RowWrite = { [T in tables.TableName]: { table: T; row: RowsByTable[T] } }[tables.TableName]
/** A range of messages including its bounds, in all conversations unless `sessionId` is given. */
export type MessageSpan = { sessionId?: string; start: number; end: number }
export type DatabaseWrite = RowWrite | { table: tables.TableName; remove: string } | { removeMessages: MessageSpan }

export type MessageQuery = {
  sessionId?: string
  /** Period of the messages in milliseconds; the bounds are exclusive. */
  start?: number
  end?: number
  isNewestFirst?: boolean
  limit: number
  /** Limits the selection to rows that match. */
  isMatch?: (row: MessageRow) => boolean
}
export type LoadedRows = { [T in Exclude<tables.TableName, typeof tables.messages>]: RowsByTable[T][] } & {
  /** Keys of messages that are removed from the database. */
  gone: string[]
}

export type LocalDatabase = {
  /** Loads everything except messages; of messages, only the removed ones. */
  load: () => Promise<LoadedRows>
  /** Writes all rows in one transaction, after all earlier writes. */
  write: (writes: readonly DatabaseWrite[]) => Promise<void>
  findMessages: (query: MessageQuery) => Promise<MessageRow[]>
  findByIdClients: (ids: readonly string[]) => Promise<MessageRow[]>
  /**
   * Counts messages of a period.
   * @returns their number, and their conversations
   */
  countMessages: (span: MessageSpan) => Promise<{ count: number; sessionIds: string[] }>
  close: () => void
}
