// Reads /metrics as an operator does, after real use, on two nodes with a bus.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, makePerson, textTo, until, untilReady } from '../../../im-sdk/test/people.ts'
import { makeTestRedis, type TestRedis } from '../../test/redis.ts'
import { useTestServer } from '../../test/test-server.ts'

let redis: TestRedis
const env: Record<string, string> = {}
beforeAll(async () => {
  redis = await makeTestRedis()
  env['BUS_URL'] = redis.url
})
afterAll(() => redis.stop())
afterEach(leaveAll)
const server = useTestServer(env, { nodeCount: 2 })

/** @returns the value of one line, 0 where it is absent */
async function read(line: string): Promise<number> {
  const { body } = await server().app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  return Number(
    body
      .split('\n')
      .find((text) => text.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  )
}

test('counts connections, logins, commands, messages, batches and waits', async () => {
  const options = { isFrequencyLimited: false, aliveEveryMs: 50 }
  const { url } = await server().listen(options, 0)
  const other = await server().listen(options, 1)
  const [ann, bob] = [await makePerson(server(), url), await makePerson(server(), other.url)]
  const [a1, b1] = [ann.device(), bob.device()]
  await untilReady(a1, b1)
  const [messages, batches] = [await read('chat_messages_total'), await read('chat_batch_messages_sum')]
  expect(await read('chat_connections')).toBe(2)
  expect(await read('chat_logins_total{code="200"}')).toBe(2)

  await Promise.all(Array.from({ length: 20 }, (_, i) => a1.send(textTo(bob.accid, `${i}`))))
  await until(() => b1.received.length === 20, 'the messages')
  await expect(a1.send(textTo('nobody-of-this-name', '在吗'))).rejects.toThrow()
  expect((await read('chat_messages_total')) - messages).toBe(20)
  expect((await read('chat_batch_messages_sum')) - batches).toBe(21)
  expect(await read('chat_batch_messages_count')).toBeLessThan(21)
  expect(await read('chat_queue_wait_seconds_count')).toBe(await read('chat_batch_messages_count'))
  expect(await read('chat_command_seconds_count{command="msg.sendMsg"}')).toBe(21)
  expect(await read('chat_command_failures_total{command="msg.sendMsg",code="404"}')).toBe(1)
  expect(await read('chat_bus_messages_total{direction="sent"}')).toBeGreaterThanOrEqual(20)
  expect(await read('chat_bus_messages_total{direction="received"}')).toBeGreaterThanOrEqual(20)
  await until(async () => (await read('chat_bus_round_trip_seconds_count')) > 0, 'a round trip')

  const waits = await read('database_pool_wait_seconds_count')
  const { sql } = server().kit
  // more transactions than the pool has connections
  await Promise.all(Array.from({ length: 12 }, () => sql.begin((tx) => tx`select pg_sleep(0.05)`)))
  expect(await read('database_pool_wait_seconds_count')).toBeGreaterThan(waits)

  leaveAll()
  await until(async () => (await read('chat_connections')) === 0, 'the connections to end')
})
