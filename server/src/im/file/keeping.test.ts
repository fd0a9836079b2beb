// Tests of stored chat files: reuse, listing, expiry and ranges.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { objectNameOf } from '@xinqiao/contract/im/files/file-messages.ts'
import { removeExpired } from './upload.ts'
import type { UploadedFile } from '../../../../im-sdk/src/upload/upload-options.ts'
import { useImFiles, createBlob, sendFileMessage } from '../../../test/steps/im-file-steps.ts'

const chatFiles = useImFiles()
const { server } = chatFiles

describe('stored files', () => {
  test('skips the upload of a known file, and gives no access to files of others by digest', async () => {
    const [[, a1], [, e1]] = [await chatFiles.enter(), await chatFiles.enter()]
    const bytes = randomBytes(600_000)
    const first = await chatFiles.uploadOf(a1)({ type: 'file', blob: createBlob(bytes) })
    const again = await chatFiles.uploadOf(a1, ['http://127.0.0.1:9'])({ type: 'file', blob: createBlob(bytes) })
    expect(again.url).toBe(first.url)
    const asked = e1.request('file.fileQuickTransfer', { md5: first.md5, size: first.size })
    await expect(asked).rejects.toMatchObject({ code: 404 })
  })

  test('gives a receiver who uploads the same bytes a file of their own, which outlives the first', async () => {
    const [[, a1], [eve, e1]] = [await chatFiles.enter(), await chatFiles.enter()]
    const bytes = randomBytes(600_000)
    const first = await chatFiles.uploadOf(a1)({ type: 'file', blob: createBlob(bytes) })
    await sendFileMessage(a1, eve.accid, first, chatMessageTypes.file)
    const own = await chatFiles.uploadOf(e1)({ type: 'file', blob: createBlob(bytes) })
    expect(own.url).not.toBe(first.url)
    await a1.request('file.removeFile', { docId: first.docId })
    expect((await chatFiles.openFile(own, eve.session)).status).toBe(200)
    expect(await e1.request('file.fetchFile', { docId: own.docId })).toMatchObject({ kind: 'file' })
  })

  test("lists, finds and deletes the caller's own files in pages", async () => {
    const [[ann, a1], [, e1]] = [await chatFiles.enter(), await chatFiles.enter()]
    const upload = chatFiles.uploadOf(a1)
    const files: UploadedFile[] = []
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
    const { kit } = server()
    const key = `im/${objectNameOf(files[0]!.url)}`
    const [row] = await kit.sql<{ part_keys: string[] }[]>`
      select part_keys from im_file where object = ${key.slice(3)}`
    expect(await kit.files.get(row!.part_keys[0]!)).not.toBeNull()
    await a1.request('file.removeFile', { docId: files[0]!.docId })
    expect((await chatFiles.openFile(files[0]!, ann.session)).status).toBe(404)
    expect(await kit.files.get(row!.part_keys[0]!)).toBeNull()
  })

  test('removes expired files and unfinished uploads', async () => {
    const [ann, a1] = await chatFiles.enter()
    const day = { type: 'file', nosSurvivalTime: 86_400 } as const
    await expect(
      chatFiles.uploadOf(a1)({ ...day, nosSurvivalTime: 86_399, blob: createBlob(randomBytes(9)) }),
    ).rejects.toMatchObject({ code: 414 })
    const file = await chatFiles.uploadOf(a1)({ ...day, blob: createBlob(randomBytes(9)) })
    const lasting = await chatFiles.uploadOf(a1)({ type: 'file', blob: createBlob(randomBytes(9)) })
    const { kit } = server()
    expect((await chatFiles.openFile(lasting, ann.session)).status).toBe(200)
    await kit.sql`update im_file set expires_at = expires_at - interval '1 day' where object = ${objectNameOf(file.url)}`
    expect((await chatFiles.openFile(file, ann.session)).status).toBe(404)
    expect(await removeExpired(kit)).toBe(1)
    expect((await kit.sql`select 1 from im_file where object = ${objectNameOf(file.url)}`).count).toBe(0)
    expect((await chatFiles.openFile(lasting, ann.session)).status).toBe(200)
  })

  test('plays a recording in ranges', async () => {
    const [ann, a1] = await chatFiles.enter()
    // the header of an MP4 file, then random bytes
    const head = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
    const bytes = Buffer.concat([head, randomBytes(900_000)])
    const file = await chatFiles.uploadOf(a1)({
      type: 'video',
      blob: createBlob(bytes, 'video/mp4'),
      dur: 1_000,
      w: 640,
      h: 360,
    })
    expect(file).toMatchObject({ ext: 'mp4', dur: 1_000, w: 640, h: 360 })
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 9],
      ['bytes=130000-262200', 130_000, 262_200],
      ['bytes=899000-', 899_000, bytes.length - 1],
      ['bytes=-24', bytes.length - 24, bytes.length - 1],
    ] as const) {
      const reply = await chatFiles.openFile(file, ann.session, { range })
      expect(reply.status).toBe(206)
      expect(reply.headers.get('content-range')).toBe(`bytes ${from}-${to}/${bytes.length}`)
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true)
    }
  })
})
