// One suite for both stores: a folder, and S3 against a server that checks the signature.
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Files } from './files.ts'
import { makeFiles } from './make-files.ts'

const secret = 'storage/secret+key'
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** AWS Signature Version 4, as the documentation of S3 describes it. */
function isSigned(request: IncomingMessage): boolean {
  const { headers } = request
  const [, date = '', region = '', signed = '', signature = ''] =
    /Credential=[^/]+\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? []
  const url = new URL(request.url ?? '', 'http://x')
  const query = [...url.searchParams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const lines = signed
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, lines, signed, headers['x-amz-content-sha256']].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${date}/${region}/s3/aws4_request`, sha256(canonical)].join(
    '\n',
  )
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), 's3'), 'aws4_request')
  return signature === hmac(key, text).toString('hex')
}

const objects = new Map<string, Buffer>()
const store = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://x').pathname
  void buffer(request).then((body) => {
    if (!isSigned(request)) return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (request.method === 'PUT') objects.set(url, body)
    if (request.method === 'DELETE') objects.delete(url)
    const found = objects.get(url)
    if (request.method !== 'GET') return response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
    if (found) return response.writeHead(200, { 'content-length': found.length }).end(found)
    return response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  })
})

const open: Record<string, () => Promise<Files>> = {
  folder: () => makeFiles(readConfig({ DATA_DIR: mkdtempSync(path.join(tmpdir(), 'xinqiao-store-')) })),
  s3: () => {
    const { port } = store.address() as AddressInfo
    return makeFiles(
      readConfig({
        STORAGE_URL: `http://key:${encodeURIComponent(secret)}@127.0.0.1:${port}/bucket?region=cn-north-1`,
      }),
    )
  },
}

beforeAll(() => new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve)))
afterAll(() => store.close())

describe.each(Object.keys(open))('%s', (name) => {
  test('stores, replaces and removes a file', async () => {
    const files = await open[name]!()
    expect(await files.get('p/none/1.webp')).toBe(null)
    await files.put('p/k_1-a/1.webp', Buffer.from('one'), 'image/webp')
    await files.put('p/k_1-a/1.webp', Buffer.from('three'), 'image/webp')
    const found = await files.get('p/k_1-a/1.webp')
    expect([found?.bytes, (await buffer(found!.stream)).toString()]).toEqual([5, 'three'])
    await files.remove('p/k_1-a/1.webp')
    await files.remove('p/k_1-a/1.webp')
    expect(await files.get('p/k_1-a/1.webp')).toBe(null)
  })

  test.each(['../secret.key', '/etc/passwd', 'a//b', 'a/../b', '', 'a\0b', 'a\\b', 'k'.repeat(201)])(
    'the key %j is refused',
    async (key) => {
      const files = await open[name]!()
      await expect(async () => files.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(RangeError)
      await expect(async () => files.get(key)).rejects.toThrow(RangeError)
    },
  )
})
