// Tests of the socket server: what it refuses, its rate limits, and how it treats a client that does not read.
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { disconnects, shouldReconnect } from '@xinqiao/contract/disconnects.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import type { ByePacket, ClientToServer, ReplyPacket, ServerToClient } from '@xinqiao/contract/im/wire.ts'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../../im-sdk/test/people.ts'
import { createRequestSender } from '../../../im-sdk/src/connection/requests.ts'
import { useTestServer } from '../../test/test-server.ts'
import { createFrequencyLimit } from './frequency.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ loginWithinMs: 500, maxWaiting: 200_000 }))
})

const raw: Socket<ServerToClient, ClientToServer>[] = []
afterEach(() => {
  leaveAll()
  for (const socket of raw.splice(0)) socket.disconnect()
})

/** Opens a socket without the SDK, and so without its checks. */
async function connectRaw() {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  raw.push(socket)
  const replies: ReplyPacket[] = []
  const byes: ByePacket[] = []
  socket.on('reply', (packet) => replies.push(packet))
  socket.on('bye', (packet) => byes.push(packet))
  await until(() => socket.connected, 'a socket')
  return { socket, replies, byes }
}

test('serves only login and heartbeat before the login, and disconnects without one', async () => {
  const { socket, replies, byes } = await connectRaw()
  socket.emit('request', [1, 2, 1, {}])
  socket.emit('request', [7, 1, 2, {}])
  socket.emit('request', [7, 999, 3, {}])
  await until(() => replies.length === 3, 'three replies')
  expect(replies.map(([sequence, code]) => [sequence, code]).sort(([a = 0], [b = 0]) => a - b)).toEqual([
    [1, 200],
    [2, 403],
    [3, 404],
  ])
  await until(() => !socket.connected, 'the end')
  expect(byes[0]?.[0]).toBe(disconnects.noLogin)
})

test.each([[null], ['x'], [[]], [[7, 1, 0, {}]], [[7, 1, 32_768, {}]], [[7, 1, 1.5, {}]], [{ a: 1 }]])(
  'ends the connection after a packet of %j',
  async (packet) => {
    const { socket, byes } = await connectRaw()
    socket.emit('request', packet as never)
    await until(() => !socket.connected, 'the end')
    expect(byes[0]?.[0]).toBe(disconnects.notAllowed)
  },
)

test('disconnects a client that keeps sending unknown commands', async () => {
  const { socket, replies, byes } = await connectRaw()
  for (let sequence = 1; sequence <= 101; sequence += 1) socket.emit('request', [7, 999, sequence, {}])
  await until(() => !socket.connected, 'the end')
  expect(replies).toHaveLength(100)
  expect(byes[0]?.[0]).toBe(disconnects.notAllowed)
})

test('ends the connection after a packet past the limit', async () => {
  const { socket } = await connectRaw()
  socket.emit('request', [1, 2, 1, 'x'.repeat(300_000)])
  await until(() => !socket.connected, 'the end')
})

test.each([
  ['auth.kick', { deviceIds: 'one' }, 'deviceIds：必须是数组'],
  ['auth.kick', {}, 'deviceIds：不能缺少，应为数组'],
  ['auth.kick', { deviceIds: [] }, 'deviceIds：不能为空'],
  ['auth.kick', { deviceIds: ['x'] }, 'deviceIds.0：不能少于8个字符'],
  ['auth.kick', { deviceIds: ['x'.repeat(65)] }, 'deviceIds.0：不能超过64个字符'],
  ['file.deleteNosAccessToken', { token: 5 }, 'token：必须是字符串，收到的是数字5'],
  ['user.markInBlacklist', { account: 123, isAdd: true }, 'account：账号必须是字符串'],
  ['user.markInBlacklist', { account: 'x'.repeat(33), isAdd: true }, 'account：账号不能超过32个字符'],
] as const)('describes the fault of an input of %s: %o', async (name, input, message) => {
  const device = (await createPerson(server(), url)).device()
  await untilReady(device)
  await expect(device.request(name, input as never)).rejects.toMatchObject({ code: 414, message })
})

test('refuses the 101st message within ten seconds with 416', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const device = ann.device()
  await untilReady(device)
  const sendText = (text: string) => device.request('msg.sendMsg', textTo(bob.accid, text))
  const results = await Promise.allSettled(Array.from({ length: 105 }, () => sendText('快')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBe(5)
  expect(refused[0]?.reason).toMatchObject({ code: 416, data: { seconds: expect.any(Number) as number } })
  await expect(sendText('再快')).rejects.toMatchObject({ code: 416 })
  // another command is not limited
  expect((await device.request('msg.getSessions', {})).sessions).toHaveLength(1)
})

test('disconnects a device that does not read, which may reconnect, without loss for others', async () => {
  const bob = await createPerson(server(), url)
  const senders = await Promise.all(Array.from({ length: 8 }, () => createPerson(server(), url)))
  let others = -1
  const isIn = () => others === 1
  const b1 = bob.device({}, { ports: (ports) => (others = ports.length) })
  await untilReady(b1)
  const { socket, replies, byes } = await connectRaw()
  socket.emit('request', [2, 3, 1, { account: bob.accid, token: bob.token, deviceId: 'slow-reader', clientType: 16 }])
  await until(() => replies.length === 1 && others === 1, 'the slow reader to be in')
  // stops reading, like a phone in a tunnel; the buffers of the system fill first
  const { ws } = socket.io.engine.transport as unknown as {
    ws: { pause: () => void; resume: () => void }
  }
  ws.pause()
  const content = { type: chatMessageTypes.custom, content: '长'.repeat(16_000) }
  let sent = 0
  for (const sender of senders) {
    const device = sender.device()
    await untilReady(device)
    for (let i = 0; i < 9 && isIn(); i += 1, sent += 10) {
      const drafts = Array.from({ length: 10 }, () => ({ ...textTo(bob.accid, ''), content }))
      await Promise.all(drafts.map((draft) => device.send(draft)))
    }
  }
  await until(() => others === 0, 'the slow reader to be sent away')
  await until(() => b1.received.length === sent, 'the other device to have all')
  expect(byes).toEqual([])
  ws.resume()
  await until(() => byes.length === 1, 'the last word')
  expect(byes[0]).toEqual([disconnects.tooSlow, { message: '接收过慢，连接已断开' }])
  expect(shouldReconnect(disconnects.tooSlow)).toBe(true)
})

describe('sequence numbers', () => {
  test('wraps to 1 after 32767 and passes over those that still wait', async () => {
    const used: number[] = []
    const requests = createRequestSender(([, , sequence]) => {
      used.push(sequence)
      // the third request never gets a reply
      if (used.length !== 3) queueMicrotask(() => requests.settle([sequence, 200, null]))
    })
    const pending: Promise<unknown>[] = []
    for (let i = 0; i < 32_770; i += 1) {
      const reply = requests.request('link.heartbeat', {})
      if (i === 2) pending.push(reply.catch((error: unknown) => error))
      else await reply
    }
    expect(used.slice(32_765)).toEqual([32_766, 32_767, 1, 2, 4])
    requests.failAll()
    expect(await pending[0]).toMatchObject({ code: 'Error_Internet_Disconnected' })
  })
})

test('ends a rate limit window', () => {
  let at = 0
  const frequency = createFrequencyLimit(() => at)
  const limit = getCommand('msg.sendMsg').command.maxFrequency
  for (let i = 0; i < 100; i += 1) frequency.count('a', limit)
  expect(frequency.count('a', limit)?.message).toContain('操作过于频繁')
  expect(frequency.count('b', limit)).toBeNull()
  // the commands that follow a refused one are refused, too
  at = 10_999
  expect(frequency.count('a', limit)?.data).toEqual({ seconds: 1 })
  at = 11_000
  expect(frequency.count('a', limit)).toBeNull()
})
