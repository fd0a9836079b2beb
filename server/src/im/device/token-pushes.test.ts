// Tests notices to push tokens. The backend of the app receives them signed and without content, and only while the
// account is away.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppPush } from '@xinqiao/contract/server-api/push.ts'
import { leaveAll, openDevice, textTo, until, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { startReceiver } from '../../../test/stand-ins/alert-receiver.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { pushToTokens } from './token-pushes.ts'

const server = useTestServer()
let url = ''
let receiver: Awaited<ReturnType<typeof startReceiver<typeof AppPush.shape>>>
let app: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  receiver = await startReceiver(AppPush)
})
beforeEach(async () => {
  await server().owner`delete from im_device`
  app = await createBackend(server(), '医院')
  receiver.received.length = 0
  Object.assign(receiver.settings, { secret: app.secret, appKey: app.appKey, status: 200 })
  const values = { id: app.id, name: '医院', origins: [], pushUrl: receiver.url }
  expect((await server().requestAs(app, 'PUT /admin/apps', values)).code).toBe(200)
})
afterEach(leaveAll)
afterAll(() => receiver.close())

async function open(accid: string, deviceId = `phone-of-${accid}`): Promise<Device> {
  const { info } = await app.request('user/create', { accid, name: accid })
  const device = openDevice(url, { accid, token: info.token }, { appKey: app.appKey, deviceId })
  await untilReady(device)
  return device
}
async function openPair() {
  const [ann, bob] = [await open('ann'), await open('bob')]
  await bob.request('user.updatePushToken', { tokenName: 'ios', token: 'token-of-bob' })
  return { ann, bob }
}
async function leave(device: Device): Promise<void> {
  device.disconnect()
  const { sql } = server().kit
  await until(async () => (await sql`select 1 from im_connection`).length === 1, 'the end of the connection')
}
async function pass(seconds: number): Promise<void> {
  const { sql } = server().kit
  await sql`update im_conversation set last_time = last_time - ${seconds * 1000}::bigint`
  await sql`update im_message set time = time - ${seconds * 1000}::bigint`
  await sql`update im_team_member set ack = ack - ${seconds * 1000}::bigint`
  await sql`update im_device set notified_at = notified_at - make_interval(secs => ${seconds})`
}
/** Runs the job as if half a minute had passed since the last message. */
async function run(): Promise<void> {
  await pass(30)
  await pushToTokens(server().kit)
}

test('passes one notice to the backend while the account is away, signed and without content', async () => {
  const { ann, bob } = await openPair()
  await ann.request('msg.sendMsg', textTo('bob', '检查结果出来了'))
  await run()
  await leave(bob)
  expect(receiver.received).toEqual([])
  await run()
  await run()
  expect(receiver.received).toMatchObject([
    { isSigned: true, body: { accid: 'bob', deviceId: 'phone-of-bob', tokenName: 'ios', token: 'token-of-bob' } },
  ])
  await pass(660)
  await run()
  expect(receiver.received).toHaveLength(1)
  await ann.request('msg.sendMsg', { ...textTo('bob', '请下午来取'), idClient: 'second' })
  await run()
  expect(receiver.received).toHaveLength(2)
})

test.each(['p2p', 'team'] as const)('passes on no message that its sender sent silently: %s', async (scene) => {
  const { ann, bob } = await openPair()
  const team = { type: 'normal' as const, name: '小组', accounts: ['bob'] }
  const to = scene === 'p2p' ? 'bob' : (await ann.request('team.createTeam', team)).state.team.teamId
  await leave(bob)
  const write = (idClient: string, flags: object) =>
    ann.request('msg.sendMsg', { scene, to, idClient, content: { type: 0, text: '不急，有空再看', ...flags } })
  await write('silent', { isPushable: 0 })
  await run()
  expect(receiver.received).toEqual([])
  await write('loud', { isPushable: 1 })
  await run()
  expect(receiver.received).toHaveLength(1)
})

test('reaches a device whose page is in the background', async () => {
  const { ann, bob } = await openPair()
  await bob.request('user.appBackground', { isBackground: true, badge: 0 })
  await ann.request('msg.sendMsg', textTo('bob', '检查结果出来了'))
  await run()
  expect(receiver.received).toHaveLength(1)
})

test('forgets the token at the sign-out, and when another account registers on the same device', async () => {
  const { ann, bob } = await openPair()
  await bob.request('auth.logout', {})
  await leave(bob)
  await ann.request('msg.sendMsg', textTo('bob', '检查结果出来了'))
  await run()
  const eve = await open('eve', 'shared-phone')
  await eve.request('user.updatePushToken', { tokenName: 'ios', token: 'token-of-phone' })
  const sam = await open('sam', 'shared-phone')
  await sam.request('user.updatePushToken', { tokenName: 'ios', token: 'token-of-phone' })
  const rows = await server().kit.sql<{ accid: string }[]>`
    select i.accid from im_device d join im_account i on i.id = d.im_account_id where d.token_sealed <> '\\x'`
  expect([receiver.received, rows]).toEqual([[], [{ accid: 'sam' }]])
})

test('notifies of the messages of a writer who writes without a pause', async () => {
  const { ann, bob } = await openPair()
  await leave(bob)
  await ann.request('msg.sendMsg', textTo('bob', '在吗'))
  await pass(30)
  await ann.request('msg.sendMsg', { ...textTo('bob', '还在等您'), idClient: 'second' })
  await pushToTokens(server().kit)
  expect(receiver.received).toHaveLength(1)
})

test('forgets a token that has ended, and goes on after a failure', async () => {
  const { ann, bob } = await openPair()
  await leave(bob)
  for (const status of [500, 410, 200]) {
    receiver.settings.status = status
    await ann.request('msg.sendMsg', { ...textTo('bob', '检查结果出来了'), idClient: `m${status}` })
    await run()
    await pass(660)
  }
  expect(receiver.received).toHaveLength(2)
  expect(await server().kit.sql`select 1 from im_device where token_sealed <> '\\x'`).toHaveLength(0)
})

const texts = { pushTitle: '李医生', pushContent: '邀请您通话', pushPayload: '{"sound":"ring"}' }

test('passes an invitation to a call on to the tokens of an account that is away, once', async () => {
  const { ann, bob } = await openPair()
  const invite = (pushInfo: object) => ({ account: 'bob', requestId: 'r1', attachExt: '密', pushInfo })
  const ring = (channelName: string, pushInfo: object) =>
    ann.request('signalling.create', { type: 1, channelName, join: {}, invite: invite(pushInfo) })
  expect((await ring('在线', { needPush: true, ...texts })).callStatus).toBe(200)
  await leave(bob)
  expect((await ring('不要推送', { ...texts })).callStatus).toBe(10_201)
  expect(receiver.received).toEqual([])
  const { callStatus, channel } = await ring('要推送', { needPush: true, needBadge: false, ...texts })
  expect(callStatus).toBe(10_201)
  expect((await ring('要推送', { needPush: true, ...texts })).callStatus).toBe(10_201)
  await until(() => receiver.received.length > 0, 'the notice')
  expect(receiver.received).toMatchObject([
    {
      isSigned: true,
      body: {
        kind: 'call',
        accid: 'bob',
        deviceId: 'phone-of-bob',
        tokenName: 'ios',
        token: 'token-of-bob',
        call: { from: 'ann', channelId: channel.channelId, requestId: 'r1', needBadge: false, ...texts },
      },
    },
  ])
})

test('reports an account without a token, and refuses texts that are too long', async () => {
  const { ann, bob } = await openPair()
  await bob.request('auth.logout', {})
  await leave(bob)
  const ring = (pushInfo: object) =>
    ann.request('signalling.create', {
      type: 1,
      join: {},
      invite: { account: 'bob', requestId: crypto.randomUUID(), pushInfo: { needPush: true, ...pushInfo } },
    })
  expect((await ring(texts)).callStatus).toBe(10_202)
  for (const [name, limit] of Object.entries({ pushTitle: 32, pushContent: 500, pushPayload: 4_096 })) {
    const longest = { [name]: 'x'.repeat(limit) }
    expect((await ring(longest)).callStatus).toBe(10_202)
    await expect(ring({ [name]: 'x'.repeat(limit + 1) })).rejects.toMatchObject({ code: 414 })
  }
  expect(receiver.received).toEqual([])
})
