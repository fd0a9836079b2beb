// Tests of requests to services that the operator has listed.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closePages, openPage, waitForDone } from '../../../../im-sdk/test/page.ts'
import { createPerson, leaveAll, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { createApp, createAppMember } from '../../../test/steps/app-members.ts'
import { useTestServer } from '../../../test/test-server.ts'

type Received = { url: string; method: string; headers: IncomingMessage['headers']; body: string }
const receivedRequests: Received[] = []
/** A service that repeats what it receives, except at the paths of the tests below. */
const service = createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { url = '', method = '', headers } = request
    receivedRequests.push({ url, method, headers, body: Buffer.concat(parts).toString() })
    if (url === '/v1/away') reply.writeHead(302, { location: 'http://127.0.0.1/' }).end()
    else if (url === '/v1/large') reply.end('x'.repeat(300_000))
    else if (url === '/v1/gone') request.socket.destroy()
    else reply.writeHead(201, { 'content-type': 'text/plain', 'set-cookie': 'a=1' }).end('好的')
  })
})

const env: Record<string, string> = {}
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  env['CHAT_PROXY_UPSTREAMS'] = [
    `weather=http://127.0.0.1:${port}/v1`,
    // the name of this machine resolves to a private address
    `hidden=http://${hostname()}:${port}/v1`,
    `missing=http://service.example.invalid:${port}`,
    `weather@71=http://127.0.0.1:${port}/hospital`,
  ].join()
})
const server = useTestServer(env)
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)
afterEach(closePages)
afterAll(() => new Promise((resolve) => service.close(resolve)))

async function openUserDevice(): Promise<{ device: Device; accid: string }> {
  const person = await createPerson(server(), url)
  const device = person.device()
  await untilReady(device)
  return { device, accid: person.accid }
}

test('passes method, headers and body, names the account, and returns the reply', async () => {
  const { device, accid } = await openUserDevice()
  const header = JSON.stringify({ 'X-City': 'Hefei', Host: 'evil.example', Cookie: 'a=1', 'X-Chat-Account': 'someone' })
  const reply = await device.request('proxy.httpProxy', {
    zone: 'weather',
    path: '/today?city=1',
    method: 'POST',
    header,
    body: '{"day":1}',
  })
  expect(reply).toMatchObject({ code: 201, body: '好的' })
  expect(JSON.parse(reply.header)).toMatchObject({ 'content-type': 'text/plain' })
  expect(reply.header).not.toContain('cookie')
  const received = receivedRequests.at(-1)!
  expect(received).toMatchObject({ url: '/v1/today?city=1', method: 'POST', body: '{"day":1}' })
  expect(received.headers).toMatchObject({ 'x-city': 'Hefei', 'x-chat-account': accid, 'x-chat-app': '1' })
  expect(received.headers.cookie).toBeUndefined()
  expect(received.headers.host).not.toContain('evil')
})

test('keeps a service of the site from other apps, unless it is listed for them', async () => {
  const openDeviceOfApp = async (appId: number): Promise<Device> => {
    const app = await createApp(server(), '医院', appId)
    const device = (await createAppMember(server(), url, app, 'ann')).device()
    await untilReady(device)
    return device
  }
  const [listed, other] = [await openDeviceOfApp(71), await openDeviceOfApp(72)]
  const input = { zone: 'weather', path: '/app' } as const
  expect(await listed.request('proxy.httpProxy', input)).toMatchObject({ code: 201 })
  expect(receivedRequests.at(-1)!.url).toBe('/hospital/app')
  await expect(other.request('proxy.httpProxy', input)).rejects.toMatchObject({ code: 404 })
})

test('does not follow a redirect', async () => {
  const { device } = await openUserDevice()
  expect(await device.request('proxy.httpProxy', { zone: 'weather', path: '/away' })).toMatchObject({ code: 302 })
})

test.each([
  ['an unknown service', { zone: 'other', path: '/' }, 404],
  ['a path that leaves the service', { zone: 'weather', path: '/../../secret' }, 414],
  ['an encoded path that leaves the service', { zone: 'weather', path: '/%2e%2e/secret' }, 414],
  ['a path with an encoded slash', { zone: 'weather', path: '/..%2fsecret' }, 414],
  ['a path with dots before a semicolon', { zone: 'weather', path: '/..;/secret' }, 414],
  ['a header with an underscore', { zone: 'weather', path: '/', header: '{"x_chat_account":"someone"}' }, 414],
  ['another host', { zone: 'weather', path: '//evil.example/' }, 414],
  ['a header with a line break', { zone: 'weather', path: '/', header: '{"a":"b\\r\\nc: d"}' }, 414],
  ['a header that is no JSON', { zone: 'weather', path: '/', header: '{' }, 414],
  ['a reply that is too large', { zone: 'weather', path: '/large' }, 503],
  ['a service that ends the connection', { zone: 'weather', path: '/gone' }, 503],
  ['a name that does not resolve', { zone: 'missing', path: '/' }, 503],
] as const)('refuses %s', async (_name, input, code) => {
  const { device } = await openUserDevice()
  await expect(device.request('proxy.httpProxy', input)).rejects.toMatchObject({ code })
})

test('makes no request to a name that resolves to a private address, and writes the reason into the log', async () => {
  const { device } = await openUserDevice()
  const before = receivedRequests.length
  const input = { zone: 'hidden', path: '/secret-path' }
  await expect(device.request('proxy.httpProxy', input)).rejects.toMatchObject({ code: 503 })
  expect(receivedRequests).toHaveLength(before)
  const line = server().logs.find((text) => text.includes('"zone":"hidden"'))!
  expect(JSON.parse(line)).toMatchObject({ app: 1, fault: 'unreachable', reason: 'private network' })
  expect(line).not.toContain('secret-path')
})

type ProxyReply = { code: number; header: string; body: string }

test('passes requests of pages, with a method by its number and headers as an object', async () => {
  const { nim, accid } = await openPage(server(), url)
  const reply = await waitForDone<ProxyReply>((done) =>
    nim.httpRequestProxy({
      zone: 'weather',
      path: '/rain',
      method: 2,
      header: { 'X-City': 'Hefei' },
      body: '{"day":2}',
      done,
    }),
  )
  expect(reply).toMatchObject({ code: 201, body: '好的' })
  const { headers, ...received } = receivedRequests.at(-1)!
  expect(received).toEqual({ url: '/v1/rain', method: 'POST', body: '{"day":2}' })
  expect(headers).toMatchObject({ 'x-city': 'Hefei', 'x-chat-account': accid })
  const failing = waitForDone((done) => nim.httpRequestProxy({ zone: 'weather', path: '/rain', method: 9, done }))
  await expect(failing).rejects.toMatchObject({ code: 414 })
})
