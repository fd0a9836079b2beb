// Tests the receipt of dues as PDF, for its payer and the finance office: number, amount in Chinese numerals, period
// and stamp.
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { fileForm, useTestServer, type Caller } from '../../../../test/test-server.ts'
import { copiedCharacters } from '../../../../test/made-files.ts'

const server = useTestServer(
  {},
  { kinds: { membershipFee: createTestKind('dues'), booking: createTestKind('invoice') } },
)
let finance: Caller
let admin: Caller
beforeAll(async () => {
  await createEntitlementTable(server())
  finance = await server().enter('finance')
  admin = await server().enter('administrator')
})
const openPdf = async ({ token }: Caller, path: string) => {
  const reply = await server().app.inject({ url: `/prod-api${path}`, headers: { authorization: `Bearer ${token}` } })
  return { status: reply.statusCode, type: reply.headers['content-type'], bytes: reply.rawPayload }
}

async function createIssuedReceipt(kind: string, number: string) {
  const payer = await server().enter('user')
  const { orderNo } = (await server().requestAs(payer, 'POST /order/pay', { kind })).data
  await server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
  await server().kit.sql`
    update pay_order set title = '个人会员会费（2026-11-22 至 2027-11-21）' where order_no = ${orderNo}`
  await server().requestAs(payer, 'POST /order/receipt', { orderNo, buyer: '王小禾', email: 'xiaohe@example.test' })
  const { content } = (await server().requestAs(finance, 'GET /admin/receipts', { size: '100' })).data
  const { id } = content.find((item) => item.orderNo === orderNo) as { id: number }
  const issueReceipt = () =>
    server().requestAs(finance, 'POST /admin/receipt/issue', { id, number, buyer: '王小禾', taxNo: '' })
  return { payer, orderNo, id, issueReceipt }
}

const createStampPicture = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="138" fill="none" stroke="#c0392b" stroke-width="10"/></svg>',
    ),
  )
    .png()
    .toBuffer()

test('shows a numbered receipt to payer and finance, with all required details', async () => {
  const { payer, orderNo, id, issueReceipt } = await createIssuedReceipt('membershipFee', 'HF2026-000123')
  const address = `/order/receipt/pdf?orderNo=${orderNo}`
  expect((await openPdf(payer, address)).status).toBe(404)
  expect((await issueReceipt()).code).toBe(200)
  const own = await openPdf(payer, address)
  expect(own).toMatchObject({ status: 200, type: 'application/pdf' })
  const copied = copiedCharacters(own.bytes)
  for (const words of ['会费收据', 'HF2026-000123', '王小禾', '贰佰元整', '200.00', '2026-11-22至2027-11-21'])
    expect(Array.from(words).filter((character) => !copied.has(character))).toEqual([])
  expect((await openPdf(finance, `/admin/receipt/pdf?id=${id}`)).status).toBe(200)
  // the audit log records the download
  const entry = await selectLastAuditEntry(server().kit.sql)
  expect(entry).toMatchObject({ subject: `receipt ${id}`, detail: { call: 'GET /admin/receipt/pdf' } })
  const other = await server().enter('user')
  expect((await openPdf(other, address)).status).toBe(404)
  expect((await openPdf(payer, `/admin/receipt/pdf?id=${id}`)).status).toBe(403)
})

test('shows the stamp, which only the administrator can open', async () => {
  const { payer, orderNo, issueReceipt } = await createIssuedReceipt('membershipFee', 'HF2026-000124')
  await issueReceipt()
  const plain = (await openPdf(payer, `/order/receipt/pdf?orderNo=${orderNo}`)).bytes
  expect(plain.includes('/Subtype /Image')).toBe(false)
  const uploadStamp = async (person: Caller, name: string, bytes: Buffer) =>
    server().upload(person, 'POST /admin/receipt/seal', fileForm(name, bytes))
  expect((await uploadStamp(finance, '印章.png', await createStampPicture())).status).toBe(403)
  expect(await uploadStamp(admin, '印章.png', Buffer.from('<svg/>'))).toMatchObject({
    msg: '印章图片只能是PNG或JPG格式',
  })
  expect((await uploadStamp(admin, '印章.png', await createStampPicture())).code).toBe(200)
  const { url } = (await server().requestAs(admin, 'GET /admin/receipt/seal')).data
  const opens = async ({ token }: Caller) =>
    (await server().app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
  expect([await opens(admin), await opens(finance)]).toEqual([200, 404])
  const stampedReceipt = (await openPdf(payer, `/order/receipt/pdf?orderNo=${orderNo}`)).bytes
  expect(stampedReceipt.includes('/Subtype /Image')).toBe(true)
})

test('has no PDF of an invoice, and marks the PDF of a refunded receipt', async () => {
  const invoice = await createIssuedReceipt('booking', 'FP2026-1')
  await invoice.issueReceipt()
  expect((await openPdf(invoice.payer, `/order/receipt/pdf?orderNo=${invoice.orderNo}`)).status).toBe(404)
  const { payer, orderNo, id, issueReceipt } = await createIssuedReceipt('membershipFee', 'HF2026-000125')
  await issueReceipt()
  const readPdfText = async () =>
    copiedCharacters((await openPdf(payer, `/order/receipt/pdf?orderNo=${orderNo}`)).bytes)
  expect((await readPdfText()).has('废')).toBe(false)
  await server().kit.sql`update receipt set state = 'toVoid' where id = ${id}`
  expect((await server().requestAs(finance, 'POST /admin/receipt/void', { id, number: 'HF2026-000126' })).code).toBe(
    200,
  )
  expect((await readPdfText()).has('废')).toBe(true)
})
