// Tests of paying for a registration with the stand-in, and of the effects: state, refund, ticket.
import { beforeAll, describe, expect, test } from 'vitest'
import { createMeeting, createStay } from '../../../../db/fixtures/meeting.ts'
import { createReceipt, createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import { completeRefunds, decideRefund } from '../../../../test/steps/refund-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { pollPendingAttempts, closeExpiredOrders } from '../../payments/settlement/poll-attempts.ts'
import { lapseOverdueRegistrations } from '../registrations/registrations.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let meetingId = 0
let staff: Caller
let finance: Caller
beforeAll(async () => {
  meetingId = (await createMeeting(server().kit.sql, { title: '学术年会' })).id
  staff = await server().enter('administrator')
  finance = await server().enter('finance')
})

const actOnTrade = async (person: Caller, result: string) => {
  const { data } = await server().requestAs(person, 'GET /order/mine')
  const { orderNo } = data.content[0]!
  await server().actOnPayment(orderNo, result)
  return orderNo
}
async function registerAndPay() {
  const registration = await registrations.registerNewPerson(meetingId)
  return { ...registration, orderNo: await registrations.pay(registration) }
}
/** Publishes a second meeting while `work` runs. */
async function atSmallMeeting(work: (id: number) => Promise<void>): Promise<void> {
  const { sql } = server().kit
  const { id } = await createMeeting(sql, { title: '小会', daysFromNow: 34, quota: 1 })
  try {
    await work(id)
  } finally {
    await sql`update meeting set state = 'closed' where id = ${id}`
  }
}
test('keeps an unpaid meeting as the default while a second one is open, and accepts its payment', async () => {
  const { person, id } = await registrations.registerNewPerson(meetingId)
  await atSmallMeeting(async () => {
    const page = await server().requestAs(person, 'GET /meeting/getNewOne')
    expect(page.data.id).toBe(meetingId)
    await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })
    const orderNo = await actOnTrade(person, 'success')
    expect((await server().requestAs(person, 'GET /wxPay/isPay', { activityUserId: id })).data).toMatchObject({
      status: 1,
      orderCode: orderNo,
    })
    const mine = await server().requestAs(person, 'GET /activityUser/mine', { activityId: meetingId })
    expect(mine.data).toMatchObject({ state: 'paid', activityId: meetingId })
  })
})
const getOwnRegistration = async (person: Caller) => (await server().requestAs(person, 'GET /activityUser/mine')).data

describe('the three requests of the conference fee', () => {
  test('returns the amount in cents, a code, and state 1 with order and time once paid', async () => {
    const { person, id } = await registrations.registerNewPerson(meetingId)
    const input = { activityUserId: id }
    expect((await server().requestAs(person, 'GET /wxPay/money', input)).data).toEqual({ fee: 80_000 })
    expect((await server().requestAs(person, 'GET /wxPay/isPay', input)).data).toEqual({
      status: 0,
      orderCode: null,
      payTime: null,
    })
    const picture = await server().requestAs(person, 'GET /wxPay/pay', input)
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    const orderNo = await actOnTrade(person, 'success')
    const { data } = await server().requestAs(person, 'GET /wxPay/isPay', input)
    expect(data).toEqual({ status: 1, orderCode: orderNo, payTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:/) })
    expect(await server().requestAs(person, 'GET /wxPay/pay', input)).toMatchObject({
      status: 409,
      reason: 'alreadyPaid',
    })
    expect(await getOwnRegistration(person)).toMatchObject({ state: 'paid', fee: 80_000 })
  })

  test('returns -1 for a failed payment, and a retry pays the registration once', async () => {
    const { person, id } = await registrations.registerNewPerson(meetingId)
    const input = { activityUserId: id }
    await server().requestAs(person, 'GET /wxPay/pay', input)
    await actOnTrade(person, 'fail')
    await server().kit.sql`update pay_attempt set query_at = now()`
    expect((await server().requestAs(person, 'GET /wxPay/isPay', input)).data.status).toBe(-1)
    await Promise.all([
      server().requestAs(person, 'GET /wxPay/pay', input),
      server().requestAs(person, 'GET /wxPay/pay', input),
    ])
    await actOnTrade(person, 'duplicate')
    expect((await server().requestAs(person, 'GET /wxPay/isPay', input)).data.status).toBe(1)
    const [sum] = await server().kit.sql<{ count: number }[]>`
      select count(*) from payment join pay_order on pay_order.id = order_id where account_id = ${person.id}`
    expect(sum?.count).toBe(1)
  })

  test('hides another’s registration, and refuses its payment', async () => {
    const { id } = await registrations.registerNewPerson(meetingId)
    const other = await server().enter('user')
    for (const path of ['/wxPay/pay', '/wxPay/isPay', '/wxPay/money']) {
      expect(await server().sendRaw('GET', path, { activityUserId: id }, other)).toMatchObject({ status: 404 })
    }
    const reply = await server().requestAs(other, 'POST /order/pay', { kind: 'conference', reference: `${id}` })
    expect(reply).toMatchObject({ status: 404 })
  })
})

describe('a place and its payment', () => {
  test('holds a place during payment, and frees it when the code expires', () =>
    atSmallMeeting(async (smallId) => {
      const { kit } = server()
      const { sql } = kit
      const { person, id } = await registrations.registerNewPerson(smallId)
      await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })
      await sql`update registration set pay_until = now() where id = ${id}`
      await lapseOverdueRegistrations(kit)
      expect(await getOwnRegistration(person)).toMatchObject({ state: 'pending' })
      // after the deadline, a code that was shown can still be paid, but no new one is issued
      expect(await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })).toMatchObject({ status: 409 })
      await sql`update pay_order set expires_at = now() where account_id = ${person.id}`
      await sql`update pay_attempt set expires_at = now(), query_at = now() from pay_order
        where pay_order.id = order_id and account_id = ${person.id}`
      await pollPendingAttempts(kit)
      await closeExpiredOrders(kit)
      await lapseOverdueRegistrations(kit)
      expect(await getOwnRegistration(person)).toMatchObject({ state: 'lapsed' })
    }))

  test('keeps an order payable while its place is held, and passes a cancelled one to the waiting list', () =>
    atSmallMeeting(async (smallId) => {
      const { person, id } = await registrations.registerNewPerson(smallId)
      const next = await server().enter('user')
      await registrations.register(next, smallId, { waiting: true })
      await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })
      const [order] = (await server().requestAs(person, 'GET /order/mine')).data.content
      const { payUntil } = await getOwnRegistration(person)
      expect(order).toMatchObject({
        state: 'open',
        expiresTime: payUntil,
        due: { reference: `${id}`, amountCents: 80_000 },
      })
      expect((await server().requestAs(person, 'POST /order/cancel', { orderNo: order!.orderNo })).status).toBe(200)
      expect(await getOwnRegistration(person)).toMatchObject({ state: 'cancelled' })
      expect(await getOwnRegistration(next)).toMatchObject({ state: 'pending' })
      const [ended] = (await server().requestAs(person, 'GET /order/mine')).data.content
      expect(ended).toMatchObject({ state: 'closed', due: null })
    }))

  test('refunds automatically a payment for a cancelled place that went to another person', () =>
    atSmallMeeting(async (smallId) => {
      const { sql } = server().kit
      const { person, id } = await registrations.registerNewPerson(smallId)
      await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })
      // reproduces a process that died after the cancellation, before it ended the payment code
      await sql`update registration set state = 'cancelled', pay_until = null where id = ${id}`
      await registrations.registerNewPerson(smallId)
      await actOnTrade(person, 'success')
      expect(await getOwnRegistration(person)).toMatchObject({ state: 'cancelled' })
      const [refund] = await sql<{ amount_cents: number; state: string }[]>`
        select refund.amount_cents, refund.state from refund join pay_order on pay_order.id = order_id
        where account_id = ${person.id}`
      expect(refund).toMatchObject({ amount_cents: 80_000, state: 'approved' })
      const [taken] = await sql<{ count: number }[]>`
        select count(*) from registration where meeting_id = ${smallId} and state in ('pending', 'paid')`
      expect(taken?.count).toBe(1)
    }))

  test.each([
    ['all of it', -1, 80_000],
    ['half of it', 1, 40_000],
  ])('refunds %s after a cancellation in time, once finance has approved', async (_name, sinceFull, cents) => {
    const { kit } = server()
    const { sql } = kit
    const { person, id } = await registerAndPay()
    await sql`
      update meeting set full_refund_until = now() - make_interval(days => ${sinceFull}), half_refund_until = now() + interval '2 days'
      where id = ${meetingId}`
    expect(await server().requestAs(person, 'POST /activityUser/cancel', { id })).toMatchObject({
      data: { isRequested: false },
    })
    expect(await getOwnRegistration(person)).toMatchObject({ state: 'cancelled' })
    const [row] = await sql<{ id: number; amount_cents: number; asked_by: number }[]>`
      select refund.id, refund.amount_cents, asked_by from refund join pay_order on pay_order.id = order_id
      where account_id = ${person.id}`
    expect(row).toMatchObject({ amount_cents: cents, asked_by: person.id })
    expect((await decideRefund(server(), finance, row!.id)).status).toBe(200)
    await completeRefunds(server())
    const [done] = await sql<{ state: string }[]>`select state from refund where id = ${row!.id}`
    expect(done?.state).toBe('done')
    expect((await getOwnRegistration(person)).state).toBe(cents === 80_000 ? 'refunded' : 'cancelled')
    // cancelling twice requests a single refund
    expect(await server().requestAs(person, 'POST /activityUser/cancel', { id })).toMatchObject({ status: 409 })
  })

  test('lets the secretariat decide after the deadline, and keeps the place until then', async () => {
    const { sql } = server().kit
    const { person, id } = await registerAndPay()
    await sql`update meeting set full_refund_until = now() - interval '2 days', half_refund_until = now() - interval '1 day'
      where id = ${meetingId}`
    const reply = await server().requestAs(person, 'POST /activityUser/cancel', { id, reason: '生病住院' })
    expect(reply.data).toEqual({ isRequested: true })
    expect(await getOwnRegistration(person)).toMatchObject({
      state: 'paid',
      requests: [{ kind: 'cancel', state: 'asked' }],
    })
    const list = await server().requestAs(staff, 'GET /admin/registrationRequests', { state: 'asked' })
    const request = list.data.content.find((item) => item.registrationId === id)
    const decision = { id: request!.id, approve: true, answer: '已核实' }
    expect((await server().requestAs(staff, 'POST /admin/registrationRequest/decide', decision)).status).toBe(200)
    expect(await getOwnRegistration(person)).toMatchObject({ state: 'cancelled', requests: [{ state: 'approved' }] })
    expect(await server().requestAs(staff, 'POST /admin/registrationRequest/decide', decision)).toMatchObject({
      status: 409,
    })
  })
})

describe('changes', () => {
  test('changes a receipt before the deadline, and requests the change afterwards', async () => {
    const { sql } = server().kit
    const { person, id } = await registerAndPay()
    const change = { ...createReceipt(), id, companyName: '换了单位', dorm: 1 }
    expect((await server().requestAs(person, 'PUT /activityUser/receipt', change)).data).toMatchObject({
      isRequested: false,
    })
    expect((await getOwnRegistration(person)).receipt).toMatchObject({ companyName: '换了单位', dorm: 1 })
    await sql`update meeting set change_deadline = now() where id = ${meetingId}`
    const late = { ...change, leaveTime: createStay(34).leaveTime, diet: '素食', reason: '航班改期' }
    expect((await server().requestAs(person, 'PUT /activityUser/receipt', late)).data).toMatchObject({
      isRequested: true,
    })
    expect((await getOwnRegistration(person)).receipt.leaveTime).toBe(change.leaveTime)
    const list = await server().requestAs(staff, 'GET /admin/registrationRequests', { state: 'asked' })
    const request = list.data.content.find((item) => item.registrationId === id)
    expect(request!.wanted).toEqual([
      { label: '离开时间', from: change.leaveTime, to: late.leaveTime },
      { label: '饮食需求', from: '', to: '素食' },
    ])
    await server().requestAs(staff, 'POST /admin/registrationRequest/decide', {
      id: request!.id,
      approve: true,
      answer: '',
    })
    expect((await getOwnRegistration(person)).receipt.leaveTime).toBe(late.leaveTime)
  })

  test('transfers a registration, and its ticket to the new attendee', async () => {
    const { person, id } = await registerAndPay()
    const other = await server().enter('user')
    const ticketBefore = (await getOwnRegistration(person)).ticket
    const wish = { id, name: '李书涵', phone: '13800001111' }
    const unknown = await server().requestAs(person, 'POST /activityUser/transfer', { ...wish, username: '没有这个人' })
    expect(unknown).toMatchObject({ status: 400, msg: '没有找到这个账号' })
    await server().requestAs(person, 'POST /activityUser/transfer', { ...wish, username: other.username })
    const list = await server().requestAs(staff, 'GET /admin/registrationRequests', { state: 'asked' })
    const request = list.data.content.find((item) => item.registrationId === id)
    await server().requestAs(staff, 'POST /admin/registrationRequest/decide', {
      id: request!.id,
      approve: true,
      answer: '',
    })
    expect(await server().requestAs(person, 'GET /activityUser/ticket', { id })).toMatchObject({ status: 404 })
    expect(await server().requestAs(other, 'GET /activityUser/ticket', { id })).toMatchObject({ status: 200 })
    expect(await getOwnRegistration(other)).toMatchObject({
      state: 'paid',
      receipt: { name: '李书涵', phone: '13800001111' },
    })
    // check-in refuses a photo of the old ticket
    const scans = [ticketBefore, (await getOwnRegistration(other)).ticket].map((ticket) => ({
      ticket,
      at: new Date().toISOString(),
    }))
    const reply = await server().requestAs(staff, 'POST /admin/meeting/checkIn', {
      id: meetingId,
      entrance: '东门',
      scans,
    })
    const [old, own] = reply.data.results
    expect(old).toMatchObject({ result: 'unknown', id: null })
    expect(own!.result).not.toBe('unknown')
  })
})
