// Tests of events between accounts on different nodes.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { createPerson, leaveAll, textTo, until, untilReady } from '../../../im-sdk/test/people.ts'
import { useTestRedis } from '../../test/stand-ins/use-redis.ts'
import { useTestServer } from '../../test/test-server.ts'

const { env } = useTestRedis()
afterEach(leaveAll)

const options = { isFrequencyLimited: false, checkEveryMs: hourMs, aliveEveryMs: 50, leaseMs: 1_500 }
const summarise = ({ value, online }: PublishedEvent) => ({ value, online })

describe.each(['memory', 'redis'])('events over the bus in %s', (kind) => {
  const server = useTestServer(kind === 'redis' ? env : {}, { nodeCount: 3 })
  const urls: string[] = []
  beforeAll(async () => {
    for (const node of [0, 1]) urls.push((await server().listen(options, node)).url)
  })

  test('adds up the devices of an account on all nodes', async () => {
    const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[1]!)]
    const received: PublishedEvent[] = []
    const watcher = ann.device({}, { eventsPublished: (events) => received.push(...events) })
    const first = bob.device({ deviceId: 'first-device' })
    await untilReady(watcher, first)
    await watcher.send(textTo(bob.accid, '您好'))
    await watcher.request('event.subscribeEvent', { type: 1, accounts: [bob.accid] })
    await until(() => received.length === 1, 'the current state from the other node')
    expect(received.map(summarise)).toEqual([{ value: 1, online: [16] }])

    const second = bob.device({ url: urls[0]!, deviceId: 'second-device' })
    await untilReady(second)
    await until(() => received.length === 2, 'the login on the own node')
    first.disconnect()
    await until(() => received.length === 3, 'the end of the first device')
    second.disconnect()
    await until(() => received.length === 4, 'the end of the second device')
    expect(received.slice(1).map(summarise)).toEqual([
      { value: 1, online: [16] },
      { value: 3, online: [16] },
      { value: 3, online: [] },
    ])
  })

  test('reports an account offline when its node dies without a word', async () => {
    const { url, kit } = await server().listen(options, 2)
    const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[0]!)]
    const received: PublishedEvent[] = []
    const watcher = ann.device({}, { eventsPublished: (events) => received.push(...events) })
    await untilReady(watcher, bob.device({ url }))
    await watcher.send(textTo(bob.accid, '您好'))
    await watcher.request('event.subscribeEvent', { type: 1, accounts: [bob.accid], sync: true })
    await until(() => received.length === 1, 'the state on the other node')
    await kit.bus.close()
    await until(() => received.length === 2, 'the end of the lease')
    expect(received.map(summarise)).toEqual([
      { value: 1, online: [16] },
      { value: 3, online: [] },
    ])
  })

  test('ends a subscription when the publisher blocks the subscriber', async () => {
    const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[1]!)]
    const [a, b] = [ann.device(), bob.device()]
    await untilReady(a, b)
    await a.send(textTo(bob.accid, '您好'))
    await a.request('event.subscribeEvent', { type: 1, accounts: [bob.accid] })
    await b.request('user.markInBlacklist', { account: ann.accid, isAdd: true })
    const readSubscriptions = async () => (await a.request('event.getSubscriptions', { type: 1 })).subscriptions
    await until(async () => (await readSubscriptions()).length === 0, 'the end of the subscription')
  })
})
