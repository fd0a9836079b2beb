// Tests that payments, ledger and orders always agree.
import { expect, test } from 'vitest'
import { pollPendingAttempts, closeExpiredOrders } from '../settlement/poll-attempts.ts'
import * as paymentStore from '../records/payment-store.ts'
import { selectLastMessage } from '../../../../test/messages.ts'
import { useOrders } from '../../../../test/steps/order-steps.ts'

const orders = useOrders()
const { kind, server } = orders

test('opens the cashier from the QR code, settles the payment by its callback, and notifies the payer', async () => {
  const payer = await orders.newPayer()
  const { orderNo, ticket, amountCents } = await orders.start(payer)
  expect(amountCents).toBe(20_000)
  expect(orderNo).toMatch(/^M\d{20}$/)
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 0 })
  if (ticket.kind !== 'qr') throw new Error('no code')
  const path = new URL(ticket.url).pathname
  const cashier = await server().app.inject({ url: path })
  expect(cashier.body).toContain('2026年度个人会员会费')
  expect(cashier.body).toContain('200.00')
  const paid = await server().app.inject({
    method: 'POST',
    url: path,
    payload: 'result=success',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(paid.statusCode).toBe(303)
  expect((await server().app.inject({ url: path })).body).toContain('支付成功')
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 1 })
  expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'paid' })
  expect(await orders.entitlementOf(orderNo)).toBe('active')
  expect(await orders.ledgerOf(orderNo)).toEqual(['wechat <- income:membershipFee 20000'])
  expect(await orders.messagesOf(payer)).toEqual([expect.stringContaining('已支付成功，金额200.00元')])
  await expect(orders.start(payer)).rejects.toMatchObject({ reason: 'alreadyPaid' })
})

test('answers requests to the stand-in only from this machine', async () => {
  for (const url of ['/dev/pay/M1', '/dev/cashier/x']) {
    const reply = await server().app.inject({
      method: 'POST',
      url,
      payload: { result: 'success' },
      remoteAddress: '203.0.113.9',
    })
    expect(reply.statusCode).toBe(404)
  }
  expect((await orders.actAsPayer('M1', 'success')).statusCode).toBe(404)
  expect((await orders.actAsPayer('M1', 'nothing' as never)).statusCode).toBe(400)
})

test('applies a callback that arrives twice at once only once', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  expect((await orders.actAsPayer(orderNo, 'duplicate')).json()).toMatchObject({ done: true })
  const order = await orders.orderOf(orderNo)
  expect(await paymentStore.selectPayments(server().kit.sql, order.id)).toHaveLength(1)
  expect(await orders.ledgerOf(orderNo)).toHaveLength(1)
  expect(await orders.messagesOf(payer)).toHaveLength(1)
  expect((await orders.actAsPayer(orderNo, 'success')).statusCode).toBe(409)
})

test('queries the provider when no callback arrives', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  const [attempt] = await orders.attemptsOf(orderNo)
  await orders.actAsPayer(orderNo, 'late', 0)
  await server().kit.sql`delete from simulated_callback`
  // the callback has already settled this payment, so the test uses another payer, whose callback never arrives
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 1 })
  const other = await orders.newPayer()
  const second = await orders.start(other)
  const { sql } = server().kit
  await sql`
    update simulated_trade set state = 'SUCCESS', paid_cents = total_cents, paid_at = now(), transaction_id = ${`42${attempt!.id}`}
    where out_trade_no = ${`${second.orderNo}-1`}`
  expect(await orders.statusOf(other)).toMatchObject({ outcome: 0 })
  await orders.makeAttemptsDue()
  expect(await pollPendingAttempts(server().kit)).toBeGreaterThan(0)
  expect(await orders.statusOf(other)).toMatchObject({ outcome: 1 })
  expect(await orders.entitlementOf(second.orderNo)).toBe('active')
})

test('queries the provider while the payer polls the status', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  await orders.actAsPayer(orderNo, 'fail')
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 0 })
  await orders.makeAttemptsDue()
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: -1 })
  // paying again reopens the order with a new code
  const again = await orders.start(payer)
  expect(again.orderNo).toBe(orderNo)
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 0 })
  await orders.actAsPayer(orderNo, 'success')
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 1 })
  expect((await orders.attemptsOf(orderNo)).map((attempt) => attempt.state)).toEqual(['failed', 'paid'])
})

test('shows the same code again after the screen’s timeout, and counts a late payment', async () => {
  const payer = await orders.newPayer()
  const first = await orders.start(payer)
  const again = await orders.start(payer)
  expect(again).toEqual(first)
  await orders.actAsPayer(first.orderNo, 'late', 3600)
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 0 })
  await server().kit.sql`update simulated_trade set arrives_at = now() where out_trade_no = ${`${first.orderNo}-1`}`
  await server().pay.simulator!.deliverDue()
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: 1 })
})

test('shows six concurrent browsers the same code', async () => {
  const payer = await orders.newPayer()
  const payments = await Promise.all(Array.from({ length: 6 }, () => orders.start(payer)))
  expect(new Set(payments.map(({ orderNo }) => orderNo)).size).toBe(1)
  expect(new Set(payments.map(({ ticket }) => ticket.kind === 'qr' && ticket.url)).size).toBe(1)
  expect(await orders.attemptsOf(payments[0]!.orderNo)).toHaveLength(1)
})

test('closes the previous code when another payment method is chosen, so that only one can be paid', async () => {
  const payer = await orders.newPayer()
  const first = await orders.start(payer)
  const second = await orders.start(payer, { method: 'h5' })
  expect(second.orderNo).toBe(first.orderNo)
  expect(second.ticket.kind).toBe('link')
  expect((await orders.actAsPayer(`${first.orderNo}-1`, 'success')).statusCode).toBe(409)
  await orders.actAsPayer(`${first.orderNo}-2`, 'success')
  expect((await orders.attemptsOf(first.orderNo)).map((attempt) => attempt.state)).toEqual(['closed', 'paid'])
})

test('pays the order by a payment for a closed code if no other has, and closes the newer code', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  await orders.start(payer, { method: 'h5' })
  await orders.actAsPayer(`${orderNo}-1`, 'late', 0)
  expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'paid' })
  await orders.makeAttemptsDue()
  await pollPendingAttempts(server().kit)
  expect((await orders.attemptsOf(orderNo)).map((attempt) => attempt.state)).toEqual(['paid', 'closed'])
  expect((await orders.actAsPayer(`${orderNo}-2`, 'success')).statusCode).toBe(409)
})

test('refunds a second payment automatically and notifies the payer', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  await orders.start(payer, { method: 'h5' })
  await orders.actAsPayer(`${orderNo}-2`, 'success')
  await orders.actAsPayer(`${orderNo}-1`, 'late', 0)
  expect((await orders.messagesOf(payer)).at(-1)).toContain('已自动原路退回')
  await orders.completeRefunds()
  expect(await orders.ledgerOf(orderNo)).toEqual([
    'wechat <- income:membershipFee 20000',
    'wechat <- owed 20000',
    'owed <- wechat 20000',
  ])
  expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'paid', refunded_cents: 0 })
  expect(await orders.entitlementOf(orderNo)).toBe('active')
  expect((await orders.messagesOf(payer)).at(-1)).toContain('退款200.00元已原路退回')
})

test('refunds automatically an order that cannot be delivered, and rolls its delivery back', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  kind.refuseNext()
  await orders.actAsPayer(orderNo, 'success')
  expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'closed', paid_at: null })
  expect(await orders.entitlementOf(orderNo)).toBe(null)
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: -1 })
  await orders.completeRefunds()
  expect(await orders.ledgerOf(orderNo)).toEqual(['wechat <- owed 20000', 'owed <- wechat 20000'])
})

test('books a wrong amount separately, without payment of the order, for review', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  await orders.actAsPayer(orderNo, 'wrongAmount')
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: -1 })
  expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'open' })
  expect(await orders.entitlementOf(orderNo)).toBe(null)
  expect(await orders.ledgerOf(orderNo)).toEqual(['wechat <- owed 19999'])
  expect((await orders.attemptsOf(orderNo))[0]).toMatchObject({
    state: 'failed',
    failure: '支付金额不符：应付200.00元，实付199.99元',
  })
  const notice = await selectLastMessage(server().kit.sql, payer.id)
  expect(notice).toMatchObject({ title: expect.stringContaining('收到199.99元，与应付的200.00元不符') as string })
})

test('closes an expired order at the provider first, then here; refunds a later payment', async () => {
  const payer = await orders.newPayer()
  const { orderNo } = await orders.start(payer)
  const { sql } = server().kit
  const order = await orders.orderOf(orderNo)
  await sql`update pay_order set expires_at = now() where id = ${order.id}`
  expect(await closeExpiredOrders(server().kit)).toBe(0)
  await sql`update pay_attempt set expires_at = now(), query_at = now() where order_id = ${order.id}`
  await pollPendingAttempts(server().kit)
  expect(await closeExpiredOrders(server().kit)).toBe(1)
  expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'closed' })
  expect(await orders.entitlementOf(orderNo)).toBe('closed')
  expect(await orders.statusOf(payer)).toMatchObject({ outcome: -1 })
  await orders.actAsPayer(orderNo, 'late', 0)
  await orders.completeRefunds()
  expect(await orders.ledgerOf(orderNo)).toEqual(['wechat <- owed 20000', 'owed <- wechat 20000'])
  const next = await orders.start(payer)
  expect(next.orderNo).not.toBe(orderNo)
})

test('closes the order of the old fee when the fee changes meanwhile', async () => {
  const payer = await orders.newPayer()
  const first = await orders.start(payer)
  kind.amountCents = 30_000
  const second = await orders.start(payer)
  expect(second.amountCents).toBe(30_000)
  expect(await orders.orderOf(first.orderNo)).toMatchObject({ state: 'closed' })
  expect((await orders.actAsPayer(first.orderNo, 'success')).statusCode).toBe(409)
})

test('finds that the old order has just been paid when the fee changes', async () => {
  const payer = await orders.newPayer()
  const first = await orders.start(payer)
  kind.amountCents = 30_000
  await server().pay.injectFault('paidWhileClosing')
  await expect(orders.start(payer)).rejects.toMatchObject({ reason: 'alreadyPaid' })
  expect(await orders.orderOf(first.orderNo)).toMatchObject({ state: 'paid', amount_cents: 20_000 })
})
