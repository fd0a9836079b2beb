// Tests of messages beyond the rate limit of the server: they wait, none is lost, and their order stays.
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors, imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, getHistory, openPage, textsOf } from '../../../test/page.ts'
import { createPerson, leaveAll, textTo, until, untilReady } from '../../../test/people.ts'
import { createSendQueue } from './send-queue.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})
afterEach(() => {
  closePages()
  leaveAll()
})

test('loses none of 220 messages that a page sends in a loop, and keeps their order', { timeout: 60_000 }, async () => {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
  const texts = Array.from({ length: 220 }, (_, i) => `第${i + 1}条`)
  const done: string[] = []
  const errors: unknown[] = []
  for (const text of texts) {
    const completeSend = (error: unknown) => (error ? errors.push(error) : done.push(text))
    ann.nim.sendText({ scene: 'p2p', to: bob.accid, text, done: completeSend })
  }
  await until(() => done.length + errors.length === texts.length, 'every reply', 50_000)
  expect(errors).toEqual([])
  expect(done).toEqual(texts)
  const latest = textsOf(await getHistory(ann, bob.accid))
  expect(latest).toEqual(texts.slice(-100).toReversed())
  const received = () =>
    bob.calls.flatMap(({ name, data }) => (name === 'onmsg' ? [(data as { text: string }).text] : []))
  await until(() => received().length === texts.length, 'the messages')
  expect(received()).toEqual(texts)
})

test('refuses more than 1,000 messages at once with 416, and ends the wait at a disconnect', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const device = ann.device()
  await untilReady(device)
  const results: (number | string)[] = []
  for (let i = 0; i < 1_005; i += 1)
    device.send(textTo(bob.accid, `${i}`)).then(
      () => results.push('sent'),
      ({ code }: { code: number | string }) => results.push(code),
    )
  await until(() => results.filter((result) => result === 'sent').length === 100, 'the first messages')
  expect(results.filter((result) => result === 416)).toHaveLength(5)
  device.disconnect()
  await until(() => results.length === 1_005, 'every reply')
  // some may be on their way, so that the page cannot know whether the server has stored them
  const codes = ['sent', 416, imErrors.socketState.code, imErrors.offline.code]
  expect([...new Set(results)].filter((result) => !codes.includes(result))).toEqual([])
  expect(results).toContain(imErrors.socketState.code)
})

/** A queue whose server refuses the first message by the limit, and whose connection can be away. */
function createTestQueue() {
  const [sent, results]: [string[], string[]] = [[], []]
  const connection = { isAway: false, refusals: 1 }
  const queue = createSendQueue(({ idClient }) => {
    if (connection.isAway) return Promise.reject(imFail('socketState'))
    connection.refusals -= 1
    if (connection.refusals >= 0) return Promise.reject(imFail('tooOften', undefined, { seconds: 0.05 }))
    sent.push(idClient)
    return Promise.resolve({ msg: { idClient } } as never)
  })
  const add = (idClient: string) =>
    queue.add(textTo('bob', idClient, idClient)).then(
      () => results.push(idClient),
      ({ code }: ImFailure) => results.push(`${idClient} ${code}`),
    )
  return { queue, connection, sent, results, add }
}

test('keeps delayed messages until the connection is back, and fails others at once', async () => {
  const { queue, connection, sent, results, add } = createTestQueue()
  void add('一')
  await wait(1)
  void add('二')
  connection.isAway = true
  await wait(100)
  void add('三')
  await wait(1)
  expect([sent, results]).toEqual([[], []])
  connection.isAway = false
  queue.resume()
  await until(() => results.length === 3, 'every reply')
  expect(sent).toEqual(['一', '二', '三'])
  connection.isAway = true
  await add('四')
  expect(results.at(-1)).toBe(`四 ${imErrors.socketState.code}`)
})

test('fails delayed messages when the connection ends', async () => {
  const { queue, connection, results, add } = createTestQueue()
  void add('一')
  await wait(1)
  connection.isAway = true
  queue.flush()
  await until(() => results.length === 1, 'the reply')
  expect(results).toEqual([`一 ${imErrors.socketState.code}`])
})
