// Tests that open requests of a registration end with its transfer.
import { beforeEach, describe, expect, test } from 'vitest'
import { createMeeting } from '../../../../db/fixtures/meeting.ts'
import { createReceipt, createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { endWaitingLists, lapseOverdueRegistrations, notifyOverdueRequests } from '../registrations/registrations.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let meetingId = 0
let staff: Caller
beforeEach(async () => {
  const { sql } = server().kit
  await sql`update meeting set state = 'closed'`
  meetingId = (await createMeeting(sql, { title: '学术年会', daysFromNow: 40 })).id
  staff = await server().enter('editor')
})

const receipt = { ...createReceipt(40), name: '钱来', sex: '男' }
const invoice = {
  email: 'qian@example.com',
  postCode: '450000',
  invoiceTitle: '县人民医院',
  taxNumber: '12345678901234567X',
}
async function register(state: 'pending' | 'paid' | 'waiting') {
  const { sql } = server().kit
  const { person, id } = await registrations.registerNewPerson(meetingId, { ...receipt, ...invoice })
  await sql`
    update registration set state = ${state}, paid_at = now(), paid_cents = 80000,
      waiting_since = ${state === 'waiting' ? new Date() : null}
    where id = ${id}`
  // ends the time in which attendees change or cancel without a request
  await sql`
    update meeting set change_deadline = now(), full_refund_until = now(), half_refund_until = now()
    where id = ${meetingId}`
  return { person, id }
}
const changeReceipt = ({ person, id }: { person: Caller; id: number }) =>
  server().requestAs(person, 'PUT /activityUser/receipt', {
    ...receipt,
    ...invoice,
    id,
    diet: '素食',
    reason: '忘了填写',
  })
const requestsOf = async (id: number) =>
  (await server().requestAs(staff, 'GET /admin/registration', { id })).data.requests
const decide = (id: number, approve = true) =>
  server().requestAs(staff, 'POST /admin/registrationRequest/decide', { id, approve, answer: '' })
const findRequestId = async (id: number, kind: string) => (await requestsOf(id)).find((item) => item.kind === kind)!.id

describe('a registration that is transferred', () => {
  test('drops the requests of the former holder, and reveals none of them', async () => {
    const { person, id } = await register('paid')
    const taker = await server().enter('user')
    expect((await changeReceipt({ person, id })).data).toMatchObject({ isRequested: true })
    const cancelled = await server().requestAs(person, 'POST /activityUser/cancel', { id, reason: '家人住院' })
    expect(cancelled.data).toEqual({ isRequested: true })
    const wish = { id, username: taker.username, name: '李书涵', phone: '13800001111', reason: '照顾家人' }
    await server().requestAs(person, 'POST /activityUser/transfer', wish)
    const [asked, leaving] = [await findRequestId(id, 'change'), await findRequestId(id, 'cancel')]
    expect((await decide(await findRequestId(id, 'transfer'))).status).toBe(200)

    expect(await requestsOf(id)).toMatchObject([
      { kind: 'transfer', state: 'approved' },
      { kind: 'cancel', state: 'refused', answer: '名额已转让' },
      { kind: 'change', state: 'refused', answer: '名额已转让' },
    ])
    for (const request of [asked, leaving]) expect((await decide(request)).status).toBe(409)
    const place = await server().requestAs(taker, 'GET /activityUser/place', { id })
    expect(place.data).toMatchObject({ state: 'paid', requests: [], receipt: { name: '李书涵', sex: '' } })
    for (const secret of ['家人', '忘了填写', 'qian@', '县城1号', '450000', invoice.taxNumber])
      expect(place.raw).not.toContain(secret)
  })

  test('asks the new holder for no mail address, as the former invoice is gone, and shows later requests', async () => {
    const { person, id } = await register('paid')
    const taker = await server().enter('user')
    await server().requestAs(person, 'POST /activityUser/transfer', {
      id,
      username: taker.username,
      name: '李书涵',
      phone: '13800001111',
    })
    await decide(await findRequestId(id, 'transfer'))
    const readOwnPlace = async () => (await server().requestAs(taker, 'GET /activityUser/place', { id })).data
    const shown = (await readOwnPlace()).receipt
    expect(shown).toMatchObject({ invoiceTitle: '', taxNumber: '', postCode: '', email: '', address: '' })
    const { unitName: _name, unitId: _unit, email: _email, ...kept } = shown
    const filled = { ...kept, id, address: '学府路2号' }
    expect((await server().requestAs(taker, 'PUT /activityUser/receipt', filled)).data).toMatchObject({
      isRequested: false,
    })
    await server().requestAs(taker, 'PUT /activityUser/receipt', { ...filled, diet: '清真' })
    expect((await readOwnPlace()).requests).toMatchObject([{ kind: 'change', state: 'asked' }])
  })
})

describe('a registration that ends', () => {
  const refused = [{ kind: 'change', state: 'refused', answer: '报名已取消' }]

  test.each(['the secretariat', 'the time to pay', 'the beginning of the meeting'] as const)(
    'leaves no open request when ended by %s',
    async (by) => {
      const { kit } = server()
      const place = await register(by === 'the secretariat' ? 'paid' : by === 'the time to pay' ? 'pending' : 'waiting')
      expect((await changeReceipt(place)).data).toMatchObject({ isRequested: true })
      if (by === 'the secretariat') {
        await server().requestAs(staff, 'POST /admin/registration/cancel', { id: place.id, reason: '重复报名' })
      } else if (by === 'the time to pay') {
        await kit.sql`update registration set pay_until = now() where id = ${place.id}`
        await lapseOverdueRegistrations(kit)
      } else {
        await kit.sql`update meeting set starts_at = now() where id = ${meetingId}`
        await endWaitingLists(kit)
      }
      expect(await requestsOf(place.id)).toMatchObject(refused)
      await kit.sql`update registration_request set due_at = now() where registration_id = ${place.id}`
      expect(await notifyOverdueRequests(kit)).toBe(0)
    },
  )

  test('settles the other request when one is approved', async () => {
    const place = await register('paid')
    await changeReceipt(place)
    await server().requestAs(place.person, 'POST /activityUser/cancel', { id: place.id, reason: '家人住院' })
    expect((await decide(await findRequestId(place.id, 'cancel'))).status).toBe(200)
    expect(await requestsOf(place.id)).toMatchObject([{ kind: 'cancel', state: 'approved' }, ...refused])
  })

  test('refuses to approve a pending change', async () => {
    const place = await register('paid')
    await changeReceipt(place)
    await server().kit.sql`update registration set state = 'cancelled' where id = ${place.id}`
    const asked = await findRequestId(place.id, 'change')
    expect(await decide(asked)).toMatchObject({ status: 409, msg: '这份报名已失效，不能变更回执' })
    expect((await decide(asked, false)).status).toBe(200)
  })
})

test('replaces an earlier request when the unchanged receipt is submitted', async () => {
  const place = await register('paid')
  expect((await changeReceipt(place)).data).toMatchObject({ isRequested: true })
  expect(await requestsOf(place.id)).toMatchObject([{ kind: 'change', state: 'asked', reason: '忘了填写' }])
  const again = { ...receipt, ...invoice, id: place.id }
  expect((await server().requestAs(place.person, 'PUT /activityUser/receipt', again)).data).toMatchObject({
    isRequested: true,
  })
  expect(await requestsOf(place.id)).toMatchObject([{ kind: 'change', state: 'asked', reason: '' }])
})
