// Tests how the browsers' client handles replies that do not come from the server, such as the error page of a proxy.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHttpApi } from './client.ts'

const proxy = createServer((request, response) => {
  const status = Number(new URL(request.url ?? '', 'http://proxy').pathname.split('/').at(-1))
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>away</h1>')
})
beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
})
afterAll(() => {
  vi.unstubAllGlobals()
  proxy.close()
})

const call = createHttpApi() as (key: string, input: object) => Promise<unknown>

test.each([502, 503, 504])('says that the site is away for a page of the proxy with status %d', async (status) => {
  await expect(call(`GET /${status}`, {})).rejects.toMatchObject({ reason: 'unavailable' })
})

test('treats a page that is no reply of the API as an internal error', async () => {
  await expect(call('GET /500', {})).rejects.toMatchObject({ reason: 'internal' })
})
