// Tests of payments by Alipay through the API. Unlike with WeChat Pay, a code that was not scanned cannot be closed.
import { beforeAll, describe, expect, test } from 'vitest'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { decideRefund, readOrderByNo, requestRefund } from '../../../../test/steps/refund-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { pollPendingAttempts } from './poll-attempts.ts'
import { reconcileDueDays } from '../reconciliation/reconcile.ts'
import { sendOrQueryDueRefunds } from '../refunds/refunds.ts'

const server = useTestServer({}, { kinds: { membershipFee: createTestKind() } })
let finance: Caller
let admin: Caller
beforeAll(async () => {
  await createEntitlementTable(server())
  finance = await server().enter('finance')
  admin = await server().enter('administrator')
})

const startOrder = async (payer: Caller, provider: 'wechat' | 'alipay' = 'alipay', headers?: Record<string, string>) =>
  (await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee', provider }, { headers })).data
const getStatus = async (payer: Caller, orderNo: string) =>
  (await server().requestAs(payer, 'GET /order/status', { orderNo })).data.outcome
const sendNotification = (body: string) =>
  server().app.inject({
    method: 'POST',
    url: '/pay/alipay/notify',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    payload: body,
  })
const readBooks = async (orderNo: string) => {
  const { sql } = server().kit
  const [order] = await sql<{ id: number; state: string; refunded_cents: number }[]>`
    select id, state, refunded_cents from pay_order where order_no = ${orderNo}`
  const books = await sql<{ line: string }[]>`
    select debit || ' <- ' || credit || ' ' || cents as line from ledger_entry where order_id = ${order!.id} order by id`
  const attempts = await sql<{ state: string }[]>`
    select provider || ' ' || state as state from pay_attempt where order_id = ${order!.id} order by id`
  const entitled = await sql<{ state: string }[]>`select state from test_entitlement where order_id = ${order!.id}`
  return {
    state: order!.state,
    refunded: order!.refunded_cents,
    books: books.map(({ line }) => line),
    attempts: attempts.map(({ state }) => state),
    entitled: entitled[0]?.state ?? null,
  }
}

test('settles the order by the notice of an Alipay payment, and sends exactly the required reply', async () => {
  const payer = await server().enter('user')
  const { ticket, orderNo, provider, ways } = await startOrder(payer)
  expect({ ticket, provider, ways }).toEqual({
    ticket: { kind: 'qr' },
    provider: 'alipay',
    ways: ['wechat', 'alipay', 'bank'],
  })
  expect((await server().requestAs(payer, 'GET /order/qr', { orderNo })).headers['content-type']).toBe('image/png')
  expect(await getStatus(payer, orderNo)).toBe(0)
  // sends the same notice once more
  const { sql } = server().kit
  expect(await server().actOnPayment(orderNo, 'duplicate')).toBe(200)
  expect(await getStatus(payer, orderNo)).toBe(1)
  expect(await readBooks(orderNo)).toMatchObject({
    state: 'paid',
    books: ['alipay <- income:membershipFee 20000'],
    entitled: 'active',
  })
  const notices = await sql<{ body: string; verdict: string }[]>`
    select body, verdict from pay_callback where provider = 'alipay' order by id desc limit 2`
  expect(notices.map(({ verdict }) => verdict)).toEqual(['known', 'settled'])
  const replayed = await sendNotification(notices[0]!.body)
  expect([replayed.statusCode, replayed.body]).toEqual([200, 'success'])
  const forged = await sendNotification(notices[0]!.body.replace('total_amount=200.00', 'total_amount=200.01'))
  expect([forged.statusCode, forged.body]).toEqual([401, 'failure'])
  expect(await readBooks(orderNo)).toMatchObject({ books: ['alipay <- income:membershipFee 20000'] })
})

test('does not acknowledge a notice that was not stored, and receives it again', async () => {
  const payer = await server().enter('user')
  const { orderNo } = await startOrder(payer)
  const { sql } = server().kit
  await server().owner`alter table test_entitlement rename to test_entitlement_away`
  await server().actOnPayment(orderNo, 'success')
  expect(await sql`select state from pay_order where order_no = ${orderNo}`).toMatchObject([{ state: 'open' }])
  await server().owner`alter table test_entitlement_away rename to test_entitlement`
  await sql`update simulated_callback set next_at = now()`
  await server().pay.simulator!.deliverDue()
  expect(await readBooks(orderNo)).toMatchObject({ state: 'paid', entitled: 'active' })
})

test('settles nothing after a wrong amount, and waits for finance staff', async () => {
  const payer = await server().enter('user')
  const { orderNo } = await startOrder(payer)
  await server().actOnPayment(orderNo, 'wrongAmount')
  expect(await getStatus(payer, orderNo)).toBe(-1)
  expect(await readBooks(orderNo)).toMatchObject({ state: 'open', books: ['alipay <- owed 19999'], entitled: null })
})

test('offers a new code after a failed payment of the same order', async () => {
  const payer = await server().enter('user')
  const { orderNo } = await startOrder(payer)
  await server().actOnPayment(orderNo, 'fail')
  await server().kit.sql`update pay_attempt set query_at = now()`
  expect(await getStatus(payer, orderNo)).toBe(-1)
  expect((await startOrder(payer)).orderNo).toBe(orderNo)
  await server().actOnPayment(orderNo, 'success')
  expect(await readBooks(orderNo)).toMatchObject({ state: 'paid', attempts: ['alipay closed', 'alipay paid'] })
})

test('refunds the later of two payments at different providers, whose code could not be closed', async () => {
  const payer = await server().enter('user')
  const { orderNo } = await startOrder(payer)
  const again = await startOrder(payer, 'wechat')
  expect(again).toMatchObject({ orderNo, provider: 'wechat' })
  await server().actOnPayment(`${orderNo}-2`, 'success')
  expect(await server().actOnPayment(`${orderNo}-1`, 'success')).toBe(200)
  await server().kit.sql`update refund set query_at = now() where state in ('approved', 'sent')`
  await sendOrQueryDueRefunds(server().kit)
  expect(await readBooks(orderNo)).toMatchObject({
    state: 'paid',
    refunded: 0,
    books: ['wechat <- income:membershipFee 20000', 'alipay <- owed 20000', 'owed <- alipay 20000'],
    attempts: ['alipay paid', 'wechat paid'],
  })
})

test('queries Alipay when no notice arrives', async () => {
  const payer = await server().enter('user')
  const { orderNo } = await startOrder(payer)
  const { sql } = server().kit
  await sql`
    update simulated_trade set state = 'SUCCESS', paid_cents = total_cents, paid_at = now(), transaction_id = '2026silent'
    where out_trade_no = ${`${orderNo}_1`}`
  await sql`update pay_attempt set query_at = now()`
  await pollPendingAttempts(server().kit)
  expect(await readBooks(orderNo)).toMatchObject({ state: 'paid', books: ['alipay <- income:membershipFee 20000'] })
})

test('requires two people to approve a refund, and agrees with the daily bill', async () => {
  const payer = await server().enter('user')
  const { orderNo } = await startOrder(payer)
  await server().actOnPayment(orderNo, 'success')
  const { id } = await readOrderByNo(server(), finance, orderNo)
  const refundId = await requestRefund(server(), finance, id, 20_000)
  expect(await decideRefund(server(), finance, refundId)).toMatchObject({ reason: 'samePerson' })
  expect((await decideRefund(server(), admin, refundId)).status).toBe(200)
  await sendOrQueryDueRefunds(server().kit)
  expect(await readBooks(orderNo)).toMatchObject({
    state: 'refunded',
    books: ['alipay <- income:membershipFee 20000', 'income:membershipFee <- alipay 20000'],
    entitled: 'refunded',
  })
  // the callback about the refund changes nothing
  await server().pay.simulator!.deliverDue()
  expect(await readBooks(orderNo)).toMatchObject({ refunded: 20_000 })

  const { sql } = server().kit
  await sql`update simulated_trade set paid_at = paid_at - interval '2 days' where provider = 'alipay'`
  await sql`update simulated_refund set done_at = done_at - interval '2 days'`
  await sql`update payment set paid_at = paid_at - interval '2 days'`
  await sql`update refund set done_at = done_at - interval '2 days'`
  await sql`update pay_attempt set created_at = created_at - interval '2 days'`
  await sql`insert into simulated_trade (provider, out_trade_no, trade_type, description, total_cents, notify_url, token,
      expires_at, state, paid_cents, paid_at, transaction_id)
    values ('alipay', 'STRANGE', 'PRECREATE', '来路不明', 9900, '', 'strange', now(), 'SUCCESS', 9900,
      now() - interval '2 days', '2026strange')`
  expect(await reconcileDueDays(server().kit)).toBeGreaterThan(0)
  const { data } = await server().requestAs(finance, 'GET /admin/bills', { page: '1', size: '50' })
  const bill = data.content.find((item) => item.provider === 'alipay' && item.lines > 0)
  expect(bill).toMatchObject({ state: 'fetched', open: 1, tradeCents: bill!.fundCents })
  const { differences } = (await server().requestAs(finance, 'GET /admin/bill', { id: `${bill!.id}` })).data
  expect(differences).toMatchObject([{ kind: 'missingHere', theirCents: 9_900, transactionId: '2026strange' }])
})

describe('where it is offered', () => {
  const createHeaders = (userAgent: string) => ({ 'user-agent': userAgent })
  const inWechat = createHeaders('Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0')

  test('leads a phone to a page of Alipay, which is the default in Alipay’s own browser', async () => {
    const onPhone = createHeaders('Mozilla/5.0 (Linux; Android 15) Mobile')
    const { ticket } = await startOrder(await server().enter('user'), 'alipay', onPhone)
    expect(ticket).toMatchObject({ kind: 'link', url: expect.stringContaining('alipay.trade.wap.pay') as string })
    const inside = createHeaders('Mozilla/5.0 (iPhone) Mobile AlipayClient/10.5')
    const reply = await server().requestAs(
      await server().enter('user'),
      'POST /order/pay',
      { kind: 'membershipFee' },
      { headers: inside },
    )
    expect(reply.data).toMatchObject({ provider: 'alipay', ticket: { kind: 'link' } })
  })

  test('does not offer Alipay inside WeChat, which cannot open it', async () => {
    const payer = await server().enter('user')
    const refused = await server().requestAs(
      payer,
      'POST /order/pay',
      { kind: 'membershipFee', provider: 'alipay' },
      { headers: inWechat },
    )
    expect(refused).toMatchObject({ reason: 'payUnavailable' })
    const { data } = await server().requestAs(
      payer,
      'POST /order/pay',
      { kind: 'membershipFee' },
      { headers: inWechat },
    )
    expect(data.ways).toEqual(['wechat', 'bank'])
  })
})
