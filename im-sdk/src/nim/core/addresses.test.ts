// Tests of addresses as pages write them, as functions and with a real connection.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, openPage, sendText } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import { NIM } from '../../../test/tested-sdk.ts'
import { readAddresses } from './addresses.ts'
import { toClientOptions } from './client-options.ts'
import type { NimOptions } from './options.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

test('prefers explicit options to those of privateConf, and adds a scheme to hosts', () => {
  const privateConf = {
    link_web: 'im.example.cn:8443',
    lbs_web: 'https://lbs.example.cn/lbs',
    nos_uploader_web: 'up.cn',
  }
  expect(readAddresses({ privateConf })).toEqual({
    server: 'https://im.example.cn:8443',
    locationServices: ['https://lbs.example.cn/lbs'],
    uploads: ['https://up.cn'],
  })
  expect(readAddresses({ privateConf: { ...privateConf, https_enabled: false } })).toMatchObject({
    server: 'http://im.example.cn:8443',
    locationServices: ['https://lbs.example.cn/lbs'],
  })
  expect(
    readAddresses({ privateConf, defaultLink: 'chat.example.cn', secure: false, uploadLinks: ['https://b.cn/'] }),
  ).toMatchObject({
    server: 'http://chat.example.cn',
    uploads: ['http://up.cn', 'https://b.cn'],
  })
  expect(readAddresses({ defaultLink: 'wss://chat.example.cn/' }).server).toBe('https://chat.example.cn')
  expect(readAddresses({})).toEqual({ server: undefined, locationServices: [], uploads: [] })
})

test('keeps whether the address of a WebSocket is encrypted', () => {
  for (const secure of [true, false]) {
    expect(readAddresses({ defaultLink: 'ws://chat.example.cn:8080', secure }).server).toBe(
      'http://chat.example.cn:8080',
    )
    expect(readAddresses({ defaultLink: 'wss://chat.example.cn', secure }).server).toBe('https://chat.example.cn')
  }
  expect(readAddresses({ defaultLink: 'ws.example.cn' }).server).toBe('https://ws.example.cn')
})

test('connects to the address of a WebSocket, with options that the page leaves null', async () => {
  const unset = { customTag: null, customClientType: null, appKey: null, heartbeatInterval: null, onmyinfo: null }
  const page = await openPage(server(), url.replace('http:', 'ws:'), unset as object)
  expect((await sendText(page, page.accid, '您好')).status).toBe('success')
})

test('replaces timeouts in which no server can answer by the usual ones', () => {
  const readTimeouts = (ms: unknown) => {
    const page = { account: 'ann', token: 'x', cmdTimeout: ms, hbCmdTimeout: ms, syncCmdTimeout: ms } as NimOptions
    const { timeouts = {} } = toClientOptions(page, readAddresses({}))
    return [timeouts['msg.sendMsg'], timeouts['link.heartbeat'], timeouts['sync.sync']]
  }
  for (const ms of [0, -1, Number.NaN, 5, undefined, null, 'x'])
    expect(readTimeouts(ms)).toEqual([8_000, 5_000, 180_000])
  expect(readTimeouts(1_000)).toEqual([1_000, 1_000, 1_000])
  // timers of browsers overflow
  expect(readTimeouts(1e12)).toEqual([2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1])
})

test('turns off backup addresses of the location service', () => {
  const lbsBackupUrlsCustomer = ['https://b1.cn', 'b2.cn']
  expect(readAddresses({ lbsUrl: 'https://a.cn', lbsBackupUrlsCustomer }).locationServices).toEqual([
    'https://a.cn',
    'https://b1.cn',
    'https://b2.cn',
  ])
  expect(readAddresses({ lbsUrl: 'https://a.cn', lbsBackupUrlsCustomer, lbsBackup: false }).locationServices).toEqual([
    'https://a.cn',
  ])
})

test('connects and sends with privateConf alone', async () => {
  const privateConf = { link_web: url.replace('http://', ''), https_enabled: false }
  const page = await openPage(server(), url, { defaultLink: undefined, privateConf })
  expect((await sendText(page, page.accid, '您好')).status).toBe('success')
})

test('connects to the origin of the page when the location service and defaultLink are missing', async () => {
  vi.stubGlobal('location', { origin: url })
  const page = await openPage(server(), url, { defaultLink: undefined, lbsUrl: 'http://127.0.0.1:9/lbs' })
  vi.unstubAllGlobals()
  expect(page.nim.getLoginStatus()).toBe(1)
})

const invalidOptions: [option: string, options: object][] = [
  ['defaultLink', { defaultLink: 'http://' }],
  ['defaultLink', { defaultLink: 'ftp://im.example.cn' }],
  ['defaultLink', { defaultLink: 5 }],
  ['privateConf.link_web', { defaultLink: undefined, privateConf: { link_web: 'a b' } }],
  ['lbsUrl', { lbsUrl: 'not an address' }],
  ['lbsUrl', { lbsUrl: {} }],
  ['lbsBackupUrlsCustomer', { lbsBackupUrlsCustomer: 'https://b.cn' }],
  ['uploadLinks', { uploadLinks: ['http://['] }],
  ['privateConf', { privateConf: 'im.example.cn' }],
  ['transports', { transports: 'websocket' }],
]

test.each(invalidOptions)('ends the login once with 414 for an unusable %s', async (option, options) => {
  const calls: [name: string, data: unknown][] = []
  const recordCall = (name: string) => (data: unknown) => void calls.push([name, data])
  const nim = new NIM({
    account: 'ann',
    token: 'token',
    defaultLink: 'http://127.0.0.1:9',
    db: false,
    ...options,
    onwillreconnect: recordCall('onwillreconnect'),
    onerror: recordCall('onerror'),
    ondisconnect: recordCall('ondisconnect'),
  })
  // callbacks begin after the page has received the instance
  expect(calls).toEqual([])
  await until(() => calls.length > 0, 'the end')
  const message = expect.stringContaining(option) as string
  expect(calls).toEqual([['ondisconnect', { code: 414, message }]])
  expect(nim.getLoginStatus()).toBe(0)
  nim.destroy()
})

test('reports an unreachable server once while the retries go on', async () => {
  const errors: { code?: unknown; message: string }[] = []
  let retries = 0
  const nim = new NIM({
    account: 'ann',
    token: 'token',
    defaultLink: 'http://127.0.0.1:9',
    db: false,
    reconnectDelayProvider: () => 5,
    onerror: (error) => void errors.push(error),
    onwillreconnect: () => (retries += 1),
  })
  await until(() => retries > 3, 'the retries')
  expect(errors).toEqual([expect.objectContaining({ code: 'Error_Internet_Disconnected' })])
  expect(errors[0]!.message).toContain('http://127.0.0.1:9')
  nim.destroy()
})
