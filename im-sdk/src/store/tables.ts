// Tables of the local database (messaging.md 3), and how a row is merged with the stored one. Several tabs of an
// account write to the same tables in any order, and the result does not depend on it.
import type { Change } from '@xinqiao/contract/im/changes.ts'
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { User } from '@xinqiao/contract/im/user.ts'
import { definedFields } from '../defined-fields.ts'
import { mergeRecords } from '../sync/merge-teams.ts'
import type { Conversation, LocalFields, TeamRecord } from './store.ts'

export const schemaVersion = 13

export const tableNames = [
  ...(['kv', 'timetag', 'sessionsWithMoreRoaming', 'msgReadDetail', 'blacklist', 'mutelist', 'friend'] as const),
  ...(['user', 'team', 'teamMember', 'superTeam', 'superTeamMember', 'msg', 'msg1', 'msgPin'] as const),
  ...(['broadcastMsg', 'sysMsg', 'sysMsgUnread', 'session'] as const),
]
/** Key of the only row of `timetag`. */
export const markKey = 'sync'
export type TableName = (typeof tableNames)[number]

/** A message as the server stored it, or as a page saved it. It has no content once removed. */
export type MessageRow = {
  /** The server id of the message. */
  key: string
  idClient?: string
  sessionId?: string
  time?: number
  /** `shown` has the format that the page uses. */
  msg?: WireMessage
  shown?: object
  /** 1 for a removed message, which a late push must not restore. */
  isGone?: 1
}
/** An own message that is not confirmed. `done`: the server has stored it meanwhile. */
export type UnsentRow = {
  key: string
  time: number
  status: 'sending' | 'fail' | 'done'
  draft: MessageDraft
  isInBlackList?: boolean
}
/** The key is the session id. All positions from `from` to `seq` are held. */
export type SessionRow = { key: string } & Omit<Conversation, 'msgs'>

/** The key is the session id. */
type TeamRow = { key: string; record: TeamRecord }

export type RowsByTable = {
  kv: { key: string; note?: LocalFields; change?: Change }
  timetag: { key: string; generation: number; mark: number; broadcastMark: number; hasSynced: boolean }
  user: { key: string; user: User }
  msg: MessageRow
  msg1: UnsentRow
  session: SessionRow
  team: TeamRow
  superTeam: TeamRow
} & Record<
  Exclude<TableName, 'kv' | 'timetag' | 'user' | 'msg' | 'msg1' | 'session' | 'team' | 'superTeam'>,
  { key: string; change: Change }
>

/** Kinds of objects with their own table; `blacklist` holds both blocked and muted accounts. */
const tablesByKind: Partial<Record<string, TableName>> = {
  relation: 'blacklist',
  friend: 'friend',
  sysMsg: 'sysMsg',
  msgPin: 'msgPin',
}
export const tableOfKind = (kind: string): TableName => tablesByKind[kind] ?? 'kv'

type PositionRange = { from: number; seq: number }
const isTouching = (a: PositionRange, b: PositionRange): boolean => a.from <= b.seq + 1 && b.from <= a.seq + 1

function mergeSessionRows(old: SessionRow, row: SessionRow): SessionRow {
  const [lower, higher] = old.seq > row.seq ? [row, old] : [old, row]
  const isRowNewer = row.session.version >= old.session.version
  const newer = isRowNewer ? row : old
  // same positions: the later state has the last message
  const { lastMsg, lastMsgVersion } = lower.seq === higher.seq ? newer : higher
  return {
    key: row.key,
    session: newer.session,
    lastMsg,
    ...definedFields({ lastMsgVersion }),
    seq: higher.seq,
    time: higher.time,
    // two ranges with a gap: positions below the gap count as history
    from: isTouching(old, row) ? Math.min(old.from, row.from) : higher.from,
  }
}

const mergeTeamRows = (old: TeamRow, { key, record }: TeamRow): TeamRow => ({
  key,
  record: mergeRecords(old.record, record),
})

const unsentStatusOrder = { sending: 0, fail: 1, done: 2 } as const
type MergeRules = { [T in TableName]?: (old: RowsByTable[T], row: RowsByTable[T]) => RowsByTable[T] }
const mergeRules: MergeRules = {
  kv: (old, row) =>
    row.change ? mergeChangeRows(old as never, row as never) : { ...row, note: { ...old.note, ...row.note } },
  timetag: (old, row) => ({
    key: row.key,
    generation: row.generation,
    mark: Math.max(old.mark, row.mark),
    broadcastMark: Math.max(old.broadcastMark, row.broadcastMark),
    hasSynced: old.hasSynced || row.hasSynced,
  }),
  user: (old, row) => (old.user.updateTime > row.user.updateTime ? old : row),
  msg: (old, row) =>
    old.isGone || row.isGone
      ? { key: row.key, isGone: 1 }
      : (old.msg?.modifyTime ?? 0) > (row.msg?.modifyTime ?? 0)
        ? { ...row, ...old }
        : { ...old, ...row },
  // a retry starts again, but a message that the server stored stays so
  msg1: (old, row) =>
    old.status === 'done' || (row.time === old.time && unsentStatusOrder[old.status] > unsentStatusOrder[row.status])
      ? old
      : row,
  session: mergeSessionRows,
  team: mergeTeamRows,
  superTeam: mergeTeamRows,
}
const mergeChangeRows = (old: RowsByTable['friend'], row: RowsByTable['friend']) =>
  old.change.version > row.change.version ? old : row

export function mergeRows<T extends TableName>(
  table: T,
  old: RowsByTable[T] | undefined,
  row: RowsByTable[T],
): RowsByTable[T] {
  if (!old) return row
  const rule = (mergeRules[table] ?? mergeChangeRows) as (old: RowsByTable[T], row: RowsByTable[T]) => RowsByTable[T]
  return rule(old, row)
}

export type RowWrite = { [T in TableName]: { table: T; row: RowsByTable[T] } }[TableName]
/** A range of messages including its bounds, in all conversations unless `sessionId` is given. */
export type MessageSpan = { sessionId?: string; start: number; end: number }
export type DatabaseWrite = RowWrite | { table: TableName; remove: string } | { removeMessages: MessageSpan }

/** Keys of rows that only this device has; all other rows come from the server. */
export const localKeyPrefixes: Partial<Record<TableName, string>> = { msg1: '', kv: 'note ', msg: 'local-' }

export const isLocal = (table: TableName, key: string): boolean => {
  const prefix = localKeyPrefixes[table]
  return prefix !== undefined && key.startsWith(prefix)
}

/**
 * Selects the writes to execute, by the generation of the server's database. Rows of a lost history do not mix with
 * those of the current one, whichever tab writes first.
 * @returns `isNewer`: the server's rows in the database must be removed first
 */
export function selectWrites(
  writes: readonly DatabaseWrite[],
  storedGeneration: number | undefined,
): { isNewer: boolean; selected: readonly DatabaseWrite[] } {
  const written = writes.find((write): write is Extract<RowWrite, { table: 'timetag' }> => {
    return 'row' in write && write.table === 'timetag'
  })?.row.generation
  if (written === undefined || storedGeneration === undefined || written === storedGeneration)
    return { isNewer: false, selected: writes }
  if (written > storedGeneration) return { isNewer: true, selected: writes }
  const selected = writes.filter((write) => {
    if ('removeMessages' in write) return false
    return isLocal(write.table, 'row' in write ? write.row.key : write.remove)
  })
  return { isNewer: false, selected }
}

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
export type StoredRows = { [T in Exclude<TableName, 'msg'>]: RowsByTable[T][] } & { gone: string[] }

/** Storage of rows. The in-memory one lasts as long as the page. */
export type LocalDatabase = {
  /** Loads everything except messages; of messages, only the removed ones. */
  load: () => Promise<StoredRows>
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
