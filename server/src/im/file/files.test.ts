// Files through the real doors: who may send what, and who may open it.
import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { objectOf } from '@xinqiao/contract/im/file-messages.ts'
import { withImageOps } from '@xinqiao/contract/im/images.ts'
import { messageTypes } from '@xinqiao/contract/im/messages.ts'
import { removeExpired } from './upload.ts'
import { useHouse } from '../../../test/house.ts'
import { leaveAll, makePerson, ready, until, type Device, type Person } from '../../../../im-sdk/test/people.ts'
import type { Progress } from '../../../../im-sdk/src/upload/parts.ts'
import { makeUpload, type Uploaded } from '../../../../im-sdk/src/upload/uploader.ts'

const house = useHouse({ IM_FILE_MAX_MB: '3', IM_FILE_DAILY_MB: '20' })
let url = ''
beforeAll(async () => {
  ;({ url } = await house().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const enter = async (): Promise<[Person, Device]> => {
  const someone = await makePerson(house(), url)
  const device = someone.device()
  await ready(device)
  return [someone, device]
}
const uploadOf = (device: Device, urls: readonly [string, ...string[]] = [url]) =>
  makeUpload({ request: device.request, urls, delayOf: () => 5 })
/** A photo that says where it was taken, lying on its side. */
const photo = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .withExif({ IFD3: { GPSLatitude: '30/1 15/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
const blobOf = (bytes: Uint8Array, type = '') => new Blob([new Uint8Array(bytes)], { type })
/** As the browser of this person opens it; the address names the public origin, which the test's port stands for. */
const open = (file: { url: string }, session: string | null, headers: Record<string, string> = {}) =>
  fetch(file.url.replace('http://xinqiao.localhost', url), {
    headers: { ...headers, ...(session && { authorization: `Bearer ${session}` }) },
  })
const send = (device: Device, to: string, file: Uploaded, type: 1 | 2 | 3 | 6 = messageTypes.image) =>
  device.send({ scene: 'p2p', to, idClient: crypto.randomUUID(), content: { type, file } as never })

describe('a picture', () => {
  test('loses what its camera wrote, stands upright, and opens for its two people alone', async () => {
    const [[ann, a1], [bob, b1], [eve, e1]] = [await enter(), await enter(), await enter()]
    const bytes = await photo()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const progress: Progress[] = []
    const upload = uploadOf(a1)
    const file = await upload({
      type: 'image',
      fileObject: new File([new Uint8Array(bytes)], '西湖 合影.jpg', { type: 'image/jpeg' }),
      onProgress: (one) => progress.push(one),
    })
    expect(file).toMatchObject({ name: '西湖 合影.jpg', ext: 'jpg', w: 300, h: 400 })
    expect(progress.at(-1)).toEqual({
      total: bytes.length,
      loaded: bytes.length,
      percentage: 100,
      percentageText: '100%',
    })
    expect(file.url).toContain('im_url=1')
    expect((await open(file, bob.session)).status).toBe(404)

    await send(a1, bob.accid, file)
    await until(() => b1.heard.length === 1, 'the picture')
    expect(b1.heard[0]?.content).toMatchObject({ type: messageTypes.image, file: { url: file.url, md5: file.md5 } })
    for (const { session } of [ann, bob]) {
      const reply = await open(file, session)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('image/jpeg')
      expect(reply.headers.get('content-disposition')).toContain('inline')
      expect(reply.headers.get('cache-control')).toBe('private, no-cache')
      const got = Buffer.from(await reply.arrayBuffer())
      expect(createHash('md5').update(got).digest('hex')).toBe(file.md5)
      const { exif, orientation, width } = await sharp(got).metadata()
      expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 300 })
    }
    for (const session of [eve.session, null]) expect((await open(file, session)).status).toBe(404)
    await expect(send(e1, bob.accid, file)).rejects.toMatchObject({ code: 404 })
    await expect(e1.request('file.getNosOriginUrl', { safeUrl: file.url })).rejects.toMatchObject({ code: 404 })
    // whoever was sent it may send it on
    await send(b1, eve.accid, file)
    expect((await open(file, eve.session)).status).toBe(200)
  })

  test('opens no more for those to whom only a recalled message gave it', async () => {
    const [[, a1], [bob, b1], [eve]] = [await enter(), await enter(), await enter()]
    const file = await uploadOf(a1)({ type: 'image', blob: blobOf(await photo(), 'image/jpeg') })
    const statusFor = async (session: string) => (await open(file, session)).status
    const recall = (device: Device, to: string, { idServer }: { idServer: string }) =>
      device.request('msg.deleteMsg', { scene: 'p2p', to, idServer })
    const draft = {
      scene: 'p2p',
      to: bob.accid,
      idClient: 'picture',
      content: { type: messageTypes.image, file },
    } as const
    const first = await a1.send(draft)
    const second = await send(a1, bob.accid, file)
    await send(b1, eve.accid, file)
    await recall(a1, bob.accid, first)
    expect(await statusFor(bob.session)).toBe(200)
    await recall(a1, bob.accid, second)
    expect(await statusFor(bob.session)).toBe(404)
    // what he passed on before is given by his message
    expect(await statusFor(eve.session)).toBe(200)
    // sent again under its name, a recalled message gives nothing
    await a1.send(draft)
    expect(await statusFor(bob.session)).toBe(404)
    await send(a1, bob.accid, file)
    expect(await statusFor(bob.session)).toBe(200)
  })

  test('is changed as its address asks, and in no way that is not allowed', async () => {
    const [ann, a1] = await enter()
    const file = await uploadOf(a1)({ type: 'image', blob: blobOf(await photo(), 'image/jpeg') })
    const sizeOf = async (address: string) => {
      const reply = await open({ url: address }, ann.session)
      expect(reply.status).toBe(200)
      const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
      return `${format} ${width}x${height}`
    }
    const changed = (...ops: Parameters<typeof withImageOps>[1]) => withImageOps(file.url, ops)
    const thumbnail = (value: object) => changed({ type: 'thumbnail', thumbnail: value as never })
    expect(await sizeOf(thumbnail({ mode: 'contain', width: 150, height: 150 }))).toBe('jpeg 113x150')
    expect(await sizeOf(thumbnail({ mode: 'cover', width: 150, height: 150 }))).toBe('jpeg 150x200')
    expect(await sizeOf(thumbnail({ mode: 'crop', width: 150, height: 100, axis: { x: 5, y: 0 } }))).toBe(
      'jpeg 150x100',
    )
    expect(await sizeOf(thumbnail({ mode: 'contain', width: 900 }))).toBe('jpeg 300x400')
    expect(await sizeOf(thumbnail({ mode: 'contain', width: 900, enlarge: true }))).toBe('jpeg 900x1200')
    expect(await sizeOf(changed({ type: 'rotate', angle: -90 }, { type: 'quality', quality: 10 }))).toBe('jpeg 400x300')
    expect(await sizeOf(changed({ type: 'crop', x: 250, y: 10, width: 100, height: 20 }))).toBe('jpeg 50x20')
    expect(await sizeOf(changed({ type: 'blur', radius: 5, sigma: 3 }, { type: 'interlace' }))).toBe('jpeg 300x400')
    expect((await open({ url: `${file.url}&imageView&quality=101` }, ann.session)).status).toBe(404)
    const { url: made } = await a1.request('file.processImage', {
      url: file.url,
      imageOps: [{ type: 'thumbnail', thumbnail: { mode: 'contain', width: 30 } }],
    })
    expect(await sizeOf(made)).toBe('jpeg 30x40')
  })

  test('opens for the holder of a signed address, until it is changed', async () => {
    const [, a1] = await enter()
    const file = await uploadOf(a1)({ type: 'image', blob: blobOf(await photo(), 'image/jpeg') })
    const signed = await a1.request('file.getNosOriginUrl', { safeUrl: file.url })
    expect((await open(signed, null)).status).toBe(200)
    expect((await open({ url: `${signed.url}x` }, null)).status).toBe(404)
    expect((await open({ url: signed.url.replace(/until=\d/, 'until=9') }, null)).status).toBe(404)
    const foreign = { safeUrl: 'https://evil.example/files/im/aaaaaaaaaaaaaaaaaaaaaaaa?im_url=1' }
    await expect(a1.request('file.getNosOriginUrl', foreign)).rejects.toMatchObject({ code: 414 })
  })

  test('opens by a token until it is taken back, over, or its giver may open the file no more', async () => {
    const [[, a1], [bob, b1]] = [await enter(), await enter()]
    const file = await uploadOf(a1)({ type: 'image', blob: blobOf(await photo(), 'image/jpeg') })
    const given = await a1.request('file.getNosAccessToken', { url: file.url })
    const named = await a1.request('file.getNosAccessToken', { url: file.url, userAgent: 'Reader/1' })
    const openedBy = async (resUrl: string, agent = 'Other/1') =>
      (await open({ url: resUrl }, null, { 'user-agent': agent })).status
    expect(given.resUrl).toBe(`${file.url}&access=${given.token}`)
    expect(await openedBy(given.resUrl)).toBe(200)
    expect(await openedBy(`${given.resUrl}&imageView&thumbnail=20x20`)).toBe(200)
    expect(await openedBy(`${given.resUrl}x`)).toBe(404)
    expect([await openedBy(named.resUrl), await openedBy(named.resUrl, 'Reader/1')]).toEqual([404, 200])
    // for this file alone, and not for whoever may not open it anyway
    const other = await uploadOf(a1)({ type: 'image', blob: blobOf(await photo(20, 20), 'image/jpeg') })
    expect(await openedBy(`${other.url}&access=${given.token}`)).toBe(404)
    await expect(b1.request('file.getNosAccessToken', { url: file.url })).rejects.toMatchObject({ code: 404 })
    await expect(b1.request('file.deleteNosAccessToken', { token: given.token })).rejects.toMatchObject({ code: 404 })
    expect(await a1.request('file.deleteNosAccessToken', { token: given.token })).toBeNull()
    expect(await openedBy(given.resUrl)).toBe(404)
    await expect(a1.request('file.deleteNosAccessToken', { token: given.token })).rejects.toMatchObject({ code: 404 })
    // a message that is recalled takes the words of its receiver along
    const { idServer } = await send(a1, bob.accid, file)
    const received = await b1.request('file.getNosAccessToken', { url: file.url })
    expect(await openedBy(received.resUrl)).toBe(200)
    await a1.request('msg.deleteMsg', { scene: 'p2p', to: bob.accid, idServer })
    expect(await openedBy(received.resUrl)).toBe(404)
    // and a day later it is over
    const { sql } = house().kit
    await sql`update im_file_access set expires_at = now() - interval '1 second'`
    expect(await openedBy(named.resUrl, 'Reader/1')).toBe(404)
    await removeExpired(house().kit)
    expect(await sql`select 1 from im_file_access`).toHaveLength(0)
  })
})

describe('what may be sent', () => {
  test('a text that calls itself a picture, a program, and nothing at all are refused', async () => {
    const [[, a1], [bob]] = [await enter(), await enter()]
    const upload = uploadOf(a1)
    const fake = blobOf(Buffer.from('<script>alert(1)</script>'), 'image/png')
    await expect(upload({ type: 'image', blob: fake })).rejects.toMatchObject({ code: 400 })
    const half = blobOf((await photo()).subarray(0, 300), 'image/jpeg')
    await expect(upload({ type: 'image', blob: half })).rejects.toMatchObject({ code: 400 })
    const program = blobOf(Buffer.concat([Buffer.from('MZ'), randomBytes(400)]))
    await expect(upload({ type: 'file', blob: program })).rejects.toMatchObject({ code: 400 })
    await expect(upload({ type: 'file', blob: blobOf(Buffer.alloc(0)) })).rejects.toMatchObject({ code: 414 })
    const small = { type: 'file', blob: blobOf(randomBytes(2_000)), maxSize: 1_999 } as const
    await expect(upload(small)).rejects.toMatchObject({ message: 'upload file size exceeds limit' })
    const big = { type: 'file', blob: blobOf(randomBytes(3 * 1024 * 1024 + 1)) } as const
    await expect(upload(big)).rejects.toMatchObject({ code: 413, message: '文件超过大小限制' })

    const page = new File(['<html><script>alert(1)</script></html>'], '网页.html', { type: 'text/html' })
    const file = await upload({ type: 'file', fileObject: page })
    await expect(send(a1, bob.accid, file, messageTypes.image)).rejects.toMatchObject({ code: 414 })
    await send(a1, bob.accid, file, messageTypes.file)
    const reply = await open(file, bob.session)
    expect(reply.headers.get('content-type')).toBe('application/octet-stream')
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('网页.html')}`,
    )
    const outside = { ...file, url: 'https://evil.example/who-reads-this.gif' }
    await expect(send(a1, bob.accid, outside)).rejects.toMatchObject({ code: 414 })
  })

  test('an account fills the store only so far in a day', async () => {
    const [, a1] = await enter()
    const upload = uploadOf(a1)
    for (let i = 0; i < 7; i += 1) await upload({ type: 'file', blob: blobOf(randomBytes(3_000_000)) })
    await expect(upload({ type: 'file', blob: blobOf(randomBytes(10)) })).rejects.toMatchObject({ code: 429 })
  })

  test('an account that begins many uploads first fills it no further', async () => {
    const [, a1] = await enter()
    const { tokens } = await a1.request('file.getSimpleNosToken', { num: 10 })
    const sendPart = async (token: (typeof tokens)[number], query: string, bytes: Uint8Array<ArrayBuffer>) => {
      const target = `${url}/files/im/${token.objectName}?${query}`
      const reply = await fetch(target, { method: 'POST', headers: { 'x-nos-token': token.token }, body: bytes })
      return (await reply.json()) as { code: number; data: { context: string } }
    }
    const begun = []
    for (const token of tokens) {
      const { code, data } = await sendPart(token, 'offset=0', new Uint8Array(10).fill(1))
      expect(code).toBe(200)
      begun.push({ token, context: data.context })
    }
    const codes: number[] = []
    for (const { token, context } of begun) {
      const rest = new Uint8Array(3_000_000)
      codes.push((await sendPart(token, `offset=10&context=${context}`, rest)).code)
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429, 429])
  })
})

describe('keeping', () => {
  test('a file that was sent before is not sent again, and a digest gets nobody a file of others', async () => {
    const [[, a1], [, e1]] = [await enter(), await enter()]
    const bytes = randomBytes(600_000)
    const first = await uploadOf(a1)({ type: 'file', blob: blobOf(bytes) })
    const again = await uploadOf(a1, ['http://127.0.0.1:9'])({ type: 'file', blob: blobOf(bytes) })
    expect(again.url).toBe(first.url)
    const asked = e1.request('file.fileQuickTransfer', { md5: first.md5, size: first.size })
    await expect(asked).rejects.toMatchObject({ code: 404 })
  })

  test("one's own files are listed in pages, found and removed", async () => {
    const [[ann, a1], [, e1]] = [await enter(), await enter()]
    const upload = uploadOf(a1)
    const files: Uploaded[] = []
    for (const name of ['1.txt', '2.txt', '3.txt'])
      files.push(await upload({ type: 'file', fileObject: new File([name], name) }))
    const page = await a1.request('file.fetchFileList', { limit: 2 })
    expect(page.list.map(({ name }) => name)).toEqual(['3.txt', '2.txt'])
    expect(page.totalCount).toBe(3)
    const rest = await a1.request('file.fetchFileList', { fromDocId: page.list[1]!.docId })
    expect(rest.list.map(({ name }) => name)).toEqual(['1.txt'])
    expect(await a1.request('file.fetchFile', { docId: files[0]!.docId })).toMatchObject({
      name: '1.txt',
      kind: 'file',
    })
    await expect(e1.request('file.removeFile', { docId: files[0]!.docId })).rejects.toMatchObject({ code: 404 })
    await expect(a1.request('file.fetchFileList', { limit: 31 })).rejects.toMatchObject({ code: 414 })
    const { kit } = house()
    const key = `im/${objectOf(files[0]!.url)}`
    const [row] = await kit.sql<{ part_keys: string[] }[]>`
      select part_keys from im_file where object = ${key.slice(3)}`
    expect(await kit.files.get(row!.part_keys[0]!)).not.toBeNull()
    await a1.request('file.removeFile', { docId: files[0]!.docId })
    expect((await open(files[0]!, ann.session)).status).toBe(404)
    expect(await kit.files.get(row!.part_keys[0]!)).toBeNull()
  })

  test('a file whose time is over is gone, and so is an upload that was never finished', async () => {
    const [ann, a1] = await enter()
    const day = { type: 'file', nosSurvivalTime: 86_400 } as const
    await expect(uploadOf(a1)({ ...day, nosSurvivalTime: 86_399, blob: blobOf(randomBytes(9)) })).rejects.toMatchObject(
      { code: 414 },
    )
    const file = await uploadOf(a1)({ ...day, blob: blobOf(randomBytes(9)) })
    const kept = await uploadOf(a1)({ type: 'file', blob: blobOf(randomBytes(9)) })
    const { kit } = house()
    expect((await open(file, ann.session)).status).toBe(200)
    await kit.sql`update im_file set expires_at = expires_at - interval '1 day' where object = ${objectOf(file.url)}`
    expect((await open(file, ann.session)).status).toBe(404)
    expect(await removeExpired(kit)).toBe(1)
    expect((await kit.sql`select 1 from im_file where object = ${objectOf(file.url)}`).count).toBe(0)
    expect((await open(kept, ann.session)).status).toBe(200)
  })

  test('a recording is played in ranges', async () => {
    const [ann, a1] = await enter()
    // the head of an MP4, and then anything
    const head = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
    const bytes = Buffer.concat([head, randomBytes(900_000)])
    const file = await uploadOf(a1)({ type: 'video', blob: blobOf(bytes, 'video/mp4'), dur: 1_000, w: 640, h: 360 })
    expect(file).toMatchObject({ ext: 'mp4', dur: 1_000, w: 640, h: 360 })
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 9],
      ['bytes=130000-262200', 130_000, 262_200],
      ['bytes=899000-', 899_000, bytes.length - 1],
      ['bytes=-24', bytes.length - 24, bytes.length - 1],
    ] as const) {
      const reply = await open(file, ann.session, { range })
      expect(reply.status).toBe(206)
      expect(reply.headers.get('content-range')).toBe(`bytes ${from}-${to}/${bytes.length}`)
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true)
    }
  })
})
