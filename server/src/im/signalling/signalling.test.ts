// Tests of signalling through the socket: who receives which event, which answer wins, and which calls end without a
// command.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createPerson, leaveAll, textTo, until } from '../../../../im-sdk/test/people.ts'
import { createApp, createAppMember, type AppRow } from '../../../test/steps/app-members.ts'
import { openSignalDevice, typesOf, type SignalDevice, type SignalMember } from '../../../test/steps/signal-devices.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { endStaleChannels } from './channels/stale.ts'

const server = useTestServer()
let url = ''
let app: AppRow
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  app = await createApp(server(), '医院')
})
afterEach(leaveAll)

/** A connected device of a new account, with the events it has received. */
const openCaller = (
  deviceId = 'first-device',
  member: Promise<SignalMember> = createAppMember(server(), url, app, crypto.randomUUID().slice(0, 8)),
): Promise<SignalDevice> => openSignalDevice(member, { deviceId })

const call = (from: SignalDevice, to: SignalDevice, requestId = 'r1') =>
  from.request('signalling.create', {
    type: 2,
    join: {},
    invite: { account: to.accid, requestId, attachExt: '{"sdp":"…"}' },
  })

test('rings, accepts, passes data between members and ends', async () => {
  const [ann, bob, eve] = [await openCaller(), await openCaller(), await openCaller()]
  const { channel, callStatus } = await call(ann, bob)
  expect([callStatus, channel.members.map(({ account }) => account)]).toEqual([200, [ann.accid]])
  const { channelId } = channel
  await until(() => bob.events.length === 1, 'the invitation')
  expect(bob.events[0]).toMatchObject({
    eventType: 'INVITE',
    channelId,
    from: ann.accid,
    to: bob.accid,
    requestId: 'r1',
    attachExt: '{"sdp":"…"}',
    channelInValid: false,
    msgid: '',
  })
  const answer = { channelId, account: ann.accid, requestId: 'r1', autoJoin: true, uid: 7 }
  const accepted = await bob.request('signalling.accept', answer)
  // the device asks again after a lost reply
  expect(await bob.request('signalling.accept', answer)).toEqual(accepted)
  expect(accepted.channel.members).toMatchObject([{ account: ann.accid }, { account: bob.accid, uid: 7 }])
  await until(() => ann.events.length === 2, 'the answer')
  expect(typesOf(ann.events)).toEqual(['ROOM_JOIN', 'ACCEPT'])
  await ann.request('signalling.control', { channelId, attachExt: 'x'.repeat(16_000) })
  await bob.request('signalling.control', { channelId, account: ann.accid, attachExt: 'candidate' })
  await expect(eve.request('signalling.control', { channelId })).rejects.toMatchObject({ code: 10406 })
  await bob.request('signalling.close', { channelId, attachExt: 'bye' })
  await until(() => ann.events.length === 4 && bob.events.length === 2, 'the end')
  expect(typesOf(ann.events).slice(2)).toEqual(['CONTROL', 'ROOM_CLOSE'])
  expect(ann.events[3]).toMatchObject({ attachExt: 'bye', channelInValid: true, from: bob.accid })
  expect(eve.events).toEqual([])
  await expect(ann.request('signalling.delay', { channelId })).rejects.toMatchObject({ code: 10404 })
})

test('informs the other devices of an account of the end that it chose', async () => {
  const member = createAppMember(server(), url, app, 'callee-of-two')
  const [ann, phone, desk] = [
    await openCaller(),
    await openCaller('device-phone', member),
    await openCaller('device-desk', member),
  ]
  const { channel } = await call(ann, phone)
  const { channelId } = channel
  await phone.request('signalling.accept', { channelId, account: ann.accid, requestId: 'r1', autoJoin: true })
  await phone.request('signalling.close', { channelId })
  await until(() => desk.own.length === 2, 'the answer and the end')
  expect(desk.own).toMatchObject([{ eventType: 'ACCEPT' }, { eventType: 'ROOM_CLOSE', channelInValid: true }])
  expect(phone.own).toEqual([])
})

test('lets one of three answers win, and informs the other devices of the account', async () => {
  const member = createAppMember(server(), url, app, 'callee-of-three')
  const ann = await openCaller()
  const devices = [
    await openCaller('device-one', member),
    await openCaller('device-two', member),
    await openCaller('device-three', member),
  ]
  const { channel } = await call(ann, devices[0]!)
  const ref = { channelId: channel.channelId, requestId: 'r1' }
  const answers = await Promise.allSettled([
    devices[0]!.request('signalling.accept', { ...ref, account: ann.accid, autoJoin: true }),
    devices[1]!.request('signalling.accept', { ...ref, account: ann.accid, autoJoin: true }),
    ann.request('signalling.cancel', { ...ref, account: 'callee-of-three' }),
    devices[2]!.request('signalling.reject', { ...ref, account: ann.accid }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const winner = answers.findIndex(({ status }) => status === 'fulfilled')
  const losers = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as { code: number }] : []))
  for (const { code } of losers) expect([10407, 10408, 10409, 10410, 10420]).toContain(code)
  if (winner === 2) return
  const others = devices.filter((_, i) => i !== (winner === 3 ? 2 : winner))
  await until(() => others.every(({ own }) => own.length === 1), 'the answer on the other devices')
})

test('ends the ringing of an invited account when the channel is closed', async () => {
  const [ann, bob] = [await openCaller(), await openCaller()]
  const { channelId } = (await call(ann, bob)).channel
  await ann.request('signalling.close', { channelId })
  await until(() => bob.events.length === 2, 'the end')
  expect(typesOf(bob.events)).toEqual(['INVITE', 'ROOM_CLOSE'])
})

test('keeps the invitation of an account that cannot join with this number', async () => {
  const [ann, bob] = [await openCaller(), await openCaller()]
  const invite = { account: bob.accid, requestId: 'r1' }
  const { channelId } = (await ann.request('signalling.create', { type: 2, join: { uid: 5 }, invite })).channel
  const answer = { channelId, account: ann.accid, requestId: 'r1', autoJoin: true }
  await expect(bob.request('signalling.accept', { ...answer, uid: 5 })).rejects.toMatchObject({ code: 10417 })
  const { channel } = await bob.request('signalling.accept', { ...answer, uid: 6 })
  expect(channel.members.map(({ uid }) => uid)).toEqual([5, 6])
})

test('moves a call to another device of the account on request only', async () => {
  const member = createAppMember(server(), url, app, 'mover')
  const ann = await openCaller()
  const [first, second] = [await openCaller('device-one', member), await openCaller('device-two', member)]
  const { channel } = await call(ann, first)
  const { channelId } = channel
  await first.request('signalling.accept', { channelId, requestId: 'r1', account: ann.accid, autoJoin: true })
  await expect(second.request('signalling.join', { channelId })).rejects.toMatchObject({ code: 10420 })
  const moved = await second.request('signalling.join', { channelId, isTakingOver: true })
  expect(moved.channel.members).toHaveLength(2)
  await until(() => first.own.some(({ eventType }) => eventType === 'ROOM_JOIN'), 'the news on the first device')
  await expect(first.request('signalling.join', { channelId })).rejects.toMatchObject({ code: 10420 })
})

test('answers the states of rooms and invitations with their codes', async () => {
  const [ann, bob, eve] = [await openCaller(), await openCaller(), await openCaller()]
  const create = (channelName: string) => ann.request('signalling.create', { type: 1, channelName, join: { uid: 5 } })
  const { channel } = await create('晨会')
  const { channelId } = channel
  await expect(create('晨会')).rejects.toMatchObject({ code: 10405 })
  await expect(ann.request('signalling.join', { channelId })).rejects.toMatchObject({ code: 10407 })
  await expect(bob.request('signalling.join', { channelId, uid: 5 })).rejects.toMatchObject({ code: 10417 })
  const ref = { channelId, requestId: 'r1', account: bob.accid }
  await expect(eve.request('signalling.invite', ref)).rejects.toMatchObject({ code: 10406 })
  await expect(ann.request('signalling.cancel', ref)).rejects.toMatchObject({ code: 10408 })
  await ann.request('signalling.invite', ref)
  // a repeated request rings once
  await ann.request('signalling.invite', ref)
  await bob.request('signalling.reject', { ...ref, account: ann.accid })
  await expect(ann.request('signalling.cancel', ref)).rejects.toMatchObject({ code: 10409 })
  expect(typesOf(bob.events)).toEqual(['INVITE'])
  await bob.request('signalling.join', { channelId })
  await expect(ann.request('signalling.invite', { ...ref, requestId: 'r2' })).rejects.toMatchObject({ code: 10407 })
  expect((await eve.request('signalling.getChannelInfo', { channelName: '晨会' })).channel.members).toHaveLength(2)
  await ann.request('signalling.leave', { channelId })
  await until(() => bob.events.length === 2, 'the leaving')
  await bob.request('signalling.leave', { channelId })
  await expect(eve.request('signalling.getChannelInfo', { channelName: '晨会' })).rejects.toMatchObject({ code: 10404 })
  expect((await create('晨会')).channel.channelId).not.toBe(channelId)
})

test('keeps invitations for accounts that are offline, until they are marked as read', async () => {
  const ann = await openCaller()
  const member = await createAppMember(server(), url, app, 'sleeper')
  const invite = (pushInfo?: object) => ({
    account: 'sleeper',
    requestId: crypto.randomUUID(),
    attachExt: 'secret',
    offlineEnabled: true,
    pushInfo,
  })
  const first = await ann.request('signalling.create', { type: 1, join: {}, invite: invite() })
  expect(first.callStatus).toBe(10201)
  const { channelId } = first.channel
  const pushed = await ann.request('signalling.invite', { channelId, ...invite({ needPush: true }) })
  expect(pushed.callStatus).toBe(10202)
  const rows = await server().owner<{ event_sealed: Buffer }[]>`select event_sealed from im_signal_event`
  expect(rows.every(({ event_sealed: sealed }) => !sealed.includes('secret'))).toBe(true)
  const sleeper = await openCaller('first-device', Promise.resolve(member))
  const { events } = await sleeper.request('signalling.sync', {})
  expect(events.map(({ eventType, channelInValid }) => [eventType, channelInValid])).toEqual([
    ['INVITE', false],
    ['INVITE', false],
  ])
  await server().kit.sql`update im_signal_invite set create_time = create_time - 61000 where channel_id = ${channelId}`
  expect((await sleeper.request('signalling.sync', {})).events).toEqual([])
  await server().kit.sql`update im_signal_invite set create_time = create_time + 61000 where channel_id = ${channelId}`
  await sleeper.request('signalling.markRead', { ids: [events[0]!.msgid] })
  await ann.request('signalling.close', { channelId })
  const later = await sleeper.request('signalling.sync', {})
  expect(later.events.map(({ msgid, channelInValid }) => [msgid, channelInValid])).toEqual([[events[1]!.msgid, true]])
})

test('ends old invitations, absent members and expired channels', async () => {
  const { sql } = server().kit
  const [ann, bob] = [await openCaller(), await openCaller()]
  const { channel } = await call(ann, bob)
  const { channelId } = channel
  await sql`update im_signal_invite set create_time = create_time - 61000 where channel_id = ${channelId}`
  const answer = { channelId, account: ann.accid, requestId: 'r1' }
  await expect(bob.request('signalling.accept', answer)).rejects.toMatchObject({ code: 10408 })
  await bob.request('signalling.join', { channelId })
  ann.disconnect()
  const readAbsences = async () => {
    await endStaleChannels(server().kit)
    return sql`select 1 from im_signal_member where channel_id = ${channelId} and absent_time is not null`
  }
  await until(async () => (await readAbsences()).length === 1, 'the absence')
  expect(typesOf(bob.events)).toEqual(['INVITE'])
  await sql`update im_signal_member set absent_time = absent_time - 46000 where channel_id = ${channelId}`
  await endStaleChannels(server().kit)
  await until(() => bob.events.length === 2, 'the leaving of the absent member')
  expect(bob.events[1]).toMatchObject({ eventType: 'LEAVE', to: ann.accid, members: [{ account: bob.accid }] })
  await sql`update im_signal_channel set expire_time = 1 where id = ${channelId}`
  await endStaleChannels(server().kit)
  await until(() => bob.events.length === 3, 'the end of the channel')
  expect(bob.events[2]).toMatchObject({ eventType: 'ROOM_CLOSE', channelInValid: true })
})

test('lets only counsellors call on the site, and only people they know', async () => {
  const [user, stranger, doctor] = [
    await openCaller('first-device', createPerson(server(), url)),
    await openCaller('first-device', createPerson(server(), url)),
    await openCaller('first-device', createPerson(server(), url, 'counsellor')),
  ]
  await expect(call(user, doctor)).rejects.toMatchObject({ code: 414 })
  await expect(call(doctor, user)).rejects.toMatchObject({ code: 414 })
  await doctor.send(textTo(user.accid, '您好'))
  await expect(call(doctor, user)).rejects.toMatchObject({ code: 414 })
  await user.send(textTo(doctor.accid, '老师您好'))
  const { channel } = await call(doctor, user)
  const { channelId, channelName } = channel
  await expect(stranger.request('signalling.join', { channelId })).rejects.toMatchObject({ code: 10404 })
  await expect(stranger.request('signalling.getChannelInfo', { channelName })).rejects.toMatchObject({ code: 10404 })
  // the number of a running call of others looks like one that does not exist
  const answer = { account: doctor.accid, requestId: 'r1' }
  for (const ref of [{ channelId }, { channelId: '999999999999' }]) {
    const attempts = [
      stranger.request('signalling.close', ref),
      stranger.request('signalling.leave', ref),
      stranger.request('signalling.delay', ref),
      stranger.request('signalling.control', { ...ref, attachExt: 'x' }),
      stranger.request('signalling.invite', { ...ref, ...answer }),
      stranger.request('signalling.cancel', { ...ref, ...answer }),
      stranger.request('signalling.reject', { ...ref, ...answer }),
      stranger.request('signalling.accept', { ...ref, ...answer, autoJoin: true }),
    ]
    const results = await Promise.allSettled(attempts)
    expect(
      results.map((result) => (result.status === 'rejected' ? (result.reason as { code: number }).code : 0)),
    ).toEqual(results.map(() => 10_404))
  }
  expect((await user.request('signalling.getChannelInfo', { channelName })).channel.channelId).toBe(channelId)
  // two clients do not meet in one call
  await stranger.send(textTo(doctor.accid, '老师您好'))
  const mistaken = { channelId, account: stranger.accid, requestId: 'r9' }
  await expect(doctor.request('signalling.invite', mistaken)).rejects.toMatchObject({ code: 414 })
  await expect(stranger.request('signalling.join', { channelId })).rejects.toMatchObject({ code: 10404 })
  await user.request('signalling.join', { channelId })
  await expect(doctor.request('signalling.invite', { ...mistaken, requestId: 'r10' })).rejects.toMatchObject({
    code: 10419,
  })
  await user.request('user.markInBlacklist', { account: doctor.accid, isAdd: true })
  await expect(call(doctor, user, 'r2')).rejects.toMatchObject({ code: 7101 })
  await doctor.request('signalling.control', { channelId, attachExt: 'after the block' })
  await doctor.request('signalling.close', { channelId })
  await until(() => typesOf(user.events).includes('ROOM_CLOSE'), 'the end')
  expect(typesOf(user.events)).not.toContain('CONTROL')
})

test('does not accept a call of several people, one that is over, or one of another caller', async () => {
  const [ann, bob, eve] = [await openCaller(), await openCaller(), await openCaller()]
  const { channelId } = (await call(ann, bob, 'r1')).channel
  await ann.request('signalling.invite', { channelId, account: eve.accid, requestId: 'r2' })
  expect((await call(bob, ann, 'r3')).channel).toMatchObject({ creator: bob.accid, members: [{}] })
  // bob rings at ann since then, not at eve
  expect((await call(eve, bob, 'r4')).channel.creator).toBe(eve.accid)
  await server().kit.sql`update im_signal_invite set create_time = create_time - 61000`
  expect((await call(ann, bob, 'r5')).channel).toMatchObject({ creator: ann.accid, members: [{}] })
})

test('connects two counsellors of the site, and records one answered call', async () => {
  const openDoctor = () => openCaller('first-device', createPerson(server(), url, 'counsellor'))
  const [ann, bob] = [await openDoctor(), await openDoctor()]
  await ann.send(textTo(bob.accid, '您好'))
  await bob.send(textTo(ann.accid, '您好'))
  const [first, second] = await Promise.all([call(ann, bob, 'call'), call(bob, ann, 'call')])
  expect(first.channel.channelId).toBe(second.channel.channelId)
  const { channelId } = first.channel
  const calls = await server().kit.sql`
    select answer_time is not null as is_answered from im_call where channel_id = ${channelId}`
  expect(calls).toEqual([{ is_answered: true }])
})
