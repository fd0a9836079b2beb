// Tests that the invoice of the conference fee is requested as soon as the receipt form contains its title.
import { beforeEach, describe, expect, test } from 'vitest'
import { createWalkIn } from '../../../../db/fixtures/meeting.ts'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import type { RequestInput } from '../../../../test/api-requests.ts'
import { receipt, useConference } from '../../../../test/steps/conference-steps.ts'
import { selectLastMessage } from '../../../../test/messages.ts'
import { decideRefund } from '../../../../test/steps/refund-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { countWaitingConnections } from '../../../../test/waiting-connections.ts'
import { pickContact, sealContact } from '../records/contacts.ts'

const server = useTestServer()
const conference = useConference(server)
const { meetingId, staff } = conference
const correctReceipt = (input: RequestInput<'PUT /admin/registration/receipt'>) =>
  server().requestAs(staff(), 'PUT /admin/registration/receipt', input)
const taxNumber = '12345678901234567X'
const invoice = { invoiceTitle: '县人民医院', taxNumber, email: 'qian@example.com' }
const selectRequestedInvoices = (id: number) => server().kit.sql`
  select receipt.kind, receipt.state, buyer, tax_no, cents from receipt join pay_order on pay_order.id = order_id
  where subject_type = 'registration' and subject_id = ${id}`
function createCorrection(id: number) {
  const { address: _kept, ...rest } = receipt
  return { ...rest, ...invoice, id, reason: '来电补报发票' }
}
const requested = { kind: 'invoice', state: 'asked', buyer: '县人民医院', tax_no: taxNumber, cents: 80_000 }

test('requests an invoice once when the title is added after the payment', async () => {
  const place = await conference.register()
  await conference.pay(place)
  expect(await selectRequestedInvoices(place.id)).toEqual([])
  const changeReceipt = (more: object) =>
    server().requestAs(place.person, 'PUT /activityUser/receipt', { ...receipt, ...invoice, id: place.id, ...more })
  expect((await changeReceipt({})).data).toEqual({ isRequested: false, invoice: '' })
  expect(await selectRequestedInvoices(place.id)).toEqual([requested])
  expect((await changeReceipt({ diet: '素食' })).status).toBe(200)
  expect(await selectRequestedInvoices(place.id)).toEqual([requested])
})

test('requests the invoice only after the payment', async () => {
  const place = await conference.register()
  await server().requestAs(place.person, 'PUT /activityUser/receipt', { ...receipt, ...invoice, id: place.id })
  expect(await selectRequestedInvoices(place.id)).toEqual([])
  await conference.pay(place)
  expect(await selectRequestedInvoices(place.id)).toEqual([requested])
})

test('requests an invoice for a title that the secretariat approves or corrects', async () => {
  const [late, helped] = [await conference.register(), await conference.register()]
  await conference.pay(late)
  await conference.pay(helped)
  await server().kit.sql`update meeting set change_deadline = now() where id = ${meetingId()}`
  const change = { ...receipt, ...invoice, id: late.id }
  expect((await server().requestAs(late.person, 'PUT /activityUser/receipt', change)).data).toEqual({
    isRequested: true,
    invoice: '',
  })
  expect(await selectRequestedInvoices(late.id)).toEqual([])
  const { id } = (await server().requestAs(staff(), 'GET /admin/registration', { id: late.id })).data.requests[0]!
  await server().requestAs(staff(), 'POST /admin/registrationRequest/decide', { id, approve: true, answer: '' })
  expect(await selectRequestedInvoices(late.id)).toEqual([requested])

  expect((await correctReceipt(createCorrection(helped.id))).status).toBe(200)
  expect(await selectRequestedInvoices(helped.id)).toEqual([requested])
})

const refusal = { approved: false, note: '参会人改变主意' }
const insertRefund = (id: number, state: string) => server().kit.sql<{ id: number }[]>`
  insert into refund (refund_no, order_id, payment_id, amount_cents, reason, state)
  select 'R-' || pay_order.id, pay_order.id, payment.id, 80000, '', ${state}
  from pay_order join payment on payment.order_id = pay_order.id where subject_type = 'registration' and subject_id = ${id} returning id`

test('refuses an invoice while a refund is under way', async () => {
  const place = await conference.register()
  await conference.pay(place)
  await insertRefund(place.id, 'approved')
  expect((await correctReceipt(createCorrection(place.id))).status).toBe(200)
  expect(await selectRequestedInvoices(place.id)).toEqual([])
})

test('requests the invoice once the refund is refused', async () => {
  const place = await conference.register()
  await conference.pay(place)
  const [refund] = await insertRefund(place.id, 'asked')
  expect((await correctReceipt(createCorrection(place.id))).status).toBe(200)
  expect(await selectRequestedInvoices(place.id)).toEqual([])
  const finance = await server().enter('finance')
  expect((await decideRefund(server(), finance, refund!.id, refusal)).status).toBe(200)
  expect(await selectRequestedInvoices(place.id)).toEqual([requested])
})

test('corrects two registrations of one meeting concurrently', async () => {
  const [place, other] = [await conference.register(), await conference.register()]
  await conference.pay(place)
  await conference.pay(other)
  const [refund] = await insertRefund(place.id, 'asked')
  const finance = await server().enter('finance')
  const acts = [
    () => decideRefund(server(), finance, refund!.id, refusal),
    () => correctReceipt(createCorrection(other.id)),
  ]
  const running: ReturnType<(typeof acts)[number]>[] = []
  await server().owner.begin(async (tx) => {
    // both transactions reach the audit log while a third one writes to it
    await tx`lock table audit_log in access exclusive mode`
    for (const [at, act] of acts.entries()) {
      running.push(act())
      await expect.poll(() => countWaitingConnections(server().kit.sql), { timeout: 20_000 }).toBe(at + 1)
    }
  })
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
})

test('issues an invoice to attendees who paid on site without an account, and finance sees it', async () => {
  const entered = await server().requestAs(staff(), 'POST /admin/registration/walkIn', createWalkIn(meetingId()))
  const { id } = entered.data
  const { address: _kept, ...right } = receipt
  const correction = { ...right, ...invoice, id, name: '来者', reason: '现场补报发票' }
  expect((await correctReceipt(correction)).status).toBe(200)
  expect(await selectRequestedInvoices(id)).toEqual([requested])
  const finance = await server().enter('finance')
  const listRequestedReceipts = async () =>
    (await server().requestAs(finance, 'GET /admin/receipts', { state: 'asked' })).data.content
  const [newest] = await listRequestedReceipts()
  expect(newest).toMatchObject({ payer: '', buyer: '县人民医院', email: 'q***@example.com' })
  const issue = { id: newest!.id, number: '26410000000000000009', buyer: newest!.buyer, taxNo: newest!.taxNo }
  expect((await server().requestAs(finance, 'POST /admin/receipt/issue', issue)).status).toBe(200)
})

test('keeps a tax number that was stored in lower case', async () => {
  const place = await conference.register()
  const { kit } = server()
  const sealed = sealContact(kit, place.id, pickContact({ ...invoice, taxNumber: taxNumber.toLowerCase() }))
  await kit.sql`update registration set ${kit.sql(sealed)} where id = ${place.id}`
  await conference.pay(place)
  expect(await selectRequestedInvoices(place.id)).toEqual([requested])
})

test('refuses the new attendee an invoice for a payment of the former attendee, and says so', async () => {
  const place = await conference.register()
  await conference.pay(place)
  const readOwn = async (caller: Caller) =>
    (await server().requestAs(caller, 'GET /activityUser/place', { id: place.id })).data
  const readAsStaff = async () => (await server().requestAs(staff(), 'GET /admin/registration', { id: place.id })).data
  expect([(await readOwn(place.person)).isPaidByOther, (await readAsStaff()).isPaidByOther]).toEqual([false, false])
  const taker = await server().enter('user')
  await server().kit.sql`update registration set account_id = ${taker.id} where id = ${place.id}`
  expect([(await readOwn(taker)).isPaidByOther, (await readAsStaff()).isPaidByOther]).toEqual([true, true])
  const refused = '会务费由原参会人缴纳，发票只能开给缴费人，不能在此填写抬头和税号'
  const change = { ...receipt, id: place.id, reason: '补报' }
  const { address: _kept, ...right } = change
  for (const [caller, path, input] of [
    [taker, '/activityUser/receipt', change],
    [staff(), '/admin/registration/receipt', right],
  ] as const) {
    expect(await server().sendRaw('PUT', path, { ...input, ...invoice }, caller)).toMatchObject({
      status: 400,
      data: { fields: { invoiceTitle: refused } },
    })
    expect(await server().sendRaw('PUT', path, { ...input, taxNumber }, caller)).toMatchObject({
      status: 400,
      data: { fields: { taxNumber: refused } },
    })
    const diet = { ...input, email: invoice.email, diet: `素食 ${path}` }
    expect((await server().sendRaw('PUT', path, diet, caller)).status).toBe(200)
  }
  expect(await selectRequestedInvoices(place.id)).toEqual([])
  // on cancellation, the former attendee, who paid, gets the refund, and the reply says so to the new attendee
  await server().kit
    .sql`update meeting set full_refund_until = starts_at, half_refund_until = starts_at where id = ${meetingId()}`
  expect((await server().requestAs(taker, 'POST /activityUser/cancel', { id: place.id })).status).toBe(200)
  expect(await readOwn(taker)).toMatchObject({
    state: 'cancelled',
    refundCents: 80_000,
    isPaidByOther: true,
  })
})

describe('a title that is corrected after the invoice was requested', () => {
  const right = { invoiceTitle: '县人民医院（总院）', taxNumber: '91440101MA5CTTLY8D', email: 'cai@example.com' }
  async function asking(from: object = invoice) {
    const place = await conference.register()
    await conference.pay(place)
    const changeReceipt = (more: object) =>
      server().requestAs(place.person, 'PUT /activityUser/receipt', { ...receipt, ...from, id: place.id, ...more })
    await changeReceipt({})
    const readLastNotice = async () => (await selectLastMessage(server().kit.sql, place.person.id))?.title
    return { ...place, changeReceipt, readLastNotice }
  }
  const followed = { ...requested, buyer: right.invoiceTitle, tax_no: right.taxNumber }
  const sentence = '待开具的发票已随之更改'
  beforeEach(async () => {
    await server().kit.sql`update meeting set change_deadline = starts_at where id = ${meetingId()}`
  })

  test('updates the requested invoice when the attendee changes the title, and notifies once', async () => {
    const { id, changeReceipt } = await asking()
    expect((await changeReceipt(right)).data).toEqual({ isRequested: false, invoice: sentence })
    expect(await selectRequestedInvoices(id)).toEqual([followed])
    expect((await changeReceipt({ ...right, diet: '素食' })).data).toEqual({ isRequested: false, invoice: '' })
    // the delivery address is updated, too
    expect((await changeReceipt({ ...right, email: 'other@example.com' })).data.invoice).toBe(sentence)
    const finance = await server().enter('finance')
    const [newest] = (await server().requestAs(finance, 'GET /admin/receipts', { state: 'asked' })).data.content
    expect(newest).toMatchObject({ buyer: right.invoiceTitle, email: 'o***@example.com' })
  })

  test('notifies both sides of a correction by the secretariat', async () => {
    const [helped, late] = [await asking(), await asking()]
    const { address: _kept, ...rest } = receipt
    const correction = { ...rest, ...right, id: helped.id, reason: '来电更正抬头' }
    expect((await correctReceipt(correction)).data).toEqual({
      invoice: sentence,
    })
    expect(await selectRequestedInvoices(helped.id)).toEqual([followed])
    expect(await helped.readLastNotice()).toMatch(new RegExp(`：${sentence}$`))

    await server().kit.sql`update meeting set change_deadline = now() where id = ${meetingId()}`
    expect((await late.changeReceipt(right)).data).toEqual({ isRequested: true, invoice: '' })
    expect(await selectRequestedInvoices(late.id)).toEqual([requested])
    const { id } = (await server().requestAs(staff(), 'GET /admin/registration', { id: late.id })).data.requests[0]!
    const approval = { id, approve: true, answer: '' }
    const decided = await server().requestAs(staff(), 'POST /admin/registrationRequest/decide', approval)
    expect(decided.data).toEqual({ invoice: sentence })
    expect(await selectRequestedInvoices(late.id)).toEqual([followed])
    expect(await late.readLastNotice()).toMatch(new RegExp(`：${sentence}$`))
  })

  test('drops the number of the former title after a correction without a tax number', async () => {
    const { id, person } = await asking()
    const { address: _kept, ...rest } = receipt
    const correct = (more: object) => correctReceipt({ ...rest, id, reason: '改开个人', ...more })
    const readReceipt = async () => (await server().requestAs(person, 'GET /activityUser/place', { id })).data.receipt
    // writing the same title again changes nothing
    expect((await correct({ invoiceTitle: invoice.invoiceTitle, diet: '素食' })).data).toEqual({ invoice: '' })
    expect(await readReceipt()).toMatchObject(invoice)
    expect((await correct({ invoiceTitle: '钱来' })).data).toEqual({ invoice: sentence })
    expect(await selectRequestedInvoices(id)).toEqual([{ ...requested, buyer: '钱来', tax_no: '' }])
    const { invoiceTitle, taxNumber: none, email } = await readReceipt()
    expect({ invoiceTitle, none, email }).toEqual({ invoiceTitle: '钱来', none: '', email: invoice.email })
    const entry = await selectLastAuditEntry(server().kit.sql, {
      action: 'registrationCorrected',
      subject: `registration ${id}`,
    })
    expect(entry?.detail).toEqual({ fields: '发票抬头、税号' })
  })

  test('leaves an issued invoice unchanged, and says so', async () => {
    const { id, changeReceipt } = await asking()
    await server().kit.sql`
      update receipt set state = 'issued', number = ${`FP-${id}`}, issued_at = now()
      from pay_order where pay_order.id = order_id and subject_type = 'registration' and subject_id = ${id}`
    const unchangedMessage = '发票已按“县人民医院”开具，不随之更改'
    expect((await changeReceipt(right)).data).toEqual({ isRequested: false, invoice: unchangedMessage })
    expect(await selectRequestedInvoices(id)).toEqual([{ ...requested, state: 'issued' }])
  })

  test('withdraws the request when the title is removed', async () => {
    const { id, changeReceipt } = await asking()
    const none = { invoiceTitle: '', taxNumber: '' }
    expect((await changeReceipt(none)).data).toEqual({ isRequested: false, invoice: '待开具的发票已撤回' })
    expect(await selectRequestedInvoices(id)).toEqual([{ ...requested, state: 'cancelled' }])
    expect((await changeReceipt(right)).data.invoice).toBe('')
    expect(await selectRequestedInvoices(id)).toHaveLength(2)
  })

  test('changes the requested invoice while a refund is only requested', async () => {
    const { id, changeReceipt } = await asking()
    await insertRefund(id, 'asked')
    expect((await changeReceipt(right)).data.invoice).toBe(sentence)
    expect(await selectRequestedInvoices(id)).toEqual([followed])
    // a withdrawn invoice is not requested again while a refund is possible
    expect((await changeReceipt({ invoiceTitle: '', taxNumber: '' })).data.invoice).toBe('待开具的发票已撤回')
    expect((await changeReceipt(right)).data.invoice).toBe('')
    expect(await selectRequestedInvoices(id)).toEqual([{ ...followed, state: 'cancelled' }])
  })

  test('withdraws the request when the secretariat corrects it to no invoice', async () => {
    const { id, person, readLastNotice } = await asking()
    const { address: _kept, ...rest } = receipt
    const correct = (more: object) => correctReceipt({ ...rest, id, reason: '来电不要发票', ...more })
    const readInvoiceOfStaff = async () => {
      const { hasInvoice, invoiceState } = (await server().requestAs(staff(), 'GET /admin/registration', { id })).data
      return { hasInvoice, invoiceState }
    }
    expect(await readInvoiceOfStaff()).toEqual({ hasInvoice: true, invoiceState: 'asked' })
    expect((await correct({ noInvoice: true })).data).toEqual({ invoice: '待开具的发票已撤回' })
    expect(await selectRequestedInvoices(id)).toEqual([{ ...requested, state: 'cancelled' }])
    expect(await readInvoiceOfStaff()).toEqual({ hasInvoice: false, invoiceState: 'cancelled' })
    expect(await readLastNotice()).toMatch(/：待开具的发票已撤回$/)
    expect(await correct({ noInvoice: true })).toMatchObject({ status: 409, msg: '没有需要更正的内容' })

    const { orderNo } = (await server().requestAs(person, 'GET /order/mine')).data.content[0]!
    const wanted = { orderNo, buyer: '钱来', email: 'qian@example.com' }
    expect((await server().requestAs(person, 'POST /order/receipt', wanted)).status).toBe(200)
    expect((await correct({ noInvoice: true })).data).toEqual({ invoice: '待开具的发票已撤回' })
    expect(await readInvoiceOfStaff()).toEqual({ hasInvoice: false, invoiceState: 'cancelled' })
  })
})
