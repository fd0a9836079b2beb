// Tests that the list of participants needs a consent in the ledger, which can be withdrawn; and the receipt form after
// a transfer.
import { beforeEach, describe, expect, test } from 'vitest'
import { createMeeting } from '../../../../../db/fixtures/meeting.ts'
import { createReceipt, createRegistrationSteps } from '../../../../../test/steps/conference-steps.ts'
import { selectLastMessage } from '../../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../../test/test-server.ts'
import { inTransaction } from '../../../../kit/ctx.ts'
import { conferenceOrderKind } from '../../checkout/order-kind.ts'
import { lapseOverdueRegistrations } from '../waiting-list/waiting-list.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let meetingId = 0
beforeEach(async () => {
  const { sql } = server().kit
  await sql`update meeting set state = 'closed'`
  meetingId = (await createMeeting(sql, { title: '学术年会', daysFromNow: 40 })).id
})

const receipt = { ...createReceipt(40), name: '钱来' }
async function registerAndPay(changes: object = {}) {
  const registration = await registrations.registerNewPerson(meetingId, { ...receipt, ...changes })
  await registrations.markPaid(registration.id)
  return registration
}
const endChanges = () => server().kit.sql`update meeting set change_deadline = now() where id = ${meetingId}`
const listParticipants = async (caller: Caller) =>
  (await server().requestAs(caller, 'GET /meeting/participants', { activityId: meetingId })).data.map(
    (item) => item.name,
  )
const countValidConsents = async (participant: Caller) =>
  (await server().requestAs(participant, 'GET /consent/mine')).data.filter(
    (item) => item.purpose === 'participants' && item.withdrawnTime === null,
  ).length

describe('the list of participants', () => {
  test('stores the consent from the receipt, and withdraws it at once, also after the deadline', async () => {
    const { person, id } = await registerAndPay({ listed: true })
    const other = (await registerAndPay()).person
    expect(await countValidConsents(person)).toBe(1)
    expect(await listParticipants(other)).toEqual(['钱来'])
    await endChanges()
    expect((await server().requestAs(person, 'POST /activityUser/listed', { id, listed: false })).status).toBe(200)
    expect(await listParticipants(other)).toEqual([])
    expect(await countValidConsents(person)).toBe(0)
    expect((await server().requestAs(person, 'POST /activityUser/listed', { id, listed: true })).status).toBe(200)
    expect([await listParticipants(other), await countValidConsents(person)]).toEqual([['钱来'], 1])
    expect((await server().requestAs(other, 'POST /activityUser/listed', { id, listed: false })).status).toBe(404)
  })

  test('keeps the text of a consent until the attendee has read the present one', async () => {
    const { sql } = server().kit
    const { person, id } = await registerAndPay({ listed: true })
    const agreeToOldText = () =>
      sql`update consent set version = '2026-11', text_hash = 'old' where account_id = ${person.id} and withdrawn_at is null`
    const readVersion = async () =>
      (await server().requestAs(person, 'GET /consent/mine')).data.find(({ withdrawnTime }) => withdrawnTime === null)
        ?.version
    await agreeToOldText()
    meetingId = (await createMeeting(sql, { title: '另一个会议', daysFromNow: 40 })).id
    const secondId = await registrations.register(person, meetingId, { ...receipt, listed: true })
    await server().requestAs(person, 'POST /activityUser/cancel', { id: secondId })
    expect(await readVersion()).toBe('2026-11')
    // this request comes from a dialog that shows the present text
    await server().requestAs(person, 'POST /activityUser/listed', { id, listed: true })
    expect(await readVersion()).not.toBe('2026-11')
  })

  test('removes the name from every list when the consent is withdrawn', async () => {
    const { person } = await registerAndPay({ listed: true })
    const other = (await registerAndPay()).person
    expect((await server().requestAs(person, 'POST /consent/withdraw', { purpose: 'participants' })).status).toBe(200)
    expect(await listParticipants(other)).toEqual([])
  })

  test.each(['given up', 'not paid for in time'])(
    'leaves a registration that was %s out of the list, also when a late payment restores it',
    async (withdrawal) => {
      const { kit } = server()
      const { person, id } = await registerAndPay({ listed: true })
      const other = (await registerAndPay()).person
      if (withdrawal === 'given up') await server().requestAs(person, 'POST /activityUser/cancel', { id })
      else {
        await kit.sql`update registration set state = 'pending', pay_until = now() where id = ${id}`
        await lapseOverdueRegistrations(kit)
      }
      expect(await countValidConsents(person)).toBe(0)
      const subject = { type: 'registration', id } as const
      const order = { id: 0, orderNo: 'late', accountId: person.id, subject, amountCents: 80_000 }
      await inTransaction(kit, (scope) => conferenceOrderKind.paid(scope, { ...order, paidAt: new Date() }))
      const { data } = await server().requestAs(person, 'GET /activityUser/place', { id })
      expect(data).toMatchObject({ state: 'paid', receipt: { listed: false } })
      expect([await listParticipants(other), await countValidConsents(person)]).toEqual([[], 0])
    },
  )

  test('asks the secretariat about changes of a receipt after the deadline, but not about the listing', async () => {
    const { person, id } = await registerAndPay({ listed: true, phone: '13912345678' })
    const other = (await registerAndPay()).person
    await endChanges()
    const unchanged = { ...receipt, id, phone: '13912345678' }
    const changeReceipt = async (more: object) =>
      (await server().requestAs(person, 'PUT /activityUser/receipt', { ...unchanged, ...more })).data.isRequested
    expect(await changeReceipt({ listed: false })).toBe(false)
    expect([await listParticipants(other), await countValidConsents(person)]).toEqual([[], 0])
    const selectRequests = () =>
      server().kit.sql`select kind, reason from registration_request where registration_id = ${id}`
    expect(await selectRequests()).toEqual([])
    // differs in a digit of the masked part
    expect(await changeReceipt({ phone: '13912355678' })).toBe(true)
    expect(await changeReceipt({ reason: '请帮我安排无障碍房间' })).toBe(true)
    expect(await selectRequests()).toEqual([{ kind: 'change', reason: '请帮我安排无障碍房间' }])
  })

  test('removes the name at once on a requested change, and its approval does not restore it', async () => {
    const { person, id } = await registerAndPay({ listed: true })
    const other = (await registerAndPay()).person
    const staff = await server().enter('administrator')
    await endChanges()
    const changeReceipt = (more: object) =>
      server().requestAs(person, 'PUT /activityUser/receipt', { ...receipt, id, ...more })
    expect((await changeReceipt({ listed: true, diet: '素食' })).data).toMatchObject({ isRequested: true })
    await server().requestAs(person, 'POST /activityUser/listed', { id, listed: false })
    const list = await server().requestAs(staff, 'GET /admin/registrationRequests', { state: 'asked' })
    const request = list.data.content.find((item) => item.registrationId === id)
    expect(request!.wanted).toEqual([{ label: '饮食需求', from: '', to: '素食' }])
    await server().requestAs(staff, 'POST /admin/registrationRequest/decide', {
      id: request!.id,
      approve: true,
      answer: '',
    })
    expect([await listParticipants(other), await countValidConsents(person)]).toEqual([[], 0])
  })
})

test('asks the new attendee for the receipt, also after the deadline, and shows the missing ones', async () => {
  const { person, id } = await registerAndPay({ listed: true, dorm: 1 })
  const taker = await server().enter('user')
  const staff = await server().enter('editor')
  await endChanges()
  const wish = { id, username: taker.username, name: '李书涵', phone: '13800001111' }
  await server().requestAs(person, 'POST /activityUser/transfer', wish)
  const list = await server().requestAs(staff, 'GET /admin/registrationRequests', { state: 'asked' })
  const request = list.data.content.find((item) => item.registrationId === id)
  await server().requestAs(staff, 'POST /admin/registrationRequest/decide', {
    id: request!.id,
    approve: true,
    answer: '',
  })

  expect(await countValidConsents(person)).toBe(0)
  expect(await selectLastMessage(server().kit.sql, taker.id)).toMatchObject({
    title: expect.stringContaining('请完善参会回执'),
    link: `/academic/place?id=${id}`,
  })
  expect(await selectLastMessage(server().kit.sql, person.id)).toMatchObject({
    title: expect.stringContaining('转让名额的申请已同意'),
    link: '/academic/meetings',
  })
  const readOwnPlace = async () => (await server().requestAs(taker, 'GET /activityUser/place', { id })).data
  expect(await readOwnPlace()).toMatchObject({ needsReceipt: true, mayChange: true })
  const listMissingReceipts = async () =>
    (await server().requestAs(staff, 'GET /admin/registrations', { meetingId, needsReceipt: '1' })).data.content.map(
      (item) => item.id,
    )
  expect(await listMissingReceipts()).toEqual([id])

  const filled = { ...receipt, id, name: '李书涵', phone: '13800001111', dorm: 0 }
  expect((await server().requestAs(taker, 'PUT /activityUser/receipt', filled)).data).toMatchObject({
    isRequested: false,
  })
  expect(await readOwnPlace()).toMatchObject({ needsReceipt: false, mayChange: false, receipt: { dorm: 0 } })
  expect(await listMissingReceipts()).toEqual([])
  expect((await server().requestAs(taker, 'PUT /activityUser/receipt', { ...filled, dorm: 1 })).data).toMatchObject({
    isRequested: true,
  })
})
