// Tests of receipts of dues and invoices: requested once, issued with unique numbers, voided after a refund.
import { beforeAll, describe, expect, test } from 'vitest'
import { selectAuditEntries, selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { selectLastMessage } from '../../../../test/messages.ts'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { refundOrder } from '../../../../test/steps/refund-steps.ts'
import { fileForm, useTestServer, type Caller } from '../../../../test/test-server.ts'
import { readLines, writeSheet } from '../../../kit/documents/sheets/sheets.ts'

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

async function createPaidOrder(kind = 'membershipFee') {
  const payer = await server().enter('user')
  const { data } = await server().requestAs(payer, 'POST /order/pay', { kind })
  const orderNo = data.orderNo
  await server().actOnPayment(orderNo, 'success')
  return { payer, orderNo }
}
const requestReceipt = (payer: Caller, orderNo: string, change: object = {}) =>
  server().requestAs(payer, 'POST /order/receipt', { orderNo, buyer: '王小禾', ...change })
const findListedReceipt = async (orderNo: string) =>
  (await server().requestAs(finance, 'GET /admin/receipts', { size: '100' })).data.content.find(
    (item) => item.orderNo === orderNo,
  )
const issueReceipt = (id: number, number: string, seen: object = {}) =>
  server().requestAs(finance, 'POST /admin/receipt/issue', { id, number, buyer: '王小禾', taxNo: '', ...seen })
const putRight = (orderNo: string, change: object) => {
  const { sql } = server().kit
  return sql`update receipt set ${sql(change)} from pay_order where pay_order.id = order_id and order_no = ${orderNo}`
}

test('issues a receipt of dues for dues and an invoice for fees, once each', async () => {
  const { payer, orderNo } = await createPaidOrder()
  const other = await createPaidOrder('booking')
  expect((await requestReceipt(payer, orderNo, { email: 'xiaohe@example.test' })).status).toBe(200)
  expect(await requestReceipt(other.payer, other.orderNo)).toMatchObject({ status: 400, msg: '请填写接收发票的邮箱' })
  const invoice = { taxNo: '91330000abcdefgh1x', email: 'office@example.test' }
  expect((await requestReceipt(other.payer, other.orderNo, invoice)).status).toBe(200)
  expect(await requestReceipt(payer, orderNo)).toMatchObject({ reason: 'alreadyAsked' })
  expect(await requestReceipt(other.payer, orderNo)).toMatchObject({ status: 404 })
  expect(await findListedReceipt(orderNo)).toMatchObject({
    kind: 'dues',
    state: 'asked',
    cents: 20_000,
    email: 'x***@example.test',
  })
  expect(await findListedReceipt(other.orderNo)).toMatchObject({ kind: 'invoice', taxNo: '91330000ABCDEFGH1X' })
  const mine = await server().requestAs(payer, 'GET /order/mine')
  expect(mine.data.content[0]).toMatchObject({ receiptKind: 'dues', receipt: { state: 'asked', number: '' } })
  expect((await server().kit.sql`select email_sealed from receipt limit 1`)[0]?.email_sealed.toString()).not.toContain(
    'xiaohe',
  )
})

test('refuses unpaid orders and invalid forms', async () => {
  const payer = await server().enter('user')
  const { data } = await server().requestAs(payer, 'POST /order/pay', { kind: 'membershipFee' })
  expect(await requestReceipt(payer, data.orderNo)).toMatchObject({ reason: 'wrongState' })
  const ready = await createPaidOrder()
  expect((await requestReceipt(ready.payer, ready.orderNo, { buyer: '', taxNo: 'x', email: 'y' })).fields).toEqual({
    buyer: '请输入抬头',
    taxNo: '请输入正确的纳税人识别号',
    email: '请输入正确的邮箱地址',
  })
})

test('registers a number once and notifies the payer', async () => {
  const [firstOrder, secondOrder] = [await createPaidOrder(), await createPaidOrder()]
  await requestReceipt(firstOrder.payer, firstOrder.orderNo)
  await requestReceipt(secondOrder.payer, secondOrder.orderNo)
  const [first, second] = [await findListedReceipt(firstOrder.orderNo), await findListedReceipt(secondOrder.orderNo)]
  expect((await issueReceipt(first!.id, 'HF-0001')).status).toBe(200)
  expect(await issueReceipt(first!.id, 'HF-0002')).toMatchObject({ reason: 'wrongState' })
  expect(await issueReceipt(second!.id, 'HF-0001')).toMatchObject({ reason: 'numberTaken' })
  expect(await findListedReceipt(firstOrder.orderNo)).toMatchObject({ state: 'issued', number: 'HF-0001' })
  const message = await selectLastMessage(server().kit.sql, firstOrder.payer.id)
  expect(message?.title).toContain('号码HF-0001')
})

test('registers a number only for the title and tax number that finance saw', async () => {
  const { payer, orderNo } = await createPaidOrder('booking')
  const taxNo = '91330000ABCDEFGH1X'
  await requestReceipt(payer, orderNo, { taxNo, email: 'office@example.test' })
  const { id } = (await findListedReceipt(orderNo))!
  await putRight(orderNo, { buyer: '王小禾诊所' })
  const anew = { buyer: '王小禾诊所', taxNo }
  const refused = `抬头已改为“王小禾诊所”，纳税人识别号${taxNo}，请核对开具的内容后再登记`
  expect(await issueReceipt(id, 'FP-200', { taxNo })).toMatchObject({
    status: 409,
    reason: 'changedMeanwhile',
    msg: refused,
    data: { ...anew, fields: { number: refused } },
  })
  await putRight(orderNo, { tax_no: '' })
  expect(await issueReceipt(id, 'FP-200', anew)).toMatchObject({
    msg: '抬头已改为“王小禾诊所”，没有纳税人识别号，请核对开具的内容后再登记',
  })
  expect(await findListedReceipt(orderNo)).toMatchObject({ state: 'asked', number: '' })
  expect((await issueReceipt(id, 'FP-200', { ...anew, taxNo: '' })).status).toBe(200)
  // a request that was already settled is reported first
  expect(await issueReceipt(id, 'FP-201')).toMatchObject({ reason: 'wrongState' })
})

test('shows the address of an issued receipt only with a reason, which is audited', async () => {
  const { payer, orderNo } = await createPaidOrder('booking')
  await requestReceipt(payer, orderNo, { email: 'office@example.test' })
  const { id } = (await findListedReceipt(orderNo))!
  await issueReceipt(id, 'FP-400')
  const revealMail = (person: Caller, reason: string, of = id) =>
    server().requestAs(person, 'POST /admin/receipt/reveal', { id: of, reason })
  expect((await revealMail(payer, '付款人来电')).status).toBe(403)
  expect(await revealMail(finance, '')).toMatchObject({ status: 400, msg: '请填写理由' })
  expect((await revealMail(finance, '未收到发票，重新发送')).data).toEqual({ email: 'office@example.test' })
  const entries = await selectAuditEntries(server().kit.sql, { subject: `receipt ${orderNo}` })
  expect(entries.slice(1)).toMatchObject([
    { actor_id: finance.id, action: 'receiptMailRevealed', reason: '未收到发票，重新发送' },
  ])
  const without = await createPaidOrder()
  await requestReceipt(without.payer, without.orderNo)
  expect((await revealMail(finance, '未收到收据', (await findListedReceipt(without.orderNo))!.id)).status).toBe(404)
})

describe('after a refund', () => {
  test('cancels a request that is not issued yet', async () => {
    const { payer, orderNo } = await createPaidOrder()
    await requestReceipt(payer, orderNo)
    await refundOrder(server(), { finance, admin }, orderNo, 20_000)
    expect(await findListedReceipt(orderNo)).toMatchObject({ state: 'cancelled' })
  })

  test('voids an issued receipt, and allows a new request for the rest', async () => {
    const { payer, orderNo } = await createPaidOrder()
    await requestReceipt(payer, orderNo)
    const { id } = (await findListedReceipt(orderNo))!
    await issueReceipt(id, 'HF-0009')
    const voidIt = () => server().requestAs(finance, 'POST /admin/receipt/void', { id, number: 'HC-0009' })
    expect(await voidIt()).toMatchObject({ reason: 'wrongState' })
    await refundOrder(server(), { finance, admin }, orderNo, 5_000)
    expect(await findListedReceipt(orderNo)).toMatchObject({ state: 'toVoid' })
    expect(await requestReceipt(payer, orderNo)).toMatchObject({ reason: 'alreadyAsked' })
    expect((await voidIt()).status).toBe(200)
    expect((await requestReceipt(payer, orderNo)).status).toBe(200)
    expect(await findListedReceipt(orderNo)).toMatchObject({ state: 'asked', cents: 15_000 })
  })
})

describe('as sheets', () => {
  const importNumbers = async (rows: { 订单号: string; 票据号码: string; [title: string]: string }[]) => {
    const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const columns = titles.map((title) => ({ title, value: (row: (typeof rows)[number]) => row[title] ?? '' }))
    const sheet = await writeSheet('号码', columns, rows)
    return server().upload(finance, 'POST /admin/receipts/import', fileForm('号码.xlsx', sheet))
  }

  test('exports pending requests, and imports their numbers', async () => {
    const { payer, orderNo } = await createPaidOrder('booking')
    await requestReceipt(payer, orderNo, { buyer: '=1+1', email: 'office@example.test' })
    const reply = await server().app.inject({
      url: '/prod-api/admin/receipts/sheet?kind=invoice',
      headers: { authorization: `Bearer ${finance.token}` },
    })
    const lines = await readLines(reply.rawPayload, ['订单号', '票据号码', '抬头', '金额（元）', '邮箱'])
    const line = lines.find(({ values }) => values['订单号'] === orderNo)
    expect(line?.values).toMatchObject({ 抬头: '=1+1', '金额（元）': '200', 票据号码: '' })
    // complete in the audited export, masked on the screen
    expect(line?.values['邮箱']).toBe('office@example.test')
    expect(await findListedReceipt(orderNo)).toMatchObject({ email: 'o***@example.test' })
    const entry = await selectLastAuditEntry(server().kit.sql)
    expect(entry).toMatchObject({
      action: 'staffCall',
      actor_id: finance.id,
      detail: { title: '导出待开具的申请（Excel），填上号码后可再导入' },
    })
    const { data } = await importNumbers([{ 订单号: orderNo, 票据号码: 'FP-100' }])
    expect(data).toEqual({ rows: 1, imported: 1, bad: [] })
    expect(await findListedReceipt(orderNo)).toMatchObject({ state: 'issued', number: 'FP-100' })
  })

  test('refuses a number for a title that was corrected meanwhile', async () => {
    const { payer, orderNo } = await createPaidOrder()
    await requestReceipt(payer, orderNo)
    await putRight(orderNo, { buyer: '王小禾诊所' })
    const { data } = await importNumbers([{ 订单号: orderNo, 票据号码: 'HF-300', 抬头: '王小禾' }])
    expect(data.bad).toEqual([{ line: 2, problems: { 抬头: '抬头已改为“王小禾诊所”' } }])
    expect(await findListedReceipt(orderNo)).toMatchObject({ state: 'asked' })
    expect((await importNumbers([{ 订单号: orderNo, 票据号码: 'HF-300', 抬头: '王小禾诊所' }])).data).toMatchObject({
      imported: 1,
    })
  })

  test('refuses a number for another tax number or mail address, if the sheet contains them, even empty', async () => {
    const { payer, orderNo } = await createPaidOrder('booking')
    const [taxNo, email] = ['91330000ABCDEFGH1X', 'office@example.test']
    await requestReceipt(payer, orderNo, { taxNo, email })
    const line = { 订单号: orderNo, 票据号码: 'FP-300', 抬头: '王小禾', 纳税人识别号: taxNo, 邮箱: email }
    const listProblems = async (change: object) => (await importNumbers([{ ...line, ...change }])).data.bad[0]?.problems
    const otherMail = '邮箱已更改，请重新导出后核对'
    expect(await listProblems({ 纳税人识别号: '', 邮箱: '' })).toEqual({
      纳税人识别号: `纳税人识别号已改为“${taxNo}”`,
      邮箱: otherMail,
    })
    await putRight(orderNo, { tax_no: '', email_sealed: null })
    expect(await listProblems({})).toEqual({ 纳税人识别号: '纳税人识别号已去掉', 邮箱: otherMail })
    expect(await findListedReceipt(orderNo)).toMatchObject({ state: 'asked' })
    expect((await importNumbers([{ ...line, 纳税人识别号: '', 邮箱: '' }])).data).toMatchObject({ imported: 1 })
  })

  test('imports nothing when a row is invalid, and reports each invalid row', async () => {
    const [firstOrder, secondOrder] = [await createPaidOrder(), await createPaidOrder()]
    await requestReceipt(firstOrder.payer, firstOrder.orderNo)
    await requestReceipt(secondOrder.payer, secondOrder.orderNo)
    const { data } = await importNumbers([
      { 订单号: firstOrder.orderNo, 票据号码: 'HF-500' },
      { 订单号: secondOrder.orderNo, 票据号码: 'HF-500' },
      { 订单号: 'M0', 票据号码: 'HF-501' },
      { 订单号: secondOrder.orderNo, 票据号码: 'HF 502' },
    ])
    expect(data).toEqual({
      rows: 4,
      imported: 0,
      bad: [
        { line: 3, problems: { 票据号码: '与第2行重复' } },
        { line: 4, problems: { 订单号: '没有待开具的申请' } },
        { line: 5, problems: { 票据号码: '号码只能有字母、数字和横线，最多30位' } },
      ],
    })
    expect(await findListedReceipt(firstOrder.orderNo)).toMatchObject({ state: 'asked' })
  })
})
