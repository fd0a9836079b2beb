// Refunds a part of an order through the API, with a finance officer and an administrator.
import { processDueRefunds } from '../src/portal/payments/refunds/refunds.ts'
import type { TestServer } from './test-server.ts'

type Staff = { finance: { token: string }; admin: { token: string } }

export async function refundOrder(server: TestServer, { finance, admin }: Staff, orderNo: string, cents: number) {
  const { id } = (await server.callAs(finance, 'GET /admin/orders', { key: orderNo })).data.content[0]!
  const [payment] = (await server.callAs(finance, 'GET /admin/order', { id: `${id}` })).data.payments
  const request = { paymentId: payment!.id, cents, reason: '会员重复缴费' }
  await server.callAs(finance, 'POST /admin/refund/ask', request)
  const [asked] = (await server.callAs(admin, 'GET /admin/refunds', { state: 'asked' })).data.content
  await server.callAs(admin, 'POST /admin/refund/decide', { id: asked!.id, approved: true, note: '' })
  await processDueRefunds(server.kit)
  await server.pay.simulator!.deliverDue()
}
