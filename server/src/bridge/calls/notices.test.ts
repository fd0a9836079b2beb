// Tests the notice of a call for a client without an open page: once, without content in the browser, and not online.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { openParties, ring, type CallParty } from '../../../test/call-steps.ts'
import { startPushService } from '../../../test/push-service.ts'
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
  (await server().callAs({ token: session }, 'GET /message/getUnReadByUserId', {})).data
async function subscribeBrowser({ session }: CallParty) {
  const browser = service.openBrowser()
  expect((await server().callAs({ token: session }, 'POST /message/push', browser.subscription)).code).toBe(200)
  return browser
}

test('notifies the browsers of a client who is not connected, once for each call', async () => {
  const { doctor, client } = await openParties(server(), url)
  const browser = await subscribeBrowser(client)
  client.device.disconnect()
  await until(
    async () => (await server().kit.sql`select 1 from im_connection`).length === 1,
    'the end of the connection',
  )
  const channelId = await ring(doctor, client)
  const again = { account: client.accid, requestId: 'r2', offlineEnabled: true }
  await doctor.device.request('signalling.invite', { channelId, ...again }).catch(() => {})
  await deliverNotices(server().kit)
  expect(browser.arrived.map(({ text }) => JSON.parse(text))).toEqual([
    {
      ...{ title: '【心桥】您有一条通话邀请', body: '请打开聊天页面接听', url: '/im/index' },
      ...{ tag: 'call', isUrgent: false },
    },
  ])
  expect(await noticesOf(client)).toMatchObject([{ problemTitle: expect.stringContaining('邀请您通话') }])
})

test('leaves a connected client to the ringing page', async () => {
  const { doctor, client } = await openParties(server(), url)
  const browser = await subscribeBrowser(client)
  await ring(doctor, client)
  await deliverNotices(server().kit)
  expect([browser.arrived, await noticesOf(client)]).toEqual([[], []])
})
