// Steps of order tests: start a payment, act at the simulator, read the books.
import { beforeAll, beforeEach } from 'vitest'
import { createEntitlements, makeTestKind } from './paying.ts'
import { useHouse } from './house.ts'
import type { SimulatedResult } from '../src/kit/pay/pay.ts'
import { readPaymentStatus } from '../src/portal/payments/checkout/payment-status.ts'
import { startPayment } from '../src/portal/payments/checkout/start-payment.ts'
import { pushRefunds } from '../src/portal/payments/refunds/refunds.ts'
import * as store from '../src/portal/payments/records/store.ts'

type Payer = { id: number }

/** A server with a test kind of order. */
export function useOrders() {
  const kind = makeTestKind()
  const house = useHouse({}, { kinds: { membershipFee: kind } })
  beforeAll(() => createEntitlements(house()))
  beforeEach(() => {
    kind.amountCents = 20_000
  })

  const newPayer = (): Promise<Payer> => house().enter('user')
  const start = (payer: Payer, change: object = {}) =>
    startPayment(house().kit, {
      accountId: payer.id,
      kind: 'membershipFee',
      given: '',
      method: 'native',
      ip: '203.0.113.9',
      ...change,
    })
  const standing = (payer: Payer) => readPaymentStatus(house().kit, payer.id, 'membershipFee')
  const act = (orderNo: string, result: SimulatedResult, seconds?: number) =>
    house().app.inject({
      method: 'POST',
      url: `/dev/pay/${orderNo}`,
      payload: { result, ...(seconds !== undefined && { seconds }) },
    })
  const orderOf = async (orderNo: string) => (await store.findByNo(house().kit.sql, orderNo))!
  const attemptsOf = async (orderNo: string) => store.listAttempts(house().kit.sql, (await orderOf(orderNo)).id)
  const entitlementOf = async (orderNo: string) => {
    const { id } = await orderOf(orderNo)
    const [row] = await house().kit.sql<{ state: string }[]>`select state from test_entitlement where order_id = ${id}`
    return row?.state ?? null
  }

  const books = async (orderNo: string) =>
    (await store.listEntries(house().kit.sql, (await orderOf(orderNo)).id)).map(
      ({ debit, credit, cents }) => `${debit} <- ${credit} ${cents}`,
    )
  const askNow = () => house().kit.sql`update pay_attempt set query_at = now()`
  const refundNow = async () => {
    await house().kit.sql`update refund set query_at = now() where state in ('approved', 'sent')`
    await pushRefunds(house().kit)
    await house().pay.simulator!.deliverDue()
  }

  const messagesOf = async (payer: Payer) =>
    (
      await house().kit.sql<{ title: string }[]>`select title from message where account_id = ${payer.id} order by id`
    ).map(({ title }) => title)

  return {
    kind,
    house,
    newPayer,
    start,
    standing,
    act,
    orderOf,
    attemptsOf,
    entitlementOf,
    books,
    askNow,
    refundNow,
    messagesOf,
  }
}
