// Tests that routes of stand-ins and of the operator answer this machine only, however the address is spelled.
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
const phone = '13612345678'
let port = 0
beforeAll(async () => {
  await server().request('GET /auth/registerSendSms', { phone }, { ip: '203.0.113.90' })
  port = Number(new URL(await server().app.listen({ port: 0, host: '127.0.0.1' })).port)
})

type RawRequest = { method?: string; target: string; version?: string; headers?: Record<string, string> }

/** Sends the request target unchanged, which HTTP clients would normalise. */
function request({ method = 'GET', target, version = '1.1', headers = {} }: RawRequest): Promise<string> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, connection: 'close', ...headers })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve, reject) => {
    let reply = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${method} ${target} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`),
    )
    socket.setEncoding('utf8').on('data', (text: string) => (reply += text))
    socket.on('end', () => resolve(reply)).on('error', reject)
  })
}
const parseStatus = (reply: string) => Number(reply.split(' ', 2)[1])

const guarded: { method?: string; target: string }[] = [
  { target: `/dev/sms?phone=${phone}` },
  { target: '/dev/sms/inbox' },
  { target: '/dev/cashier/token' },
  { target: '/dev/pay/M1' },
  { method: 'POST', target: '/dev/pay/M1' },
  { target: '/dev/wechat/authorize?redirect_uri=http://xinqiao.localhost/pay&state=1' },
  { target: '/metrics' },
]

/** Spellings that a router, proxy or guard may accept for the same address. */
function spellings(target: string): string[] {
  const [, first = '', rest = ''] = /^\/(.)(.*)$/.exec(target) ?? []
  const encoded = `%${first.charCodeAt(0).toString(16)}`
  return [
    target,
    `/${encoded}${rest}`,
    `/${encoded.toUpperCase()}${rest}`,
    `/%25${first.charCodeAt(0).toString(16)}${rest}`,
    `/${target}`,
    target.replaceAll('/', '//').replace('http:////', 'http://'),
    `/.${target}`,
    `/x/..${target}`,
    `/%2e${target}`,
    `/.%2e${target}`,
    target.replace('/', '/\\').replace(/^\/\\/, '/'),
    target.toUpperCase(),
    `/${first.toUpperCase()}${rest}`,
    `${target.split('?')[0]}/${target.includes('?') ? `?${target.split('?')[1]}` : ''}`,
    `${target};a=b`,
    `http://127.0.0.1${target}`,
    `http://127.0.0.1/${encoded}${rest}`,
    `http://evil.example${target}`,
  ]
}

test.each(guarded)('hides $target from outside in any spelling', async ({ method, target }) => {
  for (const form of spellings(target)) {
    const reply = await request({
      ...(method && { method }),
      target: form,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect([400, 404], form).toContain(parseStatus(reply))
    expect(reply).not.toContain('246810')
  }
})

test('reads codes and figures on this machine', async () => {
  expect(await request({ target: `/dev/sms?phone=${phone}` })).toContain('246810')
  expect(await request({ target: '/metrics' })).toContain('http_request_duration_seconds')
})

test("refuses a form of another site's page at the cashier", async () => {
  const post = (site: string) =>
    request({ method: 'POST', target: '/dev/pay/M1', headers: { 'sec-fetch-site': site, 'content-length': '0' } })
  expect(parseStatus(await post('same-origin'))).toBe(400)
  expect(parseStatus(await post('cross-site'))).toBe(404)
  expect(parseStatus(await post('same-site'))).toBe(404)
})

describe('a request over a proxy on this machine', () => {
  test.each([
    ['names no client', { 'x-forwarded-proto': 'https' }],
    ['names an empty client', { 'x-forwarded-for': ' ' }],
    ['passes on a forged client', { 'x-forwarded-for': '127.0.0.1' }],
    ['speaks RFC 7239', { forwarded: 'for=127.0.0.1' }],
    ['adds only Via', { via: '1.1 proxy' }],
    ['keeps the public host', { host: 'example.cn' }],
    ['sends no host', { host: 'exa mple' }],
    ['hides its host in user info', { host: 'example.cn@127.0.0.1' }],
    ['hides its host in a path', { host: '127.0.0.1/example.cn' }],
    ['adds only a prefix', { 'x-forwarded-prefix': '/site' }],
    ['adds only a port', { 'x-forwarded-port': '443' }],
    ['is a content delivery network', { 'cf-connecting-ip': '203.0.113.9' }],
    ['names the client its own way', { 'x-client-ip': '203.0.113.9' }],
  ])('counts as external when it %s', async (_title, headers) => {
    expect(parseStatus(await request({ target: '/dev/sms/inbox', headers }))).not.toBe(200)
  })

  test('counts as external when it speaks HTTP/1.0', async () => {
    expect(parseStatus(await request({ target: '/dev/sms/inbox', version: '1.0' }))).toBe(404)
  })
})
