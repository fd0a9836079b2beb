// Tests of the payer's requests: the membership fee, and the payer's orders.
import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { readConfig } from '../../../kit/config.ts'
import { providers } from '../../../kit/pay/providers.ts'
import { findOpenid } from './payment-method.ts'
import { useOrderSteps, inWechat, onPhone } from '../../../../test/steps/order-request-steps.ts'
import type { Caller } from '../../../../test/test-server.ts'

const orders = useOrderSteps()
const { kind, server } = orders

describe('the three requests of the membership fee', () => {
  test('returns a picture of a code, the amount in cents, and 1 after the payment', async () => {
    const payer = await server().enter('user')
    expect((await server().requestAs(payer, 'GET /wxPay/memberMoney')).data).toEqual({ money: 20_000 })
    expect((await server().requestAs(payer, 'GET /wxPay/memberIsPay', { userId: `${payer.id}` })).data).toBe(0)
    const reply = await server().app.inject({
      url: `/prod-api/wxPay/memberPay?userId=${payer.id}`,
      headers: { authorization: `Bearer ${payer.token}` },
    })
    expect(reply.headers['content-type']).toBe('image/png')
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'png', width: 480, height: 480 })
    expect((await server().requestAs(payer, 'GET /wxPay/memberIsPay')).data).toBe(0)
    const mine = await server().requestAs(payer, 'GET /order/mine')
    await orders.actAsPayer(mine.data.content[0]!.orderNo, 'success')
    expect((await server().requestAs(payer, 'GET /wxPay/memberIsPay')).data).toBe(1)
    expect(await server().requestAs(payer, 'GET /wxPay/memberPay')).toMatchObject({
      status: 409,
      reason: 'alreadyPaid',
    })
  })

  test('returns -1 for a failed payment', async () => {
    const payer = await server().enter('user')
    await server().requestAs(payer, 'GET /wxPay/memberPay')
    const mine = await server().requestAs(payer, 'GET /order/mine')
    await orders.actAsPayer(mine.data.content[0]!.orderNo, 'fail')
    await server().kit.sql`update pay_attempt set query_at = now()`
    expect((await server().requestAs(payer, 'GET /wxPay/memberIsPay')).data).toBe(-1)
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140', 'native', 'alipayQr'],
  [onPhone['user-agent'], 'h5', 'alipayWap'],
  [inWechat['user-agent'], 'jsapi', 'alipayWap'],
  ['', 'native', 'alipayQr'],
] as const)('lets %s pay by %s or %s', (userAgent, atWechat, atAlipay) => {
  expect(providers.wechat.devices.chooseMethod(userAgent, readConfig({ ALIPAY_DESKTOP: 'qr' }))).toBe(atWechat)
  expect(providers.alipay.devices.chooseMethod(userAgent, readConfig({ ALIPAY_DESKTOP: 'qr' }))).toBe(atAlipay)
})

test('leads a computer to a page of Alipay when the merchant has that product', () => {
  expect(
    providers.alipay.devices.chooseMethod(
      'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
      readConfig({ ALIPAY_DESKTOP: 'page' }),
    ),
  ).toBe('alipayPage')
})

describe('paying', () => {
  test('shows a payer only their own orders and codes', async () => {
    const [payer, other] = [await server().enter('user'), await server().enter('user')]
    const { data } = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })
    expect(data).toMatchObject({ ticket: { kind: 'qr' }, amountCents: 20_000 })
    const { orderNo } = data
    expect((await server().requestAs(payer, 'GET /order/qr', { orderNo })).status).toBe(200)
    for (const path of ['/order/qr', '/order/status']) {
      expect(await server().sendRaw('GET', path, { orderNo }, other)).toMatchObject({ status: 404 })
    }
    expect((await server().requestAs(other, 'GET /order/mine')).data).toEqual({ content: [], totalElements: 0 })
    expect((await server().requestAs(payer, 'GET /order/status', { orderNo })).data).toMatchObject({ outcome: 0 })
    await orders.actAsPayer(orderNo, 'success')
    expect((await server().requestAs(payer, 'GET /order/status', { orderNo })).data).toMatchObject({
      outcome: 1,
      order: { state: 'paid', orderNo },
    })
    expect(await server().requestAs(payer, 'GET /order/qr', { orderNo })).toMatchObject({ status: 404 })
    expect(await server().requestAs(payer, 'POST /order/pay', { kind: 'booking' })).toMatchObject({
      reason: 'nothingToPay',
    })
  })

  test('gives a phone a link', async () => {
    const payer = await server().enter('user')
    const { data } = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' }, { headers: onPhone })
    expect(data.ticket).toMatchObject({ kind: 'link', url: expect.stringContaining('/dev/cashier/') as string })
  })

  test('asks for a sign-in at WeChat first inside WeChat, and accepts it for that account only', async () => {
    const [payer, other] = [await server().enter('user'), await server().enter('user')]
    const first = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' }, { headers: inWechat })
    expect(first.data).toMatchObject({ orderNo: '', ticket: { kind: 'login', url: '/pay/wechat/login' } })
    const openAddress = (url: string, person: Caller) =>
      server().app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
    const there = await openAddress('/pay/wechat/login?back=%2Fmember%2Findex', payer)
    const authorize = await openAddress(
      new URL(`${there.headers.location}`).pathname + new URL(`${there.headers.location}`).search,
      payer,
    )
    const { pathname, search } = new URL(`${authorize.headers.location}`)
    expect((await openAddress(pathname + search, other)).statusCode).toBe(400)
    expect((await server().app.inject({ url: pathname + search })).statusCode).toBe(401)
    const back = await openAddress(pathname + search, payer)
    expect(back.headers.location).toBe('/member/index')
    expect(await findOpenid(server().kit, payer.id)).toMatch(/^oSimulated/)
    const second = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' }, { headers: inWechat })
    expect(second.data.ticket).toMatchObject({ kind: 'jsapi', invoke: { signType: 'RSA' } })
    const away = await openAddress('/pay/wechat/login?back=https%3A%2F%2Fevil.example', payer)
    const state = new URL(`${away.headers.location}`).searchParams.get('state') ?? ''
    expect(Buffer.from(state.split('.')[1] ?? '', 'base64url').toString()).toBe('/order/index')
  })
})

test('pays by Alipay without WeChat Pay, except inside WeChat', async () => {
  const payer = await server().enter('user')
  const { pay } = server().kit
  const { wechat } = pay
  const startPayment = (headers: Record<string, string>) =>
    server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' }, { headers })
  pay.wechat = null
  try {
    expect((await startPayment({})).data).toMatchObject({
      provider: 'alipay',
      ways: ['alipay', 'bank'],
      ticket: { kind: 'qr' },
    })
    expect((await startPayment(onPhone)).data).toMatchObject({ provider: 'alipay', ticket: { kind: 'link' } })
    expect(await startPayment(inWechat)).toMatchObject({ status: 503, reason: 'payUnavailable' })
  } finally {
    pay.wechat = wechat
  }
})

test('shows a late payment to its payer, with its refund', async () => {
  const payer = await server().enter('user')
  const { orderNo } = (await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })).data
  kind.refuseNext()
  await orders.actAsPayer(orderNo, 'success')
  const readStrayPayments = async () => {
    const [listed] = (await server().requestAs(payer, 'GET /order/mine')).data.content
    const { order } = (await server().requestAs(payer, 'GET /order/status', { orderNo })).data
    expect(listed!.strayPayments).toEqual(order.strayPayments)
    expect(order).toMatchObject({ state: 'closed', refundedCents: 0 })
    return order.strayPayments
  }
  const time = expect.stringMatching(/^20\d\d-/) as string
  expect(await readStrayPayments()).toEqual([
    {
      purpose: 'surplus',
      amountCents: 20_000,
      payTime: time,
      refund: { amountCents: 20_000, state: 'approved', way: 'back', doneTime: null },
    },
  ])
  await orders.completeRefunds()
  expect(await readStrayPayments()).toMatchObject([{ refund: { state: 'done', doneTime: time } }])
  const other = await orders.createPaidOrder()
  const { order } = (await server().requestAs(other.payer, 'GET /order/status', { orderNo: other.orderNo })).data
  expect(order).toMatchObject({ state: 'paid', strayPayments: [], refunds: [] })
})

test('shows a wrong amount as under review', async () => {
  const payer = await server().enter('user')
  const { orderNo } = (await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })).data
  await orders.actAsPayer(orderNo, 'wrongAmount')
  const { order } = (await server().requestAs(payer, 'GET /order/status', { orderNo })).data
  expect(order).toMatchObject({
    payTime: null,
    strayPayments: [{ purpose: 'mismatch', amountCents: 19_999, refund: null }],
  })
})
