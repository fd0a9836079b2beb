// Tests of daily bills compared with the ledger: matches, differences that are settled automatically, and each kind of
// difference.
import { hourMs } from '@xinqiao/contract/time.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { refundOrder } from '../../../../test/steps/refund-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { startPayment } from '../checkout/start-payment.ts'
import { reconcileDueDays } from './reconcile.ts'

const kind = createTestKind()
const server = useTestServer({}, { kinds: { membershipFee: kind } })
let finance: Caller
let admin: Caller
beforeAll(async () => {
  await createEntitlementTable(server())
  finance = await server().enter('finance')
  admin = await server().enter('administrator')
})

const formatDayAgo = (days: number) => new Date(Date.now() + (8 - days * 24) * hourMs).toISOString().slice(0, 10)
/** Each test uses its own day. */
let age = 1
let day = formatDayAgo(age)
beforeEach(() => {
  age += 1
  day = formatDayAgo(age)
})

/** Moves payments and refunds of the latest twelve hours back by `age` days, at the provider and in our database. */
async function movePaymentsBack() {
  const { sql } = server().kit
  const past = sql`make_interval(days => ${age})`
  await sql`update simulated_trade set paid_at = paid_at - ${past} where paid_at > now() - interval '12 hours'`
  await sql`update simulated_refund set done_at = done_at - ${past} where done_at > now() - interval '12 hours'`
  await sql`update payment set paid_at = paid_at - ${past} where paid_at > now() - interval '12 hours'`
  await sql`update refund set done_at = done_at - ${past} where done_at > now() - interval '12 hours'`
}
async function createPaidOrder() {
  const payer = await server().enter('user')
  const request = { accountId: payer.id, kind: 'membershipFee', reference: '', method: 'native', ip: '::1' } as const
  const { orderNo } = await startPayment(server().kit, request)
  await server().actOnPayment(orderNo, 'success')
  return { orderNo, attemptNo: `${orderNo}-1` }
}
const fetchBill = async () => {
  const { data, status } = await server().requestAs(finance, 'POST /admin/bill/fetch', { day })
  expect(status).toBe(200)
  return (await server().requestAs(finance, 'GET /admin/bill', { id: `${data.id}` })).data
}

test('reports a matching bill', async () => {
  await createPaidOrder()
  await createPaidOrder()
  await movePaymentsBack()
  expect(await fetchBill()).toMatchObject({
    day,
    state: 'fetched',
    lines: 2,
    tradeCents: 40_000,
    fundCents: 40_000,
    ourCents: 40_000,
    open: 0,
    tradeHash: expect.stringMatching(/^[\da-f]{40}$/) as string,
    differences: [],
  })
  expect(await server().kit.files.get(`b/wechat/${day}-trade.csv`)).not.toBe(null)
})

test('accepts a day without a bill and without payments', async () => {
  expect(await fetchBill()).toMatchObject({ state: 'none', differences: [] })
})

test('settles a payment without a callback from the bill, once', async () => {
  const payer = await server().enter('user')
  const request = { accountId: payer.id, kind: 'membershipFee', reference: '', method: 'native', ip: '::1' } as const
  const { orderNo } = await startPayment(server().kit, request)
  await server().kit.sql`
    update simulated_trade set state = 'SUCCESS', paid_cents = total_cents, paid_at = now(), transaction_id = '4200077'
    where out_trade_no = ${`${orderNo}-1`}`
  await movePaymentsBack()
  const bill = await fetchBill()
  expect(bill).toMatchObject({ open: 0, ourCents: 20_000 })
  expect(bill.differences).toMatchObject([{ kind: 'missingHere', state: 'settled', orderNo, theirCents: 20_000 }])
  const [row] = await server().kit.sql`select state from pay_order where order_no = ${orderNo}`
  expect(row?.state).toBe('paid')
  expect((await fetchBill()).differences).toHaveLength(1)
})

describe('a planted difference is found', () => {
  test('reports a payment that only the provider has', async () => {
    const { attemptNo } = await createPaidOrder()
    await movePaymentsBack()
    await server().kit.sql`
      insert into simulated_trade (out_trade_no, trade_type, description, total_cents, notify_url, token, expires_at,
        state, paid_cents, paid_at, transaction_id)
      select 'STRANGE-1', trade_type, '来路不明', 9900, notify_url, 'strange', expires_at, 'SUCCESS', 9900, paid_at, '4200099'
      from simulated_trade where out_trade_no = ${attemptNo}`
    const bill = await fetchBill()
    expect(bill).toMatchObject({ open: 1, tradeCents: 29_900, ourCents: 20_000 })
    expect(bill.differences).toMatchObject([
      { kind: 'missingHere', transactionId: '4200099', theirCents: 9_900, ourCents: null, orderId: null },
    ])
    const settleDifference = (note: string) =>
      server().requestAs(finance, 'POST /admin/bill/settle', { id: bill.differences[0]!.id, note })
    expect(await settleDifference('')).toMatchObject({ status: 400 })
    expect((await settleDifference('已与渠道核实，为线下收款码误付')).status).toBe(200)
    expect(await settleDifference('再说一次')).toMatchObject({ reason: 'wrongState' })
    // it stays settled when the bill is downloaded again
    expect(await fetchBill()).toMatchObject({
      open: 0,
      differences: [{ state: 'settled', note: '已与渠道核实，为线下收款码误付' }],
    })
    const audit = await server().requestAs(admin, 'GET /admin/audit', { action: 'differenceSettled' })
    expect(audit.data.content[0]).toMatchObject({ reason: '已与渠道核实，为线下收款码误付' })
  })

  test('reports a payment that the bill lacks', async () => {
    const { attemptNo } = await createPaidOrder()
    await createPaidOrder()
    await movePaymentsBack()
    await server().kit.sql`delete from simulated_trade where out_trade_no = ${attemptNo}`
    const bill = await fetchBill()
    expect(bill.differences).toMatchObject([{ kind: 'missingThere', ourCents: 20_000, theirCents: null }])
    expect(bill.differences[0]!.orderId).toBeGreaterThan(0)
  })

  test('reports a different amount', async () => {
    const { attemptNo } = await createPaidOrder()
    await movePaymentsBack()
    await server().kit.sql`update simulated_trade set paid_cents = 19999 where out_trade_no = ${attemptNo}`
    const bill = await fetchBill()
    expect(bill.differences).toMatchObject([{ kind: 'amount', ourCents: 20_000, theirCents: 19_999 }])
  })

  test('reports a refund that only the provider has', async () => {
    const { attemptNo } = await createPaidOrder()
    await movePaymentsBack()
    await server().kit.sql`
      insert into simulated_refund (out_refund_no, refund_id, out_trade_no, cents, state, done_at)
      select 'R-STRANGE', '50', out_trade_no, 5000, 'SUCCESS', paid_at from simulated_trade where out_trade_no = ${attemptNo}`
    const bill = await fetchBill()
    expect(bill.differences).toMatchObject([{ kind: 'missingHere', refundNo: 'R-STRANGE', theirCents: 5_000 }])
    expect(bill).toMatchObject({ tradeCents: 15_000, fundCents: 15_000 })
  })

  test('refuses a bill whose hash does not match', async () => {
    await createPaidOrder()
    await movePaymentsBack()
    await server().pay.injectFault('wrongHash')
    expect(await server().requestAs(finance, 'POST /admin/bill/fetch', { day })).toMatchObject({
      reason: 'payUnavailable',
    })
    const [row] = (await server().requestAs(finance, 'GET /admin/bills')).data.content.filter(
      (item) => item.day === day && item.provider === 'wechat',
    )
    expect(row).toMatchObject({ state: 'failed', failure: 'the bill is not what its hash says' })
    expect(await fetchBill()).toMatchObject({ state: 'fetched', failure: '' })
  })
})

test('finds a refund that ended after midnight in the bill of the day before', async () => {
  const { orderNo } = await createPaidOrder()
  await refundOrder(server(), { finance, admin }, orderNo, 20_000)
  await movePaymentsBack()
  expect(await fetchBill()).toMatchObject({ lines: 2, tradeCents: 0, ourCents: 0, open: 0 })
  await server().kit.sql`update refund set done_at = done_at + interval '1 day' where done_at is not null`
  day = formatDayAgo(age - 1)
  const next = await fetchBill()
  expect(next.differences.filter((difference) => difference.refundNo !== '')).toEqual([])
})

test('has no bill for today yet', async () => {
  expect(await server().requestAs(finance, 'POST /admin/bill/fetch', { day: formatDayAgo(0) })).toMatchObject({
    status: 400,
    data: { fields: { day: '当天的账单次日上午10点后生成，请选择更早的日期' } },
  })
})

test('downloads the bill of every day since the first payment that has none', async () => {
  const { sql } = server().kit
  await sql`delete from bill`
  await sql`update pay_attempt set created_at = now() - interval '4 days' where id = (select min(id) from pay_attempt)`
  const count = await reconcileDueDays(server().kit)
  // three or four days of two providers
  expect([6, 8]).toContain(count) // before ten in the morning, yesterday's bill is not available yet
  expect(await reconcileDueDays(server().kit)).toBe(0)
})
