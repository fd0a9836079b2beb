// The real client against the stand-in, over HTTP, in both ways of telling which key is WeChat's.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformCertificatePem, platformKeyPem } from '../../../test/certificate.ts'
import { useHouse } from '../../../test/house.ts'
import { centsOf, readTable, readTradeBill } from './bills.ts'
import { BadCallback, GatewayFault, type PayProvider, type Prepay } from './pay.ts'
import { invokeText, isSigned, makeNonce, nowSeconds, replyText, sealResource, sign } from './signing.ts'
import type { Door } from './simulator/door.ts'
import { openGateway } from './simulator/gateway.ts'
import { loadKeys, type SimulatorKeys } from './simulator/keys.ts'
import { makeTrades, type Trades } from './simulator/trades.ts'
import { simulatedAccount } from './simulator/wechat-voice.ts'
import { fixedKeys, readPlatformKeys } from './wechat-keys.ts'
import { makeWechat } from './wechat.ts'

const house = useHouse()
let count = 0
const newNo = () => `T${Date.now()}${(count += 1)}`
const order = (change: Partial<Prepay> = {}): Prepay => ({
  attemptNo: newNo(),
  method: 'native',
  title: '2026年度个人会员会费',
  amountCents: 20_000,
  expiresAt: new Date(Date.now() + 7_200_000),
  ip: '203.0.113.9',
  ...change,
})
const china = (daysAgo = 0) => new Date(Date.now() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)

describe.each(['public key', 'certificate'])('with a %s', (mode) => {
  let keys: SimulatorKeys
  let gateway: Door
  let trades: Trades
  let client: PayProvider
  /** Gives up at once, so that no test waits for as long as a payer may. */
  let hasty: PayProvider
  const delivered: { headers: Record<string, string>; body: string }[] = []

  beforeAll(async () => {
    const { sql, secrets } = house().kit
    keys = await loadKeys(sql, secrets)
    let platformKeys = { [keys.platformSerial]: keys.platformPublic }
    if (mode === 'certificate') {
      platformKeys = readPlatformKeys(platformCertificatePem, '')
      const platform = createPrivateKey(platformKeyPem)
      const [platformSerial = ''] = Object.keys(platformKeys)
      keys = { ...keys, platform, platformPublic: createPublicKey(platform), platformSerial }
    }
    trades = makeTrades(sql, keys, (_url, headers, body) => {
      delivered.push({ headers, body })
      return Promise.resolve(204)
    })
    gateway = await openGateway({ sql, keys, trades, publicUrl: 'http://xinqiao.test' })
    const account = {
      ...simulatedAccount,
      baseUrl: gateway.url,
      mchSerial: keys.mchSerial,
      mchKey: keys.merchant,
      keyring: fixedKeys(platformKeys),
      apiV3Key: keys.apiV3Key,
      notifyUrl: () => 'http://xinqiao.test/pay/wechat/notify',
    }
    client = makeWechat(account)
    hasty = makeWechat(account, 50)
  })
  afterAll(() => gateway.close())

  const paid = async (change: Partial<Prepay> = {}) => {
    const wanted = order(change)
    await client.prepay(wanted)
    expect(await trades.driver.act(wanted.attemptNo, 'success')).toBe(true)
    const state = await client.query(wanted.attemptNo)
    if (state.state !== 'paid') throw new Error('not paid')
    return { ...wanted, ...state }
  }

  test('a code, a link or an invocation for the device at hand; asking again gives the same', async () => {
    const native = order()
    const ticket = await client.prepay(native)
    expect(ticket).toMatchObject({ kind: 'qr', url: expect.stringContaining('/dev/cashier/') as string })
    expect(await client.prepay(native)).toEqual(ticket)
    expect(await client.prepay(order({ method: 'h5' }))).toMatchObject({ kind: 'link' })
    const inside = await client.prepay(order({ method: 'jsapi', openid: 'oPayer' }))
    if (inside.kind !== 'jsapi') throw new Error('no invocation')
    const { appId, timeStamp, nonceStr, package: packageText, paySign } = inside.invoke
    expect(isSigned(invokeText(appId, timeStamp, nonceStr, packageText), paySign, keys.merchantPublic)).toBe(true)
    await expect(client.prepay(order({ method: 'jsapi' }))).rejects.toThrow(GatewayFault)
    await expect(client.prepay({ ...native, amountCents: 1 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('each state of a trade', async () => {
    const { attemptNo } = order()
    expect(await client.query(attemptNo)).toEqual({ state: 'absent' })
    await client.prepay(order({ attemptNo }))
    expect(await client.query(attemptNo)).toEqual({ state: 'waiting' })
    await trades.driver.act(attemptNo, 'fail')
    expect(await client.query(attemptNo)).toEqual({ state: 'failed' })
    expect(await client.close(attemptNo)).toBe('closed')
    expect(await client.query(attemptNo)).toEqual({ state: 'closed' })
    expect(await client.close(attemptNo)).toBe('closed')
    await expect(client.prepay(order({ attemptNo }))).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    const one = await paid()
    expect(one.amountCents).toBe(20_000)
    expect(one.transactionId).toMatch(/^42000\d{23}$/)
    expect(Math.abs(one.paidAt.getTime() - Date.now())).toBeLessThan(60_000)
    expect(await client.close(one.attemptNo)).toBe('paid')
  })

  test('money that comes while the trade is being closed is not lost', async () => {
    const wanted = order()
    await client.prepay(wanted)
    gateway.misbehave('paidWhileClosing')
    expect(await client.close(wanted.attemptNo)).toBe('paid')
    expect(await client.query(wanted.attemptNo)).toMatchObject({ state: 'paid', amountCents: 20_000 })
  })

  test('a refund is asked for under its number: twice is once, and too much is refused', async () => {
    const one = await paid()
    const request = {
      refundNo: `R${one.attemptNo}`,
      attemptNo: one.attemptNo,
      transactionId: one.transactionId,
      amountCents: 5_000,
      paidCents: 20_000,
      reason: '退款',
    }
    expect(await client.queryRefund(request)).toEqual({ state: 'absent' })
    expect(await client.refund(request)).toEqual({ state: 'sent' })
    expect(await client.refund(request)).toEqual({ state: 'sent' })
    await trades.driver.deliverDue()
    expect(await client.queryRefund(request)).toMatchObject({ state: 'done' })
    expect(await client.query(one.attemptNo)).toMatchObject({ state: 'paid' })
    const more = { ...request, refundNo: `${request.refundNo}b`, amountCents: 15_001 }
    await expect(client.refund(more)).rejects.toThrow('退款金额大于可退金额')
    gateway.misbehave('abnormalRefund')
    expect(await client.refund({ ...more, amountCents: 15_000 })).toEqual({ state: 'failed' })
    // it cannot reach the payer: to our own bank account instead
    const card = { bank: 'ICBC_DEBIT', account: '6222020200112233445', holder: '温知夏' } as const
    // what was not encrypted for it is not taken
    await expect(client.redirectRefund!(more, { ...card, account: 'none' })).rejects.toThrow('敏感信息解密失败')
    expect(await client.redirectRefund!(more, null)).toEqual({ fact: { state: 'sent' }, isRedirected: true })
    await trades.driver.deliverDue()
    expect(await client.redirectRefund!(more, null)).toMatchObject({ fact: { state: 'done' }, isRedirected: false })

    const other = await paid()
    const back = {
      ...request,
      refundNo: `R${other.attemptNo}`,
      transactionId: other.transactionId,
      amountCents: 20_000,
    }
    gateway.misbehave('abnormalRefund')
    await client.refund(back)
    expect(await client.redirectRefund!(back, card), 'or to a card of theirs').toMatchObject({
      fact: { state: 'sent' },
    })
  })

  test('the bill of a day, its hash compared', async () => {
    expect(await client.bill(china(400), 'trade')).toBe(null)
    const one = await paid({ title: '会费,`年度`,"个人"' })
    const bill = await client.bill(china(), 'trade')
    expect(bill?.lines).toContainEqual({
      type: 'payment',
      transactionId: one.transactionId,
      attemptNo: one.attemptNo,
      cents: 20_000,
    })
    expect((await client.bill(china(), 'fund'))?.totalCents).toBe(bill?.totalCents)
    gateway.misbehave('wrongHash')
    await expect(client.bill(china(), 'trade')).rejects.toThrow('the bill is not what its hash says')
  })

  test.each(['wrongKey', 'unknownSerial', 'skew', 'unsigned', 'error500', 'error429', 'hangUp'] as const)(
    'an answer that goes wrong like %s counts as none',
    async (how) => {
      const wanted = order()
      gateway.misbehave(how)
      await expect(client.prepay(wanted)).rejects.toThrow(GatewayFault)
      expect(await client.prepay(wanted)).toMatchObject({ kind: 'qr' })
    },
  )

  test('what was done too slowly to be heard of is found by asking, and doing it again does nothing twice', async () => {
    const wanted = order()
    gateway.misbehave('tooSlow')
    await expect(hasty.prepay(wanted)).rejects.toThrow(GatewayFault)
    await expect.poll(() => client.query(wanted.attemptNo)).toEqual({ state: 'waiting' })
    expect(await client.prepay(wanted)).toMatchObject({ kind: 'qr' })
    const one = await paid()
    const back = { ...one, refundNo: `R${one.attemptNo}`, paidCents: 20_000, reason: '退款' }
    gateway.misbehave('tooSlow')
    await expect(hasty.refund(back)).rejects.toThrow(GatewayFault)
    await client.refund(back)
    await trades.driver.deliverDue()
    expect(await client.queryRefund(back)).toMatchObject({ state: 'done' })
    const lines = (await client.bill(china(), 'trade'))?.lines ?? []
    expect(lines.filter((line) => line.type === 'refund' && line.refundNo === back.refundNo)).toHaveLength(1)
  })

  test('a genuine callback says what was paid', async () => {
    delivered.length = 0
    const one = await paid()
    const [note] = delivered
    expect(await client.readCallback(note!.headers, note!.body)).toMatchObject({
      type: 'paid',
      attemptNo: one.attemptNo,
      transactionId: one.transactionId,
      amountCents: 20_000,
    })
    await client.refund({ ...one, refundNo: `R${one.attemptNo}`, paidCents: 20_000, reason: '退款' })
    await trades.driver.deliverDue()
    const last = delivered.at(-1)!
    expect(await client.readCallback(last.headers, last.body)).toMatchObject({
      type: 'refund',
      refundNo: `R${one.attemptNo}`,
      fact: { state: 'done' },
    })
  })

  describe('a callback is refused', () => {
    const told = (change: object = {}) => ({
      mchid: simulatedAccount.mchId,
      out_trade_no: 'T1234567',
      trade_state: 'SUCCESS',
      transaction_id: '4200001',
      success_time: '2026-11-21T15:00:00+08:00',
      amount: { total: 1 },
      ...change,
    })
    const write = (content: object, key = keys.apiV3Key) =>
      JSON.stringify({
        event_type: 'TRANSACTION.SUCCESS',
        resource: sealResource(JSON.stringify(content), key, 'transaction'),
      })
    const headersFor = (body: string, change: Record<string, string> = {}, key = keys.platform) => {
      const [timestamp, nonce] = [change['wechatpay-timestamp'] ?? nowSeconds(), makeNonce()]
      return {
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': keys.platformSerial,
        'wechatpay-signature': sign(replyText(timestamp, nonce, body), key),
        ...change,
      }
    }
    const read = (headers: Record<string, string>, body: string) => client.readCallback(headers, body)

    test('but not a good one', async () => {
      const body = write(told())
      expect(await read(headersFor(body), body)).toMatchObject({ attemptNo: 'T1234567', amountCents: 1 })
    })

    const bad: [string, () => [Record<string, string>, string]][] = [
      ['whose body was changed', () => [headersFor(write(told())), write(told({ amount: { total: 2 } }))]],
      ['signed by another key', () => [headersFor(write(told()), {}, keys.merchant), write(told())]],
      ['that names an unknown key', () => [headersFor(write(told()), { 'wechatpay-serial': 'x' }), write(told())]],
      [
        'that names a property of every object',
        () => {
          const body = write(told())
          return [headersFor(body, { 'wechatpay-serial': 'constructor' }), body]
        },
      ],
      [
        'older than five minutes',
        () => {
          const body = write(told())
          return [headersFor(body, { 'wechatpay-timestamp': `${Number(nowSeconds()) - 301}` }), body]
        },
      ],
      [
        'from the future',
        () => {
          const body = write(told())
          return [headersFor(body, { 'wechatpay-timestamp': `${Number(nowSeconds()) + 302}` }), body]
        },
      ],
      [
        'without a time',
        () => {
          const body = write(told())
          return [headersFor(body, { 'wechatpay-timestamp': 'now' }), body]
        },
      ],
      [
        'that is only a probe',
        () => {
          const body = write(told())
          return [headersFor(body, { 'wechatpay-signature': `WECHATPAY/SIGNTEST/${'A'.repeat(300)}` }), body]
        },
      ],
      [
        'meant for another merchant',
        () => {
          const body = write(told({ mchid: '1' }))
          return [headersFor(body), body]
        },
      ],
      [
        'sealed with another key',
        () => {
          const body = write(told(), '0'.repeat(32))
          return [headersFor(body), body]
        },
      ],
      ['that is no JSON', () => [headersFor('{'), '{']],
      ['without a signature', () => [{}, write(told())]],
    ]
    test.each(bad)('%s', async (_what, make) => {
      await expect(read(...make())).rejects.toThrow(BadCallback)
    })
  })
})

test('the text that is signed inside WeChat is laid out as in its documentation', () => {
  expect(
    invokeText(
      'wx2421b1c4370ec43b',
      '1554208460',
      '593BEC0C930BF1AFEB40B4A08C8FB242',
      'prepay_id=wx201410272009395522657a690389285100',
    ),
  ).toBe(
    'wx2421b1c4370ec43b\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\nprepay_id=wx201410272009395522657a690389285100\n',
  )
})

test.each([
  ['200.00', 20_000],
  ['0.01', 1],
  ['0.1', 10],
  ['-3.05', -305],
  ['1234567.89', 123_456_789],
  ['19.99', 1_999],
])('%s yuan are %i cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})
test.each(['', '1.234', '1e3', '１', 'NaN', '1,000.00'])('%j is no amount', (text) => {
  expect(() => centsOf(text)).toThrow(RangeError)
})

test('a bill that was cut short is not read', () => {
  expect(() => readTable('交易时间,商户号,金额\r\n`a,`b,`1.00\r\n')).toThrow(RangeError)
  expect(() => readTable('')).toThrow(RangeError)
  const head = '交易时间,微信订单号,商户订单号,交易状态,订单金额,申请退款金额,商户退款单号'
  const line = '`2026-11-21 10:00:00,`42,`M1-1,`SUCCESS,`200.00,`0.00,`'
  expect(readTradeBill([head, line, '总交易单数,订单总金额', '`1,`200.00'].join('\r\n')).totalCents).toBe(20_000)
  expect(() => readTradeBill([head, line, '总交易单数,订单总金额', '`2,`400.00'].join('\r\n'))).toThrow(RangeError)
})
