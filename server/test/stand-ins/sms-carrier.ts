// A local SMS carrier, and the checks of the signatures that the real carriers require.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export type ReceivedRequest = { request: IncomingMessage; body: string }
let server: Server | undefined
afterEach(() => server?.close())

/**
 * Starts a local carrier.
 * @returns its address, and the requests that it received
 */
export async function openCarrier(
  answer: (seen: ReceivedRequest) => unknown,
): Promise<{ address: string; seen: ReceivedRequest[] }> {
  const receivedRequests: ReceivedRequest[] = []
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const smsRequest = { request, body: Buffer.concat(parts).toString() }
      receivedRequests.push(smsRequest)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer(smsRequest)))
    })
  })
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve)
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen: receivedRequests }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** ACS3-HMAC-SHA256 as Aliyun's signature page describes it. */
export function isSignedForAliyun({ request, body }: ReceivedRequest, secret: string): boolean {
  const { headers } = request
  const [, signed = '', signature = ''] =
    /SignedHeaders=([^,]+),Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const url = new URL(request.url ?? '', 'http://x')
  const encodeParameter = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeParameter(name)}=${encodeParameter(value)}`)
    .join('&')
  const lines = signed
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, lines, signed, headers['x-acs-content-sha256']].join('\n')
  const expected = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
  return signature === expected && headers['x-acs-content-sha256'] === sha256(body)
}

/** TC3-HMAC-SHA256 as Tencent Cloud's signature page describes it. */
export function isSignedForTencent({ request, body }: ReceivedRequest, secret: string): boolean {
  const { headers } = request
  const [, date = '', service = '', signed = '', signature = ''] =
    /Credential=[^/]+\/([\d-]+)\/([^/]+)\/tc3_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? []
  // the SDK signs the host without its port; a real carrier has none
  const values = { ...headers, host: headers.host?.split(':')[0] }
  const lines = signed
    .split(';')
    .map((name) => `${name}:${String(values[name as 'host'])}\n`)
    .join('')
  const canonical = [request.method, '/', '', lines, signed, sha256(body)].join('\n')
  const text = ['TC3-HMAC-SHA256', headers['x-tc-timestamp'], `${date}/${service}/tc3_request`, sha256(canonical)].join(
    '\n',
  )
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request')
  return signature === hmac(key, text).toString('hex')
}
