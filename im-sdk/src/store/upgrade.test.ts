// Tests the upgrade of a local database in version 12 of the tables, as a page sees it.
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { getSessions, waitForDone, textsOf, type Page } from '../../test/page.ts'
import { createVersion12, version12Texts } from '../../test/version-12.ts'
import { NIM } from '../nim/nim.ts'
import type { NimMessage } from '../nim/present/messages.ts'
import { openIndexedDb } from './indexed-db.ts'
import { createPersistence } from './persistence.ts'

const name = 'nim--ann'
beforeEach(() => void (globalThis.indexedDB = new IDBFactory()))

async function openPage(): Promise<Pick<Page, 'nim'>> {
  const nim = new NIM({ account: 'ann', token: 't', skipConnectionOnInitialize: true })
  await waitForDone((done) => nim.reinitDB({ done }))
  return { nim }
}
const readTexts = async ({ nim }: Pick<Page, 'nim'>, query: object) => {
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    nim.getLocalMsgs({ desc: false, ...query, done }),
  )
  return textsOf(msgs)
}

test('keeps messages, drafts, local fields, pinned and unsent ones, and the mark of the last sync', async () => {
  await createVersion12(name)
  const page = await openPage()
  const { store } = page.nim.client
  expect(await readTexts(page, { sessionId: 'p2p-bob' })).toEqual(version12Texts.p2p)
  // version 12 stored both under the same account; now they are separate
  const everything = await readTexts(page, {})
  expect(everything.filter((text) => !version12Texts.p2p.includes(text!))).toEqual(version12Texts.team)
  expect(await getSessions(page)).toMatchObject([
    { id: 'p2p-eve' },
    { id: 'p2p-bob', localCustom: '{"draft":"想问"}', isTop: true },
  ])
  expect([...store.unsent.values()]).toMatchObject([{ status: 'fail', isInBlackList: true, draft: { to: 'bob' } }])
  expect([...store.conversations.keys()]).toEqual(['p2p-bob'])
  expect(store.conversations.get('p2p-bob')).toMatchObject({ seq: store.conversations.get('p2p-bob')!.session.lastSeq })
  expect({ hasSynced: store.hasSynced, removed: [...store.removedIds] }).toEqual({ hasSynced: true, removed: ['4'] })
  expect(store.syncMark).toBeGreaterThan(0)
})

test('reads an upgraded database in the same way after the next load', async () => {
  await createVersion12(name)
  const [first, second] = [createPersistence(name), createPersistence(name)]
  await first.open()
  await first.flush()
  first.close()
  await second.open()
  const { conversations, localFields, unsent, syncMark } = second.store
  expect({ conversations, localFields, unsent, syncMark }).toEqual({
    conversations: first.store.conversations,
    localFields: first.store.localFields,
    unsent: first.store.unsent,
    syncMark: first.store.syncMark,
  })
  second.close()
})

test('closes the database in an open tab of version 12 at the upgrade, which stores nothing any more', async () => {
  let oldTab: IDBDatabase | undefined
  await createVersion12(name, (db) => {
    oldTab = db
    db.addEventListener('versionchange', () => db.close())
  })
  const database = await openIndexedDb(name, () => {})
  expect(() => oldTab!.transaction('session', 'readwrite')).toThrow(DOMException)
  await expect(createVersion12(name)).rejects.toMatchObject({ name: 'VersionError' })
  expect((await database.load()).session.map(({ key }) => key)).toEqual(['p2p-bob'])
  database.close()
})
