// Tests that slow uploads are ended, so that a few clients cannot occupy all upload slots.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { filePath } from '@xinqiao/contract/im/files/file-messages.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { createUploadToken } from '../../im/file/tokens.ts'

const speed = { windowMs: 1_000, minBytesPerWindow: 64 * 1024 }
const server = useTestServer({ RATE_LIMIT: '10000000' }, { uploadSpeed: speed })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A raw connection with the bytes that it received. */
function openUpload() {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const connection = { socket, received: '' }
  socket.setEncoding('utf8').on('data', (part: string) => (connection.received += part))
  socket.on('error', () => {})
  return connection
}

const partHead =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="resume.pdf"\r\ncontent-type: application/pdf\r\n\r\n'
const requestHead = (token: string) =>
  'POST /prod-api/memberApplication/postResume HTTP/1.1\r\nhost: localhost\r\n' +
  `authorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n`

const filesLeft = () => {
  const folder = path.join(server().kit.config.dataDir, 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

test.each([
  ['after its first kilobyte', partHead + 'a'.repeat(1000)],
  ['before its file', ''],
])('ends an upload that stops %s', async (_title, begin) => {
  const user = await server().enter('user')
  const connection = openUpload()
  connection.socket.write(requestHead(user.token) + begin)
  await vi.waitFor(() => expect(connection.received).toContain('上传速度过慢'), { timeout: 10_000 })
  expect(connection.received).toMatch(/^HTTP\/1\.1 400 /)
  await vi.waitFor(() => expect(filesLeft()).toEqual([]))
})

test('ends slow uploads, and gives their slots to others', async () => {
  const user = await server().enter('user')
  const slow = [openUpload(), openUpload()]
  for (const { socket } of slow) {
    socket.write(requestHead(user.token) + partHead)
    const timer = setInterval(() => socket.write('a'.repeat(100)), 20)
    socket.once('close', () => clearInterval(timer))
  }
  await vi.waitFor(() => expect(filesLeft()).toHaveLength(2))
  await vi.waitFor(() => expect(slow.every(({ received }) => received.includes('上传速度过慢'))).toBe(true), {
    timeout: 10_000,
  })
  const next = openUpload()
  next.socket.write(requestHead(user.token) + partHead + 'a'.repeat(1000))
  await vi.waitFor(() => expect(filesLeft()).toHaveLength(1))
})

test('accepts an upload that is slow but above the minimum', async () => {
  const user = await server().enter('user')
  const connection = openUpload()
  const tail = '\r\n--b--\r\n'
  const content = Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(1_500_000)])
  const body = Buffer.concat([Buffer.from(partHead), content, Buffer.from(tail)])
  connection.socket.write(requestHead(user.token).replace('5000000', `${body.length}`))
  // sends 1 MB/s for longer than two measuring windows of body-speed.ts
  let sent = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      connection.socket.write(body.subarray(sent, sent + 50_000))
      sent += 50_000
      if (sent < body.length) return
      clearInterval(timer)
      resolve()
    }, 50)
  })
  await vi.waitFor(() => expect(connection.received).toMatch(/^HTTP\/1\.1 200 /), { timeout: 10_000 })
})

test('keeps slots free for other networks', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => server().enter('user')))
  const connections = people.flatMap(({ token }) => {
    const pair = [openUpload(), openUpload()]
    for (const { socket } of pair) socket.write(requestHead(token) + partHead)
    return pair
  })
  const listRefusedConnections = () =>
    connections.filter(({ received }) => received.includes('您所在的网络正在上传的文件较多'))
  await vi.waitFor(() => expect(listRefusedConnections()).toHaveLength(2))
})

test('disconnects a part of a chat file that stops', async () => {
  const object = 'a'.repeat(24)
  const { id } = await server().enter('user')
  const [session] = await server().kit.sql<{ id: number }[]>`select id from session where account_id = ${id}`
  const grant = { object, imId: 1, login: session!.id, survivalSeconds: 60 }
  const uploadToken = createUploadToken(server().kit.secrets, grant)
  const { socket } = openUpload()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(
    `POST ${filePath}${object} HTTP/1.1\r\nhost: localhost\r\nx-nos-token: ${uploadToken}\r\n` +
      'content-type: application/octet-stream\r\ncontent-length: 4000000\r\n\r\nbegin',
  )
  await closed
})
