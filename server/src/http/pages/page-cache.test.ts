// Tests of the page cache: which visitors share a page, which addresses mean the same page, and that no page is older
// than a change.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { chooseEncoding } from '../packing.ts'

const served = [
  { path: '/', params: [], cached: true, indexed: true },
  { path: '/detail/index', params: ['id'], cached: true, indexed: true },
  { path: '/setting/index', params: ['tab'], cached: false, indexed: false },
]
const createRequest = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  ({ url, headers, method }) as unknown as IncomingMessage
const createRender = (html: string) => () => Promise.resolve({ status: 200, html })

const decodeBody = (body: unknown) => Buffer.from(body as string, 'latin1').toString()

type PageReply = { status: number; headers: Record<string, unknown>; body: unknown }

function createResponse() {
  const sent: PageReply = { status: 0, headers: {}, body: '' }
  // Node accepts a flat list of names and values as well as an object
  const toObject = (headers: Record<string, unknown> | string[]) =>
    Array.isArray(headers)
      ? Object.fromEntries(headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]]] : [])))
      : headers
  const writeHead = (status: number, headers: Record<string, unknown> | string[]) =>
    Object.assign(sent, { status, headers: toObject(headers) })
  const endReply = (body: unknown) => Object.assign(sent, { body })
  return { sent, response: { writeHead, end: endReply } as unknown as ServerResponse }
}
const sendThroughCache = (cache: ReturnType<typeof createPageCache>, request: IncomingMessage) => {
  const { sent, response } = createResponse()
  return { isSent: cache.trySend(request, response), response: sent }
}

test.each([
  ['/', {}, 'GET', '/'],
  ['/?utm=1&t=2', {}, 'GET', '/'],
  ['/detail/index?x=1&id=7', {}, 'HEAD', '/detail/index?id=7'],
  ['/detail/index?id=a%20b&id=2', {}, 'GET', '/detail/index?id=a%20b'],
  ['/', { cookie: 'care=1' }, 'GET', 'large /'],
  ['/', { cookie: 'a=1; care=1' }, 'GET', 'large /'],
  ['/', { cookie: 'xtoken=1' }, 'GET', '/'],
  ['/', { cookie: 'token=abc' }, 'GET', null],
  ['/', { cookie: '__Host-token=abc' }, 'GET', null],
  ['/', { cookie: 'a=1;__host-token = abc' }, 'GET', null],
  ['/', { cookie: 'a=1; token=abc' }, 'GET', null],
  ['/', { cookie: 'a=1;token=abc' }, 'GET', null],
  ['/', { cookie: 'token =abc' }, 'GET', null],
  ['/detail/index?id=007', {}, 'GET', '/detail/index?id=7'],
  ['/', { authorization: 'Bearer x' }, 'GET', null],
  ['/', {}, 'POST', null],
  ['/setting/index', {}, 'GET', null],
  ['/unknown', {}, 'GET', null],
  ['/Detail/index', {}, 'GET', null],
])('gives %s with %j by %s the key %s', (url, headers, method, key) => {
  expect(createPageCache(served, {}).keyOfRequest(createRequest(url, headers, method))).toBe(key)
})

test('renders a page once for concurrent callers, and sends it from memory in the requested encoding', async () => {
  const cache = createPageCache(served, { 'x-frame-options': 'SAMEORIGIN' })
  let renders = 0
  const render = () => {
    renders += 1
    return createRender('<p>心桥</p>'.repeat(100))()
  }
  await Promise.all([cache.obtain('/', render), cache.obtain('/', render)])
  expect(renders).toBe(1)
  const { response } = sendThroughCache(cache, createRequest('/', { 'accept-encoding': 'gzip, br' }))
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding, cookie',
    'x-frame-options': 'SAMEORIGIN',
  })
  const plain = sendThroughCache(cache, createRequest('/'))
  expect(decodeBody(plain.response.body)).toContain('心桥')
  const again = sendThroughCache(cache, createRequest('/', { 'if-none-match': response.headers.etag as string }))
  expect([again.response.status, again.response.body]).toEqual([304, undefined])
  const head = sendThroughCache(cache, createRequest('/', {}, 'HEAD'))
  expect([head.response.status, head.response.body]).toEqual([200, undefined])
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.0,br ; q=0', 'identity'],
  ['br;q=0.5, gzip;q=1.0', 'br'],
  ['gzip;q=0.8', 'gzip'],
  [undefined, 'identity'],
])('answers accept-encoding %j with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('does not cache a page whose content changed while it was rendered', async () => {
  const cache = createPageCache(served, {})
  let finish = () => {}
  const slow = cache.obtain('/', () => new Promise((resolve) => (finish = () => resolve({ status: 200, html: 'old' }))))
  cache.clear()
  const fresh = cache.obtain('/', createRender('new'))
  finish()
  await Promise.all([slow, fresh])
  expect(decodeBody(sendThroughCache(cache, createRequest('/')).response.body)).toBe('new')
})

test('caches neither errors nor redirects', async () => {
  const cache = createPageCache(served, {})
  expect(await cache.obtain('/', () => Promise.resolve({ status: 404, html: 'x' }))).toMatchObject({ status: 404 })
  expect(sendThroughCache(cache, createRequest('/')).isSent).toBe(false)
  await expect(cache.obtain('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await cache.obtain('/', createRender('works'))
  expect(cache.size).toBe(1)
})

test('drops the oldest pages when the cache is full', async () => {
  const cache = createPageCache(served, {})
  for (let i = 0; i < 2_050; i += 1) await cache.obtain(`/detail/index?id=${i}`, createRender('x'))
  expect(cache.size).toBe(2_000)
  expect(sendThroughCache(cache, createRequest('/detail/index?id=0')).isSent).toBe(false)
  expect(sendThroughCache(cache, createRequest('/detail/index?id=2049')).isSent).toBe(true)
})
