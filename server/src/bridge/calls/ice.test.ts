// Tests who receives credentials of the relay, and that they are those which coturn checks.
import { createHmac } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { accept, openParties, openParty, ring, type CallParty } from '../../../test/steps/call-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { credentialSeconds, createIceServers } from '../../im/signalling/ice.ts'

const secret = 'a secret of the relay'
const urls = ['turn:127.0.0.1:3478', 'turns:127.0.0.1:5349?transport=tcp']
const server = useTestServer({ TURN_URLS: urls.join(), TURN_SECRET: secret })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const askFor = (party: CallParty, channelId: string) =>
  server().requestAs({ token: party.session }, 'POST /call/ice', { channelId })

test('issues credentials to both sides of a call, and to no other account', async () => {
  const { doctor, client } = await openParties(server(), url)
  const eve = await openParty(server(), url, 'counsellor')
  const channelId = await ring(doctor, client)
  const [ofDoctor, ofClient] = [await askFor(doctor, channelId), await askFor(client, channelId)]
  expect(ofDoctor.data.secondsLeft).toBeGreaterThan(7_000)
  expect((await server().requestAs({ token: eve.session }, 'GET /call/policy', {})).data).toEqual({ policy: 'relay' })
  expect([ofDoctor.data.policy, ofDoctor.data.iceServers[0]!.urls]).toEqual(['relay', urls])
  const { username = '', credential } = ofClient.data.iceServers[0]!
  expect(credential).toBe(createHmac('sha1', secret).update(username).digest('base64'))
  const seconds = Number(username.split(':')[0]) - Date.now() / 1000
  expect(seconds).toBeGreaterThan(credentialSeconds - 60)
  expect(seconds).toBeLessThanOrEqual(credentialSeconds)
  expect(username).not.toContain(client.accid)
  expect(username.split(':')[1]).not.toBe(ofDoctor.data.iceServers[0]!.username!.split(':')[1])
  expect((await askFor(eve, channelId)).status).toBe(404)
  await accept(client, doctor, channelId)
  expect((await askFor(client, channelId)).status).toBe(200)
  await client.device.request('signalling.close', { channelId })
  expect((await askFor(client, channelId)).status).toBe(404)
  expect(server().logs.join('\n')).not.toContain(credential)
})

test('refuses a client who has declined, or whose invitation is over', async () => {
  const { doctor, client } = await openParties(server(), url)
  const channelId = await ring(doctor, client)
  await client.device.request('signalling.reject', { channelId, account: doctor.accid, requestId: 'r1' })
  expect((await askFor(client, channelId)).status).toBe(404)
  // without another side, there is nothing to connect
  expect((await askFor(doctor, channelId)).status).toBe(404)
  await server().kit.sql`update im_call set ring_time = ring_time - 310000`
  const nextId = await ring(doctor, client, 'r2')
  await server().kit.sql`update im_signal_invite set create_time = create_time - 61000`
  expect((await askFor(client, nextId)).status).toBe(404)
})

test('allows direct paths only while no relay is configured', () => {
  const user = { name: 'x', now: 0 }
  expect(createIceServers({ TURN_URLS: [], TURN_SECRET: undefined, STUN_URLS: [] }, user)).toEqual({
    iceServers: [],
    policy: 'all',
  })
  const stunUrls = ['stun:127.0.0.1:3478']
  expect(createIceServers({ TURN_URLS: [], TURN_SECRET: undefined, STUN_URLS: stunUrls }, user)).toEqual({
    iceServers: [{ urls: stunUrls }],
    policy: 'all',
  })
})
