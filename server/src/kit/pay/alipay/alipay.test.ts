// Tests the Alipay client with the simulator, over HTTP.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chinaOffsetMs, dayMs } from '@xinqiao/contract/time.ts'
import {
  nextCertificatePem,
  nextKeyPem,
  platformCertificatePem,
  platformKeyPem,
} from '../../../../test/stand-ins/certificate.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { createAlipay } from './alipay.ts'
import { isCertificateOf, readAlipayKey, readAppKey, readCertificates, type AlipayTrust } from './keys.ts'
import { UntrustedCallbackError, GatewayFault, type PayProvider, type PrepayRequest } from '../pay.ts'
import { signText } from '../signing.ts'
import { openAlipayGateway } from './simulator/gateway.ts'
import { simulatedAppId, simulatedSellerId } from './simulator/protocol.ts'
import type { FaultServer } from '../simulator/fault-server.ts'
import { loadKeys, type SimulatorKeys } from '../simulator/keys.ts'
import type { TradeSimulator } from '../simulator/protocol.ts'
import { createTradeSimulator } from '../simulated-trades.ts'

const server = useTestServer()
let keys: SimulatorKeys
let faultServer: FaultServer
let trades: TradeSimulator
let client: PayProvider
const delivered: { headers: Record<string, string>; body: string }[] = []
beforeAll(async () => {
  const { sql, secrets } = server().kit
  keys = await loadKeys(sql, secrets)
  trades = createTradeSimulator(sql, keys, (_url, headers, body) => {
    delivered.push({ headers, body })
    return Promise.resolve(200)
  })
  faultServer = await openAlipayGateway({ sql, keys, trades, publicUrl: 'http://xinqiao.test' })
  client = createAlipay({
    gateway: `${faultServer.url}gateway.do`,
    appId: simulatedAppId,
    appKey: keys.merchant,
    trust: { alipayKey: keys.platformPublic },
    sellerId: simulatedSellerId,
    notifyUrl: () => 'http://xinqiao.test/pay/alipay/notify',
    returnUrl: () => 'http://xinqiao.test/order/index',
  })
})
afterAll(() => faultServer.close())
let count = 0
const createPrepayRequest = (change: Partial<PrepayRequest> = {}): PrepayRequest => ({
  attemptNo: `M${Date.now()}${(count += 1)}-1`,
  method: 'alipayQr',
  title: '2026年度个人会员会费',
  amountCents: 20_000,
  expiresAt: new Date(Date.now() + 7_200_000),
  ip: '203.0.113.9',
  ...change,
})
const chinaDayBefore = (daysAgo = 0) =>
  new Date(Date.now() + chinaOffsetMs - daysAgo * dayMs).toISOString().slice(0, 10)
const createPaidOrder = async (change: Partial<PrepayRequest> = {}) => {
  const wanted = createPrepayRequest(change)
  await client.prepay(wanted)
  expect(await trades.driver.act(wanted.attemptNo, 'success')).toBe(true)
  const state = await client.query(wanted.attemptNo)
  if (state.state !== 'paid') throw new Error('not paid')
  return { ...wanted, ...state }
}
const refundOf = (awaited: Awaited<ReturnType<typeof createPaidOrder>>, amountCents: number, suffix = '') => ({
  refundNo: `R${awaited.attemptNo.replace('-', '')}${suffix}`,
  attemptNo: awaited.attemptNo,
  transactionId: awaited.transactionId,
  amountCents,
  paidCents: awaited.amountCents,
  reason: '退款',
})

test('returns the same code for a repeated request, and refuses another amount', async () => {
  const wanted = createPrepayRequest({ title: '会费/年度=个人&单位,第"1"期' })
  const ticket = await client.prepay(wanted)
  expect(ticket).toMatchObject({ kind: 'qr', url: expect.stringContaining('/dev/cashier/') as string })
  expect(await client.prepay(wanted)).toEqual(ticket)
  await expect(client.prepay({ ...wanted, amountCents: 1 })).rejects.toMatchObject({ code: 'ACQ.CONTEXT_INCONSISTENT' })
  await expect(client.prepay(createPrepayRequest({ method: 'native' }))).rejects.toThrow(GatewayFault)
})

test.each(['alipayPage', 'alipayWap'] as const)(
  'redirects %s to the cashier, but not from a changed address',
  async (method) => {
    const wanted = createPrepayRequest({ method })
    const ticket = await client.prepay(wanted)
    if (ticket.kind !== 'link') throw new Error('no link')
    expect(new URL(ticket.url).searchParams.get('return_url')).toBe('http://xinqiao.test/order/index')
    expect(await client.query(wanted.attemptNo)).toEqual({ state: 'absent' })
    const opened = await fetch(ticket.url, { redirect: 'manual' })
    expect(opened.headers.get('location')).toMatch(/^http:\/\/xinqiao\.test\/dev\/cashier\//)
    expect(await client.query(wanted.attemptNo)).toEqual({ state: 'waiting' })
    const forged = await fetch(ticket.url.replace('200.00', '0.01'), { redirect: 'manual' })
    expect(forged.status).toBe(200)
    expect(await forged.text()).toContain('isv.invalid-signature')
    expect(await client.close(wanted.attemptNo)).toBe('closed')
    expect(await client.query(wanted.attemptNo)).toEqual({ state: 'closed' })
  },
)

test('keeps an unscanned code without a trade payable', async () => {
  const wanted = createPrepayRequest()
  await client.prepay(wanted)
  expect(await client.query(wanted.attemptNo)).toEqual({ state: 'absent' })
  expect(await client.close(wanted.attemptNo)).toBe('closed')
  expect(await trades.driver.act(wanted.attemptNo, 'success')).toBe(true)
  const state = await client.query(wanted.attemptNo)
  expect(state).toMatchObject({ state: 'paid', amountCents: 20_000 })
  expect(Math.abs((state.state === 'paid' ? state.paidAt.getTime() : 0) - Date.now())).toBeLessThan(60_000)
  expect(await client.close(wanted.attemptNo)).toBe('paid')
  await expect(client.prepay(wanted)).rejects.toMatchObject({ code: 'ACQ.TRADE_HAS_SUCCESS' })
})

test('keeps a payment that arrives while the trade is closed', async () => {
  const wanted = createPrepayRequest()
  await client.prepay(wanted)
  faultServer.injectFault('paidWhileClosing')
  expect(await client.close(wanted.attemptNo)).toBe('paid')
})

test('requests a refund once per number, and refuses too much', async () => {
  const payment = await createPaidOrder()
  const request = refundOf(payment, 5_000)
  expect(await client.queryRefund(request)).toEqual({ state: 'absent' })
  expect(await client.refund(request)).toMatchObject({ state: 'done' })
  expect(await client.refund(request)).toEqual({ state: 'sent' })
  expect(await client.queryRefund(request)).toMatchObject({ state: 'done' })
  await expect(client.refund(refundOf(payment, 15_001, 'b'))).rejects.toThrow('退款金额超限')
  expect(await client.refund(refundOf(payment, 15_000, 'c'))).toMatchObject({ state: 'done' })
  // the provider closes a fully refunded trade, but it was paid
  expect(await client.query(payment.attemptNo)).toMatchObject({ state: 'paid', transactionId: payment.transactionId })
})

test('reads the bill of a day', async () => {
  expect(await client.bill(chinaDayBefore(400), 'trade')).toBe(null)
  const payment = await createPaidOrder({ title: '会费“年度”' })
  await client.refund(refundOf(payment, 5_000))
  const bill = await client.bill(chinaDayBefore(), 'trade')
  const { attemptNo, transactionId } = payment
  expect(bill?.lines).toContainEqual({ type: 'payment', transactionId, attemptNo, cents: 20_000 })
  const { refundNo } = refundOf(payment, 5_000)
  expect(bill?.lines).toContainEqual({ type: 'refund', refundNo, transactionId, attemptNo, cents: 5_000 })
  expect((await client.bill(chinaDayBefore(), 'fund'))?.totalCents).toBe(bill?.totalCents)
})

test.each(['wrongKey', 'unsigned', 'error500', 'error429', 'hangUp'] as const)(
  'treats a reply that fails like %s as none',
  async (how) => {
    const wanted = createPrepayRequest()
    faultServer.injectFault(how)
    // without a reply, the library tries again once
    if (how === 'hangUp') faultServer.injectFault(how)
    await expect(client.prepay(wanted)).rejects.toThrow(GatewayFault)
    expect(await client.prepay(wanted)).toMatchObject({ kind: 'qr' })
  },
)

test('reads payments and refunds from a genuine notice', async () => {
  const payment = await createPaidOrder()
  const first = delivered.at(-1)!
  const { attemptNo, transactionId, amountCents } = payment
  expect(await client.readCallback(first.headers, first.body)).toMatchObject({
    type: 'paid',
    attemptNo,
    transactionId,
    amountCents,
  })
  await client.refund(refundOf(payment, 20_000))
  await trades.driver.deliverDue()
  const last = delivered.at(-1)!
  expect(await client.readCallback(last.headers, last.body)).toMatchObject({
    type: 'refund',
    refundNo: refundOf(payment, 1).refundNo,
    refundState: { state: 'done' },
  })
})

describe('a notice is refused', () => {
  const writeNotice = (change: Record<string, string> = {}, key = keys.platform) => {
    const fields: Record<string, string> = {
      app_id: simulatedAppId,
      seller_id: simulatedSellerId,
      out_trade_no: 'M1_1',
      trade_no: '2026112122001',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '0.01',
      gmt_payment: '2026-11-21 15:00:00',
      ...change,
    }
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signText(text, key) }).toString()
  }
  const read = (body: string) => client.readCallback({}, body)

  test('accepts a valid one', async () => {
    expect(await read(writeNotice())).toMatchObject({ type: 'paid', attemptNo: 'M1-1', amountCents: 1 })
    expect(await read(writeNotice({ trade_status: 'TRADE_CLOSED' }))).toEqual({ type: 'other', name: 'TRADE_CLOSED' })
  })

  const bad: [string, () => string][] = [
    ['whose amount was changed', () => writeNotice().replace('total_amount=0.01', 'total_amount=0.02')],
    ['that got another field', () => `${writeNotice()}&refund_fee=1.00`],
    ['signed by another key', () => writeNotice({}, keys.merchant)],
    ['signed by the older algorithm', () => writeNotice().replace('sign_type=RSA2', 'sign_type=RSA')],
    ['without a signature', () => writeNotice().replace(/&sign=[^&]*/, '')],
    ['meant for another app', () => writeNotice({ app_id: '2021000000000001' })],
    ['about money of another seller', () => writeNotice({ seller_id: '2088000000000016' })],
    ['whose amount is no number of yuan', () => writeNotice({ total_amount: '1e3' })],
    ['that is no form', () => '{}'],
    ['that is empty', () => ''],
  ]
  test.each(bad)('refuses a notice %s', async (_title, make) => {
    await expect(read(make())).rejects.toThrow(UntrustedCallbackError)
  })
})

test('accepts keys with PEM frame or as bare text', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const exportKeyBody = (type: 'pkcs8' | 'pkcs1') => privateKey.export({ type, format: 'der' }).toString('base64')
  for (const text of [
    exportKeyBody('pkcs8'),
    exportKeyBody('pkcs1'),
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ]) {
    expect(readAppKey(text).equals(privateKey)).toBe(true)
  }
  expect(readAlipayKey(publicKey.export({ type: 'spki', format: 'der' }).toString('base64')).equals(publicKey)).toBe(
    true,
  )
  expect(() => readAppKey('nothing')).toThrow()
})

describe('with certificates of both sides', () => {
  const appKey = createPrivateKey(nextKeyPem)
  const trust = { appCert: nextCertificatePem, alipayCert: platformCertificatePem, rootCert: platformCertificatePem }
  async function openCertifiedAlipay(given: AlipayTrust = trust) {
    const { sql } = server().kit
    const platform = createPrivateKey(platformKeyPem)
    const merchantPublic = createPublicKey(appKey)
    const both = { ...keys, merchant: appKey, merchantPublic, platform, platformPublic: createPublicKey(platform) }
    const certificates = { app: nextCertificatePem, own: platformCertificatePem, root: platformCertificatePem }
    const sent: string[] = []
    const own = createTradeSimulator(sql, both, (_url, _headers, body) => {
      sent.push(body)
      return Promise.resolve(200)
    })
    const gateway = await openAlipayGateway({
      sql,
      keys: both,
      trades: own,
      publicUrl: 'http://xinqiao.test',
      certificates,
    })
    const account = {
      gateway: `${gateway.url}gateway.do`,
      appId: simulatedAppId,
      appKey,
      sellerId: simulatedSellerId,
      notifyUrl: () => 'http://xinqiao.test/pay/alipay/notify',
      returnUrl: () => 'http://xinqiao.test/order/index',
    }
    return { gateway, trades: own, sent, client: createAlipay({ ...account, trust: given }) }
  }

  test('names the certificates in requests, and verifies replies and notices with the one of Alipay', async () => {
    const { gateway, trades: own, sent, client: certified } = await openCertifiedAlipay()
    const wanted = createPrepayRequest()
    expect(await certified.prepay(wanted)).toMatchObject({ kind: 'qr' })
    expect(await own.driver.act(wanted.attemptNo, 'success')).toBe(true)
    expect(await certified.query(wanted.attemptNo)).toMatchObject({ state: 'paid', amountCents: 20_000 })
    expect(await certified.readCallback({}, sent.at(-1)!)).toMatchObject({ attemptNo: wanted.attemptNo })
    gateway.injectFault('wrongKey')
    await expect(certified.query(wanted.attemptNo)).rejects.toThrow(GatewayFault)
    await gateway.close()
  })

  test('refuses another certificate before a request is sent', async () => {
    const other = await openCertifiedAlipay({ ...trust, appCert: platformCertificatePem })
    await expect(other.client.prepay(createPrepayRequest())).rejects.toMatchObject({ code: 'isv.app-cert-invalid' })
    await other.gateway.close()
    expect(isCertificateOf(nextCertificatePem, appKey)).toBe(true)
    expect(isCertificateOf(platformCertificatePem, appKey)).toBe(false)
    expect(() => readCertificates('nothing')).toThrow('no certificate')
    expect(readCertificates(platformCertificatePem + nextCertificatePem)).toContain('BEGIN CERTIFICATE')
  })
})
