// Tests of dues by bank transfer: a proof, its confirmation by the finance office, and the settlement of any other
// payment.
import { beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { selectLastMessage } from '../../../../test/messages.ts'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { fileForm, useTestServer, type Caller } from '../../../../test/test-server.ts'
import { pollPendingAttempts } from '../settlement/poll-attempts.ts'

const server = useTestServer({}, { kinds: { membershipFee: createTestKind(), booking: createTestKind('invoice') } })
let finance: Caller
let picture: Buffer
beforeAll(async () => {
  await createEntitlementTable(server())
  finance = await server().enter('finance')
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
})
const sendProof = (person: Caller, orderNo: string, name = '凭证.png', bytes: Uint8Array = picture) =>
  server().upload(person, 'POST /order/proof', fileForm(name, bytes, { orderNo }))
async function startTransfer() {
  const payer = await server().enter('user')
  const { data } = await server().requestAs(payer, 'POST /order/transfer', { kind: 'membershipFee' })
  return { payer, ...data }
}
const findProof = async (orderNo: string) =>
  (await server().requestAs(finance, 'GET /admin/transfers', { size: '100' })).data.content.find(
    (item) => item.orderNo === orderNo,
  )
const confirmTransfer = (id: number, serial: string, cents = 20_000) =>
  server().requestAs(finance, 'POST /admin/transfer/confirm', { id, serial, cents })

test('pays the order once its uploaded proof and the payment were found', async () => {
  const { payer, orderNo, account, amountCents } = await startTransfer()
  expect(account).toContain('账号')
  expect(amountCents).toBe(20_000)
  expect((await sendProof(payer, orderNo)).status).toBe(200)
  expect(await sendProof(payer, orderNo)).toMatchObject({ msg: '凭证已提交，正在核对' })
  const proof = await findProof(orderNo)
  expect(proof).toMatchObject({ state: 'sent', cents: 20_000 })
  const openProof = (person: Caller) =>
    server().app.inject({ url: proof!.fileUrl, headers: { authorization: `Bearer ${person.token}` } })
  expect((await openProof(finance)).statusCode).toBe(200)
  expect((await openProof(await server().enter('user'))).statusCode).toBe(404)
  expect(await confirmTransfer(proof!.id, 'BANK-0', 19_999)).toMatchObject({ reason: 'amountDiffers' })
  expect(await confirmTransfer(proof!.id, 'BANK-1')).toMatchObject({ status: 200, data: { isSurplus: false } })
  expect(await confirmTransfer(proof!.id, 'BANK-1')).toMatchObject({ reason: 'wrongState' })
  const status = await server().requestAs(payer, 'GET /order/status', { orderNo })
  expect(status.data).toMatchObject({ outcome: 1, order: { state: 'paid' } })
  const [row] = (await server().requestAs(finance, 'GET /admin/orders', { key: orderNo })).data.content
  expect((await server().requestAs(finance, 'GET /admin/order', { id: `${row!.id}` })).data).toMatchObject({
    payments: [{ provider: 'bank', source: 'staff', transactionId: 'BANK-1' }],
    entries: [{ debit: 'bank', credit: 'income:membershipFee' }],
  })
})

test('refunds a transfer for an order that was closed meanwhile, and notifies finance', async () => {
  const { payer, orderNo } = await startTransfer()
  await sendProof(payer, orderNo)
  await server().kit.sql`update pay_order set state = 'closed' where order_no = ${orderNo}`
  const found = await confirmTransfer((await findProof(orderNo))!.id, 'BANK-LATE')
  expect(found).toMatchObject({ status: 200, data: { isSurplus: true } })
  const refunds = (await server().requestAs(finance, 'GET /admin/refunds', { size: '100' })).data.content
  expect(refunds.find((refund) => refund.orderNo === orderNo)).toMatchObject({
    amountCents: 20_000,
  })
})

test('keeps an order open while its proof is under review, and lets a bank payment pay only one order', async () => {
  const transfer = await startTransfer()
  await sendProof(transfer.payer, transfer.orderNo)
  expect(await server().requestAs(transfer.payer, 'POST /order/pay', { kind: 'membershipFee' })).toMatchObject({
    status: 409,
    msg: '转账凭证正在核对，请勿重复支付',
  })
  expect(await server().requestAs(transfer.payer, 'POST /order/cancel', { orderNo: transfer.orderNo })).toMatchObject({
    reason: 'wrongState',
    msg: '转账凭证正在核对，暂不能取消',
  })
  await server().kit.sql`update pay_attempt set expires_at = now(), query_at = now()`
  await pollPendingAttempts(server().kit)
  await confirmTransfer((await findProof(transfer.orderNo))!.id, 'BANK-2')
  const two = await startTransfer()
  await sendProof(two.payer, two.orderNo)
  expect(await confirmTransfer((await findProof(two.orderNo))!.id, 'BANK-2')).toMatchObject({ reason: 'numberTaken' })
  expect((await server().requestAs(two.payer, 'GET /order/status', { orderNo: two.orderNo })).data.outcome).toBe(0)
})

test('rejects an unclear proof with a reason, and the payer may pay by QR code instead', async () => {
  const { payer, orderNo } = await startTransfer()
  await sendProof(payer, orderNo)
  const { id } = (await findProof(orderNo))!
  const refuseTransfer = (reason: string) => server().requestAs(finance, 'POST /admin/transfer/refuse', { id, reason })
  expect((await refuseTransfer('')).status).toBe(400)
  expect((await refuseTransfer('凭证看不清，请重新上传')).status).toBe(200)
  const message = await selectLastMessage(server().kit.sql, payer.id)
  expect(message?.title).toContain('凭证看不清')
  const again = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })
  expect(again.data).toMatchObject({ orderNo, ticket: { kind: 'qr' } })
  expect(await sendProof(payer, orderNo)).toMatchObject({ reason: 'wrongState' })
})

test('confirms or refuses a proof that two members of staff decide at the same moment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { payer, orderNo } = await startTransfer()
    await sendProof(payer, orderNo)
    const { id } = (await findProof(orderNo))!
    const decisions = await Promise.all([
      confirmTransfer(id, `BANK-RACE-${round}`),
      server().requestAs(finance, 'POST /admin/transfer/refuse', { id, reason: '凭证看不清' }),
    ])
    const [confirmation, refusal] = decisions.map(({ status }) => status)
    expect([200, 409]).toContain(confirmation)
    expect(refusal).toBe(confirmation === 200 ? 409 : 200)
    const [row] = await server().kit.sql`
      select o.state, (select count(*)::int from payment where order_id = o.id) as payments,
        (select count(*)::int from audit_log where subject = ${`transfer ${orderNo}`}) as audits
      from pay_order o where o.order_no = ${orderNo}`
    expect(row).toEqual({
      ...(confirmation === 200 ? { state: 'paid', payments: 1 } : { state: 'open', payments: 0 }),
      audits: 1,
    })
  }
})

test('refuses other orders than dues, orders of others, and other kinds of files', async () => {
  const { payer, orderNo } = await startTransfer()
  expect(await server().requestAs(payer, 'POST /order/transfer', { kind: 'booking' })).toMatchObject({
    reason: 'nothingToPay',
  })
  expect((await sendProof(await server().enter('user'), orderNo)).status).toBe(404)
  expect(await sendProof(payer, orderNo, '凭证.pdf', Buffer.from('no document'))).toMatchObject({
    reason: 'wrongFileKind',
  })
})
