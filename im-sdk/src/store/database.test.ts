// Tests that run on both databases: in memory and IndexedDB.
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { openIndexedDb } from './indexed-db.ts'
import { createMemoryDatabase } from './memory.ts'
import type { DatabaseWrite, LocalDatabase } from './local-database.ts'
import * as tables from './tables.ts'
import { schemaVersion } from './upgrade.ts'

beforeEach(() => void (globalThis.indexedDB = new IDBFactory()))

const createMessageWrite = (key: string, sessionId: string, time: number): DatabaseWrite => ({
  table: tables.messages,
  row: { key, idClient: `c${key}`, sessionId, time, msg: { idServer: key, time } as WireMessage },
})
const createSessionWrite = (
  to: string,
  { version, from, seq, last }: { version: number; from: number; seq: number; last: number },
): DatabaseWrite => ({
  table: tables.conversations,
  row: {
    key: to,
    session: { to, version } as SessionState,
    lastMsg: { seq: last } as WireMessage,
    from,
    seq,
    time: seq * 10,
  },
})
const listKeys = (rows: { key: string }[]) => rows.map(({ key }) => key)

describe.each([
  ['memory', () => Promise.resolve(createMemoryDatabase())],
  ['IndexedDB', () => openIndexedDb('database', () => {})],
] as [string, () => Promise<LocalDatabase>][])('the database in %s', (_name, open) => {
  test('returns messages by position and time, limited, from either end', async () => {
    const database = await open()
    await database.write([1, 2, 3, 4].map((i) => createMessageWrite(`${i}`, i === 3 ? 'p2p-bob' : 'p2p-ann', i * 10)))
    expect(listKeys(await database.findMessages({ limit: 9 }))).toEqual(['4', '3', '2', '1'])
    expect(listKeys(await database.findMessages({ sessionId: 'p2p-ann', limit: 2 }))).toEqual(['4', '2'])
    expect(listKeys(await database.findMessages({ sessionId: 'p2p-ann', isNewestFirst: false, limit: 2 }))).toEqual([
      '1',
      '2',
    ])
    // bounds are exclusive
    expect(listKeys(await database.findMessages({ sessionId: 'p2p-ann', start: 10, end: 40, limit: 9 }))).toEqual(['2'])
    expect(listKeys(await database.findMessages({ limit: 1, isMatch: ({ time }) => time! < 30 }))).toEqual(['2'])
    expect(listKeys(await database.findByIdClients(['c3', 'c1', 'c9']))).toEqual(['3', '1'])
    expect(await database.countMessages({ start: 10, end: 30 })).toEqual({
      count: 3,
      sessionIds: ['p2p-ann', 'p2p-bob'],
    })
    await database.write([{ removeMessages: { sessionId: 'p2p-ann', start: 0, end: 20 } }])
    expect(listKeys(await database.findMessages({ limit: 9 }))).toEqual(['4', '3'])
    database.close()
  })

  test('keeps a removed message removed when it arrives again', async () => {
    const database = await open()
    await database.write([createMessageWrite('1', 'p2p-ann', 10), createMessageWrite('2', 'p2p-ann', 20)])
    await database.write([{ table: tables.messages, row: { key: '1', isGone: 1 } }])
    await database.write([createMessageWrite('1', 'p2p-ann', 10)])
    expect(listKeys(await database.findMessages({ limit: 9 }))).toEqual(['2'])
    expect((await database.load()).gone).toEqual(['1'])
    database.close()
  })

  test('keeps a newer state when an older one arrives', async () => {
    const database = await open()
    const createFriendChange = (version: number) => ({ kind: 'friend', key: 'bob', version, state: {} }) as never
    const changeWrite = (version: number): DatabaseWrite => ({
      table: tables.friends,
      row: { key: 'friend bob', change: createFriendChange(version) },
    })
    const mark = (value: number): DatabaseWrite => ({
      table: tables.syncMarks,
      row: { key: tables.syncMarksKey, generation: 1, mark: value, broadcastMark: 0, hasSynced: value > 5 },
    })
    await database.write([
      changeWrite(7),
      mark(7),
      createSessionWrite('p2p-ann', { version: 7, from: 1, seq: 9, last: 9 }),
    ])
    await database.write([
      changeWrite(6),
      mark(3),
      createSessionWrite('p2p-ann', { version: 8, from: 1, seq: 8, last: 8 }),
    ])
    const loaded = await database.load()
    expect(loaded[tables.friends]).toMatchObject([{ change: { version: 7 } }])
    expect(loaded[tables.syncMarks]).toEqual([
      { key: tables.syncMarksKey, generation: 1, mark: 7, broadcastMark: 0, hasSynced: true },
    ])
    // the merged row has the newer state and the larger range of positions
    expect(loaded[tables.conversations]).toMatchObject([
      { session: { version: 8 }, seq: 9, time: 90, lastMsg: { seq: 9 } },
    ])
    database.close()
  })

  test('merges the ranges of two tabs only without a gap between them', async () => {
    const database = await open()
    await database.write([
      createSessionWrite('touching', { version: 1, from: 8, seq: 10, last: 10 }),
      createSessionWrite('apart', { version: 1, from: 8, seq: 10, last: 10 }),
    ])
    await database.write([
      createSessionWrite('touching', { version: 2, from: 11, seq: 12, last: 12 }),
      createSessionWrite('apart', { version: 2, from: 12, seq: 12, last: 12 }),
    ])
    const rows = (await database.load())[tables.conversations]
    expect(rows.find(({ key }) => key === 'touching')).toMatchObject({ from: 8, seq: 12 })
    expect(rows.find(({ key }) => key === 'apart')).toMatchObject({ from: 12, seq: 12 })
    database.close()
  })

  test('keeps a stored message that an unsent state follows', async () => {
    const database = await open()
    const createUnsentWrite = (status: 'sending' | 'fail' | 'done', time = 1): DatabaseWrite => ({
      table: tables.unsentMessages,
      row: { key: 'a', time, status, draft: {} as never },
    })
    const status = async () => (await database.load())[tables.unsentMessages][0]?.status
    await database.write([createUnsentWrite('fail')])
    await database.write([createUnsentWrite('sending')])
    expect(await status()).toBe('fail')
    await database.write([createUnsentWrite('sending', 2)])
    expect(await status()).toBe('sending')
    await database.write([createUnsentWrite('done', 2)])
    await database.write([createUnsentWrite('fail', 3)])
    expect(await status()).toBe('done')
    database.close()
  })
})

test('changes nothing when a write fails', async () => {
  const database = await openIndexedDb('database', () => {})
  const mark: DatabaseWrite = {
    table: tables.syncMarks,
    row: { key: tables.syncMarksKey, generation: 1, mark: 9, broadcastMark: 0, hasSynced: true },
  }
  // the invalid row fails after the mark was written, so that the transaction must undo it
  const broken = {
    table: tables.messages,
    row: { key: '1', sessionId: 'p2p-ann', time: 1, shown: () => {} },
  } as DatabaseWrite
  await expect(database.write([mark, broken])).rejects.toThrow()
  expect((await database.load())[tables.syncMarks]).toEqual([])
  database.close()
})

test('has all tables, and an upgrade keeps local messages and fetches the rest again', async () => {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('old', 11)
    request.onupgradeneeded = () => {
      const db = request.result
      db.createObjectStore('msg1', { keyPath: 'key' }).put({ key: 'draft', status: 'fail' })
      db.createObjectStore('timetag', { keyPath: 'key' }).put({ key: 'sync', mark: 9, hasSynced: true })
      db.createObjectStore('strange')
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  const database = await openIndexedDb('old', () => {})
  const loaded = await database.load()
  expect(loaded[tables.unsentMessages]).toMatchObject([{ key: 'draft' }])
  expect(loaded[tables.syncMarks]).toEqual([])
  database.close()
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('old')
    request.onsuccess = () => resolve(request.result)
  })
  expect(db.version).toBe(schemaVersion)
  expect([...db.objectStoreNames]).toEqual([...tables.tableNames].sort())
  db.close()
})

test('closes a database when a newer version opens in another tab, and reports it', async () => {
  let closed = 0
  const database = await openIndexedDb('database', () => (closed += 1))
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('database', schemaVersion + 1)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  expect(closed).toBe(1)
  await expect(database.load()).rejects.toThrow('Database has been closed')
  await expect(openIndexedDb('database', () => {})).rejects.toThrow()
})

test('answers with an error, reports it once and closes, when the browser answers no request', async () => {
  let silences = 0
  const database = await openIndexedDb(
    'database',
    () => {},
    () => (silences += 1),
  )
  // a request that is never answered stays without an event
  const mutedMethods = [
    vi
      .spyOn(IDBIndex.prototype, 'openCursor')
      .mockImplementation(() => new EventTarget() as IDBRequest<IDBCursorWithValue | null>),
    vi.spyOn(IDBTransaction.prototype, 'addEventListener').mockImplementation(() => {}),
  ]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const reads = [1, 2].map((limit) => database.findMessages({ limit }))
    const answers = Promise.allSettled(reads)
    await vi.advanceTimersByTimeAsync(4_990)
    expect(silences).toBe(0)
    await vi.advanceTimersByTimeAsync(20)
    const failure = { status: 'rejected', reason: { code: 'Error_Database', message: 'no-database' } }
    expect(await answers).toMatchObject([failure, failure])
  } finally {
    vi.useRealTimers()
    for (const method of mutedMethods) method.mockRestore()
  }
  expect(silences).toBe(1)
  await expect(database.load()).rejects.toThrow('Database has been closed')
})

test('waits longer than five seconds for a transaction that answers in between', async () => {
  const database = await openIndexedDb('database', () => {})
  await database.write([1, 2, 3].map((i) => createMessageWrite(`${i}`, 'p2p-ann', i)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // four seconds at each of three rows
  const isMatch = () => Boolean(vi.advanceTimersByTime(4_000))
  try {
    expect(listKeys(await database.findMessages({ limit: 9, isMatch }))).toEqual(['3', '2', '1'])
  } finally {
    vi.useRealTimers()
    database.close()
  }
})
