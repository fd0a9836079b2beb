// Money over HTTP: the calls of the specification, one's own orders, and what the finance office does.
import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { createEntitlements, makeTestKind } from '../../../test/paying.ts'
import { useHouse } from '../../../test/house.ts'
import { methodFor, openidOf } from './paying.ts'
import { pushRefunds } from './refunds.ts'

const kind = makeTestKind()
const house = useHouse({}, { kinds: { membershipFee: kind } })
type Person = { id: number; token: string; phone: string; username: string }
let finance: Person
let admin: Person
beforeAll(async () => {
  await createEntitlements(house())
  finance = await house().enter('finance')
  admin = await house().enter('administrator')
})

const call = (person: Person, method: string, path: string, input?: object, headers?: Record<string, string>) =>
  house().call(method, path, input, { token: person.token, ...(headers && { headers }) })
const act = (orderNo: string, result: string, seconds?: number) =>
  house().app.inject({
    method: 'POST',
    url: `/dev/pay/${orderNo}`,
    payload: { result, ...(seconds !== undefined && { seconds }) },
  })
const inWechat = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50' }
const onPhone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537.36' }

const refundNow = async () => {
  await house().kit.sql`update refund set query_at = now() where state in ('approved', 'sent')`
  await pushRefunds(house().kit)
  await house().pay.simulator!.deliverDue()
}

/** An order that is paid, with its number. */
async function paidOrder(person?: Person) {
  const payer = person ?? (await house().enter('user'))
  const { data } = await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' })
  await act(data.orderNo, 'success')
  const list = await call(finance, 'GET', '/admin/orders', { key: data.orderNo })
  return { payer, orderNo: data.orderNo as string, id: list.data.content[0].id as number }
}

describe('the three calls of the membership fee', () => {
  test('a picture of a code, the amount in cents, and 1 once it is paid', async () => {
    const payer = await house().enter('user')
    expect((await call(payer, 'GET', '/wxPay/memberMoney')).data).toEqual({ money: 20_000 })
    expect((await call(payer, 'GET', '/wxPay/memberIsPay', { userId: `${payer.id}` })).data).toBe(0)
    const reply = await house().app.inject({
      url: `/prod-api/wxPay/memberPay?userId=${payer.id}`,
      headers: { authorization: `Bearer ${payer.token}` },
    })
    expect(reply.headers['content-type']).toBe('image/png')
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'png', width: 480, height: 480 })
    expect((await call(payer, 'GET', '/wxPay/memberIsPay')).data).toBe(0)
    const mine = await call(payer, 'GET', '/order/mine')
    await act(mine.data.content[0].orderNo, 'success')
    expect((await call(payer, 'GET', '/wxPay/memberIsPay')).data).toBe(1)
    expect(await call(payer, 'GET', '/wxPay/memberPay')).toMatchObject({ status: 409, reason: 'alreadyPaid' })
  })

  test('-1 when it failed', async () => {
    const payer = await house().enter('user')
    await call(payer, 'GET', '/wxPay/memberPay')
    const mine = await call(payer, 'GET', '/order/mine')
    await act(mine.data.content[0].orderNo, 'fail')
    await house().kit.sql`update pay_attempt set query_at = now()`
    expect((await call(payer, 'GET', '/wxPay/memberIsPay')).data).toBe(-1)
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140', 'native', 'alipayQr'],
  [onPhone['user-agent'], 'h5', 'alipayWap'],
  [inWechat['user-agent'], 'jsapi', 'alipayWap'],
  ['', 'native', 'alipayQr'],
] as const)('%s pays by %s or %s', (userAgent, atWechat, atAlipay) => {
  expect(methodFor(userAgent, 'wechat')).toBe(atWechat)
  expect(methodFor(userAgent, 'alipay')).toBe(atAlipay)
})
test('a computer pays on a page of Alipay where the house has that product', () => {
  expect(methodFor('Mozilla/5.0 (X11; Linux x86_64) Chrome/140', 'alipay', 'page')).toBe('alipayPage')
})

describe('paying', () => {
  test('one sees only the own orders and codes', async () => {
    const [payer, other] = [await house().enter('user'), await house().enter('user')]
    const { data } = await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' })
    expect(data).toMatchObject({ ticket: { kind: 'qr' }, amountCents: 20_000 })
    const { orderNo } = data as { orderNo: string }
    expect((await call(payer, 'GET', '/order/qr', { orderNo })).status).toBe(200)
    for (const path of ['/order/qr', '/order/standing']) {
      expect(await call(other, 'GET', path, { orderNo })).toMatchObject({ status: 404 })
    }
    expect((await call(other, 'GET', '/order/mine')).data).toEqual({ content: [], totalElements: 0 })
    expect((await call(payer, 'GET', '/order/standing', { orderNo })).data).toMatchObject({ outcome: 0 })
    await act(orderNo, 'success')
    expect((await call(payer, 'GET', '/order/standing', { orderNo })).data).toMatchObject({
      outcome: 1,
      order: { state: 'paid', orderNo },
    })
    expect(await call(payer, 'GET', '/order/qr', { orderNo })).toMatchObject({ status: 404 })
    expect(await call(payer, 'POST', '/order/pay', { kind: 'booking' })).toMatchObject({ reason: 'nothingToPay' })
  })

  test('a phone gets a link', async () => {
    const payer = await house().enter('user')
    const { data } = await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' }, onPhone)
    expect(data.ticket).toMatchObject({ kind: 'link', url: expect.stringContaining('/dev/cashier/') as string })
  })

  test('inside WeChat it is first asked who pays, there and back, and for nobody else', async () => {
    const [payer, other] = [await house().enter('user'), await house().enter('user')]
    const first = await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' }, inWechat)
    expect(first.data).toMatchObject({ orderNo: '', ticket: { kind: 'login', url: '/pay/wechat/login' } })
    const get = (url: string, person: Person) =>
      house().app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
    const there = await get('/pay/wechat/login?back=%2Fmember%2Findex', payer)
    const authorize = await get(
      new URL(`${there.headers.location}`).pathname + new URL(`${there.headers.location}`).search,
      payer,
    )
    const { pathname, search } = new URL(`${authorize.headers.location}`)
    expect((await get(pathname + search, other)).statusCode).toBe(400)
    expect((await house().app.inject({ url: pathname + search })).statusCode).toBe(401)
    const back = await get(pathname + search, payer)
    expect(back.headers.location).toBe('/member/index')
    expect(await openidOf(house().kit, payer.id)).toMatch(/^oSimulated/)
    const second = await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' }, inWechat)
    expect(second.data.ticket).toMatchObject({ kind: 'jsapi', invoke: { signType: 'RSA' } })
    const away = await get('/pay/wechat/login?back=https%3A%2F%2Fevil.example', payer)
    const state = new URL(`${away.headers.location}`).searchParams.get('state') ?? ''
    expect(Buffer.from(state.split('.')[1] ?? '', 'base64url').toString()).toBe('/order/index')
  })
})

test('money that came too late is shown to its payer, with where it has gone', async () => {
  const payer = await house().enter('user')
  const { orderNo } = (await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' })).data as { orderNo: string }
  kind.refuseNext()
  await act(orderNo, 'success')
  const stray = async () => {
    const [listed] = (await call(payer, 'GET', '/order/mine')).data.content
    const { order } = (await call(payer, 'GET', '/order/standing', { orderNo })).data
    expect(listed.strayPayments).toEqual(order.strayPayments)
    expect(order).toMatchObject({ state: 'closed', refundedCents: 0 })
    return order.strayPayments
  }
  const time = expect.stringMatching(/^20\d\d-/) as string
  expect(await stray()).toEqual([
    {
      purpose: 'surplus',
      amountCents: 20_000,
      payTime: time,
      refund: { amountCents: 20_000, state: 'approved', way: 'back', doneTime: null },
    },
  ])
  await refundNow()
  expect(await stray()).toMatchObject([{ refund: { state: 'done', doneTime: time } }])
  const other = await paidOrder()
  const { order } = (await call(other.payer, 'GET', '/order/standing', { orderNo: other.orderNo })).data
  expect(order).toMatchObject({ state: 'paid', strayPayments: [], refunds: [] })
})

test('an amount that was not asked for is shown as being looked at', async () => {
  const payer = await house().enter('user')
  const { orderNo } = (await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' })).data as { orderNo: string }
  await act(orderNo, 'wrongAmount')
  const { order } = (await call(payer, 'GET', '/order/standing', { orderNo })).data
  expect(order).toMatchObject({
    payTime: null,
    strayPayments: [{ purpose: 'mismatch', amountCents: 19_999, refund: null }],
  })
})

describe('the finance office', () => {
  test('finds an order by its number, its payer and the number of the provider', async () => {
    const { payer, orderNo, id } = await paidOrder()
    const detail = (await call(finance, 'GET', '/admin/order', { id: `${id}` })).data
    expect(detail).toMatchObject({
      orderNo,
      state: 'paid',
      attempts: [{ method: 'native', state: 'paid' }],
      payments: [{ purpose: 'order', source: 'callback', leftCents: 20_000 }],
      entries: [{ debit: 'wechat', credit: 'income:membershipFee', cents: 20_000 }],
    })
    for (const key of [orderNo, payer.phone, detail.payments[0].transactionId]) {
      const found = await call(finance, 'GET', '/admin/orders', { key, state: 'paid', kind: 'membershipFee' })
      expect(found.data).toMatchObject({ content: [{ orderNo }], totalElements: 1 })
    }
    expect((await call(finance, 'GET', '/admin/orders', { key: '%' })).data.totalElements).toBe(0)
    expect((await call(finance, 'POST', '/admin/order/query', { id })).status).toBe(200)
  })

  const ask = (id: number, cents: number) =>
    call(finance, 'POST', '/admin/refund/ask', { paymentId: id, cents, reason: '会员重复缴费' })
  const paymentOf = async (id: number) =>
    (await call(finance, 'GET', '/admin/order', { id: `${id}` })).data.payments[0] as { id: number; leftCents: number }

  test('gives money back by two people, and what was paid for goes with it', async () => {
    const { payer, orderNo, id } = await paidOrder()
    const payment = await paymentOf(id)
    expect((await ask(payment.id, 20_000)).status).toBe(200)
    expect(await ask(payment.id, 1)).toMatchObject({ reason: 'refundTooMuch' })
    const [refund] = (await call(admin, 'GET', '/admin/refunds', { state: 'asked' })).data.content
    expect(refund).toMatchObject({ orderNo, amountCents: 20_000, isOwn: false })
    const decide = (person: Person, approved = true, note = '') =>
      call(person, 'POST', '/admin/refund/decide', { id: refund.id, approved, note })
    expect(await decide(finance)).toMatchObject({ reason: 'samePerson', status: 403 })
    expect(await decide(admin, false)).toMatchObject({ reason: 'invalid' })
    expect((await decide(admin)).status).toBe(200)
    expect(await decide(admin)).toMatchObject({ reason: 'wrongState' })
    await refundNow()
    const detail = (await call(finance, 'GET', '/admin/order', { id: `${id}` })).data
    expect(detail).toMatchObject({ state: 'refunded', refundedCents: 20_000, refunds: [{ state: 'done' }] })
    expect(detail.entries).toHaveLength(2)
    const [row] = await house().kit.sql`select state from test_entitlement where order_id = ${id}`
    expect(row?.state).toBe('refunded')
    const audit = await call(admin, 'GET', '/admin/audit')
    expect(audit.data.content.slice(0, 2).map((entry: { action: string }) => entry.action)).toEqual([
      'refundApproved',
      'refundAsked',
    ])
    // and the payer may pay again
    expect((await call(payer, 'POST', '/order/pay', { kind: 'membershipFee' })).data.orderNo).not.toBe(orderNo)
  })

  test('the database itself refuses one person as both', async () => {
    const { id } = await paidOrder()
    await ask((await paymentOf(id)).id, 100)
    await expect(house().kit.sql`update refund set decided_by = asked_by where order_id = ${id}`).rejects.toThrow(
      'refund_by_two_people',
    )
  })

  test('a part leaves the order paid; what was refused may be asked for again', async () => {
    const { id } = await paidOrder()
    const payment = await paymentOf(id)
    await ask(payment.id, 5_000)
    const [refund] = (await call(admin, 'GET', '/admin/refunds', { state: 'asked' })).data.content
    await call(admin, 'POST', '/admin/refund/decide', { id: refund.id, approved: false, note: '材料不全' })
    expect((await paymentOf(id)).leftCents).toBe(20_000)
    await ask(payment.id, 5_000)
    const [again] = (await call(admin, 'GET', '/admin/refunds', { state: 'asked' })).data.content
    await call(admin, 'POST', '/admin/refund/decide', { id: again.id, approved: true, note: '' })
    await refundNow()
    const detail = (await call(finance, 'GET', '/admin/order', { id: `${id}` })).data
    expect(detail).toMatchObject({ state: 'paid', refundedCents: 5_000 })
    expect((await paymentOf(id)).leftCents).toBe(15_000)
  })

  test('a refund that the provider cannot make is shown as such, and its money may be asked for again', async () => {
    const { id, payer, orderNo } = await paidOrder()
    const payment = await paymentOf(id)
    await ask(payment.id, 20_000)
    const [refund] = (await call(admin, 'GET', '/admin/refunds', { state: 'asked' })).data.content
    await call(admin, 'POST', '/admin/refund/decide', { id: refund.id, approved: true, note: '' })
    await house().pay.misbehave('abnormalRefund')
    await refundNow()
    const failed = (await call(admin, 'GET', '/admin/refunds', { state: 'failed' })).data.content
    expect(failed).toMatchObject([{ id: refund.id, failure: expect.stringContaining('异常') as string }])
    expect((await paymentOf(id)).leftCents).toBe(20_000)
    expect((await call(finance, 'GET', '/admin/money')).data).toMatchObject({ refundsFailed: 1 })

    // or it comes back to the house, to be paid out by hand
    const redirect = () => call(finance, 'POST', '/admin/refund/redirect', { id: refund.id })
    await ask(payment.id, 5_000)
    expect((await redirect()).reason).toBe('refundTooMuch')
    const [asked] = (await call(admin, 'GET', '/admin/refunds', { state: 'asked' })).data.content
    await call(admin, 'POST', '/admin/refund/decide', { id: asked.id, approved: false, note: '改退到本会账户' })
    await house().pay.misbehave('error500')
    expect((await redirect()).reason).toBe('payUnavailable')
    expect((await redirect()).status).toBe(200)
    expect((await redirect()).reason).toBe('wrongState')
    await refundNow()
    expect((await call(finance, 'GET', '/admin/order', { id: `${id}` })).data).toMatchObject({ state: 'refunded' })
    const { content } = (await call(admin, 'GET', '/admin/audit', { action: 'refundRedirected' })).data
    expect(content.map((entry: { actor: string }) => entry.actor)).toEqual([finance.username, finance.username])

    // and is with its payer once somebody has said so: once, with what the bank calls it
    const own = async () => (await call(payer, 'GET', '/order/standing', { orderNo })).data.order.refunds
    expect(await own()).toEqual([{ amountCents: 20_000, state: 'done', way: 'merchant', doneTime: null }])
    const waiting = async () => (await call(finance, 'GET', '/admin/refunds', { state: 'toPayOut' })).data.content
    expect(await waiting()).toMatchObject([{ id: refund.id, paidOut: null }])
    expect((await call(finance, 'GET', '/admin/money')).data).toMatchObject({ refundsToPayOut: 1 })
    const payOut = (reference: string, by = finance) =>
      call(by, 'POST', '/admin/refund/transferred', { id: refund.id, reference })
    expect(await payOut(' ')).toMatchObject({ status: 400, msg: '请填写银行流水号或汇款备注' })
    const both = await Promise.all([payOut('工行 20261122-001'), payOut('工行 20261122-001')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await payOut('再次', admin)).reason).toBe('wrongState')
    expect(await waiting()).toEqual([])
    const detail = (await call(admin, 'GET', '/admin/order', { id: `${id}` })).data
    const by = await house().kit.sql`select nickname from account where id = ${finance.id}`
    expect(detail.refunds[0]).toMatchObject({ paidOut: { by: by[0]?.['nickname'], reference: '工行 20261122-001' } })
    expect(detail.entries).toHaveLength(2) // the books have had it since it came back
    expect(await own()).toMatchObject([{ way: 'merchant', doneTime: expect.stringMatching(/^20\d\d-/) as string }])
    const told = (await call(admin, 'GET', '/admin/audit', { action: 'refundTransferred' })).data.content
    expect(told).toMatchObject([{ actor: finance.username, reason: '工行 20261122-001' }])
    const [message] = await house().kit.sql`
      select title from message where account_id = ${payer.id} order by id desc limit 1`
    expect(message?.['title']).toContain('退款200.00元已由财务人员汇给您')
  })

  test('or it goes to a card of the payer, who is told so, and whose number is kept nowhere', async () => {
    const { payer, id } = await paidOrder()
    await ask((await paymentOf(id)).id, 20_000)
    const [refund] = (await call(admin, 'GET', '/admin/refunds', { state: 'asked' })).data.content
    await call(admin, 'POST', '/admin/refund/decide', { id: refund.id, approved: true, note: '' })
    await house().pay.misbehave('abnormalRefund')
    await refundNow()
    const card = { bank: 'ICBC_DEBIT', account: '6222 0202 0011 2233 445', holder: '温知夏' }
    const redirect = (change: object = {}, by = admin) =>
      call(by, 'POST', '/admin/refund/redirect', { id: refund.id, card: { ...card, ...change } })
    // who asked for it chooses no card
    expect((await redirect({}, finance)).reason).toBe('samePerson')
    expect(await redirect({ account: '12' })).toMatchObject({ status: 400, msg: '银行卡号不正确' })
    expect((await redirect()).status).toBe(200)
    await refundNow()
    expect((await call(finance, 'GET', '/admin/order', { id: `${id}` })).data).toMatchObject({ state: 'refunded' })
    const { sql } = house().kit
    const told = await sql`select title from message where account_id = ${payer.id} order by id desc limit 1`
    expect(told).toMatchObject([{ title: expect.stringContaining('已退到您提供的银行卡') as string }])
    const { content } = (await call(admin, 'GET', '/admin/audit', { action: 'refundRedirected' })).data
    expect(JSON.stringify(content)).not.toContain('6222')
    const [trace] = await sql`select detail from audit_log where action = 'refundRedirected' order by id desc limit 1`
    expect(trace).toEqual({ detail: { to: 'payer', bank: 'ICBC_DEBIT', lastFour: '3445' } })
    const kept = await sql`select 1 from refund where refund::text like '%6222%'`
    expect(kept).toEqual([])
  })

  test('an unreachable provider does not lose an approved refund, nor make it twice', async () => {
    const { id } = await paidOrder()
    await ask((await paymentOf(id)).id, 20_000)
    const [refund] = (await call(admin, 'GET', '/admin/refunds', { state: 'asked' })).data.content
    await call(admin, 'POST', '/admin/refund/decide', { id: refund.id, approved: true, note: '' })
    await house().pay.misbehave('hangUp')
    await refundNow()
    await refundNow()
    await refundNow()
    const detail = (await call(finance, 'GET', '/admin/order', { id: `${id}` })).data
    expect(detail).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }] })
    expect(detail.entries).toHaveLength(2)
  })

  test('is nobody else', async () => {
    for (const role of ['editor', 'examiner', 'service', 'counsellor', 'user'] as const) {
      const person = await house().enter(role)
      expect((await call(person, 'GET', '/admin/money')).status).toBe(403)
    }
  })
})
