// Steps of refunds over HTTP, as finance staff do them.
import { expect } from 'vitest'
import { sendOrQueryDueRefunds } from '../../src/portal/payments/refunds/refunds.ts'
import type { Caller, TestServer } from '../test-server.ts'

type StaffToken = Pick<Caller, 'token'>
type RefundDecision = { approved?: boolean; note?: string }

/** An order with its payments, refunds and ledger entries. */
export const readOrder = async (server: TestServer, staff: StaffToken, orderId: number | string) =>
  (await server.requestAs(staff, 'GET /admin/order', { id: `${orderId}` })).data

export async function readOrderByNo(server: TestServer, staff: StaffToken, orderNo: string) {
  const { data } = await server.requestAs(staff, 'GET /admin/orders', { key: orderNo })
  return readOrder(server, staff, data.content[0]!.id)
}

/**
 * Requests a refund of the first payment of an order.
 * @returns the id of the refund
 */
export async function requestRefund(
  server: TestServer,
  staff: StaffToken,
  orderId: number | string,
  cents: number,
): Promise<number> {
  const { payments } = await readOrder(server, staff, orderId)
  const request = { paymentId: payments[0]!.id, cents, reason: '会员重复缴费' }
  expect((await server.requestAs(staff, 'POST /admin/refund/ask', request)).status).toBe(200)
  return (await readOrder(server, staff, orderId)).refunds.at(-1)!.id
}

/** @returns the reply, because some decisions are refused */
export const decideRefund = (
  server: TestServer,
  staff: StaffToken,
  id: number,
  { approved = true, note = '' }: RefundDecision = {},
) => server.requestAs(staff, 'POST /admin/refund/decide', { id, approved, note })

/** Sends the approved refunds, and delivers the callbacks of the payment stand-in. */
export async function completeRefunds(server: TestServer): Promise<void> {
  await server.kit.sql`update refund set query_at = now() where state in ('approved', 'sent')`
  await sendOrQueryDueRefunds(server.kit)
  await server.pay.simulator!.deliverDue()
}

/** Refunds a part of an order with two people, up to the payer. */
export async function refundOrder(
  server: TestServer,
  { finance, admin }: { finance: StaffToken; admin: StaffToken },
  orderNo: string,
  cents: number,
): Promise<void> {
  const { id } = await readOrderByNo(server, finance, orderNo)
  const refundId = await requestRefund(server, finance, id, cents)
  expect((await decideRefund(server, admin, refundId)).status).toBe(200)
  await completeRefunds(server)
}
