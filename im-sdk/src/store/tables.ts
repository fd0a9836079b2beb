// What a device keeps beyond the page: the tables of messaging.md 3, and how a row is joined with the one already
// there. Several tabs of one account write to the same tables, in any order; joining gives all of them the same end.
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

/** Of a message: what the server stored, or what a page asked to keep; nothing of one that is gone. */
export type MessageRow = {
  /** The server's id. */
  key: string
  idClient?: string
  peer?: string
  time?: number
  /** `shown`: as a page gave it. */
  msg?: WireMessage
  shown?: object
  /** 1: no more, and not to come back with a push that is late. */
  isGone?: 1
}
/** Of a message of one's own that the server has not stored. `done`: it has by now. */
export type UnsentRow = {
  key: string
  peer: string
  time: number
  status: 'sending' | 'fail' | 'done'
  draft: MessageDraft
  isInBlackList?: boolean
}
/** All places from `from` to `seq` are held. */
export type SessionRow = { key: string } & Omit<Conversation, 'msgs'>

export type Rows = {
  kv: { key: string; note?: Note; change?: Change }
  timetag: { key: string; mark: number; broadcastMark: number; hasSynced: boolean }
  user: { key: string; user: User }
  msg: MessageRow
  msg1: UnsentRow
  session: SessionRow
} & Record<Exclude<Table, 'kv' | 'timetag' | 'user' | 'msg' | 'msg1' | 'session'>, { key: string; change: Change }>

/** Kinds of things with a table of their own; in `blacklist` stands both whether blocked and whether muted. */
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
    // the same places: whoever knows the later state knows which is the last one
    lastMsg: (lower.seq === higher.seq ? newer : higher).lastMsg,
    seq: higher.seq,
    time: higher.time,
    // between two that do not touch something is missing: what is below counts as history
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
  // a later try begins again, but what is stored stays so
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
/** A span of messages, borders included; of all conversations unless `peer` is given. */
export type Span = { peer?: string; start: number; end: number }
export type Write = Put | { table: Table; remove: string } | { removeMessages: Span }

export type MessageQuery = {
  peer?: string
  /** Milliseconds; the borders themselves are left out. */
  start?: number
  end?: number
  isNewestFirst?: boolean
  limit: number
  /** What else must be right about it. */
  fits?: (row: MessageRow) => boolean
}
export type Loaded = { [T in Exclude<Table, 'msg'>]: Rows[T][] } & { gone: string[] }

/** Where rows are kept. The memory one lasts as long as the page. */
export type Shelf = {
  /** Everything but the messages, of which only those that are no more. */
  load: () => Promise<Loaded>
  /** All of it or nothing, and behind all that was written before. */
  write: (writes: readonly Write[]) => Promise<void>
  findMessages: (query: MessageQuery) => Promise<MessageRow[]>
  findByIdClients: (ids: readonly string[]) => Promise<MessageRow[]>
  /** @returns how many, and of which conversations */
  countMessages: (span: Span) => Promise<{ count: number; peers: string[] }>
  close: () => void
}
