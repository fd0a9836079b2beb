// Persists the store: reads it once, then writes touched rows in batches. A batch holds all touched rows and the mark
// in one write, so that the stored state is always consistent.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { sessionIdOf, targetOfSession, type Scene } from '@xinqiao/contract/im/scene.ts'
import type { Change } from '@xinqiao/contract/im/changes.ts'
import { createTeamSession } from '../sync/merge-teams.ts'
import { openIndexedDb } from './indexed-db.ts'
import { createMemoryDatabase, type MemoryDatabase } from './memory.ts'
import { createStore, createTouchedKeys, watchedNames, type Store, type TouchedKeys } from './store.ts'
import {
  markKey,
  tableOfKind,
  type StoredRows,
  type MessageRow,
  type RowWrite,
  type RowsByTable,
  type LocalDatabase,
  type DatabaseWrite,
} from './tables.ts'

/** `off`: not requested. `memory`: requested, but not available. */
export type DatabaseStatus = 'off' | 'closed' | 'opening' | 'open' | 'memory'

/** Changes within this time share one write. */
const writeDelayMs = 20
/** Age at which a row is deleted. No tab treats it as unsent for so long. */
const maxDoneRowAgeMs = 24 * 3_600_000

/** Key of a message that the server does not have. */
export const localKey = (idClient: string): string => `local-${idClient}`
type PageMessage = { idClient: string; idServer?: string; scene?: Scene; target: string; time: number }

function loadInto(store: Store, loaded: StoredRows, now: number): DatabaseWrite[] {
  const [known] = loaded.timetag
  const expired: DatabaseWrite[] = []
  store.generation = known?.generation ?? 0
  store.syncMark = known?.mark ?? 0
  store.broadcastMark = known?.broadcastMark ?? 0
  store.hasSynced = known?.hasSynced ?? false
  for (const id of loaded.gone) store.removedIds.add(id)
  for (const { key, user } of loaded.user) store.users.set(key, user)
  for (const rows of Object.values(loaded) as RowsByTable['kv'][][])
    for (const row of rows) if (row.change) store.lastChanges.set(row.key, row.change)
  for (const { key, note } of loaded.kv) if (note) store.localFields.set(key.slice('note '.length), note)
  for (const { key, status, ...rest } of loaded.msg1) {
    if (status !== 'done') store.unsent.set(key, { ...rest, status })
    else if (rest.time < now - maxDoneRowAgeMs) expired.push({ table: 'msg1', remove: key })
  }
  for (const { key, record } of [...loaded.team, ...loaded.superTeam]) if (record) store.teams.set(key, record)
  for (const { key, ...row } of loaded.session) {
    const record = store.teams.get(key)
    // skips the session of a team that was left, which another tab may have stored
    if (row.session.scene !== 'p2p' && !record) continue
    const msgs = row.lastMsg && row.lastMsg.seq <= row.seq ? [row.lastMsg] : []
    store.conversations.set(key, { ...row, session: record ? createTeamSession(record) : row.session, msgs })
  }
  return expired
}

/**
 * Corrects the last message of a conversation. Drops it when another tab removed the message while this row was
 * written. When it is hidden on this device, loads the last visible one before it.
 */
async function repairLastMessages(store: Store, database: LocalDatabase, sessionIds: Iterable<string>): Promise<void> {
  const isHidden = (idClient = '') => store.localFields.get(`msg ${idClient}`)?.isDeleted === true
  const findVisibleMessage = async (sessionId: string, start: number) => {
    const isMatch = ({ msg, idClient }: MessageRow) => msg !== undefined && !isHidden(idClient)
    const [row] = await database.findMessages({ sessionId, start, limit: 1, isMatch })
    return row?.msg ?? null
  }
  for (const sessionId of sessionIds) {
    const conversation = store.conversations.get(sessionId)
    if (!conversation?.lastMsg) continue
    const { lastMsg, session } = conversation
    const isGone = store.removedIds.has(lastMsg.idServer)
    if (!isGone && !(isHidden(lastMsg.idClient) && conversation.msgs.every(({ idClient }) => isHidden(idClient))))
      continue
    // oxlint-disable-next-line no-await-in-loop -- rarely more than one
    const lastMessage = await findVisibleMessage(sessionId, session.clearTime)
    if (isGone) conversation.lastMsg = lastMessage
    if (isGone) conversation.msgs = []
    // messages that arrived during the lookup follow it
    if (lastMessage && !conversation.msgs.some(({ idServer }) => idServer === lastMessage.idServer))
      conversation.msgs.unshift(lastMessage)
  }
}

const toChangeRowWrite = (place: string, change: Change): RowWrite =>
  ({ table: tableOfKind(change.kind), row: { key: place, change } }) as RowWrite

/** Reads the current state of the touched rows. */
function collectWrites(store: Store, touched: TouchedKeys): DatabaseWrite[] {
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
function restoreTouched(failed: TouchedKeys, current: TouchedKeys): void {
  for (const kind of watchedNames) for (const key of failed[kind]) current[kind].add(key)
  for (const [key, message] of failed.msgs) if (!current.msgs.has(key)) current.msgs.set(key, message)
  for (const [key, end] of failed.cleared) current.cleared.set(key, Math.max(end, current.cleared.get(key) ?? 0))
}

/** Loads the store. @returns writes that remove expired rows */
async function loadStore(store: Store, database: LocalDatabase): Promise<DatabaseWrite[]> {
  const expired = loadInto(store, await database.load(), Date.now())
  await repairLastMessages(store, database, store.conversations.keys())
  // loaded rows need not be written again
  if (store.touched) store.touched = createTouchedKeys(store.touched.notify)
  return expired
}

const toPageMessageWrite = (msg: PageMessage): DatabaseWrite => {
  const { idClient, idServer, scene = 'p2p', target: to, time } = msg
  const sessionId = sessionIdOf({ scene, to })
  return { table: 'msg', row: { key: idServer ?? localKey(idClient), idClient, sessionId, time, shown: { ...msg } } }
}

/** @param name of the database; null for no persistence */
export function createPersistence(name: string | null, onStatus: (status: DatabaseStatus) => void = () => {}) {
  let status: DatabaseStatus = name === null ? 'off' : 'closed'
  let database: LocalDatabase | null = null
  let memory: MemoryDatabase | null = null
  let error: Error | null = null
  let opening: Promise<void> | null = null
  let hasLoaded = false
  let writing = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = createStore(name === null ? null : () => (timer ??= setTimeout(() => void flush(), writeDelayMs)))

  function setStatus(next: DatabaseStatus): void {
    status = next
    onStatus(next)
  }

  /** Serialises writes. Rows of a failed write stay touched, so that no later mark is stored without them. */
  async function writeTouched(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const { touched } = store
    if (!touched || !database || !hasLoaded) return
    const writes = collectWrites(store, touched)
    store.touched = createTouchedKeys(touched.notify)
    try {
      await database.write(writes)
    } catch (failure) {
      error = failure as Error
      restoreTouched(touched, store.touched)
    }
  }
  /** Resolves when all changes so far are stored. */
  function flush(): Promise<void> {
    writing = writing.then(writeTouched)
    return writing
  }

  async function openDatabase(databaseName: string): Promise<void> {
    setStatus('opening')
    try {
      const opened = await openIndexedDb(databaseName, () => {
        database = null
        setStatus('closed')
      })
      // rows held in memory while there was no database
      if (memory) await opened.write(memory.all())
      memory = null
      database = opened
      error = null
    } catch (failure) {
      error = failure as Error
      memory ??= createMemoryDatabase()
      database = memory
    }
    if (!hasLoaded) {
      const expired = await loadStore(store, database)
      hasLoaded = true
      if (expired.length > 0) await database.write(expired)
    }
    setStatus(memory ? 'memory' : 'open')
    await flush()
  }

  // the last event in which a browser lets a page write
  if (name !== null) globalThis.addEventListener?.('pagehide', () => void flush())

  return {
    store,
    status: (): DatabaseStatus => status,
    lastError: (): Error | null => error,
    /** Loads the stored state. Parallel calls share one load. */
    open(): Promise<void> {
      if (name === null || database) return Promise.resolve()
      opening ??= openDatabase(name).finally(() => (opening = null))
      return opening
    },
    close(): void {
      clearTimeout(timer)
      timer = undefined
      database?.close()
      database = null
      if (status !== 'off') setStatus('closed')
    },
    flush,
    /** Stores messages that only this device has, or that the page passed in. */
    async savePageMessages(msgs: readonly PageMessage[]): Promise<void> {
      await database?.write(msgs.map(toPageMessageWrite))
    },
    /** Loads the last visible messages, after others were hidden, if they are not in memory. */
    async repairLastMessages(sessionIds: Iterable<string>): Promise<void> {
      if (database) await repairLastMessages(store, database, sessionIds)
    },
    /** @throws ImFailure with a message of messaging.md 8 when there is no database */
    database(): LocalDatabase {
      if (status === 'off') throw imFail('database', 'db is disable')
      if (!database) throw imFail('database', 'Database has been closed')
      return database
    },
  }
}
export type StorePersistence = ReturnType<typeof createPersistence>
