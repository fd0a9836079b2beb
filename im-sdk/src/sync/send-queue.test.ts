// Tests of messages beyond the rate limit of the server: they wait, none is lost, and their order stays.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { closePages, getHistory, openPage, textsOf } from '../../test/page.ts'
import { createPerson, leaveAll, textTo, until, untilReady } from '../../test/people.ts'

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
  expect(new Set(results)).toEqual(new Set(['sent', 416, 'Error_Connection_Socket_State_not_Match']))
})
