// Tests that a cancelled order cannot be paid any more, and that a payment that has arrived is never lost.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const kind = createTestKind()
const server = useTestServer({}, { kinds: { membershipFee: kind } })
beforeAll(() => createEntitlementTable(server()))
beforeEach(() => {
  kind.amountCents = 20_000
})
async function newOrder(): Promise<{ payer: Caller; orderNo: string }> {
  const payer = await server().enter('user')
  const { data } = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })
  return { payer, orderNo: data.orderNo }
}
const cancelOrder = (payer: Caller, orderNo: string) => server().requestAs(payer, 'POST /order/cancel', { orderNo })
const readNewestOrder = async (payer: Caller) => (await server().requestAs(payer, 'GET /order/mine')).data.content[0]
const actOnTrade = (orderNo: string, result: string) =>
  server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result } })

test('shows the current amount of an open order; cancelling closes its code and allows a new order', async () => {
  const { payer, orderNo } = await newOrder()
  kind.amountCents = 30_000
  expect(await readNewestOrder(payer)).toMatchObject({
    amountCents: 20_000,
    due: { reference: '', amountCents: 30_000 },
  })
  expect((await cancelOrder(payer, orderNo)).status).toBe(200)
  expect(await readNewestOrder(payer)).toMatchObject({ orderNo, state: 'closed', due: null })
  // the code is closed at the provider
  expect((await actOnTrade(orderNo, 'success')).statusCode).toBe(409)
  expect((await cancelOrder(payer, orderNo)).status, 'twice is once').toBe(200)
  const again = (await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })).data
  expect(again).toMatchObject({ amountCents: 30_000 })
  expect(again.orderNo).not.toBe(orderNo)
})

test('refuses to cancel an order that is paid or found to be paid', async () => {
  const { payer, orderNo } = await newOrder()
  await server().pay.injectFault('paidWhileClosing')
  expect(await cancelOrder(payer, orderNo)).toMatchObject({ reason: 'alreadyPaid' })
  expect(await readNewestOrder(payer)).toMatchObject({ state: 'paid', due: null })
  expect(await cancelOrder(payer, orderNo)).toMatchObject({ reason: 'alreadyPaid', status: 409 })
})

test('keeps an order when the provider does not reply, and reports another account’s order as missing', async () => {
  const { payer, orderNo } = await newOrder()
  await server().pay.injectFault('error500')
  expect(await cancelOrder(payer, orderNo)).toMatchObject({ reason: 'payUnavailable', msg: '暂时无法取消，请稍后再试' })
  expect(await readNewestOrder(payer)).toMatchObject({ state: 'open' })
  expect(await cancelOrder(await server().enter('user'), orderNo)).toMatchObject({ status: 404 })
  expect((await readNewestOrder(payer))!.state).toBe('open')
})
