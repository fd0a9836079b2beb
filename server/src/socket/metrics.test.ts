// Tests of /metrics as an operator reads it, after real use, on two nodes with a bus.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chatroomLimits } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { leaveAll, createPerson, textTo, until, untilReady } from '../../../im-sdk/test/people.ts'
import { createRoomApp, enterRoom, leaveRooms } from '../../../im-sdk/test/rooms.ts'
import { useTestRedis } from '../../test/stand-ins/use-redis.ts'
import { useTestServer } from '../../test/test-server.ts'

const { env } = useTestRedis()
afterEach(leaveAll)
afterEach(leaveRooms)
const server = useTestServer(env, { nodeCount: 2 })
const urls: string[] = []
beforeAll(async () => {
  const options = { isFrequencyLimited: false, aliveEveryMs: 50 }
  for (const node of [0, 1]) urls.push((await server().listen(options, node)).url)
})

type MetricValues = ReadonlyMap<string, number>

async function readValues(): Promise<MetricValues> {
  const { body } = await server().app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}
/** @returns the increase of a value, because tests of other files count in the same process */
async function readGrowth(before: MetricValues, name: string): Promise<number> {
  return ((await readValues()).get(name) ?? 0) - (before.get(name) ?? 0)
}

test('counts visits of chatrooms, and notices that a busy room drops', async () => {
  const start = await readValues()
  const app = await createRoomApp(server())
  await app.createMember('ann')
  const chatroomId = await app.createRoom('ann', { allowAnonymous: 'true' })
  const guests = Array.from({ length: 2 * chatroomLimits.visitsPerSecond }, (_, i) =>
    enterRoom(urls[0]!, { appKey: app.appKey, chatroomId, isAnonymous: true, chatroomNick: `路人${i}` }),
  )
  await Promise.all(guests)
  expect(await readGrowth(start, 'chat_room_visits')).toBe(guests.length)
  expect(await readGrowth(start, 'chat_room_dropped_total{priority="visit"}')).toBeGreaterThan(0)
  leaveRooms()
  await until(async () => (await readGrowth(start, 'chat_room_visits')) === 0, 'the visits to end')
})

test('counts connections, logins, commands, messages, batches and waits', async () => {
  const start = await readValues()
  const readGrowthOf = (name: string) => readGrowth(start, name)
  const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[1]!)]
  const [a1, b1] = [ann.device(), bob.device()]
  await untilReady(a1, b1)
  const ready = await readValues()
  expect(await readGrowthOf('chat_connections')).toBe(2)
  expect(await readGrowthOf('chat_logins_total{code="200"}')).toBe(2)

  await Promise.all(Array.from({ length: 20 }, (_, i) => a1.send(textTo(bob.accid, `${i}`))))
  await until(() => b1.received.length === 20, 'the messages')
  await expect(a1.send(textTo('nobody-of-this-name', '在吗'))).rejects.toThrow()
  expect(await readGrowth(ready, 'chat_messages_total')).toBe(20)
  expect(await readGrowth(ready, 'chat_batch_messages_sum')).toBe(21)
  expect(await readGrowthOf('chat_batch_messages_count')).toBeLessThan(21)
  expect(await readGrowthOf('chat_queue_wait_seconds_count')).toBe(await readGrowthOf('chat_batch_messages_count'))
  expect(await readGrowthOf('chat_command_seconds_count{command="msg.sendMsg"}')).toBe(21)
  expect(await readGrowthOf('chat_command_failures_total{command="msg.sendMsg",code="404"}')).toBe(1)
  expect(await readGrowthOf('chat_bus_messages_total{direction="sent"}')).toBeGreaterThanOrEqual(20)
  expect(await readGrowthOf('chat_bus_messages_total{direction="received"}')).toBeGreaterThanOrEqual(20)
  await until(async () => (await readGrowthOf('chat_bus_round_trip_seconds_count')) > 0, 'a round trip')

  const idle = await readValues()
  const { sql } = server().kit
  // more transactions than the pool has connections
  await Promise.all(Array.from({ length: 12 }, () => sql.begin((tx) => tx`select pg_sleep(0.05)`)))
  expect(await readGrowth(idle, 'database_pool_wait_seconds_count')).toBeGreaterThan(0)

  leaveAll()
  await until(async () => (await readGrowthOf('chat_connections')) === 0, 'the connections to end')
})
