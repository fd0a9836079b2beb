// Rows of the local database, by table. Databases of users have these fields, so a new name needs an upgrade
// (upgrade.ts).
import type { Change } from '@xinqiao/contract/im/accounts/changes.ts'
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import type { Conversation, LocalFields, TeamRecord } from './store.ts'
import * as tables from './tables.ts'

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
/** A message of the account that is not confirmed. `done`: the server has stored it meanwhile. */
export type UnsentRow = {
  key: string
  time: number
  status: 'sending' | 'fail' | 'done'
  draft: MessageDraft
  isInBlackList?: boolean
}
/** The key is the session id. All positions from `from` to `seq` are held. */
export type LocalConversationRow = { key: string } & Omit<Conversation, 'msgs'>

/** The key is the session id. */
export type TeamRow = { key: string; record: TeamRecord }

/** Fields that only this device has are in `note`, states of the server in `change`. */
export type OtherStateRow = { key: string; note?: LocalFields; change?: Change }
/** How far this device has synced. A generation is one history of the server's database. */
export type SyncMarksRow = { key: string; generation: number; mark: number; broadcastMark: number; hasSynced: boolean }
type UserRow = { key: string; user: ChatUser }
/** The latest state of an object. */
export type ChangeRow = { key: string; change: Change }

type SpecialRowsByTable = {
  [tables.otherStates]: OtherStateRow
  [tables.syncMarks]: SyncMarksRow
  [tables.users]: UserRow
  [tables.messages]: MessageRow
  [tables.unsentMessages]: UnsentRow
  [tables.conversations]: LocalConversationRow
  [tables.teams]: TeamRow
  [tables.superTeams]: TeamRow
}
export type RowsByTable = SpecialRowsByTable & Record<Exclude<tables.TableName, keyof SpecialRowsByTable>, ChangeRow>

/** Tables of the kinds of objects that have one; `blockedAndMuted` holds both relations. */
const tablesByKind: Partial<Record<Change['kind'], tables.TableName>> = {
  relation: tables.blockedAndMuted,
  friend: tables.friends,
  sysMsg: tables.systemMessages,
}
export const tableOfKind = (kind: Change['kind']): tables.TableName => tablesByKind[kind] ?? tables.otherStates
