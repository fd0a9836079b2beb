// Tests of walk-ins: registered once, at the right price and type, and booked in the ledger.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMeeting, createStay, createWalkIn } from '../../../../db/fixtures/meeting.ts'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import type { RequestInput } from '../../../../test/api-requests.ts'
import { decideRefund } from '../../../../test/steps/refund-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { sendOrQueryDueRefunds } from '../../payments/refunds/refunds.ts'

const server = useTestServer()
let staff: Caller
let finance: Caller
let service: Caller
let meetingId = 0

beforeAll(async () => {
  staff = await server().enter('administrator')
  finance = await server().enter('finance')
  service = await server().enter('service')
  meetingId = (await createMeeting(server().kit.sql, { title: '学术年会', daysFromNow: 0, quota: 30 })).id
})

let phones = 13_912_340_000
const formOf = (given: object = {}) => ({
  ...createWalkIn(meetingId),
  phone: `${(phones += 1)}`,
  ...given,
})
const enter = (form: RequestInput<'POST /admin/registration/walkIn'>) =>
  server().requestAs(service, 'POST /admin/registration/walkIn', form)
const listRegistrations = async (name: string) =>
  (await server().requestAs(staff, 'GET /admin/registrations', { meetingId, key: name })).data.content

test('records money taken on site as a paid order, which two people can refund', async () => {
  const form = formOf({ name: '现金一' })
  const { status, data } = await enter(form)
  expect(status).toBe(200)
  const [row] = await listRegistrations('现金一')
  expect(row).toMatchObject({ id: data.id, state: 'paid', paidCents: 80_000 })
  const found = (await server().requestAs(finance, 'GET /admin/orders', { key: row!.orderNo })).data.content[0]
  expect(found).toMatchObject({ payer: '现场缴费', state: 'paid', amountCents: 80_000, kind: 'conference' })
  const getOrder = () => server().requestAs(finance, 'GET /admin/order', { id: found!.id })
  expect((await getOrder()).data).toMatchObject({
    payments: [{ provider: 'cash', source: 'staff', purpose: 'order', transactionId: form.key }],
    entries: [{ debit: 'cash', credit: 'income:conference', cents: 80_000 }],
  })
  const entry = await selectLastAuditEntry(server().kit.sql)
  expect(entry).toMatchObject({ action: 'cashTaken', subject: `order ${row!.orderNo}`, actor_id: service.id })

  const cancel = { id: data.id, reason: '登记错误' }
  expect((await server().requestAs(staff, 'POST /admin/registration/cancel', cancel)).status).toBe(200)
  const refund = (await getOrder()).data.refunds[0]
  expect(refund).toMatchObject({ state: 'asked', amountCents: 80_000, provider: 'cash', payer: '现场缴费' })
  expect((await decideRefund(server(), finance, refund!.id)).status).toBe(200)
  // no provider can refund cash
  await sendOrQueryDueRefunds(server().kit)
  expect((await getOrder()).data.refunds[0]!.state).toBe('approved')
  expect(
    (await server().requestAs(finance, 'POST /admin/refund/transferred', { id: refund!.id, reference: '' })).status,
  ).toBe(200)
  expect((await getOrder()).data).toMatchObject({
    state: 'refunded',
    entries: [{ debit: 'cash' }, { debit: 'income:conference', credit: 'cash', cents: 80_000 }],
  })
  expect((await listRegistrations('现金一'))[0]?.state).toBe('refunded')
})

test('creates one registration and one payment for a form sent twice, also concurrently', async () => {
  const form = formOf({ name: '双击' })
  const replies = await Promise.all([enter(form), enter(form), enter(form)])
  replies.push(await enter(form))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map((reply) => reply.data.id)).size).toBe(1)
  expect(await listRegistrations('双击')).toHaveLength(1)
  const paid = await server().kit.sql`select 1 from payment where transaction_id = ${form.key}`
  expect(paid).toHaveLength(1)
})

describe('the form of a walk-in', () => {
  test.each([
    ['another sum', { paidCents: 1 }, { paidCents: '该参会身份应收800.00元' }],
    ['the sum of another kind', { paidCents: 40_000 }, { paidCents: '该参会身份应收800.00元' }],
    [
      'a member whom no record names',
      { activityAttendTypeId: 1, paidCents: 60_000 },
      { activityAttendTypeId: '您不是本会有效会员，请选择非会员通道报名' },
    ],
  ])('refuses %s', async (_name, given, fields) => {
    const before = await server().kit.sql`select count(*) from pay_order`
    expect(await enter(formOf(given))).toMatchObject({ status: 400, data: { fields } })
    expect(await server().kit.sql`select count(*) from pay_order`).toEqual(before)
  })

  test('refuses a registered phone in any form and for any type', async () => {
    const form = formOf()
    const again = { ...form, name: '同一人', activityAttendTypeId: 4, paidCents: 40_000, key: randomUUID() }
    const statuses = (await Promise.all([enter(form), enter(again)])).map((reply) => reply.status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await enter({ ...form, key: randomUUID() })).toMatchObject({
      data: { fields: { phone: '该手机号已报名并缴费，请用签到码签到' } },
    })
  })

  test('refuses the phone of an account that is registered under another phone', async () => {
    const person = await server().enter('user')
    const { sql } = server().kit
    await sql`update meeting set registration_deadline = now() + interval '1 hour', ends_at = now() + interval '2 days'
      where id = ${meetingId}`
    const reply = await server().requestAs(person, 'POST /activityUser/addPerson', {
      companyName: '单位',
      name: '林静安',
      address: '文化路',
      ...createStay(0),
      phone: '13800001111',
      activityAttendTypeId: 2,
      activityId: meetingId,
    })
    expect(reply.data.success).toBe(true)
    expect(await enter(formOf({ phone: person.phone }))).toMatchObject({
      status: 400,
      data: { fields: { phone: '该手机号已报名但未缴费，请本人缴费后签到' } },
    })
  })

  test('refuses a full type, also concurrently', async () => {
    const { sql } = server().kit
    await sql`update meeting_type set quota = 2 where meeting_id = ${meetingId} and attend_type = 4`
    const createPricedForm = () => formOf({ activityAttendTypeId: 4, paidCents: 40_000 })
    const [taken] = await sql<{ count: number }[]>`
      select count(*) from registration where meeting_id = ${meetingId} and attend_type = 4 and state = 'paid'`
    const replies = await Promise.all([enter(createPricedForm()), enter(createPricedForm()), enter(createPricedForm())])
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(2 - taken!.count)
    expect(await enter(createPricedForm())).toMatchObject({
      data: { fields: { activityAttendTypeId: '在校学生的名额已满' } },
    })
  })
})

test('shows the registration and its order in an existing account', async () => {
  const person = await server().enter('user')
  expect((await enter(formOf({ phone: person.phone }))).status).toBe(200)
  expect((await server().requestAs(person, 'GET /activityUser/mine')).data).toMatchObject({
    state: 'paid',
    activityId: meetingId,
  })
  expect((await server().requestAs(person, 'GET /order/mine')).data.content).toMatchObject([
    { state: 'paid', amountCents: 80_000 },
  ])
})

test('requires the special committee of a walk-in, who must be its member', async () => {
  const { sql } = server().kit
  await server().requestAs(staff, 'POST /admin/committee', { name: '睡眠专业委员会', position: 1, enabled: true })
  const [committee] = (await server().requestAs(staff, 'GET /admin/committees')).data
  const person = await server().enter('user')
  const form = formOf({ name: '委员', activityAttendTypeId: 3, paidCents: 70_000, phone: person.phone })
  expect(await enter(form)).toMatchObject({ status: 400, data: { fields: { unitId: '请选择专业委员会' } } })
  await sql`insert into special_committee_member ${sql({ committee_id: committee!.id, account_id: staff.id })}`
  expect(await enter({ ...form, unitId: committee!.id })).toMatchObject({
    status: 400,
    data: { fields: { unitId: '来者不在该专业委员会的委员名单中，请改选其他参会身份' } },
  })
  await sql`insert into special_committee_member ${sql({ committee_id: committee!.id, account_id: person.id })}`
  expect((await enter({ ...form, unitId: committee!.id })).status).toBe(200)
  expect(await listRegistrations('委员')).toMatchObject([{ state: 'paid', unitName: '睡眠专业委员会' }])
})
