// Turns the touched rows of the in-memory store into writes of the local database.
import type { Change } from '@xinqiao/contract/im/changes.ts'
import { targetOfSession } from '@xinqiao/contract/im/scene.ts'
import { watchedNames, type Store, type TouchedKeys } from './store.ts'
import { markKey, tableOfKind, type DatabaseWrite, type RowsByTable, type RowWrite } from './tables.ts'

const toChangeRowWrite = (place: string, change: Change): RowWrite =>
  ({ table: tableOfKind(change.kind), row: { key: place, change } }) as RowWrite

/** Reads the current state of the touched rows. */
export function collectWrites(store: Store, touched: TouchedKeys): DatabaseWrite[] {
  const { generation, syncMark: mark, broadcastMark, hasSynced } = store
  const marks = { key: markKey, generation, mark, broadcastMark, hasSynced }
  const writes: DatabaseWrite[] = [{ table: 'timetag', row: marks }]
  for (const [sessionId, end] of touched.cleared) writes.push({ removeMessages: { sessionId, start: 0, end } })
  for (const sessionId of touched.conversations) {
    const conversation = store.conversations.get(sessionId)
    if (!conversation) {
      writes.push({ table: 'session', remove: sessionId })
      continue
    }
    const { msgs: _msgs, ...row } = conversation
    writes.push({ table: 'session', row: { key: sessionId, ...row } })
  }
  for (const [key, { sessionId, msg }] of touched.msgs) {
    if (store.removedIds.has(key) || msg.time <= (store.conversations.get(sessionId)?.session.clearTime ?? 0)) continue
    writes.push({ table: 'msg', row: { key, idClient: msg.idClient, sessionId, time: msg.time, msg } })
  }
  for (const key of touched.removedIds) writes.push({ table: 'msg', row: { key, isGone: 1 } })
  for (const key of touched.teams) {
    const record = store.teams.get(key)
    const table = targetOfSession(key).scene === 'superTeam' ? 'superTeam' : 'team'
    writes.push(record ? ({ table, row: { key, record } } as RowWrite) : { table, remove: key })
  }
  for (const key of touched.users) {
    const user = store.users.get(key)
    if (user) writes.push({ table: 'user', row: { key, user } })
  }
  for (const place of touched.lastChanges) {
    const change = store.lastChanges.get(place)
    if (change) writes.push(toChangeRowWrite(place, change))
  }
  for (const key of touched.localFields) {
    const note = store.localFields.get(key)
    writes.push(note ? { table: 'kv', row: { key: `note ${key}`, note } } : { table: 'kv', remove: `note ${key}` })
  }
  for (const key of touched.unsent) {
    const unsent = store.unsent.get(key)
    writes.push({
      table: 'msg1',
      row: unsent ? { key, ...unsent } : ({ key, status: 'done', time: Date.now() } as RowsByTable['msg1']),
    })
  }
  return writes
}

/** Adds the keys of a failed write to those touched since. */
export function restoreTouched(failed: TouchedKeys, current: TouchedKeys): void {
  for (const kind of watchedNames) for (const key of failed[kind]) current[kind].add(key)
  for (const [key, message] of failed.msgs) if (!current.msgs.has(key)) current.msgs.set(key, message)
  for (const [key, end] of failed.cleared) current.cleared.set(key, Math.max(end, current.cleared.get(key) ?? 0))
}
