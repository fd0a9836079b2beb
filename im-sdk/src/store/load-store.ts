// Fills the in-memory store with the rows that the local database holds.
import { repairLastMessages } from './repair-last-messages.ts'
import { createTouchedKeys, type Store } from './store.ts'
import type { DatabaseWrite, LocalDatabase, LoadedRows } from './local-database.ts'
import type { OtherStateRow } from './stored-rows.ts'
import * as tables from './tables.ts'
import { createTeamSession } from './team-records.ts'

/**
 * Age at which the row of a sent message is deleted. Until then, it tells other tabs that the message is not unsent.
 */
const maxDoneRowAgeMs = 24 * 3_600_000

/** Age at which a recall leaves the list of system messages. */
const maxRecallAgeMs = 30 * 24 * 3_600_000

function loadInto(store: Store, loaded: LoadedRows, now: number): DatabaseWrite[] {
  const [storedMarks] = loaded[tables.syncMarks]
  const expiredWrites: DatabaseWrite[] = []
  store.generation = storedMarks?.generation ?? 0
  store.syncMark = storedMarks?.mark ?? 0
  store.broadcastMark = storedMarks?.broadcastMark ?? 0
  store.hasSynced = storedMarks?.hasSynced ?? false
  for (const id of loaded.gone) store.removedIds.add(id)
  for (const { key, user } of loaded[tables.users]) store.users.set(key, user)
  for (const rows of Object.values(loaded) as OtherStateRow[][])
    for (const { key, change } of rows) {
      if (change?.kind === 'goneMsg' && change.state.goneTime < now - maxRecallAgeMs)
        expiredWrites.push({ table: tables.otherStates, remove: key })
      else if (change) store.lastChanges.set(key, change)
    }
  for (const { key, note } of loaded[tables.otherStates])
    if (note) store.localFields.set(key.slice(tables.localFieldsPrefix.length), note)
  for (const { key, status, ...rest } of loaded[tables.unsentMessages]) {
    if (status !== 'done') store.unsent.set(key, { ...rest, status })
    else if (rest.time < now - maxDoneRowAgeMs) expiredWrites.push({ table: tables.unsentMessages, remove: key })
  }
  for (const { key, record } of [...loaded[tables.teams], ...loaded[tables.superTeams]])
    if (record) store.teams.set(key, record)
  for (const { key, ...row } of loaded[tables.conversations]) {
    const record = store.teams.get(key)
    // skips the session of a team that was left, which another tab may have stored
    if (row.session.scene !== 'p2p' && !record) continue
    const msgs = row.lastMsg && row.lastMsg.seq <= row.seq ? [row.lastMsg] : []
    store.conversations.set(key, { ...row, session: record ? createTeamSession(record) : row.session, msgs })
  }
  return expiredWrites
}

/**
 * Loads the store.
 * @returns writes that remove expired rows
 */
export async function loadStore(store: Store, database: LocalDatabase): Promise<DatabaseWrite[]> {
  const expiredWrites = loadInto(store, await database.load(), Date.now())
  await repairLastMessages(store, database, store.conversations.keys())
  // loaded rows need not be written again
  if (store.touched) store.touched = createTouchedKeys(store.touched.notify)
  return expiredWrites
}
