// Tests of booking: concurrency, prices, and the deadline for cancelling.
import { expect, test } from 'vitest'
import { createCounsellor } from '../../../../db/fixtures/counsellor.ts'
import { createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { bookingOrderKind } from './booking-order.ts'
import { markExpiredHoldsLapsed } from '../records/store.ts'
import { useBooking } from '../../../../test/steps/booking-steps.ts'
import type { Caller } from '../../../../test/test-server.ts'

const bookings = useBooking()
const { server } = bookings

test('gives a free hour to one of many concurrent callers, and a clear error to the others', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => server().enter('user')))
  const start = await bookings.findLaterStart()
  const replies = await Promise.all(people.map((item) => bookings.book(item, start)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect(reply).toMatchObject({ status: 409, reason: 'slotTaken', msg: '这个时段刚刚被预约，请选择其他时间' })
  expect((await bookings.listSlots()).map((slot) => slot.start)).not.toContain(start)
})

test('ends a hold with its order, and the order with its hold', async () => {
  const ann = await server().enter('user')
  const start = await bookings.findLaterStart(1)
  const newestOrder = async () => (await server().requestAs(ann, 'GET /order/mine')).data.content[0]
  const beginPaying = async () => {
    const held = (await bookings.book(ann, start)).data
    await server().requestAs(ann, 'POST /order/pay', { kind: 'booking', reference: `${held.id}` })
    const order = await newestOrder()
    const { holdUntil } = (await server().requestAs(ann, 'GET /booking/mine')).data.content[0]!
    expect(order).toMatchObject({ state: 'open', expiresTime: holdUntil, due: { reference: `${held.id}` } })
    return { id: held.id, orderNo: order!.orderNo }
  }
  const first = await beginPaying()
  await server().requestAs(ann, 'POST /order/cancel', { orderNo: first.orderNo })
  expect(await bookings.stateOf(first.id)).toBe('cancelled')
  const second = await beginPaying()
  await server().requestAs(ann, 'POST /booking/cancel', { id: second.id })
  expect(await bookings.stateOf(second.id)).toBe('cancelled')
  expect(await newestOrder()).toMatchObject({ orderNo: second.orderNo, state: 'closed', due: null })
})

test('lets the payer pay in the last minute of a hold', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  const { id } = (await bookings.book(ann, await bookings.findLaterStart(1))).data
  const payBy = (provider?: string) =>
    server().requestAs(ann, 'POST /order/pay', { kind: 'booking', reference: `${id}`, ...(provider && { provider }) })
  const first = await payBy()
  await sql`update booking set hold_until = now() + interval '30 seconds' where id = ${id}`
  await sql`update pay_order set expires_at = now() + interval '30 seconds' where account_id = ${ann.id}`
  await sql`update pay_attempt set expires_at = now() + interval '30 seconds' from pay_order
    where pay_order.id = order_id and account_id = ${ann.id}`
  expect((await payBy()).data).toMatchObject({ orderNo: first.data.orderNo })
  expect(await payBy('alipay')).toMatchObject({ status: 409, msg: expect.stringMatching('^保留时间不足一分钟') })
  expect(await bookings.stateOf(id)).toBe('held')
  await sql`update pay_attempt set expires_at = now() from pay_order
    where pay_order.id = order_id and account_id = ${ann.id}`
  expect(await payBy()).toMatchObject({ status: 409, reason: 'wrongState' })
  expect(await bookings.stateOf(id)).toBe('held')
  await markExpiredHoldsLapsed(sql)
})

test('holds an offline hour during payment, and frees it after the timeout', async () => {
  const { sql } = server().kit
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const start = await bookings.findLaterStart(1)
  const held = await bookings.book(ann, start)
  expect(held.data).toMatchObject({ state: 'held', priceCents: 30_000, care: null })
  expect((await bookingOrderKind.quote(server().kit, ann.id, `${held.data.id}`)).amountCents).toBe(30_000)
  await expect(bookingOrderKind.quote(server().kit, bob.id, `${held.data.id}`)).rejects.toThrow()
  await sql`update booking set hold_until = now() - interval '1 second' where id = ${held.data.id}`
  expect((await bookings.listSlots()).map((slot) => slot.start)).toContain(start)
  const second = await bookings.book(bob, start)
  expect(second.status).toBe(200)
  expect(await bookings.stateOf(held.data.id)).toBe('lapsed')
  // the hour is booked by now, so the late payment cannot be delivered
  await expect(bookings.pay(held.data.id, ann.id)).rejects.toThrow('这个时段刚刚被预约')
  await bookings.pay(second.data.id, bob.id)
  expect(await bookings.stateOf(second.data.id)).toBe('booked')
  const unread = await server().requestAs(bob, 'GET /message/getUnReadByUserId')
  expect(unread.data[0]!.problemTitle).toMatch(/预约已确认/)
  await markExpiredHoldsLapsed(sql)
})

test('books online hours free for members, and charges others and offline hours', async () => {
  const { kit } = server()
  const [member, guest] = [await server().enter('user'), await server().enter('user')]
  const levelId = await createLevel(kit.sql, { title: '个人会员' })
  await createMember(kit, { levelId, name: '安宁', phone: member.phone, accountId: member.id })
  const isMember = async (caller: Caller) => (await server().requestAs(caller, 'GET /booking/consent')).data.isMember
  expect([await isMember(member), await isMember(guest)]).toEqual([true, false])
  const free = await bookings.book(member, await bookings.findLaterStart(2), { mode: 'online' })
  expect(free.data).toMatchObject({ state: 'booked', priceCents: 0 })
  expect((await bookings.book(guest, await bookings.findLaterStart(3), { mode: 'online' })).data).toMatchObject({
    state: 'held',
    priceCents: 30_000,
  })
  expect((await bookings.book(member, await bookings.findLaterStart(6))).data).toMatchObject({
    state: 'held',
    priceCents: 30_000,
  })
  // free of charge, without an order
  const payFor = await server().requestAs(member, 'POST /order/pay', { kind: 'booking', reference: `${free.data.id}` })
  expect(payFor.reason).toBe('wrongState')
  const [own] = (await server().requestAs(member, 'GET /booking/mine')).data.content.filter(
    (item) => item.id === free.data.id,
  )
  expect(own).toMatchObject({ state: 'booked', isPaid: false, holdUntil: null })
  expect((await server().requestAs(member, 'POST /booking/cancel', { id: free.data.id })).data.state).toBe('cancelled')
  expect((await server().requestAs(member, 'GET /order/mine')).data.totalElements).toBe(0)
})

test('allows changes and cancellation until 24 hours before', async () => {
  const { sql } = server().kit
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const { data } = await bookings.book(ann, await bookings.findLaterStart(3))
  const orderNo = await bookings.payByCode(data.id, ann)
  const to = await bookings.findLaterStart(5)
  expect((await server().requestAs(bob, 'POST /booking/change', { id: data.id, start: to })).status).toBe(404)
  const changed = await server().requestAs(ann, 'POST /booking/change', { id: data.id, start: to })
  expect(changed.data).toMatchObject({ start: to, canChange: true })
  await sql`update booking set starts_at = now() + interval '23 hours' where id = ${data.id}`
  const late = await server().requestAs(ann, 'POST /booking/cancel', { id: data.id })
  expect(late).toMatchObject({ status: 409, reason: 'tooLate' })
  expect(
    (await server().requestAs(ann, 'POST /booking/change', { id: data.id, start: await bookings.findLaterStart(7) }))
      .reason,
  ).toBe('tooLate')
  await sql`update booking set starts_at = now() + interval '25 hours' where id = ${data.id}`
  expect((await server().requestAs(ann, 'POST /booking/cancel', { id: data.id, reason: '有事' })).data.state).toBe(
    'cancelled',
  )
  expect((await server().requestAs(ann, 'POST /booking/cancel', { id: data.id })).reason).toBe('wrongState')
  expect((await bookings.listSlots()).map((slot) => slot.start)).toContain(to)
  await bookings.completeRefunds()
  expect(await bookings.orderOf(orderNo, ann)).toMatchObject({ state: 'refunded', refundedCents: 30_000 })
})

test('reports a missing consent, topic or guardian, and refuses overlapping bookings', async () => {
  const ann = await server().enter('user')
  const start = await bookings.findLaterStart(8)
  expect((await bookings.book(ann, start, { consentHash: 'x' })).reason).toBe('changedMeanwhile')
  expect((await bookings.book(ann, start, { topic: ' ' })).msg).toBe('请填写主要困扰')
  expect((await bookings.book(ann, start, { minor: true })).msg).toBe('未满18周岁需填写监护人并取得其同意')
  expect((await bookings.book(ann, start, { contactName: '林女士' })).msg).toBe('紧急联系人请同时填写姓名和电话')
  const other = await server().enter('counsellor')
  const second = await createCounsellor(server().kit.sql, { accountId: other.id })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'online' }))
  await server().requestAs(other, 'PUT /booking/schedule', { rules, exceptions: [] })
  expect((await bookings.book(ann, start)).status).toBe(200)
  expect((await bookings.book(ann, start, { counsellorId: second, mode: 'online' })).reason).toBe('ownOverlap')
  expect((await bookings.book(ann, start)).reason).toBe('ownOverlap')
  expect((await bookings.book(ann, await bookings.findLaterStart(9), { counsellorId: second })).reason).toBe('slotGone')
  const grave = await bookings.book(await server().enter('user'), await bookings.findLaterStart(10), {
    topic: '我不想活了，药都准备好了',
  })
  expect(grave.data.care).toBe('plan')
})

test('reports why an hour is unavailable: not offered, past or taken', async () => {
  const { sql } = server().kit
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const start = await bookings.findLaterStart(20)
  expect(await bookings.book(ann, start + 1)).toMatchObject({
    reason: 'noSuchSlot',
    msg: '咨询师在这个时间不接受预约，请选择其他时间',
  })
  const yesterday = start - 30 * 1440
  expect(await bookings.book(ann, yesterday)).toMatchObject({
    reason: 'slotPast',
    msg: '这个时间已过或即将开始，请选择之后的时间',
  })
  const { data } = await bookings.book(ann, start)
  expect((await bookings.book(bob, start)).reason).toBe('slotTaken')
  await bookings.pay(data.id, ann.id)
  await sql`update booking set order_no = null where id = ${data.id}`
  const moveBooking = (to: number) => server().requestAs(ann, 'POST /booking/change', { id: data.id, start: to })
  expect((await moveBooking(start + 1)).reason).toBe('noSuchSlot')
  expect((await moveBooking(yesterday)).reason).toBe('slotPast')
  expect((await moveBooking(start)).status).toBe(200)
})

test('limits unpaid holds of a person to one per counsellor and three in total, also concurrently', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  const hours = [
    await bookings.findLaterStart(21),
    await bookings.findLaterStart(22),
    await bookings.findLaterStart(23),
  ]
  const replies = await Promise.all(hours.map((start) => bookings.book(ann, start)))
  expect(replies.map(({ reason }) => reason ?? 'held').toSorted()).toEqual(['held', 'tooManyHolds', 'tooManyHolds'])
  const refused = replies.find(({ status }) => status !== 200)
  expect(refused).toMatchObject({ status: 409, msg: '您有尚未支付的预约，请先完成支付或取消，再预约新的时间' })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
  const others: number[] = []
  for (let i = 0; i < 3; i += 1) {
    const { id: accountId, token } = await server().enter('counsellor')
    others.push(await createCounsellor(sql, { accountId, priceCents: 30_000 }))
    await server().requestAs({ token }, 'PUT /booking/schedule', { rules, exceptions: [] })
  }
  const free = await bookings.findLaterStart(25)
  const states: (string | undefined)[] = []
  for (const [i, other] of others.entries()) {
    const reply = await bookings.book(ann, free + (i + 1) * 60, { counsellorId: other })
    states.push(reply.reason)
  }
  expect(states).toEqual([undefined, undefined, 'tooManyHolds'])
  // paid and expired bookings do not count as holds
  await sql`update booking set hold_until = now() - interval '1 second' where account_id = ${ann.id} and state = 'held'`
  expect((await bookings.book(ann, hours[0]!)).status).toBe(200)
})
