// Tests of requests of the finance office: finding orders, refunds.
import { describe, expect, test } from 'vitest'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { selectLastMessage } from '../../../../test/messages.ts'
import { useOrderSteps } from '../../../../test/steps/order-request-steps.ts'

const orders = useOrderSteps()
const { server, finance, admin } = orders

describe('the finance office', () => {
  test('finds an order by its number, its payer and the number of the provider', async () => {
    const { payer, orderNo, id } = await orders.createPaidOrder()
    const detail = await orders.readOrder(id)
    expect(detail).toMatchObject({
      orderNo,
      state: 'paid',
      attempts: [{ method: 'native', state: 'paid' }],
      payments: [{ purpose: 'order', source: 'callback', leftCents: 20_000 }],
      entries: [{ debit: 'wechat', credit: 'income:membershipFee', cents: 20_000 }],
    })
    for (const key of [orderNo, payer.phone, detail.payments[0]!.transactionId]) {
      const found = await server().requestAs(finance, 'GET /admin/orders', {
        key,
        state: 'paid',
        kind: 'membershipFee',
      })
      expect(found.data).toMatchObject({ content: [{ orderNo }], totalElements: 1 })
    }
    expect((await server().requestAs(finance, 'GET /admin/orders', { key: '%' })).data.totalElements).toBe(0)
    expect((await server().requestAs(finance, 'POST /admin/order/query', { id })).status).toBe(200)
  })

  const readPayment = async (id: number) => (await orders.readOrder(id)).payments[0]!
  /** A refund of the whole order that the provider could not complete. */
  async function createFailedRefund(orderId: number): Promise<number> {
    const refundId = await orders.requestRefund(orderId, 20_000)
    await orders.decideRefund(refundId)
    await server().pay.injectFault('abnormalRefund')
    await orders.completeRefunds()
    return refundId
  }

  test('refunds with two people, and cancels what was paid for', async () => {
    const { payer, orderNo, id } = await orders.createPaidOrder()
    await orders.requestRefund(id, 20_000)
    const more = { paymentId: (await readPayment(id)).id, cents: 1, reason: '会员重复缴费' }
    expect(await server().requestAs(finance, 'POST /admin/refund/ask', more)).toMatchObject({ reason: 'refundTooMuch' })
    const [refund] = (await server().requestAs(admin, 'GET /admin/refunds', { state: 'asked' })).data.content
    expect(refund).toMatchObject({ orderNo, amountCents: 20_000, isOwn: false })
    const refundId = refund!.id
    expect(await orders.decideRefund(refundId, {}, finance)).toMatchObject({ reason: 'samePerson', status: 403 })
    expect(await orders.decideRefund(refundId, { approved: false })).toMatchObject({ reason: 'invalid' })
    expect((await orders.decideRefund(refundId)).status).toBe(200)
    expect(await orders.decideRefund(refundId)).toMatchObject({ reason: 'wrongState' })
    await orders.completeRefunds()
    const detail = await orders.readOrder(id)
    expect(detail).toMatchObject({ state: 'refunded', refundedCents: 20_000, refunds: [{ state: 'done' }] })
    expect(detail.entries).toHaveLength(2)
    const [row] = await server().kit.sql`select state from test_entitlement where order_id = ${id}`
    expect(row?.state).toBe('refunded')
    const audit = await server().requestAs(admin, 'GET /admin/audit')
    expect(audit.data.content.slice(0, 2).map((entry) => entry.action)).toEqual(['refundApproved', 'refundAsked'])
    // the payer may pay again
    expect((await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })).data.orderNo).not.toBe(
      orderNo,
    )
  })

  test('refuses one person as requester and approver in the database itself', async () => {
    const { id } = await orders.createPaidOrder()
    await orders.requestRefund(id, 100)
    await expect(server().kit.sql`update refund set decided_by = asked_by where order_id = ${id}`).rejects.toThrow(
      'refund_by_two_people',
    )
  })

  test('leaves the order paid after a partial refund, and accepts a new request after a refused one', async () => {
    const { id } = await orders.createPaidOrder()
    await orders.decideRefund(await orders.requestRefund(id, 5_000), { approved: false, note: '材料不全' })
    expect((await readPayment(id)).leftCents).toBe(20_000)
    await orders.decideRefund(await orders.requestRefund(id, 5_000))
    await orders.completeRefunds()
    const detail = await orders.readOrder(id)
    expect(detail).toMatchObject({ state: 'paid', refundedCents: 5_000 })
    expect((await readPayment(id)).leftCents).toBe(15_000)
  })

  test('shows a failed refund, and lets the payer request it again', async () => {
    const { id, payer, orderNo } = await orders.createPaidOrder()
    const refundId = await createFailedRefund(id)
    const failed = (await server().requestAs(admin, 'GET /admin/refunds', { state: 'failed' })).data.content
    expect(failed).toMatchObject([{ id: refundId, failure: expect.stringContaining('异常') as string }])
    expect((await readPayment(id)).leftCents).toBe(20_000)
    expect((await server().requestAs(finance, 'GET /admin/money')).data).toMatchObject({ refundsFailed: 1 })

    // finance staff pay another failed refund out by hand
    const redirectRefund = () => server().requestAs(finance, 'POST /admin/refund/redirect', { id: refundId })
    const secondId = await orders.requestRefund(id, 5_000)
    expect((await redirectRefund()).reason).toBe('refundTooMuch')
    await orders.decideRefund(secondId, { approved: false, note: '改退到本会账户' })
    await server().pay.injectFault('error500')
    expect((await redirectRefund()).reason).toBe('payUnavailable')
    expect((await redirectRefund()).status).toBe(200)
    expect((await redirectRefund()).reason).toBe('wrongState')
    await orders.completeRefunds()
    expect(await orders.readOrder(id)).toMatchObject({
      state: 'refunded',
    })
    const { content } = (await server().requestAs(admin, 'GET /admin/audit', { action: 'refundRedirected' })).data
    expect(content.map((entry) => entry.actor)).toEqual([finance.username, finance.username])

    // finance staff record the payout once, with the bank's number
    const readOwnRefunds = async () =>
      (await server().requestAs(payer, 'GET /order/status', { orderNo })).data.order.refunds
    expect(await readOwnRefunds()).toEqual([{ amountCents: 20_000, state: 'done', way: 'merchant', doneTime: null }])
    const listRefundsToPayOut = async () =>
      (await server().requestAs(finance, 'GET /admin/refunds', { state: 'toPayOut' })).data.content
    expect(await listRefundsToPayOut()).toMatchObject([{ id: refundId, paidOut: null }])
    expect((await server().requestAs(finance, 'GET /admin/money')).data).toMatchObject({ refundsToPayOut: 1 })
    const payOut = (reference: string, by = finance) =>
      server().requestAs(by, 'POST /admin/refund/transferred', { id: refundId, reference })
    expect(await payOut(' ')).toMatchObject({ status: 400, msg: '请填写银行流水号或汇款备注' })
    const both = await Promise.all([payOut('工行 20261122-001'), payOut('工行 20261122-001')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await payOut('再次', admin)).reason).toBe('wrongState')
    expect(await listRefundsToPayOut()).toEqual([])
    const detail = await orders.readOrder(id)
    const by = await server().kit.sql`select nickname from account where id = ${finance.id}`
    expect(detail.refunds[0]).toMatchObject({ paidOut: { by: by[0]?.['nickname'], reference: '工行 20261122-001' } })
    expect(detail.entries).toHaveLength(2) // the ledger got its entries when the money came back
    expect(await readOwnRefunds()).toMatchObject([
      { way: 'merchant', doneTime: expect.stringMatching(/^20\d\d-/) as string },
    ])
    const entries = (await server().requestAs(admin, 'GET /admin/audit', { action: 'refundTransferred' })).data.content
    expect(entries).toMatchObject([{ actor: finance.username, reason: '工行 20261122-001' }])
    const message = await selectLastMessage(server().kit.sql, payer.id)
    expect(message?.title).toContain('退款200.00元已由财务人员汇给您')
  })

  test('redirects a refund to a card of the payer, notifies them, and does not store the number', async () => {
    const { payer, id } = await orders.createPaidOrder()
    const refundId = await createFailedRefund(id)
    const card = { bank: 'ICBC_DEBIT', account: '6222 0202 0011 2233 445', holder: '温知夏' }
    const redirectToCard = (change: object = {}, by = admin) =>
      server().requestAs(by, 'POST /admin/refund/redirect', { id: refundId, card: { ...card, ...change } })
    // the person who requested the refund must not choose the card
    expect((await redirectToCard({}, finance)).reason).toBe('samePerson')
    expect(await redirectToCard({ account: '12' })).toMatchObject({ status: 400, msg: '银行卡号不正确' })
    expect((await redirectToCard()).status).toBe(200)
    await orders.completeRefunds()
    expect(await orders.readOrder(id)).toMatchObject({
      state: 'refunded',
    })
    const { sql } = server().kit
    expect((await selectLastMessage(sql, payer.id))?.title).toContain('已退到您提供的银行卡')
    const { content } = (await server().requestAs(admin, 'GET /admin/audit', { action: 'refundRedirected' })).data
    expect(JSON.stringify(content)).not.toContain('6222')
    const entry = await selectLastAuditEntry(sql, { action: 'refundRedirected' })
    expect(entry?.detail).toEqual({ to: 'payer', bank: 'ICBC_DEBIT', lastFour: '3445' })
    const leaked = await sql`select 1 from refund where refund::text like '%6222%'`
    expect(leaked).toEqual([])
  })

  test('neither loses an approved refund nor makes it twice when the provider is unreachable', async () => {
    const { id } = await orders.createPaidOrder()
    await orders.decideRefund(await orders.requestRefund(id, 20_000))
    await server().pay.injectFault('hangUp')
    await orders.completeRefunds()
    await orders.completeRefunds()
    await orders.completeRefunds()
    const detail = await orders.readOrder(id)
    expect(detail).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }] })
    expect(detail.entries).toHaveLength(2)
  })

  test('refuses all other roles', async () => {
    for (const role of ['editor', 'examiner', 'service', 'counsellor', 'user'] as const) {
      const person = await server().enter(role)
      expect((await server().requestAs(person, 'GET /admin/money')).status).toBe(403)
    }
  })
})
