// Tests several published meetings: each has a page and accepts registrations, and one of them is the default.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMeeting, createStay } from '../../../../db/fixtures/meeting.ts'
import { createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { countWaitingConnections } from '../../../../test/waiting-connections.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let annual = 0
let training = 0
let later = 0
beforeAll(async () => {
  const { sql } = server().kit
  annual = (await createMeeting(sql, { title: '第十三届学术年会', daysFromNow: 33 })).id
  training = (await createMeeting(sql, { title: '热线培训班', daysFromNow: 12, registrationDays: 8 })).id
  later = (await createMeeting(sql, { title: '第十四届学术年会', daysFromNow: 300 })).id
  await createMeeting(sql, { title: '还在筹备', state: 'draft' })
  await createMeeting(sql, { title: '去年的研讨会', state: 'closed', daysFromNow: -300 })
})
beforeEach(async () => {
  await server().kit.sql`update meeting set state = 'open' where id in (${annual}, ${training}, ${later})`
})

const register = (person: Caller, meetingId: number, daysFromNow: number) =>
  registrations.sendReceipt(person, meetingId, createStay(daysFromNow))
const getDefaultId = async (person: Caller | null) => {
  const caller = { token: person?.token ?? '' }
  const page = await server().requestAs(caller, 'GET /meeting/page')
  const newest = await server().requestAs(caller, 'GET /meeting/getNewOne')
  expect(page.data.meeting.id).toBe(newest.data.id)
  return newest.data.id
}

test('lists the published meetings by their start', async () => {
  const { data } = await server().request('GET /meeting/list')
  expect(data).toMatchObject([
    { id: training, kind: 'event', isOpen: true, isOver: false },
    { id: annual, kind: 'annual', title: '第十三届学术年会' },
    { id: later, kind: 'annual' },
  ])
  expect(data).toHaveLength(3)
  expect(data[0]).not.toHaveProperty('content')
})

test('shows each published meeting by its id, and no other', async () => {
  const { sql } = server().kit
  for (const id of [annual, training, later]) {
    expect((await server().request('GET /meeting/page', { id })).data).toMatchObject({ meeting: { id }, isOpen: true })
  }
  const hidden = await sql<{ id: number }[]>`select id from meeting where state <> 'open'`
  expect(hidden).toHaveLength(2)
  for (const { id } of [...hidden, { id: 987_654 }]) {
    expect(await server().request('GET /meeting/page', { id })).toMatchObject({
      status: 404,
      msg: '这次会议已经结束或尚未发布，请查看其他会议',
    })
  }
})

describe('the default meeting', () => {
  test('prefers the next annual conference to a training class that starts earlier', async () => {
    expect(await getDefaultId(null)).toBe(annual)
  })

  test('falls back to the next meeting to start when no annual conference is published', async () => {
    const { sql } = server().kit
    const started = await createMeeting(sql, { title: '已开始的培训', daysFromNow: -1, registrationDays: 1 })
    await sql`update meeting set state = 'closed' where id in (${annual}, ${later})`
    expect(await getDefaultId(null)).toBe(training)
    await sql`update meeting set state = 'closed' where id = ${training}`
    expect(await getDefaultId(null)).toBe(started.id)
    await sql`update meeting set state = 'closed' where id = ${started.id}`
    expect((await server().request('GET /meeting/page')).data).toBeNull()
  })

  test('prefers the meeting that the caller has not paid for yet', async () => {
    const person = await server().enter('user')
    expect(await getDefaultId(person)).toBe(annual)
    const { id } = (await register(person, training, 12)).data.activityUser!
    expect(await getDefaultId(person)).toBe(training)
    expect(await getDefaultId(await server().enter('user'))).toBe(annual)
    await server().kit.sql`update registration set state = 'paid', paid_at = now() where id = ${id}`
    expect(await getDefaultId(person)).toBe(annual)
  })
})

describe('registering', () => {
  test('lets one person register and pay for two meetings, each with its own ticket', async () => {
    const person = await server().enter('user')
    const places: Record<number, number> = {}
    for (const [meetingId, days] of [
      [annual, 33],
      [training, 12],
    ] as const) {
      const reply = await register(person, meetingId, days)
      expect(reply.data).toMatchObject({ success: true, exist: false, activityUser: { activityId: meetingId } })
      places[meetingId] = reply.data.activityUser!.id
    }
    const tickets = new Set<string>()
    for (const meetingId of [training, annual]) {
      const activityUserId = places[meetingId]
      await server().requestAs(person, 'GET /wxPay/pay', { activityUserId })
      const orders = (await server().requestAs(person, 'GET /order/mine')).data.content
      const { orderNo } = orders.find((order) => order.state === 'open')!
      await server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
      expect((await server().requestAs(person, 'GET /wxPay/isPay', { activityUserId })).data).toMatchObject({
        status: 1,
      })
      const own = (await server().requestAs(person, 'GET /activityUser/mine', { activityId: meetingId })).data
      expect(own).toMatchObject({ id: activityUserId, state: 'paid', activityId: meetingId, mayRegister: true })
      const exist = await server().requestAs(person, 'GET /activityUser/isExist', { activityId: meetingId })
      expect(exist.data).toMatchObject({ exist: true, activityUser: { id: activityUserId, status: 1 } })
      tickets.add(own.ticket)
    }
    expect(tickets.size).toBe(2)
    expect((await server().requestAs(person, 'GET /activityUser/list')).data).toHaveLength(2)
  })

  test('holds a place at a meeting that has begun for the payment as at any other', async () => {
    const { sql } = server().kit
    const running = await createMeeting(sql, {
      title: '进行中的培训',
      daysFromNow: -1,
      registrationDays: 0.5,
      quota: 3,
    })
    const person = await server().enter('user')
    const { id } = (await register(person, running.id, -1)).data.activityUser!
    expect(await getDefaultId(person)).toBe(running.id)
    expect((await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })).status).toBe(200)
    const { payUntil, meetingEndTime } = (await server().requestAs(person, 'GET /activityUser/mine')).data
    expect(payUntil).toBe(meetingEndTime)
    await sql`update meeting set state = 'closed' where id = ${running.id}`
  })

  test('refuses a closed, withdrawn or ended meeting with a next step', async () => {
    const { sql } = server().kit
    const person = await server().enter('user')
    const over = await createMeeting(sql, { title: '刚结束的会', daysFromNow: -3, registrationDays: 1 })
    const ended = { status: 409, msg: '会议已结束，不能再报名，请查看其他会议' }
    expect(await register(person, over.id, -3)).toMatchObject(ended)
    await sql`update meeting set state = 'closed' where id = ${training}`
    expect(await register(person, training, 12)).toMatchObject(ended)
    await sql`update meeting set state = 'draft' where id = ${training}`
    expect(await register(person, training, 12)).toMatchObject({
      status: 404,
      msg: '会议尚未发布或已经收回，请查看其他会议',
    })
    await sql`update meeting set state = 'closed' where id = ${over.id}`
  })

  test('refuses a registration at a meeting that is unpublished meanwhile', async () => {
    const { kit, owner, enter } = server()
    const person = await enter('user')
    const countWaiting = () => countWaitingConnections(kit.sql)
    let registering: ReturnType<typeof register> | undefined
    await owner.begin(async (tx) => {
      await tx`select 1 from meeting_type where meeting_id = ${training} for update`
      registering = register(person, training, 12)
      await expect.poll(countWaiting).toBe(1)
      await tx`update meeting set state = 'draft' where id = ${training}`
    })
    expect(await registering).toMatchObject({ status: 404, msg: '会议尚未发布或已经收回，请查看其他会议' })
  })
})
