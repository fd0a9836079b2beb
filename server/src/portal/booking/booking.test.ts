// Appointments through the door: who gets the hour, what it costs, and until when it may be given up.
import { beforeAll, expect, test } from 'vitest'
import { changeHours } from '@xinqiao/contract/counselling.ts'
import { makeCounsellor, makeDomain } from '../../../db/make/counsellor.ts'
import { makeLevel, makeMember } from '../../../db/make/membership.ts'
import { useHouse } from '../../../test/house.ts'
import { transaction } from '../../kit/db.ts'
import { chinaDay } from '../../kit/time.ts'
import { pushRefunds } from '../orders/refunds.ts'
import { remindSoon } from './booking.ts'
import { bookingConsent } from './consent.ts'
import { bookingKind } from './money.ts'
import { calendarOf } from './ics.ts'
import { dropHolds } from './store.ts'

const house = useHouse()
type Person = { id: number; token: string; username: string; phone: string }
let counsellorId = 0
let doctor: Person
const call = (method: string, path: string, input?: unknown, token?: string) =>
  house().call(method, path, input, { token: token ?? null })

beforeAll(async () => {
  const { sql } = house().kit
  await makeDomain(sql, '情绪困扰')
  doctor = await house().enter('counsellor')
  counsellorId = await makeCounsellor(sql, { accountId: doctor.id, priceCents: 30_000 })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
  const saved = await call('PUT', '/booking/schedule', { rules, exceptions: [] }, doctor.token)
  expect(saved.data.rules).toHaveLength(7)
})

const slots = async () =>
  (await call('GET', '/booking/slots', { counsellorId })).data.slots as { start: number; mode: string }[]
/** An hour more than a day ahead, that nobody has. */
const later = async (index = 0) =>
  (await slots()).filter(({ start }) => start * 60_000 > Date.now() + (changeHours + 4) * 3_600_000)[index]!.start
const draft = (start: number, over: object = {}) => ({
  ...{ counsellorId, start, mode: 'offline', topic: '睡眠不好', history: '' },
  consentVersion: bookingConsent.version,
  consentHash: bookingConsent.hash,
  ...over,
})
const book = (who: Person, start: number, over: object = {}) =>
  call('POST', '/booking/add', draft(start, over), who.token)
/** As the order core does it when the money is there. */
const pay = (id: number, accountId: number, orderNo: string | null = null) =>
  transaction(house().kit.sql, (tx, after) =>
    bookingKind.paid(
      { kit: house().kit, tx, after },
      {
        id: 1,
        orderNo: orderNo ?? `T${id}`,
        accountId,
        subject: { type: 'booking', id },
        amountCents: 30_000,
        paidAt: new Date(),
      },
    ),
  )
/** As somebody does who scans the code. @returns the order's number */
const scan = async (id: number, who: Person): Promise<string> => {
  const begun = await call('POST', '/order/pay', { kind: 'booking', given: `${id}` }, who.token)
  const { orderNo } = begun.data as { orderNo: string }
  await house().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
  return orderNo
}
const orderOf = async (orderNo: string, who: Person) => {
  const { content } = (await call('GET', '/order/mine', {}, who.token)).data
  return (content as { orderNo: string }[]).find((one) => one.orderNo === orderNo)
}
/** What is to go back reaches the provider, which sends it. */
const sendRefunds = async () => {
  await pushRefunds(house().kit)
  await house().pay.simulator!.deliverDue()
}
const stateOf = async (id: number) =>
  (await house().kit.sql<{ state: string }[]>`select state from booking where id = ${id}`)[0]!.state

test('of many who want the last hour at once, one gets it and the others a clear sentence', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => house().enter('user')))
  const start = await later()
  const replies = await Promise.all(people.map((one) => book(one, start)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect(reply).toMatchObject({ status: 409, reason: 'slotTaken', msg: '这个时段刚刚被预约，请选择其他时间' })
  expect((await slots()).map((slot) => slot.start)).not.toContain(start)
})

test('what is held ends with its order, and the order with what is held', async () => {
  const ann = await house().enter('user')
  const start = await later(1)
  const newestOrder = async () => (await call('GET', '/order/mine', undefined, ann.token)).data.content[0]
  const beginPaying = async () => {
    const held = (await book(ann, start)).data
    await call('POST', '/order/pay', { kind: 'booking', given: `${held.id}` }, ann.token)
    const order = await newestOrder()
    const { holdUntil } = (await call('GET', '/booking/mine', undefined, ann.token)).data.content[0]
    expect(order).toMatchObject({ state: 'open', expiresTime: holdUntil, due: { given: `${held.id}` } })
    return { id: held.id as number, orderNo: order.orderNo as string }
  }
  const first = await beginPaying()
  await call('POST', '/order/cancel', { orderNo: first.orderNo }, ann.token)
  expect(await stateOf(first.id)).toBe('cancelled')
  const second = await beginPaying()
  await call('POST', '/booking/cancel', { id: second.id }, ann.token)
  expect(await stateOf(second.id)).toBe('cancelled')
  expect(await newestOrder()).toMatchObject({ orderNo: second.orderNo, state: 'closed', due: null })
})

test('the last minute of what is held is the payer’s too', async () => {
  const { sql } = house().kit
  const ann = await house().enter('user')
  const { id } = (await book(ann, await later(1))).data
  const payBy = (provider?: string) =>
    call('POST', '/order/pay', { kind: 'booking', given: `${id}`, ...(provider && { provider }) }, ann.token)
  const first = await payBy()
  await sql`update booking set hold_until = now() + interval '30 seconds' where id = ${id}`
  await sql`update pay_order set expires_at = now() + interval '30 seconds' where account_id = ${ann.id}`
  await sql`update pay_attempt set expires_at = now() + interval '30 seconds' from pay_order
    where pay_order.id = order_id and account_id = ${ann.id}`
  expect((await payBy()).data).toMatchObject({ orderNo: first.data.orderNo })
  expect(await payBy('alipay')).toMatchObject({ status: 409, msg: expect.stringMatching('^保留时间不足一分钟') })
  expect(await stateOf(id)).toBe('held')
  await sql`update pay_attempt set expires_at = now() from pay_order
    where pay_order.id = order_id and account_id = ${ann.id}`
  expect(await payBy()).toMatchObject({ status: 409, reason: 'wrongState' })
  expect(await stateOf(id)).toBe('held')
  await dropHolds(sql)
})

test('offline is held while it is paid for, and free again when the time is over', async () => {
  const { sql } = house().kit
  const [ann, bob] = [await house().enter('user'), await house().enter('user')]
  const start = await later(1)
  const held = await book(ann, start)
  expect(held.data).toMatchObject({ state: 'held', priceCents: 30_000, care: null })
  expect((await bookingKind.quote(house().kit, ann.id, `${held.data.id}`)).amountCents).toBe(30_000)
  await expect(bookingKind.quote(house().kit, bob.id, `${held.data.id}`)).rejects.toThrow()
  await sql`update booking set hold_until = now() - interval '1 second' where id = ${held.data.id}`
  expect((await slots()).map((slot) => slot.start)).toContain(start)
  const second = await book(bob, start)
  expect(second.status).toBe(200)
  expect(await stateOf(held.data.id)).toBe('lapsed')
  // the money of the first comes late: there is nothing to give for it any more
  await expect(pay(held.data.id, ann.id)).rejects.toThrow('这个时段刚刚被预约')
  await pay(second.data.id, bob.id)
  expect(await stateOf(second.data.id)).toBe('booked')
  const told = await call('GET', '/message/getUnReadByUserId', {}, bob.token)
  expect(told.data[0].problemTitle).toMatch(/预约已确认/)
  await dropHolds(sql)
})

test('online is free for members and booked at once; for others, and offline, it has its price', async () => {
  const { kit } = house()
  const [member, guest] = [await house().enter('user'), await house().enter('user')]
  const levelId = await makeLevel(kit.sql, { title: '个人会员' })
  await makeMember(kit, { levelId, name: '安宁', phone: member.phone, accountId: member.id })
  const isMember = async (who: Person) =>
    (await call('GET', '/booking/consent', {}, who.token)).data.isMember as boolean
  expect([await isMember(member), await isMember(guest)]).toEqual([true, false])
  const free = await book(member, await later(2), { mode: 'online' })
  expect(free.data).toMatchObject({ state: 'booked', priceCents: 0 })
  expect((await book(guest, await later(3), { mode: 'online' })).data).toMatchObject({
    state: 'held',
    priceCents: 30_000,
  })
  expect((await book(member, await later(6))).data).toMatchObject({ state: 'held', priceCents: 30_000 })
  // nothing is to be paid for it, and nothing was
  const payFor = await call('POST', '/order/pay', { kind: 'booking', given: `${free.data.id}` }, member.token)
  expect(payFor.reason).toBe('wrongState')
  const [own] = (await call('GET', '/booking/mine', {}, member.token)).data.content.filter(
    (one: { id: number }) => one.id === free.data.id,
  )
  expect(own).toMatchObject({ state: 'booked', isPaid: false, holdUntil: null })
  expect((await call('POST', '/booking/cancel', { id: free.data.id }, member.token)).data.state).toBe('cancelled')
  expect((await call('GET', '/order/mine', {}, member.token)).data.totalElements).toBe(0)
})

test('24 hours ahead it may be changed or cancelled, and after that not', async () => {
  const { sql } = house().kit
  const [ann, bob] = [await house().enter('user'), await house().enter('user')]
  const { data } = await book(ann, await later(3))
  const orderNo = await scan(data.id, ann)
  const to = await later(5)
  expect((await call('POST', '/booking/change', { id: data.id, start: to }, bob.token)).status).toBe(404)
  const changed = await call('POST', '/booking/change', { id: data.id, start: to }, ann.token)
  expect(changed.data).toMatchObject({ start: to, canChange: true })
  await sql`update booking set starts_at = now() + interval '23 hours' where id = ${data.id}`
  const late = await call('POST', '/booking/cancel', { id: data.id }, ann.token)
  expect(late).toMatchObject({ status: 409, reason: 'tooLate' })
  expect((await call('POST', '/booking/change', { id: data.id, start: await later(7) }, ann.token)).reason).toBe(
    'tooLate',
  )
  await sql`update booking set starts_at = now() + interval '25 hours' where id = ${data.id}`
  expect((await call('POST', '/booking/cancel', { id: data.id, reason: '有事' }, ann.token)).data.state).toBe(
    'cancelled',
  )
  expect((await call('POST', '/booking/cancel', { id: data.id }, ann.token)).reason).toBe('wrongState')
  expect((await slots()).map((slot) => slot.start)).toContain(to)
  await sendRefunds()
  expect(await orderOf(orderNo, ann)).toMatchObject({ state: 'refunded', refundedCents: 30_000 })
})

test('what is missing is said: consent, what it is about, a guardian; nobody is at two places', async () => {
  const ann = await house().enter('user')
  const start = await later(8)
  expect((await book(ann, start, { consentHash: 'x' })).reason).toBe('changedMeanwhile')
  expect((await book(ann, start, { topic: ' ' })).msg).toBe('请填写主要困扰')
  expect((await book(ann, start, { minor: true })).msg).toBe('未满18周岁需填写监护人并取得其同意')
  const other = await house().enter('counsellor')
  const second = await makeCounsellor(house().kit.sql, { accountId: other.id })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'online' }))
  await call('PUT', '/booking/schedule', { rules, exceptions: [] }, other.token)
  expect((await book(ann, start)).status).toBe(200)
  expect((await book(ann, start, { counsellorId: second, mode: 'online' })).reason).toBe('ownOverlap')
  expect((await book(ann, start)).reason).toBe('ownOverlap')
  expect((await book(ann, await later(9), { counsellorId: second })).reason).toBe('slotGone')
  const grave = await book(await house().enter('user'), await later(10), { topic: '我不想活了，药都准备好了' })
  expect(grave.data.care).toBe('plan')
})

test('why an hour is not to be had is said: nobody offers it, it is over, somebody has it', async () => {
  const { sql } = house().kit
  const [ann, bob] = [await house().enter('user'), await house().enter('user')]
  const start = await later(20)
  expect(await book(ann, start + 1)).toMatchObject({
    reason: 'noSuchSlot',
    msg: '咨询师在这个时间不接受预约，请选择其他时间',
  })
  const yesterday = start - 30 * 1440
  expect(await book(ann, yesterday)).toMatchObject({
    reason: 'slotPast',
    msg: '这个时间已过或即将开始，请选择之后的时间',
  })
  const { data } = await book(ann, start)
  expect((await book(bob, start)).reason).toBe('slotTaken')
  await pay(data.id, ann.id)
  await sql`update booking set order_no = null where id = ${data.id}`
  const change = (to: number) => call('POST', '/booking/change', { id: data.id, start: to }, ann.token)
  expect((await change(start + 1)).reason).toBe('noSuchSlot')
  expect((await change(yesterday)).reason).toBe('slotPast')
  expect((await change(start)).status).toBe(200)
})

test('unpaid, one hour of each counsellor is kept for a person and three in all, however fast they ask', async () => {
  const { sql } = house().kit
  const ann = await house().enter('user')
  const hours = [await later(21), await later(22), await later(23)]
  const replies = await Promise.all(hours.map((start) => book(ann, start)))
  expect(replies.map(({ reason }) => reason ?? 'held').toSorted()).toEqual(['held', 'tooManyHolds', 'tooManyHolds'])
  const refused = replies.find(({ status }) => status !== 200)
  expect(refused).toMatchObject({ status: 409, msg: '您有尚未支付的预约，请先完成支付或取消，再预约新的时间' })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
  const others: number[] = []
  for (let i = 0; i < 3; i += 1) {
    const { id: accountId, token } = await house().enter('counsellor')
    others.push(await makeCounsellor(sql, { accountId, priceCents: 30_000 }))
    await call('PUT', '/booking/schedule', { rules, exceptions: [] }, token)
  }
  const free = await later(25)
  const states: (string | undefined)[] = []
  for (const [i, other] of others.entries()) {
    const reply = await book(ann, free + (i + 1) * 60, { counsellorId: other })
    states.push(reply.reason)
  }
  expect(states).toEqual([undefined, undefined, 'tooManyHolds'])
  // what was paid, and what is over, is no hold
  await sql`update booking set hold_until = now() - interval '1 second' where account_id = ${ann.id} and state = 'held'`
  expect((await book(ann, hours[0]!)).status).toBe(200)
})

test('notes are the counsellor’s alone and sealed; who was there may rate and complain', async () => {
  const { sql } = house().kit
  const ann = await house().enter('user')
  const { data } = await book(ann, await later(12))
  await pay(data.id, ann.id)
  const clients = await call('GET', '/booking/clients', {}, doctor.token)
  expect(clients.data.content.find((one: { id: number }) => one.id === data.id)).toMatchObject({
    intake: { topic: '睡眠不好', minor: false },
  })
  expect(clients.raw).not.toContain(ann.username)
  const settle = () => call('POST', '/booking/settle', { id: data.id, outcome: 'done' }, doctor.token)
  expect((await settle()).reason).toBe('wrongState')
  const complain = () => call('POST', '/booking/complain', { id: data.id, text: '迟到了' }, ann.token)
  expect((await complain()).msg).toBe('咨询开始后才能投诉；其他意见请联系秘书处')
  await sql`update booking set starts_at = now() - interval '1 hour', ends_at = now() - interval '10 minutes' where id = ${data.id}`
  expect((await settle()).status).toBe(200)
  const note = { id: data.id, kind: 'note', text: '来访者情绪平稳' }
  expect((await call('POST', '/booking/note', note, doctor.token)).data.text).toBe('来访者情绪平稳')
  const other = await house().enter('counsellor')
  expect((await call('GET', '/booking/notes', { id: data.id }, other.token)).status).toBe(404)
  expect((await call('GET', '/booking/notes', { id: data.id }, ann.token)).status).toBe(403)
  const [row] = await sql<{ text_sealed: Buffer }[]>`select text_sealed from booking_note order by id desc limit 1`
  expect(row!.text_sealed.toString()).not.toContain('平稳')
  expect((await call('POST', '/booking/rate', { id: data.id, stars: 5, text: '' }, ann.token)).status).toBe(200)
  expect((await complain()).status).toBe(200)
  expect((await complain()).reason).toBe('wrongState')
  const service = await house().enter('service')
  const open = await call('GET', '/admin/complaints', {}, service.token)
  const clientName = `${ann.username[0]}***${ann.username.at(-1)}`
  const row1 = { bookingId: data.id, text: '迟到了', state: 'open', clientName }
  expect(open.data.content[0]).toMatchObject(row1)
  expect(open.data.content[0].startTime).toMatch(/^\d{4}-/)
  const answer = { id: open.data.content[0].id, answer: '已提醒咨询师' }
  expect((await call('POST', '/admin/complaint/handle', answer, service.token)).status).toBe(200)
  expect((await call('GET', '/admin/bookings', {}, service.token)).raw).not.toContain('睡眠不好')
})

test('staff see whose hour it is, whom to call with a reason, and call it off with all its money', async () => {
  const { sql } = house().kit
  const ann = await house().enter('user')
  const [service, admin] = [await house().enter('service'), await house().enter('administrator')]
  const { data } = await book(ann, await later(26))
  const orderNo = await scan(data.id, ann)
  expect(await orderOf(orderNo, ann)).toMatchObject({ state: 'paid', amountCents: 30_000, refundedCents: 0 })
  // too late for the client
  await sql`update booking set starts_at = now() + interval '3 hours' where id = ${data.id}`
  const listed = await call('GET', '/admin/bookings', {}, service.token)
  const mine = listed.data.content.find((one: { id: number }) => one.id === data.id)
  expect(mine.clientName).toBe(`${ann.username[0]}***${ann.username.at(-1)}`)
  expect(listed.raw).not.toContain(ann.phone)
  const reveal = (reason: string, token = service.token) =>
    call('POST', '/admin/booking/reveal', { id: data.id, reason }, token)
  expect((await reveal('急')).msg).toBe('理由至少5个字')
  expect((await reveal('回访投诉情况')).data).toEqual({ name: ann.username, phone: ann.phone })
  expect((await reveal('回访投诉情况', ann.token)).status).toBe(403)
  expect((await reveal('回访投诉情况', doctor.token)).status).toBe(403)
  const audit = await call('GET', '/admin/audit', { action: 'bookingClientRevealed' }, admin.token)
  expect(audit.data.content[0]).toMatchObject({ subject: `booking ${data.id}`, reason: '回访投诉情况' })
  const callOff = () => call('POST', '/admin/booking/cancel', { id: data.id, reason: '咨询师临时有事' }, service.token)
  expect((await callOff()).status).toBe(200)
  expect((await callOff()).reason).toBe('wrongState')
  expect(await stateOf(data.id)).toBe('cancelled')
  const told = await call('GET', '/message/getUnReadByUserId', {}, ann.token)
  expect(told.data[0].problemTitle).toContain('原因：咨询师临时有事。费用将原路退回')
  await sendRefunds()
  expect(await orderOf(orderNo, ann)).toMatchObject({
    ...{ state: 'refunded', refundedCents: 30_000 },
    refunds: [{ amountCents: 30_000, state: 'done' }],
  })
  expect(await stateOf(data.id)).toBe('cancelled')
  // what was only held takes its code with it
  const held = (await book(ann, await later(28))).data.id as number
  const begun = await call('POST', '/order/pay', { kind: 'booking', given: `${held}` }, ann.token)
  const calledOff = { id: held, reason: '咨询师临时有事' }
  expect((await call('POST', '/admin/booking/cancel', calledOff, service.token)).status).toBe(200)
  expect(await orderOf(begun.data.orderNo, ann)).toMatchObject({ state: 'closed', due: null, refunds: [] })
  const other = await book(ann, await later(27))
  await sql`update booking set starts_at = now() - interval '1 minute' where id = ${other.data.id}`
  const late = await call('POST', '/admin/booking/cancel', { id: other.data.id, reason: '太晚了' }, service.token)
  expect(late.msg).toBe('咨询时间已到，不能再取消')
})

test('a counsellor knows a client by the alias of the chat, in every booking, and by nothing else', async () => {
  const ann = await house().enter('user')
  const ids = [await later(18), await later(19)]
  for (const start of ids) await pay((await book(ann, start)).data.id, ann.id)
  const clients = (await call('GET', '/booking/clients', { size: '100' }, doctor.token)).data.content
  const names = clients
    .filter((one: { start: number }) => ids.includes(one.start))
    .map((one: { clientName: string }) => one.clientName)
  expect(names).toEqual([names[0], names[0]])
  const chat = await call('GET', '/neteaseUser/getUser', undefined, ann.token)
  const [row] = await house().kit.sql<{ alias: string }[]>`
    select u.alias from im_user u join im_account a on a.id = u.im_account_id where a.accid = ${chat.data.accid}`
  expect(names[0]).toBe(row!.alias)
  // online, each finds the other in the chat; offline, and when it is no more, nobody does
  const online = (await book(ann, await later(21), { mode: 'online' })).data.id as number
  await pay(online, ann.id)
  const accidsOf = async (path: string, { token }: { token: string }) => {
    const { content } = (await call('GET', path, { size: '100' }, token)).data
    return Object.fromEntries(content.map((one: { id: number; accid: string }) => [one.id, one.accid])) as object
  }
  const page = await call('GET', '/consultDoctor/getById', { id: counsellorId, userId: doctor.id }, ann.token)
  expect(await accidsOf('/booking/mine', ann)).toMatchObject({ [online]: page.data.accid })
  expect(await accidsOf('/booking/clients', doctor)).toMatchObject({ [online]: chat.data.accid })
  const [offline] = clients.filter((one: { start: number }) => ids.includes(one.start))
  expect(await accidsOf('/booking/mine', ann)).toMatchObject({ [offline.id]: '' })
  await house().kit.sql`update booking set state = 'cancelled' where id = ${online}`
  expect(await accidsOf('/booking/clients', doctor)).toMatchObject({ [online]: '' })
})

test('a schedule that says two things, or nothing, is refused', async () => {
  const other = await house().enter('counsellor')
  await makeCounsellor(house().kit.sql, { accountId: other.id })
  const save = (rules: object[], exceptions: object[] = []) =>
    call('PUT', '/booking/schedule', { rules, exceptions }, other.token)
  const rule = (from: number, to: number, weekday = 1) => ({ weekday, from, to, mode: 'both' })
  expect((await save([rule(540, 720), rule(600, 780)])).msg).toBe('同一天的时段不能重叠')
  expect((await save([rule(540, 560)])).msg).toBe('每个时段至少50分钟，否则排不下一次咨询')
  expect((await save([rule(540, 720), rule(720, 780), rule(600, 780, 2)])).status).toBe(200)
  const day = chinaDay(new Date(Date.now() + 3 * 86_400_000))
  const at = (over: object) => ({ day, open: true, from: 540, to: 720, mode: 'both', ...over })
  expect((await save([], [at({}), at({ from: 600 })])).msg).toBe('同一天的时段不能重叠')
  expect((await save([], [at({ open: false }), at({})])).msg).toBe('停诊的日期只能设置一次，且不能再设开放时间')
  expect((await save([], [at({ day: '2020-01-01', open: false })])).msg).toBe('特殊日期不能早于今天')
  expect((await save([], [at({ open: false }), at({ day: '2099-01-01' })])).status).toBe(200)
  // what has gone by meanwhile neither shows nor hinders
  await house().kit.sql`update booking_exception set day = '2020-01-01' where day = ${day}`
  const kept = (await call('GET', '/booking/schedule', {}, other.token)).data
  expect(kept.exceptions).toMatchObject([{ day: '2099-01-01' }])
  expect((await save(kept.rules, kept.exceptions)).status).toBe(200)
})

test('a holiday has no hours, whatever the week has', async () => {
  const { token } = await house().enter('administrator')
  const day = chinaDay(new Date(Date.now() + 10 * 86_400_000))
  const onDay = async () => (await slots()).filter(({ start }) => chinaDay(new Date(start * 60_000)) === day)
  expect(await onDay()).not.toEqual([])
  const year = Number(day.slice(0, 4))
  const save = (days: object[]) => call('PUT', '/admin/calendar', { year, days }, token)
  await save([{ day, name: '国庆节', kind: 'off' }])
  expect(await onDay()).toEqual([])
  await save([{ day, name: '国庆节调休', kind: 'work' }])
  expect(await onDay()).not.toEqual([])
  await save([])
})

test('nobody changes the words of a version: a new text is a new version', () => {
  const known: Record<string, string> = {
    '2026-12': '48bcce17fe331a37667b512aebbdba10d2e95c175a8caf007705aa7f0f021c61',
  }
  expect(bookingConsent.hash).toBe(known[bookingConsent.version])
})

test('both sides are reminded once, a day before', async () => {
  const { sql } = house().kit
  const ann = await house().enter('user')
  const { data } = await book(ann, await later(14))
  await pay(data.id, ann.id)
  await sql`update booking set starts_at = now() + interval '5 hours' where id = ${data.id}`
  const reminders = async (who: Person) => {
    const told = await call('GET', '/message/getUnReadByUserId', {}, who.token)
    const titles = (told.data as { problemTitle: string }[]).map((one) => one.problemTitle)
    return titles.filter((title) => title.startsWith('提醒：'))
  }
  const [forAnn, forDoctor] = [await reminders(ann), await reminders(doctor)]
  await remindSoon(house().kit)
  await remindSoon(house().kit)
  const at = /于? ?\d+月\d+日 \d\d:\d\d /
  const newOf = (all: string[], before: string[]) => all.slice(0, all.length - before.length)
  expect(newOf(await reminders(ann), forAnn)).toEqual([
    expect.stringMatching(`^提醒：您与${doctor.username}的咨询将${at.source}开始$`),
  ])
  expect(newOf(await reminders(doctor), forDoctor)).toEqual([
    expect.stringMatching(`^提醒：您在${at.source}有一次咨询$`),
  ])
})

test('a calendar entry says when and not what', async () => {
  const ann = await house().enter('user')
  const { data } = await book(ann, await later(16))
  const reply = await house().app.inject({
    url: `/prod-api/booking/ics?id=${data.id}`,
    headers: { authorization: `Bearer ${ann.token}` },
  })
  expect(reply.headers['content-type']).toMatch(/^text\/calendar/)
  expect(reply.body).toContain('SUMMARY:心桥预约\r\n')
  expect(reply.body).not.toMatch(/咨询|睡眠/)
  const at = new Date('2026-11-23T01:00:00Z')
  const now = new Date(at.getTime() + 90_000)
  const url = `https://x.test/${'长'.repeat(80)}`
  const long = calendarOf({ id: 1, startsAt: at, endsAt: at, madeAt: at, now, url })
  for (const line of long.toString().split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(long.toString()).toContain('DTSTART:20261123T010000Z')
  expect(long.toString()).toMatch(/DTSTAMP:20261123T010130Z\r\nSEQUENCE:90\r\n/)
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('心桥预约.ics')}`,
  )
})
