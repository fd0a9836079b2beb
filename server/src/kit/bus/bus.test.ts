// Tests that run on both buses, and network faults for Redis.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../im-sdk/test/people.ts'
import { createTestRedis, type TestRedis } from '../../../test/stand-ins/redis.ts'
import { readConfig } from '../config.ts'
import type { Bus } from './bus.ts'
import { createBus } from './create-bus.ts'
import { createMemoryHub } from './memory.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await createTestRedis()
})
afterAll(() => redis.stop())

const open: Bus[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()))
})
const closeAfterTest = (bus: Bus) => {
  open.push(bus)
  return bus
}
const overRedis = async () =>
  closeAfterTest(await createBus(readConfig({ NODE_ENV: 'test', BUS_URL: redis.url, SMS_PROVIDER: 'outbox' })))

describe.each([
  [
    'memory',
    () => {
      const hub = createMemoryHub()
      return () => Promise.resolve(closeAfterTest(hub.join()))
    },
  ],
  ['redis', () => overRedis],
] as [string, () => () => Promise<Bus>][])('the bus in %s', (_name, createJoin) => {
  test('delivers all messages of a channel in order, from any node, and none of other channels', async () => {
    const join = createJoin()
    const [a, b] = [await join(), await join()]
    const received: string[] = []
    await a.subscribe('one', (text) => received.push(`a ${text}`))
    await b.subscribe('one', (text) => received.push(`b ${text}`))
    await b.subscribe('two', (text) => received.push(`b two ${text}`))
    for (let i = 0; i < 50; i += 1) a.publish('one', `${i}`)
    b.publish('two', '心桥')
    await until(() => received.length === 101, 'all calls')
    expect(received.filter((text) => text.startsWith('a '))).toEqual(Array.from({ length: 50 }, (_, i) => `a ${i}`))
    expect(received.filter((text) => /^b \d/.test(text))).toEqual(Array.from({ length: 50 }, (_, i) => `b ${i}`))
    expect(received).toContain('b two 心桥')
  })

  test('delivers nothing after unsubscribing', async () => {
    const join = createJoin()
    const [a, b] = [await join(), await join()]
    const received: string[] = []
    await a.subscribe('one', (text) => received.push(`one ${text}`))
    await a.subscribe('two', (text) => received.push(`two ${text}`))
    a.unsubscribe('one')
    b.publish('one', 'x')
    b.publish('two', 'y')
    await until(() => received.length > 0, 'the other call')
    expect(received).toEqual(['two y'])
    expect(await a.isReachable()).toBe(true)
  })
})

test('reports an outage, and after it resubscribes and announces that messages may be missing', async () => {
  const [a, b] = [await overRedis(), await overRedis()]
  const received: string[] = []
  let restored = 0
  b.onRestored(() => (restored += 1))
  await b.subscribe('early', (text) => received.push(text))
  await redis.stop()
  await until(async () => !(await a.isReachable()) && !(await b.isReachable()), 'the outage to be noticed')
  a.publish('early', 'lost')
  await b.subscribe('during', (text) => received.push(text))
  expect(restored).toBe(0)
  await redis.start()
  await until(() => restored === 1, 'the way back')
  await until(() => a.isReachable(), 'the other way back')
  a.publish('early', 'again')
  a.publish('during', 'for the first time')
  await until(() => received.length === 2, 'both calls')
  expect(received).toEqual(['again', 'for the first time'])
})
