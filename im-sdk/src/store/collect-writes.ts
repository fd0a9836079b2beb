// Turns the touched rows of the in-memory store into writes of the local database.
import type { Change } from '@xinqiao/contract/im/accounts/changes.ts'
import { targetOfSession } from '@xinqiao/contract/im/messages/scene.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { DatabaseWrite, RowWrite } from './local-database.ts'
import { tableOfKind, type UnsentRow } from './stored-rows.ts'
import { watchedNames, type Store, type TouchedKeys } from './store.ts'
import { isReadable } from './team-records.ts'
import * as tables from './tables.ts'

function toSyncMarksWrite({ generation, syncMark: mark, broadcastMark, hasSynced }: Store): DatabaseWrite {
  return { table: tables.syncMarks, row: { key: tables.syncMarksKey, generation, mark, broadcastMark, hasSynced } }
}

function toConversationWrite(store: Store, sessionId: string): DatabaseWrite {
  const conversation = store.conversations.get(sessionId)
  if (!conversation) return { table: tables.conversations, remove: sessionId }
  const { msgs: _msgs, ...row } = conversation
  return { table: tables.conversations, row: { key: sessionId, ...row } }
}

/** True for a message that was removed, cleared, or of a team that was left, after it was touched. */
const isObsolete = (store: Store, sessionId: string, msg: WireMessage): boolean =>
  store.removedIds.has(msg.idServer) ||
  msg.time <= (store.conversations.get(sessionId)?.session.clearTime ?? 0) ||
  !isReadable(store, sessionId, msg)

const toMessageWrite = (sessionId: string, msg: WireMessage): DatabaseWrite => ({
  table: tables.messages,
  row: { key: msg.idServer, idClient: msg.idClient, sessionId, time: msg.time, msg },
})

function toTeamWrite(store: Store, key: string): DatabaseWrite {
  const table = targetOfSession(key).scene === 'superTeam' ? tables.superTeams : tables.teams
  const record = store.teams.get(key)
  return record ? ({ table, row: { key, record } } as RowWrite) : { table, remove: key }
}

const toChangeWrite = (changeId: string, change: Change): RowWrite =>
  ({ table: tableOfKind(change.kind), row: { key: changeId, change } }) as RowWrite

function toLocalFieldsWrite(store: Store, key: string): DatabaseWrite {
  const rowKey = tables.localFieldsPrefix + key
  const note = store.localFields.get(key)
  return note
    ? { table: tables.otherStates, row: { key: rowKey, note } }
    : { table: tables.otherStates, remove: rowKey }
}

/** A sent message stays as `done` for a while, so that no other tab sends it again. */
function toUnsentWrite(store: Store, key: string): DatabaseWrite {
  const unsent = store.unsent.get(key)
  const row = unsent ? { key, ...unsent } : ({ key, status: 'done', time: Date.now() } as UnsentRow)
  return { table: tables.unsentMessages, row }
}

/** Reads the current state of the touched rows. */
export function collectWrites(store: Store, touched: TouchedKeys): DatabaseWrite[] {
  const writes = [toSyncMarksWrite(store)]
  for (const [sessionId, end] of touched.cleared) writes.push({ removeMessages: { sessionId, start: 0, end } })
  for (const sessionId of touched.conversations) writes.push(toConversationWrite(store, sessionId))
  for (const { sessionId, msg } of touched.msgs.values())
    if (!isObsolete(store, sessionId, msg)) writes.push(toMessageWrite(sessionId, msg))
  for (const key of touched.removedIds) writes.push({ table: tables.messages, row: { key, isGone: 1 } })
  for (const key of touched.teams) writes.push(toTeamWrite(store, key))
  for (const key of touched.users) {
    const user = store.users.get(key)
    if (user) writes.push({ table: tables.users, row: { key, user } })
  }
  for (const changeId of touched.lastChanges) {
    const change = store.lastChanges.get(changeId)
    if (change) writes.push(toChangeWrite(changeId, change))
  }
  for (const key of touched.localFields) writes.push(toLocalFieldsWrite(store, key))
  for (const key of touched.unsent) writes.push(toUnsentWrite(store, key))
  return writes
}

/** Adds the keys of a failed write to those touched since. */
export function restoreTouched(failed: TouchedKeys, current: TouchedKeys): void {
  for (const kind of watchedNames) for (const key of failed[kind]) current[kind].add(key)
  for (const [key, message] of failed.msgs) if (!current.msgs.has(key)) current.msgs.set(key, message)
  for (const [key, end] of failed.cleared) current.cleared.set(key, Math.max(end, current.cleared.get(key) ?? 0))
}
