// Tests pages in browsers that are damaged: storage that throws, and a local database that stops working.
import '../../../test/indexed-db.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, sendText, setUpPages, textsOf, waitForDone, type Page } from '../../../test/page.ts'
import type { NimMessage } from '../present/messages.ts'

const { server, url } = setUpPages()
const databasePrototype: { transaction: IDBDatabase['transaction'] } = IDBDatabase.prototype
const { transaction } = databasePrototype
afterEach(() => {
  vi.unstubAllGlobals()
  IDBDatabase.prototype.transaction = transaction
})

/** Replaces all transactions except upgrades, without which the IndexedDB of the tests could not open a database. */
function replaceTransactions(begin: () => IDBTransaction): void {
  IDBDatabase.prototype.transaction = function beginTransaction(this: IDBDatabase, ...input) {
    return (input[1] as string) === 'versionchange' ? transaction.apply(this, input) : begin()
  }
}

/** A transaction whose requests are never answered. */
function beginSilentTransaction(): IDBTransaction {
  const silent: unknown = new Proxy(new EventTarget(), {
    get: (target, name) => (name === 'addEventListener' ? target.addEventListener.bind(target) : () => silent),
  })
  return silent as IDBTransaction
}

const readLocalTexts = async ({ nim }: Page) =>
  textsOf((await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getLocalMsgs({ desc: false, done }))).msgs)

test('logs in where the storage of the browser throws at each use', async () => {
  const throwCorrupted = () => {
    throw new Error('NS_ERROR_FILE_CORRUPTED')
  }
  const storage = { getItem: throwCorrupted, setItem: throwCorrupted }
  const page = Object.assign(new EventTarget(), { localStorage: storage, sessionStorage: storage })
  vi.stubGlobal('window', page)
  const [ann, bob] = [await openPage(server(), url()), await openPage(server(), url())]
  expect((await sendText(ann, bob.accid, '您好')).status).toBe('success')
  expect(() => page.dispatchEvent(new Event('pagehide'))).not.toThrow()
})

test('answers with Error_Database while the local database throws, and stores later what was sent', async () => {
  const [ann, bob] = [await openPage(server(), url(), { db: true }), await openPage(server(), url())]
  await sendText(ann, bob.accid, '之前')
  expect(await readLocalTexts(ann)).toEqual(['之前'])
  replaceTransactions(() => {
    throw new DOMException('closing', 'InvalidStateError')
  })
  const failure = { code: 'Error_Database', message: '本机数据库不可用：InvalidStateError: closing' }
  await expect(readLocalTexts(ann)).rejects.toMatchObject(failure)
  await sendText(ann, bob.accid, '期间')
  const sendLocalTip = () =>
    waitForDone<NimMessage>((done) => {
      ann.nim.sendTipMsg({ scene: 'p2p', to: bob.accid, tip: '提示', isLocal: true, done })
    })
  expect((await sendLocalTip()).status).toBe('success')
  await expect(readLocalTexts(ann)).rejects.toMatchObject(failure)
  IDBDatabase.prototype.transaction = transaction
  expect(await readLocalTexts(ann)).toEqual(['之前', '期间'])
})

test('continues in memory when the local database stops answering, until it is opened again', async () => {
  const statuses: unknown[] = []
  const onDBStatusChange = (status: unknown) => void statuses.push(status)
  const [ann, bob] = [await openPage(server(), url(), { db: true, onDBStatusChange }), await openPage(server(), url())]
  await sendText(ann, bob.accid, '之前')
  expect(await readLocalTexts(ann)).toEqual(['之前'])
  replaceTransactions(beginSilentTransaction)
  await sendText(ann, bob.accid, '期间')
  expect(await readLocalTexts(ann)).toEqual(['期间'])
  expect(statuses).toEqual(['opening', 'open', 'memory'])
  expect(await waitForDone((done) => ann.nim.exportLogs({ done }))).toContain(' info ')
  IDBDatabase.prototype.transaction = transaction
  await waitForDone((done) => ann.nim.reinitDB({ done }))
  expect(await readLocalTexts(ann)).toEqual(['之前', '期间'])
})

test('logs in without a local database that opens and then never answers', async () => {
  replaceTransactions(beginSilentTransaction)
  const [ann, bob] = [await openPage(server(), url(), { db: true }), await openPage(server(), url())]
  expect(ann.nim.getDBStatus()).toBe('memory')
  await sendText(ann, bob.accid, '您好')
  expect(await readLocalTexts(ann)).toEqual(['您好'])
})
