// Steps of order tests over HTTP: order, pay at the simulator, refund.
import { beforeAll } from 'vitest'
import { createEntitlementTable, createTestKind } from './test-order-kind.ts'
import * as refunds from './refund-steps.ts'
import { useTestServer, type Caller } from '../test-server.ts'

export const inWechat = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50' }
export const onPhone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537.36' }

/** Starts a server with an order kind for tests, a finance officer and an administrator. */
export function useOrderSteps() {
  const kind = createTestKind()
  const server = useTestServer({}, { kinds: { membershipFee: kind } })
  const finance: Caller = { id: 0, token: '', phone: '', username: '' }
  const admin: Caller = { ...finance }
  beforeAll(async () => {
    await createEntitlementTable(server())
    Object.assign(finance, await server().enter('finance'))
    Object.assign(admin, await server().enter('administrator'))
  })

  const actAsPayer = (orderNo: string, result: string, seconds?: number) =>
    server().app.inject({
      method: 'POST',
      url: `/dev/pay/${orderNo}`,
      payload: { result, ...(seconds !== undefined && { seconds }) },
    })
  const readOrder = (id: number | string) => refunds.readOrder(server(), finance, id)
  /**
   * Requests a refund as finance officer, unless `requester` does.
   * @returns its id
   */
  const requestRefund = (orderId: number | string, cents: number, requester = finance) =>
    refunds.requestRefund(server(), requester, orderId, cents)
  const decideRefund = (id: number, decision?: { approved?: boolean; note?: string }, approver = admin) =>
    refunds.decideRefund(server(), approver, id, decision)
  const completeRefunds = () => refunds.completeRefunds(server())

  /**
   * Creates a paid order.
   * @returns its number
   */
  async function createPaidOrder(person?: Caller) {
    const payer = person ?? (await server().enter('user'))
    const { data } = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })
    await actAsPayer(data.orderNo, 'success')
    const list = await server().requestAs(finance, 'GET /admin/orders', { key: data.orderNo })
    return { payer, orderNo: data.orderNo, id: list.data.content[0]!.id }
  }

  return {
    kind,
    server,
    finance,
    admin,
    actAsPayer,
    readOrder,
    requestRefund,
    decideRefund,
    completeRefunds,
    createPaidOrder,
  }
}
