// Steps of order tests: start a payment, act as payer at the simulator, read the books.
import { beforeAll, beforeEach } from 'vitest'
import { listMessageTitles } from '../messages.ts'
import { createEntitlementTable, createTestKind } from './test-order-kind.ts'
import { completeRefunds } from './refund-steps.ts'
import { useTestServer } from '../test-server.ts'
import type { SimulatedResult } from '../../src/kit/pay/pay.ts'
import { readPaymentStatus } from '../../src/portal/payments/checkout/payment-status.ts'
import { startPayment } from '../../src/portal/payments/checkout/start-payment.ts'
import * as attemptStore from '../../src/portal/payments/records/attempt-store.ts'
import * as orderStore from '../../src/portal/payments/records/order-store.ts'
import * as paymentStore from '../../src/portal/payments/records/payment-store.ts'

type PayerId = { id: number }

/** Starts a server with an order kind for tests. */
export function useOrders() {
  const kind = createTestKind()
  const server = useTestServer({}, { kinds: { membershipFee: kind } })
  beforeAll(() => createEntitlementTable(server()))
  beforeEach(() => {
    kind.amountCents = 20_000
  })

  const newPayer = (): Promise<PayerId> => server().enter('user')
  const start = (payer: PayerId, change: object = {}) =>
    startPayment(server().kit, {
      accountId: payer.id,
      kind: 'membershipFee',
      reference: '',
      method: 'native',
      ip: '203.0.113.9',
      ...change,
    })
  const statusOf = (payer: PayerId) => readPaymentStatus(server().kit, payer.id, 'membershipFee')
  const actAsPayer = (orderNo: string, result: SimulatedResult, seconds?: number) =>
    server().app.inject({
      method: 'POST',
      url: `/dev/pay/${orderNo}`,
      payload: { result, ...(seconds !== undefined && { seconds }) },
    })
  const orderOf = async (orderNo: string) => (await orderStore.selectOrderByNo(server().kit.sql, orderNo))!
  const attemptsOf = async (orderNo: string) =>
    attemptStore.selectAttempts(server().kit.sql, (await orderOf(orderNo)).id)
  const entitlementOf = async (orderNo: string) => {
    const { id } = await orderOf(orderNo)
    const [row] = await server().kit.sql<{ state: string }[]>`select state from test_entitlement where order_id = ${id}`
    return row?.state ?? null
  }

  const ledgerOf = async (orderNo: string) =>
    (await paymentStore.selectLedgerEntries(server().kit.sql, (await orderOf(orderNo)).id)).map(
      ({ debit, credit, cents }) => `${debit} <- ${credit} ${cents}`,
    )
  const makeAttemptsDue = () => server().kit.sql`update pay_attempt set query_at = now()`
  const messagesOf = (payer: PayerId) => listMessageTitles(server().kit.sql, payer.id)

  return {
    kind,
    server,
    newPayer,
    start,
    statusOf,
    actAsPayer,
    orderOf,
    attemptsOf,
    entitlementOf,
    ledgerOf,
    makeAttemptsDue,
    completeRefunds: () => completeRefunds(server()),
    messagesOf,
  }
}
