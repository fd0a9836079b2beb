// Fault tests of calls with a real process: the node of one side is killed during the call.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { createApp, createAppMember, type AppMember, type AppRow } from '../../../test/steps/app-members.ts'
import { startNodeProcess, type NodeProcess } from '../../../test/node-process.ts'
import { openSignalDevice, typesOf, type SignalDevice } from '../../../test/steps/signal-devices.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { useTestRedis } from '../../../test/stand-ins/use-redis.ts'
import { endStaleChannels } from './channels/stale.ts'

const { env } = useTestRedis()
const server = useTestServer(env)
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-calls-'))
let url = ''
let app: AppRow
let node: NodeProcess
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  app = await createApp(server(), '医院')
})
beforeEach(async () => {
  const settings = { DATABASE_URL: server().databaseUrl, BUS_URL: env['BUS_URL']!, DATA_DIR: folder }
  node = await startNodeProcess({ ...settings, SECRET_KEY: 'a root key that only tests have, long enough' })
})
afterEach(async () => {
  leaveAll()
  await node.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bobsDevice = 'device-of-bob'

/** A call of ann on the first node and bob on the node that dies. */
async function connectSides(): Promise<{ ann: SignalDevice; bob: AppMember; channelId: string }> {
  const [caller, bob] = await Promise.all(
    ['ann', 'bob'].map((name) => createAppMember(server(), url, app, `${name}-${crypto.randomUUID().slice(0, 8)}`)),
  )
  const ann = await openSignalDevice(caller!, { deviceId: 'device-of-ann' })
  const callee = await openSignalDevice(bob!, { deviceId: bobsDevice, url: node.url })
  const { channelId } = (
    await ann.request('signalling.create', { type: 2, join: {}, invite: { account: bob!.accid, requestId: 'r1' } })
  ).channel
  await callee.request('signalling.accept', { channelId, account: caller!.accid, requestId: 'r1', autoJoin: true })
  await until(() => ann.events.length === 2, 'the answer from the other node')
  await node.kill(true)
  // the lease of the dead node is over
  await server().kit.sql`update im_node set seen_at = '-infinity' where name not like ${`%:${new URL(url).port}`}`
  return { ann, bob: bob!, channelId }
}
const countAbsent = async (channelId: string): Promise<number> => {
  await endStaleChannels(server().kit)
  const rows = await server().kit.sql`
    select 1 from im_signal_member where channel_id = ${channelId} and absent_time is not null`
  return rows.length
}

test('goes on with a side that returns on another node', { timeout: 90_000 }, async () => {
  const { ann, bob, channelId } = await connectSides()
  await until(async () => (await countAbsent(channelId)) === 1, 'the absence')
  const returned = await openSignalDevice(bob, { deviceId: bobsDevice })
  await until(async () => (await countAbsent(channelId)) === 0, 'the return')
  await ann.request('signalling.control', { channelId, attachExt: 'offer' })
  await until(() => returned.events.length === 1, 'the data of the other side')
  expect(returned.events[0]).toMatchObject({ eventType: 'CONTROL', attachExt: 'offer' })
  await returned.request('signalling.close', { channelId })
  await until(() => ann.events.length === 3, 'the end')
  expect(typesOf(ann.events)).toEqual(['ROOM_JOIN', 'ACCEPT', 'ROOM_CLOSE'])
})

test('informs the other side of one that does not return', { timeout: 90_000 }, async () => {
  const { ann, bob, channelId } = await connectSides()
  await until(async () => (await countAbsent(channelId)) === 1, 'the absence')
  expect((await ann.request('signalling.delay', { channelId })).channel.members).toHaveLength(2)
  await server().kit.sql`update im_signal_member set absent_time = absent_time - 46000 where channel_id = ${channelId}`
  await endStaleChannels(server().kit)
  await until(() => ann.events.length === 3, 'the leaving')
  expect(ann.events[2]).toMatchObject({ eventType: 'LEAVE', to: bob.accid, members: [{ account: ann.accid }] })
})
