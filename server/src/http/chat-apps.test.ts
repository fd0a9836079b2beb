// Tests of pages of apps on other origins: handshake, polling, files, and the reasons for a refusal that a page can
// read.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { leaveAll, createPerson, openDevice, until, untilReady } from '../../../im-sdk/test/people.ts'
import { createUploader } from '../../../im-sdk/src/upload/uploader.ts'
import { createBackend } from '../../test/stand-ins/backend.ts'
import { createBlob, createPhoto, sendFileMessage } from '../../test/steps/im-file-steps.ts'
import { useTestServer } from '../../test/test-server.ts'

const server = useTestServer()
const appOrigin = 'https://chat.example.cn'
const foreignOrigin = 'https://elsewhere.test'
let url = ''
let token = ''
let appId = 0
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  ;({ token } = await server().enter('administrator'))
  const input = { name: '合作医院', origins: [appOrigin] }
  appId = (await server().requestAs({ token }, 'POST /admin/apps', input)).data.id
  await until(() => isAllowed(appOrigin), 'the new app')
})
afterEach(leaveAll)

const fetchPath = (path: string, origin?: string, init: RequestInit = {}) =>
  fetch(`${url}${path}`, { ...init, headers: { ...(init.headers as object), ...(origin && { origin }) } })
async function isAllowed(origin?: string): Promise<boolean> {
  const reply = await fetchPath('/im/origin', origin)
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  return ((await reply.json()) as { allowed: boolean }).allowed
}
const polling = '/socket.io/?EIO=4&transport=polling'
const readAllowedOrigin = ({ headers }: Response) => headers.get('access-control-allow-origin')
/** @returns whether the server opened the socket */
const opens = (origin: string): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { headers: { origin } } as unknown as string[]
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, options)
    socket.addEventListener('message', () => (socket.close(), resolve(true)))
    socket.addEventListener('error', () => resolve(false))
  })

test('connects the origins of an open app and no others, and answers the question of each', async () => {
  expect(await isAllowed()).toBe(true)
  expect(await isAllowed('http://xinqiao.localhost')).toBe(true)
  for (const origin of [
    foreignOrigin,
    `${appOrigin}:8443`,
    'http://chat.example.cn',
    'https://a.chat.example.cn',
    'null',
  ])
    expect(await isAllowed(origin), origin).toBe(false)

  const allowed = await fetchPath(polling, appOrigin)
  expect([allowed.status, readAllowedOrigin(allowed)]).toEqual([200, appOrigin])
  expect(allowed.headers.get('vary')).toContain('Origin')
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  const refused = await fetchPath(polling, foreignOrigin)
  expect([refused.status, readAllowedOrigin(refused)]).toEqual([403, null])
  expect(await opens(appOrigin)).toBe(true)
  expect(await opens(foreignOrigin)).toBe(false)
})

test('connects pages of a closed app, so that they learn that it is closed', async () => {
  const setOpen = (isOpen: boolean) => server().requestAs({ token }, 'PUT /admin/apps/state', { id: appId, isOpen })
  await setOpen(false)
  expect(await isAllowed(appOrigin)).toBe(true)
  expect(await opens(appOrigin)).toBe(true)
  await setOpen(true)
  expect(await opens(appOrigin)).toBe(true)
})

test('lets pages of an app upload, and opens files only by signed addresses', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const device = ann.device()
  await untilReady(device)
  const file = await createUploader({ request: device.request, urls: [url] })({
    type: 'image',
    blob: createBlob(await createPhoto(), 'image/jpeg'),
  })
  await sendFileMessage(device, bob.accid, file)
  const { pathname, search } = new URL(file.url)
  const filePath = `${pathname}${search}`
  const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }
  expect(readAllowedOrigin(await fetchPath(pathname, appOrigin, preflight))).toBe(appOrigin)
  expect(readAllowedOrigin(await fetchPath(pathname, foreignOrigin, preflight))).toBeNull()

  const own = await fetchPath(filePath, undefined, { headers: { authorization: `Bearer ${ann.session}` } })
  expect([own.status, own.headers.get('cross-origin-resource-policy')]).toEqual([200, 'same-origin'])
  expect((await fetchPath(filePath, appOrigin)).status).toBe(404)
  const { url: signed } = await device.request('file.getNosOriginUrl', { safeUrl: file.url })
  const { resUrl } = await device.request('file.getNosAccessToken', { url: file.url })
  for (const address of [signed, resUrl]) {
    const reply = await fetchPath(address.replace('http://xinqiao.localhost', ''), appOrigin)
    expect([reply.status, readAllowedOrigin(reply)]).toEqual([200, appOrigin])
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('lets a page of one app upload with a token of another app, for the account of the token', async () => {
  const other = await createBackend(server(), '另一应用')
  const accid = 'uploader'
  const { info } = await other.request('user/create', { accid })
  const device = openDevice(url, { accid, token: info.token }, { appKey: other.appKey })
  await untilReady(device)
  const realFetch = fetch
  // the token permits only this object of this account; checking the origin adds nothing, as programs can forge it
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    realFetch(input, { ...init, headers: { ...(init?.headers as object), origin: appOrigin } }),
  )
  const blob = createBlob(await createPhoto(), 'image/jpeg')
  const file = await createUploader({ request: device.request, urls: [url] })({ type: 'image', blob })
  const owners = await server().kit.sql`
    select a.accid, a.app_id from im_file join im_account a on a.id = owner_id where ${file.url} like '%' || object || '%'`
  expect(owners).toEqual([{ accid, app_id: other.id }])
})

test('lets other origins read nothing else of the site', async () => {
  const { token: session } = await server().enter('user')
  for (const path of ['/prod-api/neteaseUser/getUser', '/healthz']) {
    const reply = await fetchPath(path, appOrigin, { headers: { authorization: `Bearer ${session}` } })
    expect([reply.status, readAllowedOrigin(reply)], path).toEqual([200, null])
    expect(reply.headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
  }
})
