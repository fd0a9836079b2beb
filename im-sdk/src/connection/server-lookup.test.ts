// Tests of the server lookup: location service, its backups, the default link, and no answer at all.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { leaveAll, createPerson, untilReady, until } from '../../test/people.ts'
import { createServerLookup } from './server-lookup.ts'

const server = useTestServer({
  IM_LINKS: ' https://chat2.xinqiao.test/, http://xinqiao.localhost,https://chat2.xinqiao.test',
  ALLOW_STANDINS: '1',
})
const locators: Server[] = []
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})
afterEach(async () => {
  leaveAll()
  for (const locator of locators.splice(0)) {
    locator.closeAllConnections()
    await new Promise((resolve) => locator.close(resolve))
  }
})

/** Starts a location service that replies with this, or never replies. */
async function startLocator(answer: unknown, asked: string[] = []): Promise<string> {
  const locator = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (answer !== null) response.end(JSON.stringify(answer))
  })
  locators.push(locator)
  await new Promise<void>((resolve) => locator.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(locator.address() as AddressInfo).port}`
}

test('asks the service with key and account, skips a silent one, and tries its links in order', async () => {
  const asked: string[] = []
  const silent = await startLocator(null)
  const wrong = await startLocator({ common: { link: 'no list' } })
  const right = await startLocator({ common: { link: ['http://a', 'javascript:x', 'http://b'] } }, asked)
  const query = { k: 'key', id: 'ann' }
  const lookup = createServerLookup({
    serviceUrls: [silent, wrong, `${right}/lbs?x=1`],
    query,
    defaultLink: '',
    timeoutMs: 1_000,
  })
  expect(await lookup.current()).toBe('http://a')
  expect(await lookup.current()).toBe('http://a')
  expect(asked).toEqual(['/lbs?x=1&k=key&id=ann'])
  lookup.fail()
  expect(await lookup.current()).toBe('http://b')
  lookup.fail()
  expect(await lookup.current()).toBe('http://a')
  expect(asked).toHaveLength(2)
})

test('uses the default link when no service replies, and fails without one', async () => {
  const dead = 'http://127.0.0.1:9'
  expect(await createServerLookup({ serviceUrls: [dead], defaultLink: 'http://c' }).current()).toBe('http://c')
  await expect(createServerLookup({ serviceUrls: [dead], defaultLink: '' }).current()).rejects.toMatchObject({
    code: 'Error_Internet_Disconnected',
  })
  const ann = await createPerson(server(), url)
  const device = ann.device({ serverLookup: createServerLookup({ serviceUrls: [dead], defaultLink: '' }) })
  await until(() => device.ends.length === 1, 'the end')
  expect(device.ends[0]).toMatchObject({ code: 'Error_Internet_Disconnected' })
  expect(device.status()).toBe(0)
})

test("gets the address from the site's own service, and skips a dead link", async () => {
  const ann = await createPerson(server(), url)
  const reply = await fetch(`${url}/im/lbs?k=x&id=${ann.accid}`)
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect(await reply.json()).toEqual({
    common: { link: ['http://xinqiao.localhost', 'https://chat2.xinqiao.test'] },
    link: { default: 'http://xinqiao.localhost' },
    nosup: ['http://xinqiao.localhost', 'https://chat2.xinqiao.test'],
    lbs: { backup: ['https://chat2.xinqiao.test/im/lbs'] },
  })
  const service = await startLocator({ common: { link: ['http://127.0.0.1:9', url] } })
  const device = ann.device({
    url: 'http://127.0.0.1:9',
    serverLookup: createServerLookup({ serviceUrls: [service], defaultLink: '' }),
  })
  await untilReady(device)
  expect(device.status()).toBe(1)
})

test("lets only pages of the site's own origins poll and upload across them", async () => {
  const polling = `${url}/socket.io/?EIO=4&transport=polling`
  const object = `${url}/files/im/${'a'.repeat(24)}`
  const asFrom = (address: string, origin: string, method = 'GET') =>
    fetch(address, { method, headers: { origin, 'access-control-request-method': 'POST' } })
  for (const origin of ['http://xinqiao.localhost', 'https://chat2.xinqiao.test']) {
    for (const address of [polling, object]) {
      const reply = await asFrom(address, origin, address === object ? 'OPTIONS' : 'GET')
      expect(reply.status).toBeLessThan(300)
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
      expect(reply.headers.get('vary')).toContain('Origin')
    }
  }
  const upload = await asFrom(object, 'https://chat2.xinqiao.test', 'OPTIONS')
  expect(upload.headers.get('access-control-allow-headers')).toContain('x-nos-token')
  for (const origin of ['https://elsewhere.test', 'https://xinqiao.test', 'null']) {
    expect((await asFrom(object, origin, 'OPTIONS')).headers.get('access-control-allow-origin')).toBeNull()
    const reply = await asFrom(polling, origin)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  }
  expect((await asFrom(polling, 'https://elsewhere.test')).status).toBe(403)
  // the content policy of the site's own pages allows these addresses
  const policy = (await fetch(`${url}/healthz`)).headers.get('content-security-policy')
  expect(policy).toContain("connect-src 'self' https://chat2.xinqiao.test wss://chat2.xinqiao.test;")
})

test('reconnects a waiting client when the network is back, and leaves a disconnected one offline', async () => {
  const network = new EventTarget()
  Object.assign(globalThis, {
    addEventListener: network.addEventListener.bind(network),
    removeEventListener: network.removeEventListener.bind(network),
  })
  const ann = await createPerson(server(), url)
  const device = ann.device({ delayOf: () => 3_600_000 })
  await untilReady(device)
  device.drop()
  await until(() => device.status() === 3, 'waiting')
  network.dispatchEvent(new Event('online'))
  await until(() => device.status() === 1, 'the login')
  device.disconnect()
  network.dispatchEvent(new Event('online'))
  device.wake()
  expect(device.status()).toBe(0)
  Reflect.deleteProperty(globalThis, 'addEventListener')
  Reflect.deleteProperty(globalThis, 'removeEventListener')
})
