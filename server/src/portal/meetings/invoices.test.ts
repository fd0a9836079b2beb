// The invoice of the conference fee: asked for with its title in the receipt, whenever that is written.
import { beforeAll, expect, test } from 'vitest'
import { makeMeeting, makeStay, makeWalkIn } from '../../../db/make/meeting.ts'
import { useHouse } from '../../../test/house.ts'
import { contactOf, sealContact } from './contacts.ts'

const house = useHouse()
type Person = { id: number; token: string }
let meetingId = 0
let staff: Person
beforeAll(async () => {
  meetingId = (await makeMeeting(house().kit.sql, { title: '学术年会', daysFromNow: 0.5, registrationDays: 1 })).id
  await house().kit.sql`update meeting set change_deadline = starts_at where id = ${meetingId}`
  staff = await house().enter('administrator')
})

const call = (who: Person, method: string, path: string, input?: object) =>
  house().call(method, path, input, { token: who.token })
const receipt = { companyName: '县人民医院', address: '县城1号', ...makeStay(0.5), name: '钱来' }
const taxNumber = '12345678901234567X'
const invoice = { invoiceTitle: '县人民医院', taxNumber, email: 'qian@example.com' }
async function register() {
  const person = await house().enter('user')
  const wish = { ...receipt, activityAttendTypeId: 2, activityId: meetingId }
  const id = (await call(person, 'POST', '/activityUser/addPerson', wish)).data.activityUser.id as number
  return { person, id }
}
async function pay({ person, id }: { person: Person; id: number }) {
  await call(person, 'GET', '/wxPay/pay', { activityUserId: id })
  const { orderNo } = (await call(person, 'GET', '/order/mine')).data.content[0]
  await house().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
}
const askedFor = (id: number) => house().kit.sql`
  select receipt.kind, receipt.state, buyer, tax_no, cents from receipt join pay_order on pay_order.id = order_id
  where subject = ${`registration ${id}`}`
const asked = { kind: 'invoice', state: 'asked', buyer: '县人民医院', tax_no: taxNumber, cents: 80_000 }

test('a title that is written after the payment asks for it, once', async () => {
  const place = await register()
  await pay(place)
  expect(await askedFor(place.id)).toEqual([])
  const change = (more: object) =>
    call(place.person, 'PUT', '/activityUser/receipt', { ...receipt, ...invoice, id: place.id, ...more })
  expect((await change({})).data).toEqual({ isAsked: false })
  expect(await askedFor(place.id)).toEqual([asked])
  expect((await change({ diet: '素食' })).status).toBe(200)
  expect(await askedFor(place.id)).toEqual([asked])
})

test('before the payment it waits for the money', async () => {
  const place = await register()
  await call(place.person, 'PUT', '/activityUser/receipt', { ...receipt, ...invoice, id: place.id })
  expect(await askedFor(place.id)).toEqual([])
  await pay(place)
  expect(await askedFor(place.id)).toEqual([asked])
})

test('so does one that the secretariat agrees to, or sets right itself', async () => {
  const [late, helped] = [await register(), await register()]
  await pay(late)
  await pay(helped)
  await house().kit.sql`update meeting set change_deadline = now() where id = ${meetingId}`
  const change = { ...receipt, ...invoice, id: late.id }
  expect((await call(late.person, 'PUT', '/activityUser/receipt', change)).data).toEqual({ isAsked: true })
  expect(await askedFor(late.id)).toEqual([])
  const { id } = (await call(staff, 'GET', '/admin/registration', { id: late.id })).data.requests[0]
  await call(staff, 'POST', '/admin/registrationRequest/decide', { id, approve: true, answer: '' })
  expect(await askedFor(late.id)).toEqual([asked])

  const { address: _kept, ...right } = receipt
  const correction = { ...right, ...invoice, id: helped.id, reason: '来电补报发票' }
  expect((await call(staff, 'PUT', '/admin/registration/receipt', correction)).status).toBe(200)
  expect(await askedFor(helped.id)).toEqual([asked])
})

test('not while the money goes back', async () => {
  const place = await register()
  await pay(place)
  const { sql } = house().kit
  await sql`
    insert into refund (refund_no, order_id, payment_id, amount_cents, reason, state)
    select 'R-' || pay_order.id, pay_order.id, payment.id, 80000, '', 'approved'
    from pay_order join payment on payment.order_id = pay_order.id where subject = ${`registration ${place.id}`}`
  const { address: _kept, ...right } = receipt
  const correction = { ...right, ...invoice, id: place.id, reason: '来电补报发票' }
  expect((await call(staff, 'PUT', '/admin/registration/receipt', correction)).status).toBe(200)
  expect(await askedFor(place.id)).toEqual([])
})

test('who paid at the door without an account gets it as well, and finance sees it', async () => {
  const entered = await call(staff, 'POST', '/admin/registration/walkIn', makeWalkIn(meetingId))
  const { id } = entered.data as { id: number }
  const { address: _kept, ...right } = receipt
  const correction = { ...right, ...invoice, id, name: '来者', reason: '现场补报发票' }
  expect((await call(staff, 'PUT', '/admin/registration/receipt', correction)).status).toBe(200)
  expect(await askedFor(id)).toEqual([asked])
  const finance = await house().enter('finance')
  const list = async () => (await call(finance, 'GET', '/admin/receipts', { state: 'asked' })).data.content
  const [newest] = await list()
  expect(newest).toMatchObject({ payer: '', buyer: '县人民医院', email: 'q***@example.com' })
  const issue = { id: newest.id, number: '26410000000000000009' }
  expect((await call(finance, 'POST', '/admin/receipt/issue', issue)).status).toBe(200)
})

test('a tax number that was stored in small letters is not lost', async () => {
  const place = await register()
  const { kit } = house()
  const sealed = sealContact(kit, contactOf({ ...invoice, taxNumber: taxNumber.toLowerCase() }))
  await kit.sql`update registration set ${kit.sql(sealed)} where id = ${place.id}`
  await pay(place)
  expect(await askedFor(place.id)).toEqual([asked])
})

test('what a former holder has paid is not invoiced to whoever has the place now, who is told so', async () => {
  const place = await register()
  await pay(place)
  const own = async (who: Person) => (await call(who, 'GET', '/activityUser/place', { id: place.id })).data
  const seen = async () => (await call(staff, 'GET', '/admin/registration', { id: place.id })).data
  expect([(await own(place.person)).isPaidByOther, (await seen()).isPaidByOther]).toEqual([false, false])
  const taker = await house().enter('user')
  await house().kit.sql`update registration set account_id = ${taker.id} where id = ${place.id}`
  expect([(await own(taker)).isPaidByOther, (await seen()).isPaidByOther]).toEqual([true, true])
  const refused = '会务费由原参会人缴纳，发票只能开给缴费人，不能在此填写抬头和税号'
  const change = { ...receipt, id: place.id, reason: '补报' }
  const { address: _kept, ...right } = change
  for (const [who, path, input] of [
    [taker, '/activityUser/receipt', change],
    [staff, '/admin/registration/receipt', right],
  ] as const) {
    expect(await call(who, 'PUT', path, { ...input, ...invoice })).toMatchObject({
      status: 400,
      data: { fields: { invoiceTitle: refused } },
    })
    expect(await call(who, 'PUT', path, { ...input, taxNumber })).toMatchObject({
      status: 400,
      data: { fields: { taxNumber: refused } },
    })
    expect((await call(who, 'PUT', path, { ...input, email: invoice.email, diet: `素食 ${path}` })).status).toBe(200)
  }
  expect(await askedFor(place.id)).toEqual([])
})
