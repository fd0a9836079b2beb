// Requests to listed services reach this machine and private networks only where the operator has allowed it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestUpstream } from './upstream-request.ts'

let requests = 0
let connections = 0
const service = createServer((_request, reply) => {
  requests += 1
  reply.end('好的')
})
service.on('connection', () => (connections += 1))
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  ;({ port } = service.address() as AddressInfo)
})
beforeEach(() => ([requests, connections] = [0, 0]))
afterAll(() => new Promise((resolve) => service.close(resolve)))

const call = { method: 'GET', headers: {}, body: '', maxReplyBytes: 1_000 }

test('refuses a name that resolves to this machine, without a connection', async () => {
  const reply = await requestUpstream(new URL(`http://localhost:${port}/`), { ...call, allowsPrivate: false })
  expect(reply).toEqual({ fault: 'unreachable', reason: 'private network' })
  expect([connections, requests]).toEqual([0, 0])
})

test('calls the same service where the operator has listed a private one', async () => {
  const reply = await requestUpstream(new URL(`http://localhost:${port}/`), { ...call, allowsPrivate: true })
  expect(reply).toMatchObject({ status: 200, text: '好的' })
  expect(requests).toBe(1)
})

test('names the fault of a service that is down', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(closed.address() as AddressInfo).port}/`)
  await new Promise((resolve) => closed.close(resolve))
  const reply = await requestUpstream(url, { ...call, allowsPrivate: true })
  expect(reply).toMatchObject({ fault: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') })
})

test('stops a reply that is too large', async () => {
  const url = new URL(`http://127.0.0.1:${port}/`)
  const reply = await requestUpstream(url, { ...call, maxReplyBytes: 2, allowsPrivate: true })
  expect(reply).toEqual({ fault: 'too large', reason: 'more than 2 bytes' })
})
