// Tests the published script without the built-ins that the oldest supported browsers lack.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { build } from '../../../tools/build.ts'
import { loadScript, newerBuiltIns, type HostName } from '../../test/old-browser.ts'
import { closePages, openPage, waitForDone } from '../../test/page.ts'
import { until } from '../../test/people.ts'
import type { NimMessage } from '../nim/present/messages.ts'

const server = useTestServer()
const blobPrototype: { arrayBuffer: Blob['arrayBuffer'] } = Blob.prototype
const { arrayBuffer } = blobPrototype
let url = ''
let script = ''
beforeAll(async () => {
  await build()
  script = readFileSync(path.resolve(import.meta.dirname, '../../build/script/sdk.js'), 'utf8')
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
}, 240_000)
afterEach(() => {
  Blob.prototype.arrayBuffer = arrayBuffer
  closePages()
})

const openOldPage = (missing?: readonly HostName[]) =>
  openPage(server(), url, { nimClass: loadScript(script, missing).NIM })

test('sends and receives messages and files', async () => {
  Object.assign(Blob.prototype, { arrayBuffer: undefined })
  const [ann, bob] = [await openOldPage(), await openOldPage()]
  const to = { scene: 'p2p', to: bob.accid } as const
  // for a file of this size, the client first asks whether the server has it already
  const blob = new Blob(['x'.repeat(700_000)], { type: 'text/plain' })
  const text = await waitForDone<NimMessage>((done) => ann.nim.sendText({ ...to, text: '您好', done }))
  const sent = [
    text,
    await waitForDone<NimMessage>((done) => ann.nim.sendCustomMsg({ ...to, content: '{"a":1}', done })),
    await waitForDone<NimMessage>((done) => ann.nim.sendTipMsg({ ...to, tip: '提示', done })),
    await waitForDone<NimMessage>((done) => ann.nim.sendFile({ ...to, type: 'file', blob, done })),
    await waitForDone<NimMessage>((done) => ann.nim.forwardMsg({ ...to, msg: text, done })),
  ]
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'success'))
  await until(() => bob.count('onmsg') === sent.length, 'the messages')
  const last = bob.calls.filter(({ name }) => name === 'onmsg').map(({ data }) => data as NimMessage)
  expect(last.map(({ type }) => type)).toEqual(['text', 'custom', 'tip', 'file', 'text'])
})

test('names the missing built-in when the browser cannot upload', async () => {
  const ann = await openOldPage(['AbortController'])
  const blob = new Blob(['您好'], { type: 'text/plain' })
  const upload = waitForDone((done) => ann.nim.previewFile({ type: 'file', blob, done }))
  await expect(upload).rejects.toMatchObject({
    code: 500,
    message: '浏览器版本过低：AbortController is not defined',
  })
})

test('calls no newer method for which it has no polyfill', () => {
  const polyfilled = ['at', 'findLast', 'groupBy', 'toReversed']
  // built-ins of supported browsers, or methods of the SDK, have these names as well
  const ambiguous = [
    'drop',
    'every',
    'filter',
    'find',
    'flatMap',
    'forEach',
    'intersection',
    'map',
    'reduce',
    'some',
    'escape',
  ]
  const newer = new Set(Object.values(newerBuiltIns).flat())
  for (const name of [...polyfilled, ...ambiguous]) newer.delete(name)
  const calledNames = new Set<string>()
  new Visitor({
    MemberExpression({ property }) {
      if (property.type === 'Identifier') calledNames.add(property.name)
    },
  }).visit(parseSync('sdk.js', script).program)
  expect(calledNames.has('fromEntries')).toBe(true)
  expect([...calledNames].filter((name) => newer.has(name))).toEqual([])
})
