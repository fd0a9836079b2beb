// Tests of calls whose sides act at the same moment, on two nodes with either bus.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { createApp, createAppMember, type AppRow } from '../../../test/steps/app-members.ts'
import { useTestRedis } from '../../../test/stand-ins/use-redis.ts'
import { openSignalDevice, typesOf, type SignalDevice } from '../../../test/steps/signal-devices.ts'
import { useTestServer } from '../../../test/test-server.ts'

const { env } = useTestRedis()
afterEach(leaveAll)

const ring = (from: SignalDevice, to: SignalDevice, requestId: string) =>
  from.request('signalling.create', {
    type: 2,
    join: {},
    invite: { account: to.accid, requestId, attachExt: 'hello' },
  })

describe.each(['memory', 'redis'])('two nodes over the bus in %s', (kind) => {
  const server = useTestServer(kind === 'redis' ? env : {}, { nodeCount: 2 })
  const urls: string[] = []
  let app: AppRow
  beforeAll(async () => {
    for (const node of [0, 1]) urls.push((await server().listen({ isFrequencyLimited: false }, node)).url)
    app = await createApp(server(), '医院')
  })
  const createMember = () => createAppMember(server(), urls[0]!, app, crypto.randomUUID().slice(0, 8))
  const openDevice = async (node: number) =>
    openSignalDevice(await createMember(), { deviceId: 'first-device', url: urls[node]! })

  test('lets exactly one of three devices accept, and informs the others once', { repeats: 4 }, async () => {
    const caller = await openDevice(0)
    const member = await createMember()
    const devices = await Promise.all(
      [0, 1, 1].map((node, i) => openSignalDevice(member, { deviceId: `device-${i}`, url: urls[node]! })),
    )
    const { channelId } = (await ring(caller, devices[0]!, 'r1')).channel
    const answer = { channelId, account: caller.accid, requestId: 'r1', autoJoin: true }
    const replies = await Promise.allSettled(devices.map((device) => device.request('signalling.accept', answer)))
    const winner = replies.findIndex(({ status }) => status === 'fulfilled')
    const codes = replies.map((reply) => (reply.status === 'rejected' ? (reply.reason as { code: number }).code : 200))
    expect(codes).toEqual([0, 1, 2].map((i) => (i === winner ? 200 : 10410)))
    const { channel } = await caller.request('signalling.delay', { channelId })
    expect(channel.members.map(({ account }) => account)).toEqual([caller.accid, member.accid])
    const losers = devices.filter((_, i) => i !== winner)
    await until(() => losers.every(({ own }) => own.length > 0), 'the answer on the other devices')
    await until(() => caller.events.length === 2, 'the answer')
    expect(typesOf(caller.events)).toEqual(['ROOM_JOIN', 'ACCEPT'])
    // the end comes after all earlier events
    await caller.request('signalling.close', { channelId })
    await until(() => devices.every(({ events }) => events.length === 2), 'the end')
    for (const { events } of devices) expect(typesOf(events)).toEqual(['INVITE', 'ROOM_CLOSE'])
    expect(losers.map(({ own }) => typesOf(own))).toEqual([['ACCEPT'], ['ACCEPT']])
    expect(devices[winner]!.own).toEqual([])
  })

  test('lets one of accepting, rejecting and cancelling win', { repeats: 4 }, async () => {
    const caller = await openDevice(0)
    const member = await createMember()
    const devices = await Promise.all(
      [0, 1].map((node, i) => openSignalDevice(member, { deviceId: `device-${i}`, url: urls[node]! })),
    )
    const { channelId } = (await ring(caller, devices[0]!, 'r1')).channel
    const answer = { channelId, account: caller.accid, requestId: 'r1' }
    const replies = await Promise.allSettled([
      devices[0]!.request('signalling.accept', { ...answer, autoJoin: true }),
      devices[1]!.request('signalling.reject', answer),
      caller.request('signalling.cancel', { ...answer, account: member.accid }),
    ])
    const winner = replies.findIndex(({ status }) => status === 'fulfilled')
    // the code of the state that the winner has left
    const code = [10_410, 10_409, 10_408][winner]
    const codes = replies.map((reply) => (reply.status === 'rejected' ? (reply.reason as { code: number }).code : 200))
    expect(codes).toEqual([0, 1, 2].map((i) => (i === winner ? 200 : code)))
    await caller.request('signalling.close', { channelId })
  })

  test('connects two accounts that ring at each other at the same moment', { repeats: 4 }, async () => {
    const [ann, bob] = [await openDevice(0), await openDevice(1)]
    const [first, second] = await Promise.all([ring(ann, bob, 'from-ann'), ring(bob, ann, 'from-bob')])
    expect(first.channel.channelId).toBe(second.channel.channelId)
    const [older, later] = first.channel.creator === ann.accid ? [ann, bob] : [bob, ann]
    const reply = older === ann ? second : first
    expect(reply.channel.members.map(({ account }) => account)).toEqual([older.accid, later.accid])
    await until(() => older.events.length === 2 && later.events.length === 1, 'both events')
    expect(typesOf(older.events)).toEqual(['ROOM_JOIN', 'ACCEPT'])
    expect(older.events[1]).toMatchObject({ from: later.accid, requestId: later === bob ? 'from-ann' : 'from-bob' })
    expect(typesOf(later.events)).toEqual(['INVITE'])
    // the later side asks again after a lost reply
    expect((await ring(later, older, 'again')).channel).toEqual(reply.channel)
    const { channels } = await ann.request('signalling.sync', {})
    expect(channels).toHaveLength(1)
  })
})
