// Tests of file messages as a page sends them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripAccessParams } from '@xinqiao/contract/im/files/file-messages.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson, until } from '../../../test/people.ts'
import type { UploadedFile } from '../../upload/upload-options.ts'
import { NIM } from '../../../test/tested-sdk.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
const open: NIM[] = []
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterAll(() => {
  for (const nim of open) nim.destroy()
})

async function openPersonPage(link = url) {
  const { accid, token } = await createPerson(server(), url)
  const msgs: NimMessage[] = []
  let isReady = false
  const nim = NIM.getInstance({
    account: accid,
    token,
    defaultLink: link,
    transports: ['websocket'],
    onsyncdone: () => (isReady = true),
    onmsg: (msg) => msgs.push(msg),
  })
  open.push(nim)
  await until(() => isReady, 'onsyncdone')
  return { accid, nim, msgs }
}
// a picture of one white pixel
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC'

const wait = <T>(call: (done: (error: Error | null, data?: T) => void) => void) =>
  new Promise<T>((resolve, reject) => call((error, data) => (error ? reject(error) : resolve(data!))))

test('shows a picture at once, uploads it with progress, sends it, and returns its addresses', async () => {
  const [ann, bob] = [await openPersonPage(), await openPersonPage()]
  const called: string[] = []
  const recordCall = (event: string) => (first: unknown, msg?: NimMessage) =>
    void called.push(`${event} ${JSON.stringify(first)} ${msg?.status}`)
  let atOnce: NimMessage | undefined
  const sent = await new Promise<NimMessage>((resolve, reject) => {
    atOnce = ann.nim.sendFile({
      scene: 'p2p',
      to: bob.accid,
      type: 'image',
      dataURL: dot,
      beginupload: (_upload, msg) => called.push(`begin ${msg?.status}`),
      uploadprogress: ({ percentageText }, msg) => called.push(`${percentageText} ${msg?.status}`),
      uploaderror: recordCall('uploaderror'),
      uploaddone: (error, file, msg) => called.push(`done ${error?.message ?? ''} ${file?.ext} ${msg?.idClient}`),
      beforesend: ({ file }) => called.push(`before ${file?.w}x${file?.h}`),
      done: (error, msg) => (error ? reject(error) : resolve(msg)),
    })
  })
  expect(atOnce).toMatchObject({ type: 'image', status: 'sending', flow: 'out', target: bob.accid })
  expect(called).toEqual(['begin sending', '100% sending', `done  png ${atOnce?.idClient}`, 'before 1x1'])
  expect(sent).toMatchObject({ idClient: atOnce?.idClient, status: 'success', file: { ext: 'png', w: 1, h: 1 } })
  await until(() => bob.msgs.length === 1, 'the picture')
  const file = bob.msgs[0]!.file!
  // each side signs the address with its own key
  expect({ ...file, url: stripAccessParams(file.url) }).toEqual({
    ...sent.file,
    url: stripAccessParams(sent.file!.url),
  })

  const { nim } = bob
  expect(nim.viewImageSync({ url: file.url })).toBe(file.url)
  expect(nim.viewImageThumbnail({ url: file.url, mode: 'cover', width: 80, height: 60 })).toBe(
    `${file.url}&imageView&thumbnail=80z60`,
  )
  expect(nim.viewImageThumbnail({ url: file.url, mode: 'cover', width: 5_000, height: 60 })).toBe(file.url)
  const rotated = await wait<string>((done) => nim.rotateImage({ url: file.url, angle: 450, done }))
  expect(stripAccessParams(rotated)).toBe(`${stripAccessParams(file.url)}&imageView&rotate=90`)
  expect((await fetch(rotated.replace('http://xinqiao.localhost', url))).status).toBe(200)
  const origin = await wait<string>((done) => nim.getNosOriginUrl({ safeShortUrl: file.url, done }))
  expect((await fetch(origin.replace('http://xinqiao.localhost', url))).status).toBe(200)
  const given = await wait<{ token: string; resUrl: string }>((done) =>
    nim.getNosAccessToken({ url: file.url, ext: 'x', done }),
  )
  const readFileStatus = () => fetch(given.resUrl.replace('http://xinqiao.localhost', url)).then(({ status }) => status)
  expect(await readFileStatus()).toBe(200)
  await wait((done) => nim.deleteNosAccessToken({ token: given.token, done }))
  expect(await readFileStatus()).toBe(404)
  const { list } = await wait<{ list: { docId: string }[] }>((done) => ann.nim.getFileList({ done }))
  expect(await wait((done) => ann.nim.getFile({ docId: list[0]!.docId, done }))).toMatchObject({ ext: 'png' })
  // uploads first, and sends the result afterwards
  const uploaded = await wait<UploadedFile>((done) => ann.nim.previewFile({ type: 'image', dataURL: dot, done }))
  await new Promise<void>((resolve, reject) => {
    const settleWith = (error: Error | null) => (error ? reject(error) : resolve())
    ann.nim.sendFile({ scene: 'p2p', to: bob.accid, type: 'image', file: uploaded, done: settleWith })
  })
  await until(() => bob.msgs.length === 2, 'the second picture')
})

test('reads the input of a page that empties it right after the call', async () => {
  const { nim } = await openPersonPage()
  const input = { files: [new File(['hello'], 'hello.txt', { type: 'text/plain' })] }
  const uploaded = wait<UploadedFile>((done) =>
    nim.previewFile({ type: 'file', fileInput: input as unknown as HTMLInputElement, done }),
  )
  input.files = []
  expect(await uploaded).toMatchObject({ name: 'hello.txt', size: 5 })
})

test('leaves a failed message that can be resent when an upload fails or is cancelled', async () => {
  const [ann, bob] = [await openPersonPage(), await openPersonPage()]
  const errors: string[] = []
  const base = { scene: 'p2p', to: bob.accid, type: 'file' as const }
  const sendAndFail = (options: object) =>
    new Promise<{ error: Error | null; msg: NimMessage }>((resolve) =>
      ann.nim.sendFile({
        ...base,
        uploaderror: (error) => errors.push(error.message),
        done: (error, msg) => resolve({ error, msg }),
        ...options,
      }),
    )
  const large = await sendAndFail({ blob: new Blob(['0123456789']), maxSize: 9 })
  expect(large).toMatchObject({ error: { message: 'upload file size exceeds limit' }, msg: { status: 'fail' } })
  expect(errors).toEqual(['upload file size exceeds limit'])
  expect((await sendAndFail({ blob: new Blob(['a']), dataURL: dot })).error).toMatchObject({ code: 414 })

  let isPatient = false
  const stopped = await sendAndFail({
    blob: new Blob(['in the end']),
    beginupload: ({ abort }: { abort: () => void }) => isPatient || abort(),
  })
  expect(stopped).toMatchObject({ error: { code: 'abort' }, msg: { status: 'fail' } })
  // cancelled by the page, so no error is reported
  expect(errors).toHaveLength(2)
  const refused = ann.nim.resendMsg({ msg: { ...stopped.msg, status: 'success' } }) as { error?: Error }
  expect(refused.error?.message).toContain('only failed')
  isPatient = true
  const resent = await new Promise<NimMessage>((resolve) =>
    ann.nim.resendMsg({ msg: stopped.msg, done: (_error, msg) => resolve(msg) }),
  )
  expect(resent).toMatchObject({ status: 'success', resend: true, idClient: stopped.msg.idClient })
  await until(() => bob.msgs.length === 1, 'the file')
  expect(bob.msgs[0]?.idClient).toBe(stopped.msg.idClient)
})
