// Tests that sockets without a login, and incomplete requests, are limited.
import { EventEmitter } from 'node:events'
import { connect, type Socket as NetSocket } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { socketPath } from '@xinqiao/contract/im/wire.ts'
import { leaveAll, createPerson, untilReady, until } from '../../../im-sdk/test/people.ts'
import { useTestServer } from '../../test/test-server.ts'
import { createHandshakeLimit, type EngineSocket } from './handshakes.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ loginWithinMs: 60_000 }))
})
const sockets: Socket[] = []
afterEach(() => {
  leaveAll()
  for (const socket of sockets.splice(0)) socket.disconnect()
})

/**
 * Opens a socket from this address, as a proxy reports it.
 * @returns whether it was accepted
 */
function openFrom(address: string): Promise<boolean> {
  const socket = io(url, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': address },
  })
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
  })
}

const openMany = async (count: number, address: string) =>
  (await Promise.all(Array.from({ length: count }, () => openFrom(address)))).filter(Boolean).length

test('limits one network to a hundred sockets without a login, and leaves other networks alone', async () => {
  expect(await openMany(120, '203.0.113.50')).toBe(100)
  expect(await openFrom('203.0.113.50')).toBe(false)
  expect(await openFrom('198.51.100.7')).toBe(true)
  // meanwhile the SDK of a person at another address is accepted
  const ann = await createPerson(server(), url)
  await untilReady(ann.device())
  for (const socket of sockets.splice(0)) socket.disconnect()
  await until(() => openFrom('203.0.113.50'), 'a place that has become free')
})

test('limits the anonymous visitors of one network until they leave', () => {
  const limit = createHandshakeLimit(server().kit, 2)
  const open = (id: string) => {
    const request = Object.assign(new EventEmitter(), {
      headers: { 'x-forwarded-for': '203.0.113.70' },
      socket: Object.assign(new EventEmitter(), { remoteAddress: '127.0.0.1' }),
    })
    const socket = Object.assign(new EventEmitter(), { id, request }) as never as EngineSocket & EventEmitter
    limit.reserve(socket.request)
    limit.enter(socket)
    return socket
  }
  const visitors = ['a', 'b', 'c'].map(open)
  expect(visitors.map(({ id }) => limit.enterVisitors(id))).toEqual([true, true, false])
  visitors[0]!.emit('close')
  expect(limit.enterVisitors('c')).toBe(true)
  // a repeated call does not count twice
  expect(limit.enterVisitors('c')).toBe(true)
})

test('ignores an address that the client forges before its proxy does', async () => {
  expect(await openMany(101, '192.0.2.1, 203.0.113.60')).toBe(100)
  expect(await openFrom('192.0.2.2, 203.0.113.60')).toBe(false)
})

test('ends a request whose head stays incomplete', { timeout: 30_000 }, async () => {
  const { hostname, port } = new URL(url)
  const socket: NetSocket = connect(Number(port), hostname)
  socket.write('GET / HTTP/1.1\r\nhost: xinqiao.test\r\nx-slow: ')
  const startedAt = performance.now()
  await new Promise((resolve) => socket.once('close', resolve).resume())
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})
