// A push service and its browsers, as RFC 8030, 8291 and 8292 describe them. It checks the sender's signature, and
// decrypts the content.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushSubscription } from '../../src/kit/push/push.ts'

type ReceivedPush = { text: string; urgency: string; ttl: number; subject: string }
export type TestBrowser = { subscription: PushSubscription; arrived: ReceivedPush[]; status: number }

/**
 * @throws Error when the token was not signed for `publicKey` and this service.
 * @returns the subject of the token
 */
function checkSignature(authorization: string, origin: string, publicKey: string): string {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('signed with another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (!isSigned || aud !== origin || Number(exp) * 1000 < Date.now()) throw new Error('not signed for this service')
  return String(sub)
}

/** Decrypts one record of aes128gcm (RFC 8188) with the browser's keys. */
function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20]!]
  const senderKey = body.subarray(21, 21 + keyLength)
  const sharedSecret = pair.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', sharedSecret, auth, info, 32))
  const deriveKey = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', deriveKey('aes128gcm', 16), deriveKey('nonce', 12))
  const record = body.subarray(21 + keyLength)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

/** @param publicKeyOf returns the key of the site, which is only known once the site runs */
export async function startPushService(publicKeyOf: () => string) {
  const browsers = new Map<string, TestBrowser & { pair: ECDH; auth: Buffer }>()
  let origin = ''
  const receivePush = async (request: IncomingMessage): Promise<number> => {
    const browser = browsers.get(request.url ?? '')
    if (!browser) return 404
    const subject = checkSignature(request.headers.authorization ?? '', origin, publicKeyOf())
    if (browser.status !== 201) return browser.status
    const { urgency, ttl } = request.headers
    const text = decrypt(await buffer(request), browser.pair, browser.auth)
    browser.arrived.push({ text, urgency: String(urgency), ttl: Number(ttl), subject })
    return 201
  }
  const server = createServer((request, response) => {
    receivePush(request).then(
      (status) => response.writeHead(status).end(),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    openBrowser(): TestBrowser {
      const pair = createECDH('prime256v1')
      const [p256dh, auth] = [pair.generateKeys('base64url'), randomBytes(16)]
      const path = `/send/${randomBytes(8).toString('hex')}`
      const subscription = { endpoint: `${origin}${path}`, p256dh, auth: auth.toString('base64url') }
      const browser = { subscription, arrived: [], status: 201, pair, auth }
      browsers.set(path, browser)
      return browser
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
