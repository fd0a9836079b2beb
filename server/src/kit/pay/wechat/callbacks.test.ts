// Tests of callbacks of WeChat Pay: the content of genuine ones, and which ones are refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestServer } from '../../../../test/test-server.ts'
import { openWechat, payAtGateway, trustModes, type WechatSimulation } from '../../../../test/steps/wechat-steps.ts'
import { UntrustedCallbackError, type PrepayRequest } from '../pay.ts'
import { createNonce, nowSeconds, replyText, sealResource, signText } from '../signing.ts'
import { simulatedAccount } from './simulator/protocol.ts'

const server = useTestServer()

describe.each(trustModes)('with a %s', (mode) => {
  let simulation: WechatSimulation
  let keys: WechatSimulation['keys']
  let trades: WechatSimulation['trades']
  let client: WechatSimulation['client']
  let delivered: WechatSimulation['delivered']
  beforeAll(async () => {
    simulation = await openWechat(server(), mode)
    ;({ keys, trades, client, delivered } = simulation)
  })
  afterAll(() => simulation.gateway.close())
  const payOrder = (change: Partial<PrepayRequest> = {}) => payAtGateway(simulation, change)

  test('reads a payment from a genuine callback', async () => {
    delivered.length = 0
    const payment = await payOrder()
    const [note] = delivered
    expect(await client.readCallback(note!.headers, note!.body)).toMatchObject({
      type: 'paid',
      attemptNo: payment.attemptNo,
      transactionId: payment.transactionId,
      amountCents: 20_000,
    })
    await client.refund({ ...payment, refundNo: `R${payment.attemptNo}`, paidCents: 20_000, reason: '退款' })
    await trades.driver.deliverDue()
    const last = delivered.at(-1)!
    expect(await client.readCallback(last.headers, last.body)).toMatchObject({
      type: 'refund',
      refundNo: `R${payment.attemptNo}`,
      refundState: { state: 'done' },
    })
  })

  describe('a callback is refused', () => {
    const resourceWith = (change: object = {}) => ({
      mchid: simulatedAccount.mchId,
      out_trade_no: 'T1234567',
      trade_state: 'SUCCESS',
      transaction_id: '4200001',
      success_time: '2026-11-21T15:00:00+08:00',
      amount: { total: 1 },
      ...change,
    })
    const writeCallback = (content: object, key = keys.apiV3Key) =>
      JSON.stringify({
        event_type: 'TRANSACTION.SUCCESS',
        resource: sealResource(JSON.stringify(content), key, 'transaction'),
      })
    const headersFor = (body: string, change: Record<string, string> = {}, key = keys.platform) => {
      const [timestamp, nonce] = [change['wechatpay-timestamp'] ?? nowSeconds(), createNonce()]
      return {
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': keys.platformSerial,
        'wechatpay-signature': signText(replyText(timestamp, nonce, body), key),
        ...change,
      }
    }
    const read = (headers: Record<string, string>, body: string) => client.readCallback(headers, body)

    test('accepts a valid one', async () => {
      const body = writeCallback(resourceWith())
      expect(await read(headersFor(body), body)).toMatchObject({ attemptNo: 'T1234567', amountCents: 1 })
    })

    const bad: [string, () => [Record<string, string>, string]][] = [
      [
        'whose body was changed',
        () => [headersFor(writeCallback(resourceWith())), writeCallback(resourceWith({ amount: { total: 2 } }))],
      ],
      [
        'signed by another key',
        () => [headersFor(writeCallback(resourceWith()), {}, keys.merchant), writeCallback(resourceWith())],
      ],
      [
        'that names an unknown key',
        () => [headersFor(writeCallback(resourceWith()), { 'wechatpay-serial': 'x' }), writeCallback(resourceWith())],
      ],
      [
        'that names a property of every object',
        () => {
          const body = writeCallback(resourceWith())
          return [headersFor(body, { 'wechatpay-serial': 'constructor' }), body]
        },
      ],
      [
        'older than five minutes',
        () => {
          const body = writeCallback(resourceWith())
          return [headersFor(body, { 'wechatpay-timestamp': `${Number(nowSeconds()) - 301}` }), body]
        },
      ],
      [
        'from the future',
        () => {
          const body = writeCallback(resourceWith())
          return [headersFor(body, { 'wechatpay-timestamp': `${Number(nowSeconds()) + 302}` }), body]
        },
      ],
      [
        'without a time',
        () => {
          const body = writeCallback(resourceWith())
          return [headersFor(body, { 'wechatpay-timestamp': 'now' }), body]
        },
      ],
      [
        'that is only a probe',
        () => {
          const body = writeCallback(resourceWith())
          return [headersFor(body, { 'wechatpay-signature': `WECHATPAY/SIGNTEST/${'A'.repeat(300)}` }), body]
        },
      ],
      [
        'meant for another merchant',
        () => {
          const body = writeCallback(resourceWith({ mchid: '1' }))
          return [headersFor(body), body]
        },
      ],
      [
        'sealed with another key',
        () => {
          const body = writeCallback(resourceWith(), '0'.repeat(32))
          return [headersFor(body), body]
        },
      ],
      ['that is no JSON', () => [headersFor('{'), '{']],
      ['without a signature', () => [{}, writeCallback(resourceWith())]],
    ]
    test.each(bad)('refuses a callback %s', async (_title, make) => {
      await expect(read(...make())).rejects.toThrow(UntrustedCallbackError)
    })
  })
})
