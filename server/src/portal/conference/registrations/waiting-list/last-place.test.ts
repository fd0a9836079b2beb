// Tests two people who compete for the last place, with payments and cancellations in any order: never two holders, and
// never a payment without a place or a refund. The member price requires membership at the time of payment.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { attendTypeIds } from '@xinqiao/contract/meetings.ts'
import { createMeeting } from '../../../../../db/fixtures/meeting.ts'
import { createLevel, createMember } from '../../../../../db/fixtures/membership.ts'
import { createRegistrationSteps } from '../../../../../test/steps/conference-steps.ts'
import { selectMessages } from '../../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../../test/test-server.ts'
import { requestDueRefunds } from '../../billing/refunds.ts'
import { lapseOverdueRegistrations } from './waiting-list.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let people: [Caller, Caller]
beforeAll(async () => {
  people = [await server().enter('user'), await server().enter('user')]
})

type PlaceStep = { do: 'pay' | 'cancel' | 'both'; person: 0 | 1 } | { do: 'jobs' }
const personIndex = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<PlaceStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), person: personIndex }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), person: personIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('both' as const), person: personIndex }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('jobs' as const) }) },
)

async function openMeetingWithOnePlace() {
  const { sql } = server().kit
  await sql`update meeting set state = 'closed'`
  const { id: meetingId } = await createMeeting(sql, { title: '只有一个名额', quota: 1 })
  const ids = [
    await registrations.register(people[0], meetingId, { waiting: true }),
    await registrations.register(people[1], meetingId, { waiting: true }),
  ] as const
  const selectOrderNo = async (at: 0 | 1) => {
    await server().requestAs(people[at], 'GET /wxPay/pay', { activityUserId: ids[at] })
    const [row] = await sql<{ order_no: string }[]>`
      select order_no from pay_order where subject_type = 'registration' and subject_id = ${ids[at]} order by id desc limit 1`
    return row?.order_no
  }
  const pay = async (at: 0 | 1) => {
    const orderNo = await selectOrderNo(at)
    if (orderNo)
      await server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
  }
  const cancel = (at: 0 | 1) => server().requestAs(people[at], 'POST /activityUser/cancel', { id: ids[at] })
  const takeStep = async (placeStep: PlaceStep): Promise<void> => {
    if (placeStep.do === 'pay') await pay(placeStep.person)
    else if (placeStep.do === 'cancel') await cancel(placeStep.person)
    else if (placeStep.do === 'both') await Promise.all([pay(placeStep.person), cancel(placeStep.person)])
    else {
      await lapseOverdueRegistrations(server().kit)
      await requestDueRefunds(server().kit)
    }
  }
  const checkPlaces = async () => {
    const rows = await sql<{ id: number; state: string; held: number }[]>`
      select registration.id, state, (
          select coalesce(sum(payment.amount_cents), 0)::integer from payment join pay_order on pay_order.id = order_id
          where subject_type = 'registration' and subject_id = registration.id) - (
          select coalesce(sum(refund.amount_cents), 0)::integer from refund join pay_order on pay_order.id = order_id
          where subject_type = 'registration' and subject_id = registration.id and refund.state <> 'refused') as held
      from registration where meeting_id = ${meetingId}`
    expect(rows.filter((row) => row.state === 'paid' || row.state === 'pending').length).toBeLessThanOrEqual(1)
    for (const row of rows) expect([row.state, row.held]).toEqual([row.state, row.state === 'paid' ? 80_000 : 0])
  }
  const selectStates = async () =>
    Object.fromEntries(
      (await sql`select id, state from registration where meeting_id = ${meetingId}`).map((row) => [
        row['id'],
        row['state'],
      ]),
    )
  return { ids, takeStep, checkPlaces, selectStates }
}

describe('the last place', () => {
  test('refunds a cancelled place, and gives it to the waiting list', async () => {
    const { ids, takeStep, checkPlaces, selectStates } = await openMeetingWithOnePlace()
    for (const action of ['pay', 'cancel'] as const) await takeStep({ do: action, person: 0 })
    await takeStep({ do: 'pay', person: 1 })
    await checkPlaces()
    expect(await selectStates()).toEqual({ [ids[0]]: 'cancelled', [ids[1]]: 'paid' })
  })

  test('refuses to give a cancelled place twice when it is paid with an old code', async () => {
    const { ids, takeStep, checkPlaces, selectStates } = await openMeetingWithOnePlace()
    for (const action of ['cancel', 'pay'] as const) await takeStep({ do: action, person: 0 })
    await checkPlaces()
    expect(await selectStates()).toEqual({ [ids[0]]: 'cancelled', [ids[1]]: 'pending' })
  })

  test('gives the last place to one holder, in any order of steps', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const { takeStep, checkPlaces } = await openMeetingWithOnePlace()
        for (const placeStep of steps) await takeStep(placeStep)
        await takeStep({ do: 'jobs' })
        await checkPlaces()
      }),
      { numRuns: 12 },
    ),
  )
})

async function becomeMember({ id }: Caller): Promise<void> {
  const phone = `139${String(id).padStart(8, '0')}`
  const levelId = await createLevel(server().kit.sql, { title: `个人会员${id}` })
  await createMember(server().kit, { levelId, accountId: id, name: '王小禾', phone })
}

test('charges the member price only to current members, and names the alternative', async () => {
  const { sql } = server().kit
  await sql`update meeting set state = 'closed'`
  const { id: meetingId } = await createMeeting(sql, { title: '会员价' })
  const member = await server().enter('user')
  await becomeMember(member)
  const id = await registrations.register(member, meetingId, { activityAttendTypeId: attendTypeIds.member })
  const setState = (state: string) => sql`update member set state = ${state} where account_id = ${member.id}`
  await setState('lapsed')
  const pay = () => server().requestAs(member, 'GET /wxPay/pay', { activityUserId: id })
  expect(await pay()).toMatchObject({
    status: 409,
    msg: '您的会籍已不在有效期内，不能按会员价缴费：请先续费会籍，或取消后以非会员身份报名',
  })
  await setState('active')
  expect((await pay()).status).toBe(200)
  const [order] = await sql<{ amount_cents: number }[]>`
    select amount_cents from pay_order where subject_type = 'registration' and subject_id = ${id}`
  expect(order).toEqual({ amount_cents: 60_000 })
})

test('skips former members on the waiting list of a member type, and notifies them once', async () => {
  const { kit } = server()
  const { sql } = kit
  await sql`update meeting set state = 'closed'`
  const { id: meetingId } = await createMeeting(sql, { title: '会员候补', quota: 1 })
  const [holder, lapsed, next] = [
    await server().enter('user'),
    await server().enter('user'),
    await server().enter('user'),
  ]
  const ids = new Map<Caller, number>()
  for (const person of [holder, lapsed, next]) {
    await becomeMember(person)
    ids.set(
      person,
      await registrations.register(person, meetingId, { activityAttendTypeId: attendTypeIds.member, waiting: true }),
    )
  }
  const setState = (state: string) => sql`update member set state = ${state} where account_id = ${lapsed.id}`
  const readState = async (person: Caller) =>
    (await server().requestAs(person, 'GET /activityUser/place', { id: `${ids.get(person)}` })).data.state
  const findNotices = () => selectMessages(sql, lapsed.id, '会籍已不在有效期内')
  await setState('lapsed')
  await server().requestAs(holder, 'POST /activityUser/cancel', { id: ids.get(holder) })
  expect([await readState(lapsed), await readState(next)]).toEqual(['waiting', 'pending'])
  expect(await findNotices()).toHaveLength(1)

  await sql`update meeting_type set quota = 2 where meeting_id = ${meetingId}`
  await lapseOverdueRegistrations(kit)
  expect([await readState(lapsed), (await findNotices()).length]).toEqual(['waiting', 1])
  await setState('active')
  await lapseOverdueRegistrations(kit)
  expect(await readState(lapsed)).toBe('pending')
})
