// Tests of the texts of calls: which the word list reads, and which a muted account passes on.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { accept, openParties, ring, type CallParty } from '../../../test/steps/call-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let staff = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  ;({ token: staff } = await server().enter('service'))
  // before the first text, because the node caches the list that it reads then
  for (const word of ['加微信', 'av']) {
    await server().requestAs({ token: staff }, 'POST /admin/lexicon', { word, action: 1 })
  }
})
afterEach(leaveAll)

const textsOf = ({ signals }: CallParty, type: string) =>
  signals.filter(({ eventType }) => eventType === type).map(({ attachExt }) => attachExt)

/** A running call. */
async function openCall() {
  const parties = await openParties(server(), url)
  const channelId = await ring(parties.doctor, parties.client)
  await accept(parties.client, parties.doctor, channelId)
  return { ...parties, channelId }
}

test('applies the word list to the text at the end of a call', async () => {
  const { doctor, client, channelId } = await openCall()
  await doctor.device.request('signalling.close', { channelId, attachExt: '加微信聊' })
  await until(() => textsOf(client, 'ROOM_CLOSE').length === 1, 'the end')
  expect(textsOf(client, 'ROOM_CLOSE')).toEqual(['***聊'])
})

test('writes no descriptions of connections and no addresses into the log', async () => {
  const { doctor, client, channelId } = await openCall()
  const attachExt = JSON.stringify({ kind: 'offer', sdp: 'v=0\r\na=candidate:1 1 udp 1 198.51.100.7 50000 typ host' })
  await doctor.device.request('signalling.control', { channelId, attachExt })
  await until(() => textsOf(client, 'CONTROL').includes(attachExt), 'the offer')
  await expect(client.device.request('signalling.control', { channelId: '1', attachExt })).rejects.toThrow()
  const log = server().logs.join('\n')
  for (const secret of ['a=candidate', 'v=0', '198.51.100.7']) expect(log).not.toContain(secret)
})

test('passes no text of a muted account on', async () => {
  const { doctor, client, channelId } = await openCall()
  const id = Number((await server().kit.sql`select id from im_account where accid = ${client.accid}`)[0]!.id)
  await server().requestAs({ token: staff }, 'PUT /admin/chat/muted', { id, isMuted: true, reason: '值班人员测试' })
  const isRefused = () =>
    client.device.request('signalling.control', { channelId, attachExt: '在吗' }).then(
      () => false,
      (error: { code: number }) => error.code === 2_002,
    )
  await until(isRefused, 'the mute')
  await client.device.request('signalling.leave', { channelId, attachExt: '私下联系' })
  await until(() => textsOf(doctor, 'LEAVE').length === 1, 'the leaving')
  expect(textsOf(doctor, 'LEAVE')).toEqual([''])
})

test('passes the technical messages of two pages unchanged, and filters other texts of them', async () => {
  const { doctor, client, channelId } = await openCall()
  const [page, to] = [crypto.randomUUID(), crypto.randomUUID()]
  const sdp = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n'
  const candidate = { candidate: 'candidate:1 1 udp 21 10.0.0.1 9 typ host ufrag av', sdpMid: '0', sdpMLineIndex: 0 }
  const offer = (text: string) => ({ kind: 'link', page, to, data: { description: { type: 'offer', sdp: text } } })
  const seen = { kind: 'seen', hasVideo: false, isMuted: true, isSharing: false }
  const technical = [
    { kind: 'ready', page, knows: '' },
    offer(sdp),
    { kind: 'link', page, to, data: { candidate } },
    seen,
  ]
  const others = [offer(`${sdp}a=av 加微信\r\n`), offer('av'), { kind: 'media', note: 'av' }]
  for (const message of [...technical, ...others]) {
    await doctor.device.request('signalling.control', { channelId, attachExt: JSON.stringify(message) })
  }
  await until(() => textsOf(client, 'CONTROL').length === 7, 'the messages')
  const received = textsOf(client, 'CONTROL')
  expect(received.slice(0, 4)).toEqual(technical.map((message) => JSON.stringify(message)))
  expect(received.slice(4).map((text) => text.includes('**'))).toEqual([true, true, true])
})
