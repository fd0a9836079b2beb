// Tests the WeChat Pay client with the simulator, with a public key and with a certificate.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chinaOffsetMs, dayMs } from '@xinqiao/contract/time.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import {
  openWechat,
  prepayInput,
  payAtGateway,
  trustModes,
  type WechatSimulation,
} from '../../../../test/steps/wechat-steps.ts'
import { GatewayFault, type PrepayRequest } from '../pay.ts'
import { invokeText, isSignatureValid } from '../signing.ts'

const server = useTestServer()
const chinaDayBefore = (daysAgo = 0) =>
  new Date(Date.now() + chinaOffsetMs - daysAgo * dayMs).toISOString().slice(0, 10)

describe.each(trustModes)('with a %s', (mode) => {
  let simulation: WechatSimulation
  let keys: WechatSimulation['keys']
  let gateway: WechatSimulation['gateway']
  let trades: WechatSimulation['trades']
  let client: WechatSimulation['client']
  let hasty: WechatSimulation['hasty']
  beforeAll(async () => {
    simulation = await openWechat(server(), mode)
    ;({ keys, gateway, trades, client, hasty } = simulation)
  })
  afterAll(() => simulation.gateway.close())
  const payOrder = (change: Partial<PrepayRequest> = {}) => payAtGateway(simulation, change)

  test('returns a code, a link or an invocation for the device, the same for a repeated request', async () => {
    const native = prepayInput()
    const ticket = await client.prepay(native)
    expect(ticket).toMatchObject({ kind: 'qr', url: expect.stringContaining('/dev/cashier/') as string })
    expect(await client.prepay(native)).toEqual(ticket)
    expect(await client.prepay(prepayInput({ method: 'h5' }))).toMatchObject({ kind: 'link' })
    const inside = await client.prepay(prepayInput({ method: 'jsapi', openid: 'oPayer' }))
    if (inside.kind !== 'jsapi') throw new Error('no invocation')
    const { appId, timeStamp, nonceStr, package: packageText, paySign } = inside.invoke
    expect(isSignatureValid(invokeText(appId, timeStamp, nonceStr, packageText), paySign, keys.merchantPublic)).toBe(
      true,
    )
    await expect(client.prepay(prepayInput({ method: 'jsapi' }))).rejects.toThrow(GatewayFault)
    await expect(client.prepay({ ...native, amountCents: 1 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('maps each state of a trade', async () => {
    const { attemptNo } = prepayInput()
    expect(await client.query(attemptNo)).toEqual({ state: 'absent' })
    await client.prepay(prepayInput({ attemptNo }))
    expect(await client.query(attemptNo)).toEqual({ state: 'waiting' })
    await trades.driver.act(attemptNo, 'fail')
    expect(await client.query(attemptNo)).toEqual({ state: 'failed' })
    expect(await client.close(attemptNo)).toBe('closed')
    expect(await client.query(attemptNo)).toEqual({ state: 'closed' })
    expect(await client.close(attemptNo)).toBe('closed')
    await expect(client.prepay(prepayInput({ attemptNo }))).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    const payment = await payOrder()
    expect(payment.amountCents).toBe(20_000)
    expect(payment.transactionId).toMatch(/^42000\d{23}$/)
    expect(Math.abs(payment.paidAt.getTime() - Date.now())).toBeLessThan(60_000)
    expect(await client.close(payment.attemptNo)).toBe('paid')
  })

  test('keeps a payment that arrives while the trade is closed', async () => {
    const wanted = prepayInput()
    await client.prepay(wanted)
    gateway.injectFault('paidWhileClosing')
    expect(await client.close(wanted.attemptNo)).toBe('paid')
    expect(await client.query(wanted.attemptNo)).toMatchObject({ state: 'paid', amountCents: 20_000 })
  })

  test('requests a refund once per number, and refuses too much', async () => {
    const payment = await payOrder()
    const request = {
      refundNo: `R${payment.attemptNo}`,
      attemptNo: payment.attemptNo,
      transactionId: payment.transactionId,
      amountCents: 5_000,
      paidCents: 20_000,
      reason: '退款',
    }
    expect(await client.queryRefund(request)).toEqual({ state: 'absent' })
    expect(await client.refund(request)).toEqual({ state: 'sent' })
    expect(await client.refund(request)).toEqual({ state: 'sent' })
    await trades.driver.deliverDue()
    expect(await client.queryRefund(request)).toMatchObject({ state: 'done' })
    expect(await client.query(payment.attemptNo)).toMatchObject({ state: 'paid' })
    const more = { ...request, refundNo: `${request.refundNo}b`, amountCents: 15_001 }
    await expect(client.refund(more)).rejects.toThrow('退款金额大于可退金额')
    gateway.injectFault('abnormalRefund')
    expect(await client.refund({ ...more, amountCents: 15_000 })).toEqual({ state: 'failed' })
    const card = { bank: 'ICBC_DEBIT', account: '6222020200112233445', holder: '温知夏' } as const
    // refuses data that was not encrypted for this merchant
    await expect(client.redirectRefund!(more, { ...card, account: 'none' })).rejects.toThrow('敏感信息解密失败')
    expect(await client.redirectRefund!(more, null)).toEqual({ refundState: { state: 'sent' }, isRedirected: true })
    await trades.driver.deliverDue()
    expect(await client.redirectRefund!(more, null)).toMatchObject({
      refundState: { state: 'done' },
      isRedirected: false,
    })

    const other = await payOrder()
    const back = {
      ...request,
      refundNo: `R${other.attemptNo}`,
      transactionId: other.transactionId,
      amountCents: 20_000,
    }
    gateway.injectFault('abnormalRefund')
    await client.refund(back)
    expect(await client.redirectRefund!(back, card), 'or to a card of theirs').toMatchObject({
      refundState: { state: 'sent' },
    })
  })

  test('downloads the bill of a day and checks its hash', async () => {
    expect(await client.bill(chinaDayBefore(400), 'trade')).toBe(null)
    const payment = await payOrder({ title: '会费,`年度`,"个人"' })
    const bill = await client.bill(chinaDayBefore(), 'trade')
    expect(bill?.lines).toContainEqual({
      type: 'payment',
      transactionId: payment.transactionId,
      attemptNo: payment.attemptNo,
      cents: 20_000,
    })
    expect((await client.bill(chinaDayBefore(), 'fund'))?.totalCents).toBe(bill?.totalCents)
    gateway.injectFault('wrongHash')
    await expect(client.bill(chinaDayBefore(), 'trade')).rejects.toThrow('the bill is not what its hash says')
  })

  test.each(['wrongKey', 'unknownSerial', 'skew', 'unsigned', 'error500', 'error429', 'hangUp'] as const)(
    'treats a reply that fails like %s as none',
    async (how) => {
      const wanted = prepayInput()
      gateway.injectFault(how)
      await expect(client.prepay(wanted)).rejects.toThrow(GatewayFault)
      expect(await client.prepay(wanted)).toMatchObject({ kind: 'qr' })
    },
  )

  test('finds the result of a timed-out request by query, and repeats nothing', async () => {
    const wanted = prepayInput()
    gateway.injectFault('tooSlow')
    await expect(hasty.prepay(wanted)).rejects.toThrow(GatewayFault)
    await expect.poll(() => client.query(wanted.attemptNo)).toEqual({ state: 'waiting' })
    expect(await client.prepay(wanted)).toMatchObject({ kind: 'qr' })
    const payment = await payOrder()
    const back = { ...payment, refundNo: `R${payment.attemptNo}`, paidCents: 20_000, reason: '退款' }
    gateway.injectFault('tooSlow')
    await expect(hasty.refund(back)).rejects.toThrow(GatewayFault)
    await client.refund(back)
    await trades.driver.deliverDue()
    expect(await client.queryRefund(back)).toMatchObject({ state: 'done' })
    const lines = (await client.bill(chinaDayBefore(), 'trade'))?.lines ?? []
    expect(lines.filter((line) => line.type === 'refund' && line.refundNo === back.refundNo)).toHaveLength(1)
  })
})

test('signs the text in the documented format of WeChat', () => {
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
