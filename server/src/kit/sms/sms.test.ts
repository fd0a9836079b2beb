// Both carriers through their SDKs, against servers that check the signature.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { makeSms } from './make-sms.ts'

type ReceivedRequest = { request: IncomingMessage; body: string }
let server: Server | undefined
afterEach(() => server?.close())

/** Starts a local carrier. @returns its address and the requests it received */
async function openCarrier(
  answer: (seen: ReceivedRequest) => unknown,
): Promise<{ address: string; seen: ReceivedRequest[] }> {
  const seen: ReceivedRequest[] = []
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { request, body: Buffer.concat(parts).toString() }
      seen.push(one)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer(one)))
    })
  })
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve)
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const message = { phone: '13800000001', code: '123456', purpose: 'register' } as const

/** ACS3-HMAC-SHA256 as Aliyun's signature page describes it. */
function isSignedForAliyun({ request, body }: ReceivedRequest, secret: string): boolean {
  const { headers } = request
  const [, signed = '', signature = ''] =
    /SignedHeaders=([^,]+),Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const url = new URL(request.url ?? '', 'http://x')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
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
function isSignedForTencent({ request, body }: ReceivedRequest, secret: string): boolean {
  const { headers } = request
  const [, date = '', service = '', signed = '', signature = ''] =
    /Credential=[^/]+\/([\d-]+)\/([^/]+)\/tc3_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? []
  // the SDK signs the host without its port, which a real carrier never has
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

const aliyun = (address: string) =>
  makeSms(
    readConfig({
      SMS_PROVIDER: 'aliyun',
      SMS_PROTOCOL: 'http',
      ALIYUN_SMS_ENDPOINT: address,
      ALIYUN_ACCESS_KEY_ID: 'id',
      ALIYUN_ACCESS_KEY_SECRET: 'aliyun-secret',
      SMS_TEMPLATE_REGISTER: 'SMS_1',
      SMS_TEMPLATE_RESET: 'SMS_2',
    }),
  )

test('aliyun gets a signed request with the number, the template and the code', async () => {
  const carrier = await openCarrier(() => ({ Code: 'OK', Message: 'OK', RequestId: '1', BizId: '1' }))
  const sms = await aliyun(carrier.address)
  await sms.send(message)
  const [seen] = carrier.seen
  const query = new URL(seen!.request.url ?? '', 'http://x').searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    PhoneNumbers: '13800000001',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"123456"}',
    SignName: '心桥',
  })
  expect(isSignedForAliyun(seen!, 'aliyun-secret')).toBe(true)
  expect(isSignedForAliyun(seen!, 'another-secret')).toBe(false)
})

test('reports a refusal of aliyun with status 200 as an error', async () => {
  const carrier = await openCarrier(() => ({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发天级流控' }))
  await expect((await aliyun(carrier.address)).send(message)).rejects.toThrow('isv.BUSINESS_LIMIT_CONTROL')
})

const tencent = (address: string) =>
  makeSms(
    readConfig({
      SMS_PROVIDER: 'tencent',
      SMS_PROTOCOL: 'http',
      TENCENT_SMS_ENDPOINT: address,
      TENCENT_SECRET_ID: 'id',
      TENCENT_SECRET_KEY: 'tencent-secret',
      TENCENT_SMS_APP_ID: '1400000000',
      SMS_TEMPLATE_REGISTER: '42',
      SMS_TEMPLATE_RESET: '43',
    }),
  )

test('tencent gets a signed request with the number, the template and the code', async () => {
  const carrier = await openCarrier(() => ({
    Response: { RequestId: '1', SendStatusSet: [{ Code: 'Ok', PhoneNumber: '+8613800000001' }] },
  }))
  const sms = await tencent(carrier.address)
  await sms.send(message)
  const [seen] = carrier.seen
  expect(JSON.parse(seen!.body)).toMatchObject({
    PhoneNumberSet: ['+8613800000001'],
    TemplateId: '42',
    TemplateParamSet: ['123456'],
    SmsSdkAppId: '1400000000',
  })
  expect(isSignedForTencent(seen!, 'tencent-secret')).toBe(true)
  expect(isSignedForTencent(seen!, 'another-secret')).toBe(false)
})

test('a refusal of tencent is an error', async () => {
  const carrier = await openCarrier(() => ({
    Response: { RequestId: '1', SendStatusSet: [{ Code: 'LimitExceeded.PhoneNumberDailyLimit' }] },
  }))
  await expect((await tencent(carrier.address)).send(message)).rejects.toThrow('LimitExceeded')
})
