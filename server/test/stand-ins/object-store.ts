// Stand-in for S3-compatible storage: path-style objects in memory, only for callers with a valid signature.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

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

async function answerRequest(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '', 'http://x').pathname
  const body = await buffer(request)
  if (!isSigned(request)) return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  if (request.method === 'PUT') objects.set(url, body)
  if (request.method === 'DELETE') objects.delete(url)
  const object = objects.get(url)
  if (request.method !== 'GET') return response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  if (object) return response.writeHead(200, { 'content-length': object.length }).end(object)
  return response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
}

export type ObjectStore = {
  /** Its address for STORAGE_URL. */
  url: string
  /** Closes the port and all connections; the objects stay. */
  stop: () => Promise<void>
  /** Listens on its port again. */
  start: () => Promise<void>
}

/** @param wantedPort a free port by default */
export async function startObjectStore(wantedPort = 0): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    void answerRequest(objects, request, response).catch(() => response.destroy())
  })
  const listenOn = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listenOn(wantedPort)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://key:${encodeURIComponent(secret)}@127.0.0.1:${port}/bucket?region=cn-north-1`,
    async stop() {
      if (!server.listening) return
      const closeEvent = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closeEvent
    },
    start: () => listenOn(port),
  }
}
