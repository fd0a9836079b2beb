// Tests the notice of a call for a client without an open page: once, without content in the browser, and not online.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { accept, openParties, ring, type CallParty } from '../../../test/steps/call-steps.ts'
import { startPushService } from '../../../test/stand-ins/push-service.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { deliverNotices } from '../../portal/notify/deliver.ts'

const service = await startPushService(() => server().kit.push.publicKey)
const server = useTestServer({ PUSH_SERVICES: service.origin })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterAll(service.close)
afterEach(leaveAll)

const noticesOf = async ({ session }: CallParty) =>
  (await server().requestAs({ token: session }, 'GET /message/getUnReadByUserId', {})).data
async function subscribeBrowser({ session }: CallParty) {
  const browser = service.openBrowser()
  expect((await server().requestAs({ token: session }, 'POST /message/push', browser.subscription)).code).toBe(200)
  return browser
}

const untilConnected = (count: number) =>
  until(async () => (await server().kit.sql`select 1 from im_connection`).length === count, `${count} connections`)

test('notifies the browsers of a client who is not connected, once for several rings', async () => {
  const { doctor, client } = await openParties(server(), url)
  const browser = await subscribeBrowser(client)
  client.device.disconnect()
  await untilConnected(1)
  const channelId = await ring(doctor, client)
  const again = { account: client.accid, requestId: 'r2', offlineEnabled: true }
  await doctor.device.request('signalling.invite', { channelId, ...again }).catch(() => {})
  await deliverNotices(server().kit)
  expect(browser.arrived).toMatchObject([{ ttl: 60, urgency: 'high' }])
  expect(browser.arrived.map(({ text }) => JSON.parse(text))).toEqual([
    {
      title: '【心桥】您有一条通话邀请',
      body: '请打开聊天页面接听',
      url: '/im/index',
      tag: 'call',
      isUrgent: false,
    },
  ])
  expect(await noticesOf(client)).toMatchObject([
    { problemTitle: expect.stringMatching(/^咨询师.*呼叫过您$/), link: `/im/index?to=${doctor.accid}` },
  ])
})

test('names a running call to the pages of both sides, until it ends', async () => {
  const { doctor, client } = await openParties(server(), url)
  const areInCall = () =>
    Promise.all(
      [doctor, client].map(
        async ({ session }) =>
          (await server().requestAs({ token: session }, 'GET /message/unreadCount', {})).data.isInCall,
      ),
    )
  const channelId = await ring(doctor, client)
  expect(await areInCall()).toEqual([false, false])
  await accept(client, doctor, channelId)
  expect(await areInCall()).toEqual([true, true])
  await doctor.device.request('signalling.close', { channelId })
  expect(await areInCall()).toEqual([false, false])
})

const isRingingAt = async ({ session }: CallParty) =>
  (await server().requestAs({ token: session }, 'GET /message/unreadCount', {})).data.isRinging

test('tells the pages of the called account that a call rings, until it is answered or cancelled', async () => {
  const { doctor, client } = await openParties(server(), url)
  expect(await isRingingAt(client)).toBe(false)
  const cancelled = await ring(doctor, client)
  expect([await isRingingAt(client), await isRingingAt(doctor)]).toEqual([true, false])
  await doctor.device.request('signalling.cancel', { channelId: cancelled, account: client.accid, requestId: 'r1' })
  expect(await isRingingAt(client)).toBe(false)
  await doctor.device.request('signalling.close', { channelId: cancelled })
  const closed = await ring(doctor, client)
  await doctor.device.request('signalling.close', { channelId: closed })
  expect(await isRingingAt(client)).toBe(false)
  const answered = await ring(doctor, client)
  expect(await isRingingAt(client)).toBe(true)
  await accept(client, doctor, answered)
  expect(await isRingingAt(client)).toBe(false)
})

test('marks the notice of an answered call as read, and keeps that of a missed one', async () => {
  const { doctor, client } = await openParties(server(), url)
  client.device.disconnect()
  await untilConnected(1)
  const missed = await ring(doctor, client)
  await doctor.device.request('signalling.close', { channelId: missed })
  const answered = await ring(doctor, client)
  expect(await noticesOf(client)).toHaveLength(2)
  client.device.connect()
  await until(() => client.device.synced === 2, 'the second sync')
  await accept(client, doctor, answered)
  expect(await noticesOf(client)).toHaveLength(1)
})

test('leaves a connected client to the ringing page', async () => {
  const { doctor, client } = await openParties(server(), url)
  const browser = await subscribeBrowser(client)
  await ring(doctor, client)
  await deliverNotices(server().kit)
  expect([browser.arrived, await noticesOf(client)]).toEqual([[], []])
})

test('sends no notice after the ringing, in quiet hours, and for a counsellor whom the client has muted', async () => {
  const { doctor, client } = await openParties(server(), url)
  const { sql } = server().kit
  const browser = await subscribeBrowser(client)
  const [account] = await sql<{ id: number }[]>`select account_id as id from im_account where accid = ${client.accid}`
  const id = account!.id
  client.device.disconnect()
  const countConnections = async () =>
    (await sql`select 1 from im_connection c join im_account i on i.id = c.im_account_id where i.account_id = ${id}`)
      .length
  await until(async () => (await countConnections()) === 0, 'the end of the connection')
  const failuresOf = async () =>
    (await sql<{ failure: string }[]>`select failure from delivery where account_id = ${id} order by id`).map(
      ({ failure }) => failure,
    )
  /** Rings as if the pause between notices were over. */
  const ringAgain = async () => {
    await sql`update message set once_key = null where account_id = ${id}`
    const channelId = await ring(doctor, client)
    await doctor.device.request('signalling.close', { channelId })
  }
  await ringAgain()
  await sql`update delivery set created_at = created_at - interval '2 minutes' where account_id = ${id}`
  await deliverNotices(server().kit)
  expect(await failuresOf()).toEqual(['已过时'])
  await sql`insert into notice_quiet (account_id, enabled, from_minute, to_minute) values (${id}, true, 0, 1439)`
  await ringAgain()
  await deliverNotices(server().kit)
  expect(await failuresOf()).toEqual(['已过时', '免打扰时段'])
  await sql`
    insert into im_relation (im_account_id, peer_id, is_muted, create_time, update_time)
    select c.id, d.id, true, 0, 0 from im_account c, im_account d where c.accid = ${client.accid} and d.accid = ${doctor.accid}`
  await ringAgain()
  expect([await failuresOf(), browser.arrived]).toEqual([['已过时', '免打扰时段'], []])
})
