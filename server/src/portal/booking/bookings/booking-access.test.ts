// Tests access to booking data by counsellor, client and staff.
import { expect, test } from 'vitest'
import type { Caller } from '../../../../test/test-server.ts'
import { useBooking } from '../../../../test/steps/booking-steps.ts'

const bookings = useBooking()
const { server, doctor, doctorsEntry } = bookings

test('seals notes for the counsellor only, and lets the client rate and complain', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  const { data } = await bookings.book(ann, await bookings.findLaterStart(12))
  await bookings.pay(data.id, ann.id)
  const clients = await server().requestAs(doctor, 'GET /booking/clients')
  expect(clients.data.content.find((item) => item.id === data.id)).toMatchObject({
    intake: { topic: '睡眠不好', minor: false },
  })
  expect(clients.raw).not.toContain(ann.username)
  const settle = () => server().requestAs(doctor, 'POST /booking/settle', { id: data.id, outcome: 'done' })
  expect((await settle()).reason).toBe('wrongState')
  const complain = () => server().requestAs(ann, 'POST /booking/complain', { id: data.id, text: '迟到了' })
  expect((await complain()).msg).toBe('咨询开始后才能投诉；其他意见请联系秘书处')
  await sql`update booking set starts_at = now() - interval '1 hour', ends_at = now() - interval '10 minutes' where id = ${data.id}`
  expect((await settle()).status).toBe(200)
  const note = { id: data.id, kind: 'note', text: '来访者情绪平稳' }
  expect((await server().requestAs(doctor, 'POST /booking/note', note)).data.text).toBe('来访者情绪平稳')
  const other = await server().enter('counsellor')
  expect((await server().requestAs(other, 'GET /booking/notes', { id: data.id })).status).toBe(404)
  expect((await server().requestAs(ann, 'GET /booking/notes', { id: data.id })).status).toBe(403)
  const [row] = await sql<{ text_sealed: Buffer }[]>`select text_sealed from booking_note order by id desc limit 1`
  expect(row!.text_sealed.toString()).not.toContain('平稳')
  expect((await server().requestAs(ann, 'POST /booking/rate', { id: data.id, stars: 5, text: '' })).status).toBe(200)
  expect((await complain()).status).toBe(200)
  expect((await complain()).reason).toBe('wrongState')
  const service = await server().enter('service')
  const open = await server().requestAs(service, 'GET /admin/complaints')
  const clientName = `${ann.username[0]}***${ann.username.at(-1)}`
  const row1 = { bookingId: data.id, text: '迟到了', state: 'open', clientName }
  expect(open.data.content[0]).toMatchObject(row1)
  expect(open.data.content[0]!.startTime).toMatch(/^\d{4}-/)
  const answer = { id: open.data.content[0]!.id, answer: '已提醒咨询师' }
  expect((await server().requestAs(service, 'POST /admin/complaint/handle', answer)).status).toBe(200)
  expect((await server().requestAs(service, 'GET /admin/bookings')).raw).not.toContain('睡眠不好')
})

test('shows staff the client, the phone with a reason, and lets them cancel with a full refund', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  const [service, admin] = [await server().enter('service'), await server().enter('administrator')]
  const { data } = await bookings.book(ann, await bookings.findLaterStart(26))
  const orderNo = await bookings.payByCode(data.id, ann)
  expect(await bookings.orderOf(orderNo, ann)).toMatchObject({ state: 'paid', amountCents: 30_000, refundedCents: 0 })
  // too late for the client, but not for staff
  await sql`update booking set starts_at = now() + interval '3 hours' where id = ${data.id}`
  const listed = await server().requestAs(service, 'GET /admin/bookings')
  const mine = listed.data.content.find((item) => item.id === data.id)
  expect(mine!.clientName).toBe(`${ann.username[0]}***${ann.username.at(-1)}`)
  expect(listed.raw).not.toContain(ann.phone)
  const reveal = (reason: string, token = service.token) =>
    server().requestAs({ token }, 'POST /admin/booking/reveal', { id: data.id, reason })
  expect((await reveal('急')).msg).toBe('理由至少2个字')
  expect((await reveal('回访')).data).toEqual({ name: ann.username, phone: ann.phone })
  expect((await reveal('回访投诉情况', ann.token)).status).toBe(403)
  expect((await reveal('回访投诉情况', doctor.token)).status).toBe(403)
  const audit = await server().requestAs(admin, 'GET /admin/audit', { action: 'bookingClientRevealed' })
  expect(audit.data.content[0]).toMatchObject({ subject: `booking ${data.id}`, reason: '回访' })
  const callOff = () =>
    server().requestAs(service, 'POST /admin/booking/cancel', { id: data.id, reason: '咨询师临时有事' })
  expect((await callOff()).status).toBe(200)
  expect((await callOff()).reason).toBe('wrongState')
  expect(await bookings.stateOf(data.id)).toBe('cancelled')
  const unread = await server().requestAs(ann, 'GET /message/getUnReadByUserId')
  expect(unread.data[0]!.problemTitle).toContain('原因：咨询师临时有事。费用将原路退回')
  await bookings.completeRefunds()
  expect(await bookings.orderOf(orderNo, ann)).toMatchObject({
    state: 'refunded',
    refundedCents: 30_000,
    refunds: [{ amountCents: 30_000, state: 'done' }],
  })
  expect(await bookings.stateOf(data.id)).toBe('cancelled')
  // cancelling a hold invalidates its payment code
  const held = (await bookings.book(ann, await bookings.findLaterStart(28))).data.id
  const begun = await server().requestAs(ann, 'POST /order/pay', { kind: 'booking', reference: `${held}` })
  const calledOff = { id: held, reason: '咨询师临时有事' }
  expect((await server().requestAs(service, 'POST /admin/booking/cancel', calledOff)).status).toBe(200)
  expect(await bookings.orderOf(begun.data.orderNo, ann)).toMatchObject({ state: 'closed', due: null, refunds: [] })
  const other = await bookings.book(ann, await bookings.findLaterStart(27))
  await sql`update booking set starts_at = now() - interval '1 minute' where id = ${other.data.id}`
  const late = await server().requestAs(service, 'POST /admin/booking/cancel', { id: other.data.id, reason: '太晚了' })
  expect(late.msg).toBe('咨询时间已到，不能再取消')
})

test('shows the counsellor only the chat alias of a client, in every booking', async () => {
  const ann = await server().enter('user')
  const ids = [await bookings.findLaterStart(18), await bookings.findLaterStart(19)]
  for (const start of ids) await bookings.pay((await bookings.book(ann, start)).data.id, ann.id)
  const clients = (await server().requestAs(doctor, 'GET /booking/clients', { size: '100' })).data.content
  const names = clients.filter((item) => ids.includes(item.start)).map((item) => item.clientName)
  expect(names).toEqual([names[0], names[0]])
  const chat = await server().requestAs(ann, 'GET /neteaseUser/getUser')
  const [row] = await server().kit.sql<{ alias: string }[]>`
    select u.alias from im_user u join im_account a on a.id = u.im_account_id where a.accid = ${chat.data.accid}`
  expect(names[0]).toBe(row!.alias)
  // online, both sides find each other in the chat; offline or after a cancellation they do not
  const online = (await bookings.book(ann, await bookings.findLaterStart(21), { mode: 'online' })).data.id
  await bookings.pay(online, ann.id)
  const selectAccids = async (caller: Caller, key: 'GET /booking/mine' | 'GET /booking/clients') => {
    const { content } = (await server().requestAs(caller, key, { size: '100' })).data
    return Object.fromEntries(content.map((item) => [item.id, item.accid]))
  }
  const page = await server().requestAs(ann, 'GET /consultDoctor/getById', {
    id: doctorsEntry.counsellorId,
    userId: doctor.id,
  })
  expect(await selectAccids(ann, 'GET /booking/mine')).toMatchObject({ [online]: page.data.accid })
  expect(await selectAccids(doctor, 'GET /booking/clients')).toMatchObject({ [online]: chat.data.accid })
  const [offline] = clients.filter((item) => ids.includes(item.start))
  expect(await selectAccids(ann, 'GET /booking/mine')).toMatchObject({ [offline!.id]: '' })
  await server().kit.sql`update booking set state = 'cancelled' where id = ${online}`
  expect(await selectAccids(doctor, 'GET /booking/clients')).toMatchObject({ [online]: '' })
})
