// Tests of the money overview: sums add up, and amounts to be refunded do not count as income.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { MoneyPeriod } from '@xinqiao/contract/orders.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { refundOrder } from '../../../../test/steps/refund-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { chinaDay } from '../../../kit/time.ts'
import { readMoneyOverview, daySpanOf } from './overview.ts'

const kinds = { membershipFee: createTestKind(), booking: createTestKind('invoice') }
const server = useTestServer({}, { kinds })
let [finance, admin]: Caller[] = []
beforeAll(async () => {
  await createEntitlementTable(server())
  finance = await server().enter('finance')
  admin = await server().enter('administrator')
})
async function pay(kind: keyof typeof kinds, result: string, cents: number): Promise<string> {
  kinds[kind].amountCents = cents
  const payer = await server().enter('user')
  const { data } = await server().requestAs(payer, 'POST /order/pay', { kind })
  await server().app.inject({ method: 'POST', url: `/dev/pay/${data.orderNo}`, payload: { result } })
  return data.orderNo
}
const refundBooking = (orderNo: string, cents: number) =>
  refundOrder(server(), { finance: finance!, admin: admin! }, orderNo, cents)
const readMoney = async (period?: MoneyPeriod) =>
  (await server().requestAs(finance!, 'GET /admin/money', period && { period })).data

test('counts income less refunds, without wrong amounts and double payments', async () => {
  const first = await pay('membershipFee', 'success', 20_000)
  await pay('membershipFee', 'success', 20_000)
  await pay('booking', 'success', 32_000)
  const wrong = await pay('membershipFee', 'wrongAmount', 20_000)
  kinds.booking.refuseNext() // delivery is no longer possible, so the payment is refunded automatically
  await pay('booking', 'success', 15_000)
  await refundBooking(first, 5_000)

  expect(await readMoney()).toMatchObject({
    period: 'month',
    kinds: [
      { kind: 'membershipFee', incomeCents: 40_000, refundCents: 5_000 },
      { kind: 'booking', incomeCents: 32_000, refundCents: 0 },
    ],
    incomeCents: 72_000,
    refundCents: 5_000,
    netCents: 67_000,
    // the late payment is refunded; the wrong amount waits for finance staff
    owedCents: 19_999,
    mismatches: 1,
    providers: [{ provider: 'wechat', cents: 67_000 + 19_999 }],
  })
  await refundBooking(wrong, 19_999)
  const after = await readMoney('all')
  expect(after).toMatchObject({ incomeCents: 72_000, refundCents: 5_000, owedCents: 0, mismatches: 0 })
  expect(after.providers).toEqual([{ provider: 'wechat', cents: after.netCents }])
})

test('shows the figures of each period', async () => {
  const { kit } = server()
  const today = chinaDay()
  const all = await readMoney('all')
  expect(await readMoneyOverview(kit, 'today', today)).toMatchObject({ netCents: all.netCents })
  // periods of other days do not contain today's entries
  const [year, month] = today.split('-').map(Number) as [number, number]
  const nextMonth = month === 12 ? `${year + 1}-01-10` : `${year}-${`${month + 1}`.padStart(2, '0')}-10`
  expect(await readMoneyOverview(kit, 'lastMonth', nextMonth)).toMatchObject({ netCents: all.netCents })
  expect(await readMoneyOverview(kit, 'month', nextMonth)).toMatchObject({
    kinds: [],
    incomeCents: 0,
    refundCents: 0,
    netCents: 0,
  })
  expect(await readMoneyOverview(kit, 'year', `${year + 1}-03-01`)).toMatchObject({ netCents: 0 })
  expect(await server().requestAs(finance!, 'GET /admin/money', { period: 'ever' })).toMatchObject({ status: 400 })
})

test('begins and ends a period with days of China, and the next one follows without a gap', () => {
  expect(daySpanOf('month', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(daySpanOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daySpanOf('lastMonth', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daySpanOf('year', '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' })
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (at) => {
      const today = chinaDay(at)
      const [last, month] = [daySpanOf('lastMonth', today), daySpanOf('month', today)]
      expect(last.to! < month.from!).toBe(true)
      expect(chinaDay(new Date(Date.parse(`${last.to}T12:00:00+08:00`) + dayMs))).toBe(month.from)
    }),
  )
})
