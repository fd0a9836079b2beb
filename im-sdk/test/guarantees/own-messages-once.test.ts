// Tests that a sent message is announced once: by the reply to its send, or, if the reply was lost, by the message
// event.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { Bus } from '../../../server/src/kit/bus/bus.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { leaveAll, createPerson, textOf, textTo, until, untilReady } from '../people.ts'

const server = useTestServer({}, { nodeCount: 2 })
let urls: string[]
let otherBus: Bus
let beforeReply: (command: string) => void
let cut: () => void
beforeAll(async () => {
  const first = await server().listen({ isFrequencyLimited: false, beforeReply: (name) => beforeReply(name) })
  const second = await server().listen({ isFrequencyLimited: false }, 1)
  urls = [first.url, second.url]
  otherBus = second.kit.bus
  cut = first.socketServer.cut
})
beforeEach(() => {
  beforeReply = () => {}
})
afterEach(leaveAll)

test('announces no message for a reply that overtakes an earlier message', async () => {
  const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[0]!)]
  const [mine, theirs] = [ann.device(), bob.device({ url: urls[1]! })]
  await untilReady(mine, theirs)
  await theirs.send(textTo(ann.accid, '一'))
  await until(() => mine.received.length === 1, 'the first message')

  const { publish } = otherBus
  otherBus.publish = () => {}
  await theirs.send(textTo(ann.accid, '二'))
  otherBus.publish = publish
  const sent = await mine.send(textTo(bob.accid, '三'))
  await mine.request('user.getUsers', { accounts: [bob.accid] })
  await until(() => mine.store.conversations.get(p2pSessionIdOf(bob.accid))?.seq === sent.seq, 'all positions')
  await theirs.send(textTo(ann.accid, '四'))
  await until(() => mine.received.some((msg) => textOf(msg) === '四'), 'the last message')
  expect(mine.received.map(textOf)).toEqual(['一', '二', '四'])
  expect(mine.store.conversations.get(p2pSessionIdOf(bob.accid))?.msgs.map(textOf)).toEqual(['一', '二', '三', '四'])
})

test('announces a message whose reply was lost by the sync, and not again by the second try', async () => {
  const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[0]!)]
  const mine = ann.device()
  await untilReady(mine)
  const draft = textTo(bob.accid, '一')
  beforeReply = (name) => {
    if (name === 'msg.sendMsg') cut()
  }
  await expect(mine.send(draft)).rejects.toThrow()
  beforeReply = () => {}
  await until(() => mine.synced === 2, 'the sync after the interruption')
  expect(mine.received.map(textOf)).toEqual(['一'])
  const again = await mine.send(draft)
  expect(again.idServer).toBe(mine.received[0]?.idServer)
  expect(mine.received).toHaveLength(1)
})
