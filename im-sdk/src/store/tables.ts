// Tables of the local database (messaging.md 3), and the merge of a row with the stored one. Several tabs of one
// account write to the same tables in any order; merging is independent of that order.
import type { Change } from '@xinqiao/contract/im/changes.ts'
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { User } from '@xinqiao/contract/im/user.ts'
import type { Conversation, Note } from './store.ts'

export const schemaVersion = 12

export const tables = [
  ...(['kv', 'timetag', 'sessionsWithMoreRoaming', 'msgReadDetail', 'blacklist', 'mutelist', 'friend'] as const),
  ...(['user', 'team', 'teamMember', 'superTeam', 'superTeamMember', 'msg', 'msg1', 'msgPin'] as const),
  ...(['broadcastMsg', 'sysMsg', 'sysMsgUnread', 'session'] as const),
]
export type Table = (typeof tables)[number]

/** A message: as the server stored it, or as a page saved it; without content once removed. */
export type MessageRow = {
  /** The server id. */
  key: string
  idClient?: string
  peer?: string
  time?: number
  /** `shown`: in the format of the page. */
  msg?: WireMessage
  shown?: object
  /** 1: removed; a late push must not restore it. */
  isGone?: 1
}
/** An own message that the server has not stored. `done`: stored by now. */
export type UnsentRow = {
  key: string
  peer: string
  time: number
  status: 'sending' | 'fail' | 'done'
  draft: MessageDraft
  isInBlackList?: boolean
}
/** All positions from `from` to `seq` are held. */
export type SessionRow = { key: string } & Omit<Conversation, 'msgs'>

export type Rows = {
  kv: { key: string; note?: Note; change?: Change }
  timetag: { key: string; mark: number; broadcastMark: number; hasSynced: boolean }
  user: { key: string; user: User }
  msg: MessageRow
  msg1: UnsentRow
  session: SessionRow
} & Record<Exclude<Table, 'kv' | 'timetag' | 'user' | 'msg' | 'msg1' | 'session'>, { key: string; change: Change }>

/** Kinds of objects with a table of their own; `blacklist` holds both the blocked and the muted state. */
const tableOfKind: Partial<Record<string, Table>> = {
  relation: 'blacklist',
  friend: 'friend',
  sysMsg: 'sysMsg',
  team: 'team',
  teamMember: 'teamMember',
  superTeam: 'superTeam',
  superTeamMember: 'superTeamMember',
  msgPin: 'msgPin',
}
export const tableOf = (kind: string): Table => tableOfKind[kind] ?? 'kv'

type Range = { from: number; seq: number }
const isTouching = (a: Range, b: Range): boolean => a.from <= b.seq + 1 && b.from <= a.seq + 1

function joinSession(old: SessionRow, row: SessionRow): SessionRow {
  const [lower, higher] = old.seq > row.seq ? [row, old] : [old, row]
  const isRowNewer = row.session.version >= old.session.version
  const newer = isRowNewer ? row : old
  return {
    key: row.key,
    session: newer.session,
    // same positions: the later state knows the last message
    lastMsg: (lower.seq === higher.seq ? newer : higher).lastMsg,
    seq: higher.seq,
    time: higher.time,
    // a gap between two separate ranges: positions below it count as history
    from: isTouching(old, row) ? Math.min(old.from, row.from) : higher.from,
  }
}

const unsentOrder = { sending: 0, fail: 1, done: 2 } as const
type Joins = { [T in Table]?: (old: Rows[T], row: Rows[T]) => Rows[T] }
const joins: Joins = {
  kv: (old, row) =>
    row.change ? joinChange(old as never, row as never) : { ...row, note: { ...old.note, ...row.note } },
  timetag: (old, row) => ({
    key: row.key,
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
  // a retry starts again, but a stored message stays stored
  msg1: (old, row) =>
    old.status === 'done' || (row.time === old.time && unsentOrder[old.status] > unsentOrder[row.status]) ? old : row,
  session: joinSession,
}
const joinChange = (old: Rows['friend'], row: Rows['friend']) => (old.change.version > row.change.version ? old : row)

export function join<T extends Table>(table: T, old: Rows[T] | undefined, row: Rows[T]): Rows[T] {
  if (!old) return row
  const rule = (joins[table] ?? joinChange) as (old: Rows[T], row: Rows[T]) => Rows[T]
  return rule(old, row)
}

export type Put = { [T in Table]: { table: T; row: Rows[T] } }[Table]
/** A range of messages, bounds included; of all conversations unless `peer` is given. */
export type Span = { peer?: string; start: number; end: number }
export type Write = Put | { table: Table; remove: string } | { removeMessages: Span }

export type MessageQuery = {
  peer?: string
  /** Milliseconds; bounds are exclusive. */
  start?: number
  end?: number
  isNewestFirst?: boolean
  limit: number
  /** Additional condition. */
  fits?: (row: MessageRow) => boolean
}
export type StoredRows = { [T in Exclude<Table, 'msg'>]: Rows[T][] } & { gone: string[] }

/** Storage of rows. The in-memory one lasts as long as the page. */
export type Database = {
  /** Loads everything but messages, of which only removed ones. */
  load: () => Promise<StoredRows>
  /** Atomic, and ordered after all earlier writes. */
  write: (writes: readonly Write[]) => Promise<void>
  findMessages: (query: MessageQuery) => Promise<MessageRow[]>
  findByIdClients: (ids: readonly string[]) => Promise<MessageRow[]>
  /** @returns the count, and the conversations concerned */
  countMessages: (span: Span) => Promise<{ count: number; peers: string[] }>
  close: () => void
}
