// Tests that the daily job reaches members without an account by phone, and notifies the people of a unit besides its
// representative.
import { beforeAll, expect, test } from 'vitest'
import { createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { listMessageTitles } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { inTransaction } from '../../../kit/ctx.ts'
import { reserveId } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { addDays, chinaDay } from '../../../kit/time.ts'
import { deliverDues, revokeDues } from '../billing/dues.ts'
import { updateMemberships } from './daily-job.ts'
import { insertUsedSeat } from '../records/seat-store.ts'

const server = useTestServer()
let levels: { person: number; unit: number }
const today = chinaDay()
beforeAll(async () => {
  const { sql } = server().kit
  levels = {
    person: await createLevel(sql, { title: '个人会员' }),
    unit: await createLevel(sql, { title: '单位会员', kind: 'unit', seats: 3, cents: 200_000, position: 1 }),
  }
})

const listSmsTo = async () => {
  const { sql, secrets } = server().kit
  const rows = await sql<{ id: number; phone_sealed: Uint8Array; kind: string; channel: string }[]>`
    select id, phone_sealed, kind, channel from delivery where account_id is null order by id`
  return rows.map(({ id, phone_sealed: sealed, kind, channel }) => [
    secrets.open(sealed, sealBindings.deliveryPhone(id)),
    kind,
    channel,
  ])
}
const listMembers = async () => {
  const finance = await server().enter('finance')
  return (await server().requestAs(finance, 'GET /admin/membership/reminders')).data.content
}

/** An account that accepts a seat of a unit. */
const insertSeat = async (memberId: number, { id: accountId, phone }: { id: number; phone: string }) => {
  const { sql, secrets } = server().kit
  const id = await reserveId(sql, 'member_seat')
  const sealed = secrets.seal(phone, sealBindings.seatPhone(id))
  const indexed = { phone_sealed: sealed, phone_index: secrets.index('phone', phone) }
  await insertUsedSeat(sql, { id, member_id: memberId, account_id: accountId, name: '岑护士', ...indexed })
}
type Fee = { memberId: number; accountId: number; orderNo: string }
const lapsedAt = addDays(today, -100)
/** Pays the fee of a unit whose membership has lapsed. */
const pay = async ({ memberId, accountId, orderNo }: Fee) => {
  const [fee] = await server().kit.sql<{ id: number }[]>`select id from member_fee where level_id = ${levels.unit}`
  const subject = { type: 'member', id: memberId, feeId: fee!.id, previousTermUntil: lapsedAt } as const
  const { kit } = server()
  const due = { accountId, orderNo, amountCents: 200_000, subject }
  await inTransaction(kit, (scope) => deliverDues(scope, due))
}
const refund = ({ accountId, orderNo }: Fee) => {
  const { kit } = server()
  return inTransaction(kit, (scope) => revokeDues(scope, { accountId, orderNo }))
}

test('reminds a member without an account once by SMS, without content', async () => {
  const { kit } = server()
  const phone = '13744440001'
  await createMember(kit, { levelId: levels.person, name: '白知非', phone, termUntil: addDays(today, 7) })
  await updateMemberships(kit, today)
  await updateMemberships(kit, today)
  expect(await listSmsTo()).toEqual([[phone, 'membership', 'sms']])
  expect(await listMembers()).toMatchObject([{ name: '白知非', days: 7, kind: 'reminder', byPhone: true, people: 0 }])
  // the member gets another SMS when the membership lapses
  await updateMemberships(kit, addDays(today, 7 + 91))
  expect((await listSmsTo()).slice(1).every(([to]) => to === phone)).toBe(true)
  expect((await listMembers()).slice(0, 2)).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'lapsed', days: -91, byPhone: true })]),
  )
})

test('notifies the people of a unit of the grace period, the lapse and the end', async () => {
  const { kit } = server()
  const [head, nurse] = [await server().enter('user'), await server().enter('user')]
  const name = '市第五医院'
  const id = await createMember(kit, {
    levelId: levels.unit,
    kind: 'unit',
    name,
    phone: head.phone,
    accountId: head.id,
    termUntil: addDays(today, -1),
  })
  await insertSeat(id, nurse)
  await updateMemberships(kit, today)
  expect(await listMessageTitles(server().kit.sql, nurse.id)).toEqual([
    `您所在的单位会员“${name}”会籍已届满，宽限期内席位待遇不变，请提醒会员代表续缴会费`,
  ])
  expect(await listMembers()).toEqual(
    expect.arrayContaining([expect.objectContaining({ name, kind: 'grace', days: -1, people: 1 })]),
  )
  await updateMemberships(kit, addDays(today, 100))
  await updateMemberships(kit, addDays(today, 100))
  await updateMemberships(kit, addDays(today, 400))
  expect((await listMessageTitles(server().kit.sql, nurse.id)).slice(1)).toEqual([
    `您所在的单位会员“${name}”会籍已失效，席位待遇随之暂停，单位续缴会费后恢复`,
    `您所在的单位会员“${name}”会籍已终止，席位随之失效`,
  ])
  expect(await listMessageTitles(server().kit.sql, head.id)).toContain('您的会籍已失效，续缴会费后恢复')
})

test('notifies the people of a unit when its last fee is refunded, which also ends its membership', async () => {
  const { kit } = server()
  const [head, nurse] = [await server().enter('user'), await server().enter('user')]
  const name = '市第七医院'
  const unit = { levelId: levels.unit, kind: 'unit', name, phone: head.phone, accountId: head.id } as const
  const id = await createMember(kit, { ...unit, termUntil: lapsedAt, state: 'lapsed' })
  await insertSeat(id, nurse)
  const [first, second] = ['unit-1', 'unit-2'].map((orderNo) => ({ memberId: id, accountId: head.id, orderNo }))
  await pay(first!)
  await refund(first!)
  await refund(first!)
  const lapsed = `您所在的单位会员“${name}”会籍已失效，席位待遇随之暂停，单位续缴会费后恢复`
  expect(await listMessageTitles(server().kit.sql, nurse.id)).toEqual([lapsed])
  // the representative has changed since the payment
  await pay(second!)
  const next = await server().enter('user')
  await kit.sql`update member set account_id = ${next.id} where id = ${id}`
  await kit.sql`update member_term set cancelled_at = now() where member_id = ${id} and order_no is distinct from 'unit-2'`
  await refund(second!)
  expect(await listMessageTitles(server().kit.sql, nurse.id)).toEqual([
    lapsed,
    `您所在的单位会员“${name}”会籍已终止，席位随之失效`,
  ])
  for (const account of [head, next])
    expect(await listMessageTitles(server().kit.sql, account.id)).toContain(
      `单位会员“${name}”的会费已退款，会籍随之终止`,
    )
})

test('notifies a former representative with a seat once of a refund, and names the unit', async () => {
  const { kit } = server()
  const [payer, head, nurse] = [
    await server().enter('user'),
    await server().enter('user'),
    await server().enter('user'),
  ]
  const name = '市第八医院'
  const unit = { levelId: levels.unit, kind: 'unit', name, phone: payer.phone, accountId: payer.id } as const
  const id = await createMember(kit, { ...unit, termUntil: lapsedAt, state: 'lapsed' })
  for (const person of [payer, nurse]) await insertSeat(id, person)
  const [first, second] = ['unit-3', 'unit-4'].map((orderNo) => ({ memberId: id, accountId: payer.id, orderNo }))
  await pay(first!)
  const before = await listMessageTitles(server().kit.sql, payer.id)
  await kit.sql`update member set account_id = ${head.id} where id = ${id}`
  await refund(first!)
  const title = `单位会员“${name}”的会费已退款，会期至${lapsedAt}`
  const lapsed = `您所在的单位会员“${name}”会籍已失效，席位待遇随之暂停，单位续缴会费后恢复`
  expect([
    await listMessageTitles(server().kit.sql, payer.id),
    await listMessageTitles(server().kit.sql, head.id),
    await listMessageTitles(server().kit.sql, nurse.id),
  ]).toEqual([[...before, title], [title], [lapsed]])
  await kit.sql`update member set account_id = ${payer.id} where id = ${id}`
  await pay(second!)
  const paid = await listMessageTitles(server().kit.sql, payer.id)
  await kit.sql`update member set account_id = ${head.id} where id = ${id}`
  await kit.sql`update member_term set cancelled_at = now() where member_id = ${id} and order_no is distinct from 'unit-4'`
  await refund(second!)
  const ended = `单位会员“${name}”的会费已退款，会籍随之终止`
  expect(await listMessageTitles(server().kit.sql, payer.id)).toEqual([...paid, ended])
  expect(await listMessageTitles(server().kit.sql, head.id)).toEqual([title, ended])
  expect(await listMessageTitles(server().kit.sql, nurse.id)).toEqual([
    lapsed,
    `您所在的单位会员“${name}”会籍已终止，席位随之失效`,
  ])
})
