// Tests of access to chat files, and of limits on what may be sent.
import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withImageOps } from '@xinqiao/contract/im/files/images.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { removeExpired } from './upload.ts'
import { until, type Device } from '../../../../im-sdk/test/people.ts'
import type { UploadProgress } from '../../../../im-sdk/src/upload/parts.ts'
import { advanceClock } from '../../../test/clock.ts'
import { useImFiles, createPhoto, createBlob, sendFileMessage } from '../../../test/steps/im-file-steps.ts'

const chatFiles = useImFiles()
const { server, listener } = chatFiles

type UploadToken = { objectName: string; token: string }
/** Uploads bytes with a token, without an SDK. */
async function sendPart({ objectName, token }: UploadToken, query: string, bytes: Uint8Array<ArrayBuffer>) {
  const target = `${listener.url}/files/im/${objectName}?${query}`
  const reply = await fetch(target, { method: 'POST', headers: { 'x-nos-token': token }, body: bytes })
  return (await reply.json()) as { code: number; data: { context: string } }
}

describe('a picture', () => {
  test('stores a picture upright without camera data, for its two participants only', async () => {
    const [[ann, a1], [bob, b1], [eve, e1]] = [
      await chatFiles.enter(),
      await chatFiles.enter(),
      await chatFiles.enter(),
    ]
    const bytes = await createPhoto()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const progress: UploadProgress[] = []
    const upload = chatFiles.uploadOf(a1)
    const file = await upload({
      type: 'image',
      fileObject: new File([new Uint8Array(bytes)], '西湖 合影.jpg', { type: 'image/jpeg' }),
      onProgress: (item) => progress.push(item),
    })
    expect(file).toMatchObject({ name: '西湖 合影.jpg', ext: 'jpg', w: 300, h: 400 })
    expect(progress.at(-1)).toEqual({
      total: bytes.length,
      loaded: bytes.length,
      percentage: 100,
      percentageText: '100%',
    })
    expect(file.url).toContain('im_url=1')
    expect((await chatFiles.openFile(file, bob.session)).status).toBe(404)

    await sendFileMessage(a1, bob.accid, file)
    await until(() => b1.received.length === 1, 'the picture')
    expect(b1.received[0]?.content).toMatchObject({
      type: chatMessageTypes.image,
      file: { url: file.url, md5: file.md5 },
    })
    for (const { session } of [ann, bob]) {
      const reply = await chatFiles.openFile(file, session)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('image/jpeg')
      expect(reply.headers.get('content-disposition')).toContain('inline')
      expect(reply.headers.get('cache-control')).toBe('private, no-cache')
      const got = Buffer.from(await reply.arrayBuffer())
      expect(createHash('md5').update(got).digest('hex')).toBe(file.md5)
      const { exif, orientation, width } = await sharp(got).metadata()
      expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 300 })
    }
    for (const session of [eve.session, null]) expect((await chatFiles.openFile(file, session)).status).toBe(404)
    await expect(sendFileMessage(e1, bob.accid, file)).rejects.toMatchObject({ code: 404 })
    await expect(e1.request('file.getNosOriginUrl', { safeUrl: file.url })).rejects.toMatchObject({ code: 404 })
    // a receiver may forward it
    await sendFileMessage(b1, eve.accid, file)
    expect((await chatFiles.openFile(file, eve.session)).status).toBe(200)
  })

  test('closes a file to accounts that received it only in a recalled message', async () => {
    const [[, a1], [bob, b1], [eve]] = [await chatFiles.enter(), await chatFiles.enter(), await chatFiles.enter()]
    const file = await chatFiles.uploadOf(a1)({ type: 'image', blob: createBlob(await createPhoto(), 'image/jpeg') })
    const statusFor = async (session: string) => (await chatFiles.openFile(file, session)).status
    const recall = (device: Device, to: string, { idServer }: { idServer: string }) =>
      device.request('msg.deleteMsg', { scene: 'p2p', to, idServer })
    const draft = {
      scene: 'p2p',
      to: bob.accid,
      idClient: 'picture',
      content: { type: chatMessageTypes.image, file },
    } as const
    const first = await a1.send(draft)
    const second = await sendFileMessage(a1, bob.accid, file)
    const forwarded = await sendFileMessage(b1, eve.accid, file)
    await recall(a1, bob.accid, first)
    expect(await statusFor(bob.session)).toBe(200)
    await recall(a1, bob.accid, second)
    // both sides of the message with which Bob forwarded the file can still open it
    expect([await statusFor(bob.session), await statusFor(eve.session)]).toEqual([200, 200])
    await recall(b1, eve.accid, forwarded)
    expect([await statusFor(bob.session), await statusFor(eve.session)]).toEqual([404, 404])
    // a retry of a recalled message under its client id grants nothing
    await a1.send(draft)
    expect(await statusFor(bob.session)).toBe(404)
    await sendFileMessage(a1, bob.accid, file)
    expect(await statusFor(bob.session)).toBe(200)
  })

  test('applies the operations of its address, and refuses unknown ones', async () => {
    const [ann, a1] = await chatFiles.enter()
    const file = await chatFiles.uploadOf(a1)({ type: 'image', blob: createBlob(await createPhoto(), 'image/jpeg') })
    const sizeOf = async (address: string) => {
      const reply = await chatFiles.openFile({ url: address }, ann.session)
      expect(reply.status).toBe(200)
      const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
      return `${format} ${width}x${height}`
    }
    const addressWithOps = (...ops: Parameters<typeof withImageOps>[1]) => withImageOps(file.url, ops)
    const thumbnailAddress = (value: object) => addressWithOps({ type: 'thumbnail', thumbnail: value as never })
    expect(await sizeOf(thumbnailAddress({ mode: 'contain', width: 150, height: 150 }))).toBe('jpeg 113x150')
    expect(await sizeOf(thumbnailAddress({ mode: 'cover', width: 150, height: 150 }))).toBe('jpeg 150x200')
    expect(await sizeOf(thumbnailAddress({ mode: 'crop', width: 150, height: 100, axis: { x: 5, y: 0 } }))).toBe(
      'jpeg 150x100',
    )
    expect(await sizeOf(thumbnailAddress({ mode: 'contain', width: 900 }))).toBe('jpeg 300x400')
    expect(await sizeOf(thumbnailAddress({ mode: 'contain', width: 900, enlarge: true }))).toBe('jpeg 300x400')
    expect(await sizeOf(addressWithOps({ type: 'rotate', angle: -90 }, { type: 'quality', quality: 10 }))).toBe(
      'jpeg 400x300',
    )
    expect(await sizeOf(addressWithOps({ type: 'crop', x: 250, y: 10, width: 100, height: 20 }))).toBe('jpeg 50x20')
    expect(await sizeOf(addressWithOps({ type: 'blur', radius: 5, sigma: 3 }, { type: 'interlace' }))).toBe(
      'jpeg 300x400',
    )
    expect((await chatFiles.openFile({ url: `${file.url}&imageView&quality=101` }, ann.session)).status).toBe(404)
    const { url: made } = await a1.request('file.processImage', {
      url: file.url,
      imageOps: [{ type: 'thumbnail', thumbnail: { mode: 'contain', width: 30 } }],
    })
    expect(await sizeOf(made)).toBe('jpeg 30x40')
  })

  test('opens a signed address for an hour, until it is changed', async () => {
    const [, a1] = await chatFiles.enter()
    const file = await chatFiles.uploadOf(a1)({ type: 'image', blob: createBlob(await createPhoto(), 'image/jpeg') })
    const signed = await a1.request('file.getNosOriginUrl', { safeUrl: file.url })
    expect((await chatFiles.openFile(signed, null)).status).toBe(200)
    expect((await chatFiles.openFile({ url: `${signed.url}x` }, null)).status).toBe(404)
    expect((await chatFiles.openFile({ url: signed.url.replace(/until=\d/, 'until=9') }, null)).status).toBe(404)
    const readStatusAfter = async (minutes: number) => {
      const clock = advanceClock(minutes * 60_000)
      const { status } = await chatFiles.openFile(signed, null)
      clock.mockRestore()
      return status
    }
    expect([await readStatusAfter(59), await readStatusAfter(61)]).toEqual([200, 404])
    const foreign = { safeUrl: 'https://evil.example/files/im/aaaaaaaaaaaaaaaaaaaaaaaa?im_url=1' }
    await expect(a1.request('file.getNosOriginUrl', foreign)).rejects.toMatchObject({ code: 414 })
  })

  test('opens by a token until it is revoked, expired, or its creator loses access', async () => {
    const [[, a1], [bob, b1]] = [await chatFiles.enter(), await chatFiles.enter()]
    const file = await chatFiles.uploadOf(a1)({ type: 'image', blob: createBlob(await createPhoto(), 'image/jpeg') })
    const given = await a1.request('file.getNosAccessToken', { url: file.url })
    const named = await a1.request('file.getNosAccessToken', { url: file.url, userAgent: 'Reader/1' })
    const openedBy = async (resUrl: string, agent = 'Other/1') =>
      (await chatFiles.openFile({ url: resUrl }, null, { 'user-agent': agent })).status
    expect(given.resUrl).toBe(`${file.url}&access=${given.token}`)
    expect(await openedBy(given.resUrl)).toBe(200)
    expect(await openedBy(`${given.resUrl}&imageView&thumbnail=20x20`)).toBe(200)
    expect(await openedBy(`${given.resUrl}x`)).toBe(404)
    expect([await openedBy(named.resUrl), await openedBy(named.resUrl, 'Reader/1')]).toEqual([404, 200])
    // a token opens only this file, and only accounts that may open a file can create one
    const other = await chatFiles.uploadOf(a1)({
      type: 'image',
      blob: createBlob(await createPhoto(20, 20), 'image/jpeg'),
    })
    expect(await openedBy(`${other.url}&access=${given.token}`)).toBe(404)
    await expect(b1.request('file.getNosAccessToken', { url: file.url })).rejects.toMatchObject({ code: 404 })
    await expect(b1.request('file.deleteNosAccessToken', { token: given.token })).rejects.toMatchObject({ code: 404 })
    expect(await a1.request('file.deleteNosAccessToken', { token: given.token })).toBeNull()
    expect(await openedBy(given.resUrl)).toBe(404)
    await expect(a1.request('file.deleteNosAccessToken', { token: given.token })).rejects.toMatchObject({ code: 404 })
    // recalling a message also ends the tokens that its receiver created
    const { idServer } = await sendFileMessage(a1, bob.accid, file)
    const received = await b1.request('file.getNosAccessToken', { url: file.url })
    expect(await openedBy(received.resUrl)).toBe(200)
    await a1.request('msg.deleteMsg', { scene: 'p2p', to: bob.accid, idServer })
    expect(await openedBy(received.resUrl)).toBe(404)
    // a token expires after a day
    const { sql } = server().kit
    await sql`update im_file_access set expires_at = now() - interval '1 second'`
    expect(await openedBy(named.resUrl, 'Reader/1')).toBe(404)
    await removeExpired(server().kit)
    expect(await sql`select 1 from im_file_access`).toHaveLength(0)
  })
})

describe('limits on what may be sent', () => {
  test('refuses a text named as a picture, a program, and an empty file', async () => {
    const [[, a1], [bob]] = [await chatFiles.enter(), await chatFiles.enter()]
    const upload = chatFiles.uploadOf(a1)
    const fake = createBlob(Buffer.from('<script>alert(1)</script>'), 'image/png')
    await expect(upload({ type: 'image', blob: fake })).rejects.toMatchObject({ code: 400 })
    const half = createBlob((await createPhoto()).subarray(0, 300), 'image/jpeg')
    await expect(upload({ type: 'image', blob: half })).rejects.toMatchObject({ code: 400 })
    const program = createBlob(Buffer.concat([Buffer.from('MZ'), randomBytes(400)]))
    await expect(upload({ type: 'file', blob: program })).rejects.toMatchObject({ code: 400 })
    await expect(upload({ type: 'file', blob: createBlob(Buffer.alloc(0)) })).rejects.toMatchObject({ code: 414 })
    const small = { type: 'file', blob: createBlob(randomBytes(2_000)), maxSize: 1_999 } as const
    await expect(upload(small)).rejects.toMatchObject({ message: 'upload file size exceeds limit' })
    const big = { type: 'file', blob: createBlob(randomBytes(3 * 1024 * 1024 + 1)) } as const
    await expect(upload(big)).rejects.toMatchObject({ code: 413, message: '文件超过大小限制' })

    const page = new File(['<html><script>alert(1)</script></html>'], '网页.html', { type: 'text/html' })
    const file = await upload({ type: 'file', fileObject: page })
    await expect(sendFileMessage(a1, bob.accid, file, chatMessageTypes.image)).rejects.toMatchObject({ code: 414 })
    await sendFileMessage(a1, bob.accid, file, chatMessageTypes.file)
    const reply = await chatFiles.openFile(file, bob.session)
    expect(reply.headers.get('content-type')).toBe('application/octet-stream')
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('网页.html')}`,
    )
    for (const wrong of [
      { url: 'https://evil.example/who-reads-this.gif' },
      { url: 'http://[' },
      { url: `${file.url}#x` },
      { url: `${file.url}&%6Cogin=1` },
      { mp3Url: 'https://evil.example/who-hears-this.mp3' },
    ])
      await expect(sendFileMessage(a1, bob.accid, { ...file, ...wrong }, chatMessageTypes.file)).rejects.toMatchObject({
        code: 414,
      })
  })

  test('limits the bytes that an account stores per day', async () => {
    const [, a1] = await chatFiles.enter()
    const upload = chatFiles.uploadOf(a1)
    for (let i = 0; i < 7; i += 1) await upload({ type: 'file', blob: createBlob(randomBytes(3_000_000)) })
    await expect(upload({ type: 'file', blob: createBlob(randomBytes(10)) })).rejects.toMatchObject({ code: 429 })
  })

  test('counts unfinished uploads towards the daily limit', async () => {
    const [, a1] = await chatFiles.enter()
    const { tokens } = await a1.request('file.getSimpleNosToken', { num: 10 })
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

  test('names a file without characters that change its direction, and with at most 150', async () => {
    const [, a1] = await chatFiles.enter()
    const upload = async (name: string) =>
      (await chatFiles.uploadOf(a1)({ type: 'file', fileObject: new File(['x'], name) })).name
    expect(await upload('表\u202Excod.txt')).toBe('表xcod.txt')
    expect(await upload(`${'长'.repeat(200)}.txt`)).toBe(`${'长'.repeat(146)}.txt`)
  })

  test.each(['blocked', 'signed out'])('accepts no part of an account that was %s', async (end) => {
    const [ann, a1] = await chatFiles.enter()
    const { tokens } = await a1.request('file.getSimpleNosToken', { num: 2 })
    const bytes = new Uint8Array(10).fill(1)
    const { data } = await sendPart(tokens[0]!, 'offset=0', bytes)
    if (end === 'blocked') await server().owner`update im_account set is_blocked = true where accid = ${ann.accid}`
    else await server().requestAs({ token: ann.session }, 'DELETE /auth/logout', {})
    const rest = `offset=10&complete=true&context=${data.context}`
    expect((await sendPart(tokens[0]!, rest, bytes)).code).toBe(403)
    expect((await sendPart(tokens[1]!, 'offset=0&complete=true', bytes)).code).toBe(403)
  })
})
