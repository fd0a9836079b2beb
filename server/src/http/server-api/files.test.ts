// Tests of files for backends: history opens them, and old messages are imported with them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createUploader } from '../../../../im-sdk/src/upload/uploader.ts'
import type { UploadedFile } from '../../../../im-sdk/src/upload/upload-options.ts'
import { leaveAll, openDevice, untilReady } from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { createBlob, createPhoto } from '../../../test/steps/im-file-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let hospital: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  hospital = await createBackend(server(), '医院')
})
afterEach(leaveAll)

/** An account of the app whose page has uploaded a picture. */
async function uploadAs(accid: string) {
  const { info } = await hospital.request('user/create', { accid })
  const device = openDevice(url, { accid, token: info.token as string }, { appKey: hospital.appKey })
  await untilReady(device)
  const upload = createUploader({ request: device.request, urls: [url], delayOf: () => 5 })
  const file: UploadedFile = await upload({ type: 'image', blob: createBlob(await createPhoto(), 'image/jpeg') })
  return { device, file }
}
const readStatus = async (address: string) => {
  const { pathname, search } = new URL(address)
  return (await fetch(`${url}${pathname}${search}`)).status
}

test('returns addresses that a backend opens without a login, also in custom content', async () => {
  const { request } = hospital
  const { file } = await uploadAs('ann')
  await request('user/create', { accid: 'bob' })
  const names = { from: 'ann', to: 'bob' }
  const custom = JSON.stringify({ picture: file.url })
  await request('msg/sendMsg', { ...names, ope: '0', type: '1', body: JSON.stringify(file) })
  await request('msg/sendMsg', { ...names, ope: '0', type: '100', body: custom })
  const period = { begintime: '0', endtime: `${Date.now() + 1_000}`, limit: '10' }
  const { msgs } = await request('history/querySessionMsg', { ...names, ...period })
  const [picture, card] = (msgs as { body: unknown }[]).map(({ body }) => body)
  expect(await readStatus(file.url)).toBe(404)
  expect(await readStatus((picture as UploadedFile).url)).toBe(200)
  expect(await readStatus((JSON.parse(card as string) as { picture: string }).picture)).toBe(200)
})

test('imports an old message with a file that its sender has uploaded', async () => {
  const { request } = hospital
  const { file } = await uploadAs('cleo')
  const { info } = await request('user/create', { accid: 'dora' })
  const body = JSON.stringify(file)
  const old = { from: 'cleo', to: 'dora', msgid: 'old-picture-of-cleo', time: Date.UTC(2020, 4, 1), type: 1, body }
  const { results } = await request('msg/import', { msgs: JSON.stringify([old]) })
  expect(results).toMatchObject([{ code: 200 }])
  const dora = openDevice(url, { accid: 'dora', token: info.token as string }, { appKey: hospital.appKey })
  await untilReady(dora)
  const { url: opened } = await dora.request('file.getNosOriginUrl', { safeUrl: file.url })
  expect(await readStatus(opened)).toBe(200)
})

test('signs no address of a file that the account may not open', async () => {
  const { request } = hospital
  const other = await createBackend(server(), '另一家')
  const { info } = await other.request('user/create', { accid: 'zoe' })
  const device = openDevice(url, { accid: 'zoe', token: info.token as string }, { appKey: other.appKey })
  await untilReady(device)
  const upload = createUploader({ request: device.request, urls: [url], delayOf: () => 5 })
  const foreign: UploadedFile = await upload({ type: 'image', blob: createBlob(await createPhoto(), 'image/jpeg') })
  for (const accid of ['eva', 'finn']) await request('user/create', { accid })
  const names = { from: 'eva', to: 'finn' }
  await request('msg/sendMsg', { ...names, ope: '0', type: '100', body: JSON.stringify({ picture: foreign.url }) })
  const period = { begintime: '0', endtime: `${Date.now() + 1_000}`, limit: '10' }
  const { msgs } = await request('history/querySessionMsg', { ...names, ...period })
  const [card] = (msgs as { body: string }[]).map(({ body }) => JSON.parse(body) as { picture: string })
  expect(card!.picture).toBe(foreign.url)
  expect(await readStatus(card!.picture)).toBe(404)
})
