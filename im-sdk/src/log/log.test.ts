// Tests of the device log: its entries, retention and size limit, and data that is never logged.
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { waitForDone, closePages, openPage } from '../../test/page.ts'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../test/people.ts'
import { createLog, maxBytes } from './log.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  closePages()
  leaveAll()
})

test('returns entries in order after a reload, and skips those below the level', async () => {
  const entries: string[] = []
  const readFixedTime = () => 1_700_000_000_000
  const first = createLog({ name: 'a', now: readFixedTime, onEntry: (level, text) => entries.push(`${level} ${text}`) })
  first.write('debug', 'unheard')
  for (const text of ['one', 'two', 'three']) first.write('info', text)
  await first.flush()
  const again = createLog({ name: 'a', now: readFixedTime, level: 'warn' })
  await again.flush()
  again.write('info', 'unheard')
  again.write('error', 'four')
  const lines = (await again.read()).split('\n')
  expect(lines.map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'info one',
    'info two',
    'info three',
    'error four',
  ])
  expect(entries).toEqual(['info one', 'info two', 'info three'])
})

test('deletes entries older than three days, and the older half above one megabyte', async () => {
  let at = 1_700_000_000_000
  const log = createLog({ name: 'b', now: () => at })
  log.write('info', 'old')
  await log.flush()
  at += 73 * 3_600_000
  log.write('info', 'young')
  expect(await log.read()).not.toContain('old')
  const long = 'x'.repeat(1_990)
  for (let i = 0; i < 400; i += 1) log.write('info', `${i} ${long}`)
  const text = await log.read()
  expect(text.length * 2).toBeLessThan(maxBytes)
  expect(text.length * 2).toBeGreaterThan(maxBytes / 4)
  expect(text).toContain(' 399 x')
  expect(text).not.toContain(' 0 x')
})

test('keeps a few of the last entries in memory without a database', async () => {
  const log = createLog({ name: null })
  for (let i = 0; i < 1_000; i += 1) log.write('warn', `${i}`)
  const lines = (await log.read()).split('\n')
  expect(lines).toHaveLength(200)
  expect(lines.at(-1)).toMatch(/warn 999$/)
})

test('logs the connection events of a page, without any message text', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const page = await openPage(server(), url, { person: ann, db: true })
  const sender = bob.device()
  await untilReady(sender)
  await sender.send(textTo(ann.accid, '这是一句秘密'))
  await until(() => page.count('onmsg') === 1, 'the message')
  await waitForDone((done) => page.nim.getServerSession({ scene: 'p2p', to: 'nobody', done })).catch(() => null)
  const text = await waitForDone<string>((done) => page.nim.exportLogs({ done }))
  expect(text).toMatch(/info connecting to /)
  expect(text).toMatch(/info logged in/)
  expect(text).toMatch(/warn serverSession\.getServerSession failed with 404/)
  expect(text).not.toContain('秘密')
  expect(text).not.toContain(ann.token)
  expect(text).not.toContain(bob.accid)
})
