// Tests that a unit's representative hands over, or the secretariat appoints another one; both people are notified.
import { beforeAll, expect, test } from 'vitest'
import { createIdNumber, createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { listMessageTitles } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { addDays, chinaDay } from '../../../kit/time.ts'
import { hashConsentText, consentTexts } from '../../consents/texts.ts'
import { phoneIndexOf } from '../records/sealed-form.ts'

const server = useTestServer()
let admin: Caller
let levelId = 0
beforeAll(async () => {
  levelId = await createLevel(server().kit.sql, { title: '单位会员', kind: 'unit', seats: 3, cents: 200_000 })
  await createLevel(server().kit.sql, { title: '个人会员', position: 1 })
  admin = await server().enter('administrator')
})
const getOwnMembership = async (person: Caller) => (await server().requestAs(person, 'GET /membership/mine')).data

let units = 0
async function createUnit() {
  const [representative, colleague] = [await server().enter('user'), await server().enter('user')]
  const name = `市心理中心${(units += 1)}`
  const unit = { levelId, kind: 'unit', name, organization: '苏维桢' } as const
  const id = await createMember(server().kit, { ...unit, phone: representative.phone, accountId: representative.id })
  expect(
    (await server().requestAs(representative, 'POST /membership/seat/ask', { name: '罗知遥', phone: colleague.phone }))
      .code,
  ).toBe(200)
  const [asked] = (await getOwnMembership(colleague)).seats
  expect(
    (await server().requestAs(colleague, 'POST /membership/seat/answer', { id: asked!.id, accept: true })).code,
  ).toBe(200)
  return { id, name, representative, colleague, seatId: asked!.id }
}

test('moves membership, dues and certificate to the new representative, and a seat to the former one', async () => {
  const { name, representative, colleague, seatId } = await createUnit()
  const before = (await getOwnMembership(representative)).member
  expect((await server().requestAs(colleague, 'POST /membership/seat/represent', { id: seatId })).status).toBe(404)
  expect((await server().requestAs(representative, 'POST /membership/seat/represent', { id: seatId })).msg).toBe(
    '会员代表已交接',
  )
  const now = await getOwnMembership(colleague)
  expect(now.member).toMatchObject({ number: before!.number, organization: '罗知遥', termUntil: before!.termUntil })
  expect(now.member!.certificateNumber).not.toBe('')
  expect(now.member!.people).toMatchObject([{ name: '苏维桢', isTaken: true }])
  expect(await getOwnMembership(representative)).toMatchObject({
    member: null,
    seats: [{ unitName: name, isTaken: true }],
  })
  expect((await listMessageTitles(server().kit.sql, colleague.id)).at(-1)).toBe(
    `您已接任“${name}”的会员代表，可在“我的会籍”中管理会费、证书与席位`,
  )
  expect((await listMessageTitles(server().kit.sql, representative.id)).at(-1)).toBe(
    `“${name}”的会员代表已由罗知遥接任，您改用本单位的一个席位`,
  )
  // the new representative hands it back
  const { id: back } = now.member!.people[0]!
  expect((await server().requestAs(colleague, 'POST /membership/seat/represent', { id: back })).code).toBe(200)
  expect((await getOwnMembership(representative)).member).toMatchObject({ organization: '苏维桢' })
})

test('records the reason of the secretariat, and gives no seat to a representative who has left', async () => {
  const { id, representative, colleague, seatId } = await createUnit()
  const changeRepresentative = (more: object) =>
    server().requestAs(admin, 'POST /admin/member/representative', {
      id,
      seatId,
      keepsSeat: false,
      reason: '原代表已调离',
      ...more,
    })
  expect((await changeRepresentative({ reason: '' })).fields).toEqual({ reason: '请填写更换理由' })
  expect((await changeRepresentative({})).data).toMatchObject({
    organization: '罗知遥',
    username: colleague.username,
    people: [],
  })
  expect(await getOwnMembership(representative)).toMatchObject({ member: null, seats: [] })
  const entry = await selectLastAuditEntry(server().kit.sql)
  expect(entry).toMatchObject({ action: 'representativeChanged', subject: `member ${id}`, reason: '原代表已调离' })
})

test('lets only a person with a seat of the unit and no own membership take it over', async () => {
  const unit = await createUnit()
  const otherUnit = await createUnit()
  expect(
    (await server().requestAs(unit.representative, 'POST /membership/seat/represent', { id: otherUnit.seatId })).status,
  ).toBe(404)
  const [individual] = await server().kit.sql<{ id: number }[]>`select id from member_level where kind = 'individual'`
  const { phone, id: accountId } = unit.colleague
  await createMember(server().kit, { levelId: individual!.id, name: '罗知遥', phone, accountId })
  expect(
    (await server().requestAs(unit.representative, 'POST /membership/seat/represent', { id: unit.seatId })).msg,
  ).toBe('罗知遥的账号已有自己的会籍，一个账号只能代表一个会籍')
  const asked = await server().requestAs(unit.representative, 'POST /membership/seat/ask', {
    name: '新同事',
    phone: '13722220001',
  })
  expect(asked.code).toBe(200)
  const { people } = (await getOwnMembership(unit.representative)).member!
  const waiting = people.find((person) => !person.isTaken)
  expect(
    (await server().requestAs(unit.representative, 'POST /membership/seat/represent', { id: waiting!.id })).status,
  ).toBe(404)
})

const consent = {
  consentVersion: consentTexts.memberData.version,
  consentHash: hashConsentText(consentTexts.memberData),
}
let running = 700
/** An approved application of a person. */
async function beApproved(person: Caller) {
  running += 2
  const form = { name: '罗知遥', gender: '女', idCard: createIdNumber('1990-03-07', running), education: '硕士' }
  const contact = { organization: '市三院', mobilePhone: person.phone, email: 'luo@xinqiao.invalid' }
  expect(
    (await server().requestAs(person, 'POST /memberApplication/submit', { ...form, ...contact, ...consent })).code,
  ).toBe(200)
  const { id } = (await getOwnMembership(person)).application!
  const { version } = (await server().requestAs(admin, 'GET /admin/memberApplication', { id })).data
  const decision = { items: [{ id, version }], decision: 'approve', reason: '' }
  expect((await server().requestAs(admin, 'POST /admin/memberApplication/decide', decision)).data.decided).toHaveLength(
    1,
  )
}
const startOrder = async (person: Caller) => {
  const { data } = await server().requestAs(person, 'POST /order/pay', { kind: 'membershipFee' })
  return data
}

test('refuses the takeover of a unit during an application or an open fee order', async () => {
  const { id, name, representative, colleague, seatId } = await createUnit()
  const handOver = () => server().requestAs(representative, 'POST /membership/seat/represent', { id: seatId })
  await beApproved(colleague)
  expect(await handOver()).toMatchObject({
    reason: 'wrongState',
    msg: '罗知遥有正在办理的入会申请，请其撤回申请后再交接',
  })
  expect((await server().requestAs(colleague, 'POST /memberApplication/withdraw', {})).code).toBe(200)
  await server().kit.sql`update member set term_until = ${addDays(chinaDay(), 20)} where id = ${id}`
  const { orderNo } = await startOrder(representative)
  const unfinished = '交接双方有尚未完成的会费订单，请先完成支付或取消订单，再交接'
  expect(await handOver()).toMatchObject({ reason: 'wrongState', msg: unfinished })
  // the secretariat can replace a representative with open orders, which remain those of the unit
  const change = { id, seatId, keepsSeat: false, reason: '原代表已调离' }
  expect((await server().requestAs(admin, 'POST /admin/member/representative', change)).code).toBe(200)
  await server().actOnPayment(orderNo, 'success')
  const { terms, termUntil } = (await getOwnMembership(colleague)).member!
  expect(terms).toHaveLength(2)
  // both are notified, and no message speaks of a personal term
  const notices = await server().kit.sql`
    select account_id = ${representative.id} as is_payer, title, link from message
    where title like '%会费已收到%' and account_id in ${server().kit.sql([representative.id, colleague.id])} order by 1`
  const title = `单位会员“${name}”的会费已收到，会期延至${termUntil}`
  expect(notices).toEqual([
    { is_payer: false, title, link: '/member/mine' },
    { is_payer: true, title, link: '/order/index' },
  ])
})

test('refunds a personal fee when the payer meanwhile represents a unit', async () => {
  const { id, colleague } = await createUnit()
  const { sql } = server().kit
  await beApproved(colleague)
  const { orderNo, amountCents } = await startOrder(colleague)
  expect(amountCents).toBe(20_000)
  await sql`delete from member_seat where member_id = ${id}`
  await sql`update member set account_id = ${colleague.id} where id = ${id}`
  const { termUntil } = (await getOwnMembership(colleague)).member!
  await server().actOnPayment(orderNo, 'success')
  const { member } = await getOwnMembership(colleague)
  expect(member!.termUntil).toBe(termUntil)
  expect(member!.terms).toHaveLength(1)
  const refunds = await sql`
    select r.amount_cents as cents, r.state, o.state as order_state from refund r join pay_order o on o.id = r.order_id
    where o.order_no = ${orderNo}`
  expect(refunds).toEqual([{ cents: 20_000, state: 'approved', order_state: 'closed' }])
})

test('shows the seat to a former representative with another phone number than the unit’s, who can leave it', async () => {
  const { id, name, representative, seatId } = await createUnit()
  const { sql, secrets } = server().kit
  const office = phoneIndexOf(secrets, '13722220009')
  await sql`update member set phone_index = ${office} where id = ${id}`
  expect((await server().requestAs(representative, 'POST /membership/seat/represent', { id: seatId })).code).toBe(200)
  const { seats } = await getOwnMembership(representative)
  expect(seats).toEqual([{ id: expect.any(Number), unitName: name, isTaken: true }])
  expect(
    (await server().requestAs(representative, 'POST /membership/seat/answer', { id: seats[0]!.id, accept: false }))
      .code,
  ).toBe(200)
  expect((await getOwnMembership(representative)).seats).toEqual([])
})

test('lets a person of a former unit take a seat in another one', async () => {
  const [former, other] = [await createUnit(), await createUnit()]
  expect((await server().requestAs(former.representative, 'POST /membership/leave', { reason: '单位撤并' })).code).toBe(
    200,
  )
  const { colleague } = former
  expect((await getOwnMembership(colleague)).seats).toEqual([])
  const asked = { name: '罗知远', phone: colleague.phone }
  expect((await server().requestAs(other.representative, 'POST /membership/seat/ask', asked)).code).toBe(200)
  const { id } = (await getOwnMembership(colleague)).seats[0]!
  expect((await server().requestAs(colleague, 'POST /membership/seat/answer', { id, accept: true })).code).toBe(200)
  expect((await getOwnMembership(colleague)).seats).toEqual([{ id, unitName: other.name, isTaken: true }])
  // the only seat is taken
  const third = await createUnit()
  expect((await server().requestAs(third.representative, 'POST /membership/seat/ask', asked)).code).toBe(200)
  const more = (await getOwnMembership(colleague)).seats.find((seat) => !seat.isTaken)
  expect(
    (await server().requestAs(colleague, 'POST /membership/seat/answer', { id: more!.id, accept: true })).reason,
  ).toBe('seatTaken')
})

test('notifies the people of a unit that its membership has ended, and the member if the secretariat ended it', async () => {
  const [left, ended] = [await createUnit(), await createUnit()]
  const noticeOfEnd = (name: string) => `您所在的单位会员“${name}”会籍已终止，席位随之失效`
  expect((await server().requestAs(left.representative, 'POST /membership/leave', { reason: '单位撤并' })).code).toBe(
    200,
  )
  expect((await listMessageTitles(server().kit.sql, left.colleague.id)).at(-1)).toBe(noticeOfEnd(left.name))
  expect((await server().requestAs(admin, 'POST /admin/member/end', { id: ended.id, reason: '单位已注销' })).code).toBe(
    200,
  )
  expect((await listMessageTitles(server().kit.sql, ended.colleague.id)).at(-1)).toBe(noticeOfEnd(ended.name))
  expect((await listMessageTitles(server().kit.sql, ended.representative.id)).at(-1)).toBe(
    '您的会籍已由协会秘书处终止，证书与会员权益随之失效，如有疑问请联系秘书处',
  )
})
