// Tests that uploads are refused before their body is read, need no memory for it, and leave no files behind.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { request as sendRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { json, text } from 'node:stream/consumers'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { filePath } from '@xinqiao/contract/im/files/file-messages.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { fileForm, useTestServer } from '../../../test/test-server.ts'
import { endpoints } from '../../modules.ts'
import { uploadChecks } from './uploads.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})

const boundary = 'test-boundary'
const partHead = (field: string, name: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: video/mp4\r\n\r\n`

type OpenUpload = { request: ClientRequest; reply: Promise<{ status: number; body: { msg: string; reason?: string } }> }

/** Sends the head of an upload of `bytes` and its first kilobytes. The upload stays open. */
async function beginUpload(token: string, target: string, bytes: number): Promise<OpenUpload> {
  const request = sendRequest(`${url}/prod-api${target}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': bytes,
    },
  })
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  }).then(async (response) => ({
    status: response.statusCode ?? 0,
    body: (await json(response)) as { msg: string; reason?: string },
  }))
  reply.catch(() => {})
  request.write(partHead('file', 'work.mp4'))
  request.write(randomBytes(16_000))
  return { request, reply }
}

const filesLeft = () => {
  const folder = path.join(server().kit.config.dataDir, 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

const countFaults = () => server().logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 50).length

test('checks every upload that names an object before its file is read', () => {
  const uploads = endpoints.filter(({ definition }) => definition.upload)
  const named = uploads.filter(
    ({ definition: { input } }) => input instanceof z.ZodObject && Object.keys(input.shape).length > 0,
  )
  // the subject and the difficulty of imported questions are no objects to check
  const unchecked = named.filter(({ key }) => !(key in uploadChecks) && key !== 'POST /admin/exam/import')
  expect(unchecked.map(({ key }) => key)).toEqual([])
  expect(Object.keys(uploadChecks).filter((key) => !uploads.some((call) => call.key === key))).toEqual([])
})

test('refuses large works of a user without a submission before their bodies', async () => {
  const user = await server().enter('user')
  for (let round = 0; round < 3; round += 1) {
    const begun = await Promise.all(
      [1, 2].map(() => beginUpload(user.token, '/submission/file?id=4711', 95 * 1024 * 1024)),
    )
    for (const { request, reply } of begun) {
      expect(await reply).toMatchObject({ status: 404, body: { reason: 'notFound' } })
      request.destroy()
    }
  }
  expect(filesLeft()).toEqual([])
})

test('refuses a file that is announced as too large, and one without its id, before the body', async () => {
  const user = await server().enter('user')
  const large = await beginUpload(user.token, '/submission/file?id=1', limits.maxSubmissionBytes + 1024 * 1024)
  expect(await large.reply).toMatchObject({ status: 413, body: { msg: '文件大小不能超过100MB！' } })
  const nameless = await beginUpload(user.token, '/submission/file', 1024 * 1024)
  expect(await nameless.reply).toMatchObject({ status: 400, body: { reason: 'invalid' } })
  large.request.destroy()
  nameless.request.destroy()
})

test.each([
  ['as soon as it is too large', true, 413],
  ['of a visitor', false, 401],
] as const)('refuses a file without a stated length %s, and its rest', async (_title, hasToken, status) => {
  const token = hasToken ? (await server().enter('user')).token : ''
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const replies: string[] = []
  socket.on('data', (part: string) => replies.push(part)).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const sendChunk = (bytes: string | Buffer) => {
    socket.write(`${bytes.length.toString(16)}\r\n`)
    socket.write(bytes)
    return socket.write('\r\n')
  }
  socket.write(
    `POST /prod-api/memberApplication/postResume HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  sendChunk(partHead('file', 'resume.pdf'))
  const megabyte = randomBytes(1024 * 1024)
  let sent = 0
  while (replies.length === 0 && sent < 60) {
    sent += 1
    if (!sendChunk(megabyte)) await new Promise((resolve) => socket.once('drain', resolve))
    await new Promise(setImmediate)
  }
  await vi.waitFor(() => expect(replies.join('')).toMatch(new RegExp(`^HTTP/1.1 ${status} `)))
  expect(filesLeft()).toEqual([])
  // a client that continues to send after the reply is disconnected
  while (!socket.destroyed && sent < 1_000) {
    sent += 1
    if (!sendChunk(megabyte)) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
  }
  expect(sent).toBeLessThan(1_000)
})

test('receives two files of an account at once, and a third one when one of them is complete', async () => {
  const user = await server().enter('user')
  const beginLargeUpload = () => beginUpload(user.token, '/memberApplication/postResume', 5 * 1024 * 1024)
  const first = await beginLargeUpload()
  const second = await beginLargeUpload()
  await vi.waitFor(() => expect(filesLeft()).toHaveLength(2))
  const third = await beginLargeUpload()
  expect(await third.reply).toMatchObject({ status: 429, body: { msg: '您正在上传其他文件，请等上传完成后再试' } })
  const faults = countFaults()
  for (const { request } of [first, second, third]) request.destroy()
  // aborted uploads leave no files, and no faults in the log
  await vi.waitFor(() => expect(filesLeft()).toEqual([]))
  expect(countFaults()).toBe(faults)
  const whole = fileForm('resume.pdf', Buffer.from('%PDF-1.4 text'))
  await vi.waitFor(async () =>
    expect((await server().upload(user, 'POST /memberApplication/postResume', whole)).status).toBe(200),
  )
  expect(filesLeft()).toEqual([])
})

test('logs no fault when a client goes away in the middle of a JSON body', async () => {
  const user = await server().enter('user')
  const faults = countFaults()
  const request = sendRequest(`${url}/prod-api/problem/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', 'content-length': 1000 },
  })
  request.on('error', () => {})
  const received = new Promise((resolve) =>
    server().app.server.once('request', (incoming) => incoming.once('close', resolve)),
  )
  request.write('{"title":')
  await new Promise((resolve) => server().app.server.once('request', resolve))
  request.destroy()
  await received
  await server().requestAs(user, 'GET /auth/me')
  expect(countFaults()).toBe(faults)
})

test('answers 400 to a request whose address is not a path', async () => {
  const faults = countFaults()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('GET http://evil.example/ HTTP/1.1\r\nhost: evil.example\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  expect(countFaults()).toBe(faults)
})

test('refuses a part of a chat file before its body when the token is wrong', async () => {
  const user = await server().enter('user')
  const request = sendRequest(`${url}${filePath}${'a'.repeat(24)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'x-nos-token': 'forged', 'content-length': 4 * 1024 * 1024 },
  })
  request.write(randomBytes(1000))
  const response = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
  expect(response.statusCode).toBe(403)
  request.destroy()
})
