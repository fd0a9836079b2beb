// Tests of registering through the API: allowed types, once per account, within the quota.
import { hourMs } from '@xinqiao/contract/time.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMeeting, createStay } from '../../../../../db/fixtures/meeting.ts'
import { createLevel, createMember } from '../../../../../db/fixtures/membership.ts'
import { selectLastAuditEntry } from '../../../../../test/audit-log.ts'
import { createReceipt, createRegistrationSteps } from '../../../../../test/steps/conference-steps.ts'
import { enterMany } from '../../../../../test/steps/crowd.ts'
import { selectLastMessage } from '../../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../../test/test-server.ts'
import { lapseOverdueRegistrations } from '../waiting-list/waiting-list.ts'

const server = useTestServer({}, { maxWaitMs: 30_000 })
const registrations = createRegistrationSteps(server)
let meetingId = 0
let unitId = 0
beforeAll(async () => {
  const { sql } = server().kit
  await createMeeting(sql, { title: '上一届年会', daysFromNow: -300 })
  const made = await createMeeting(sql, { title: '学术年会' })
  meetingId = made.id
  const [unit] = await sql<{ id: number }[]>`
    insert into special_committee (name) values ('睡眠与情绪专业委员会') returning id`
  unitId = unit!.id
})

const registerPerson = (person: Caller, changes: object = {}) =>
  registrations.sendReceipt(person, meetingId, { name: '王小禾', phone: '13912345678', ...changes })

async function becomeMember(accountId: number): Promise<void> {
  const levelId = await createLevel(server().kit.sql, { title: '个人会员' })
  await createMember(server().kit, { levelId, accountId, name: '王小禾', phone: '13900000000' })
}

test('shows by default the published meeting that is not over', async () => {
  await createMeeting(server().kit.sql, { title: '还在筹备', state: 'draft' })
  const reply = await server().request('GET /meeting/getNewOne')
  expect(reply.data).toMatchObject({ id: meetingId, title: '学术年会', location: '省城会议中心' })
  expect(reply.data.registrationDeadline).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const units = await server().request('GET /activityUnit/getAllUnit')
  expect(units.data).toEqual([{ id: unitId, unitName: '睡眠与情绪专业委员会', name: '睡眠与情绪专业委员会' }])
})

describe('registering', () => {
  test('returns no registration, an unpaid one, or a paid one', async () => {
    const ann = await server().enter('user')
    expect((await server().requestAs(ann, 'GET /activityUser/isExist', { activityId: meetingId })).data).toEqual({
      exist: false,
      activityUser: null,
    })
    const first = await registerPerson(ann)
    expect(first.data).toMatchObject({
      success: true,
      exist: false,
      message: '报名成功，是否前往缴费？',
      activityUser: { status: 0, activityAttendTypeId: 2, activityId: meetingId },
    })
    const { id } = first.data.activityUser!
    expect((await registerPerson(ann)).data).toMatchObject({
      success: false,
      exist: true,
      message: '您已报名但未缴费，是否前往缴费？',
      activityUser: { id },
    })
    await server().kit.sql`update registration set state = 'paid', paid_at = now() where id = ${id}`
    expect((await registerPerson(ann)).data).toMatchObject({ exist: true, message: '您已报名并缴费，请勿重复操作' })
    const found = await server().requestAs(ann, 'GET /activityUser/isExist', { activityId: meetingId })
    expect(found.data).toMatchObject({ exist: true, activityUser: { id, status: 1 } })
  })

  test('creates one registration for two concurrent browsers of one person', async () => {
    const ann = await server().enter('user')
    const replies = await Promise.all(Array.from({ length: 8 }, () => registerPerson(ann)))
    expect(new Set(replies.map((reply) => reply.data.activityUser!.id)).size).toBe(1)
    expect(replies.filter((reply) => reply.data.success)).toHaveLength(1)
  })

  test('reports missing and invalid values with messages', async () => {
    const ann = await server().enter('user')
    for (const name of ['companyName', 'address', 'arrivalTime', 'leaveTime']) {
      expect(await registerPerson(ann, { [name]: ' ' })).toMatchObject({ status: 400, msg: '请完善信息' })
    }
    expect(await registerPerson(ann, { arrivalTime: '明天中午' })).toMatchObject({
      msg: '时间格式应为 年-月-日 时:分:秒',
    })
    expect(await registerPerson(ann, { leaveTime: createStay(31).arrivalTime })).toMatchObject({
      msg: '离开时间应晚于到达时间',
    })
    expect(await registerPerson(ann, { activityAttendTypeId: 3 })).toMatchObject({ msg: '请选择专业委员会' })
    expect(await registerPerson(ann, { activityAttendTypeId: 3, unitId: 999 })).toMatchObject({
      msg: '请选择专业委员会',
    })
    expect(await registerPerson(ann, { activityId: 999_999 })).toMatchObject({ status: 404 })
    expect(await registerPerson(ann, { activityAttendTypeId: 3, unitId })).toMatchObject({ data: { success: true } })
  })

  test('sells the member type to members only', async () => {
    const ann = await server().enter('user')
    const words = '您不是本会有效会员，请选择非会员通道报名'
    expect(await server().requestAs(ann, 'GET /activityUser/identity')).toMatchObject({
      status: 500,
      code: 500,
      msg: words,
    })
    expect(await registerPerson(ann, { activityAttendTypeId: 1 })).toMatchObject({ code: 500, msg: words })
    await becomeMember(ann.id)
    expect(await server().requestAs(ann, 'GET /activityUser/identity')).toMatchObject({ status: 200, code: 200 })
    expect(await registerPerson(ann, { activityAttendTypeId: 1 })).toMatchObject({ data: { success: true } })
  })

  test('reports registrations of other accounts as not found', async () => {
    const [ann, bob] = [await server().enter('user'), await server().enter('user')]
    const { id } = (await registerPerson(ann)).data.activityUser!
    expect((await server().requestAs(ann, 'GET /activityUser/getById', { id })).data).toMatchObject({
      id,
      activityAttendTypeId: 2,
    })
    for (const path of ['/activityUser/getById', '/activityUser/ticket']) {
      expect(await server().sendRaw('GET', path, { id }, bob)).toMatchObject({ status: 404 })
    }
    const input = { ...createReceipt(), id }
    expect(await server().requestAs(bob, 'PUT /activityUser/receipt', input)).toMatchObject({
      status: 404,
    })
    expect(await server().requestAs(bob, 'POST /activityUser/cancel', { id })).toMatchObject({
      status: 404,
    })
    expect((await server().requestAs(bob, 'GET /activityUser/mine')).data).toBeNull()
  })

  test('seals contact data, and shows it only masked in the console’s list', async () => {
    const [ann, admin] = [await server().enter('user'), await server().enter('administrator')]
    await registerPerson(ann, { phone: '13911112222', address: '很隐私的地址' })
    const [raw] = await server().kit.sql<{ text: string }[]>`
      select registration::text as text from registration where account_id = ${ann.id}`
    for (const secret of ['13911112222', '很隐私的地址']) expect(raw?.text).not.toContain(secret)
    expect((await server().requestAs(ann, 'GET /activityUser/mine')).data.receipt).toMatchObject({
      phone: '13911112222',
    })
    const list = await server().requestAs(admin, 'GET /admin/registrations', { meetingId, key: '13911112222' })
    expect(list.data).toMatchObject({ totalElements: 1, content: [{ phone: '139****2222' }] })
    const { id } = list.data.content[0]!
    const body = { id, reason: '核对住宿' }
    const shown = await server().requestAs(admin, 'POST /admin/registration/reveal', body)
    expect(shown.data).toMatchObject({ phone: '13911112222', address: '很隐私的地址' })
    const entry = await selectLastAuditEntry(server().kit.sql)
    expect(entry).toMatchObject({ action: 'registrationRevealed', reason: '核对住宿' })
  })

  test('ends registration with the deadline of its meeting, while another one stays open', async () => {
    const { sql } = server().kit
    const ann = await server().enter('user')
    const newer = await createMeeting(sql, { title: '更新的会议', daysFromNow: 34 })
    expect((await registerPerson(ann)).data).toMatchObject({ success: true })
    await sql`update meeting set registration_deadline = now() where id = ${newer.id}`
    expect(await registerPerson(ann, { activityId: newer.id })).toMatchObject({ status: 409, msg: '报名已截止' })
    await sql`update meeting set state = 'closed' where id = ${newer.id}`
  })
})

describe('places', () => {
  test('never exceeds the quota with 200 concurrent registrations, and offers free places in order', async () => {
    const { kit } = server()
    const { sql } = kit
    const quota = 25
    await sql`update meeting_type set quota = ${quota} where meeting_id = ${meetingId} and attend_type = 4`
    const people = await enterMany(server(), 200)
    const replies = await Promise.all(people.map((person) => registerPerson(person, { activityAttendTypeId: 4 })))
    expect(replies.filter((reply) => !reply.data)).toEqual([])
    expect(replies.filter((reply) => reply.data.success)).toHaveLength(quota)
    const refused = replies.filter((reply) => !reply.data.success)
    expect(refused).toHaveLength(200 - quota)
    for (const reply of refused) {
      expect(reply.data).toMatchObject({ isFull: true, message: '该参会身份的名额已满，可以登记候补' })
    }

    const waiting = people.filter((_person, i) => !replies[i]!.data.success).slice(0, 3)
    for (const person of waiting) {
      expect((await registerPerson(person, { activityAttendTypeId: 4, waiting: true })).data).toMatchObject({
        success: true,
        activityUser: { status: 2 },
        message: '已登记候补，有名额时将通知您',
      })
    }
    const placeOf = async (person: Caller) => (await server().requestAs(person, 'GET /activityUser/mine')).data
    expect((await Promise.all(waiting.map(placeOf))).map((own) => own.waitingPlace)).toEqual([1, 2, 3])

    // a cancelled place is offered at once to the person who has waited longest
    const holder = people.find((_person, i) => replies[i]!.data.success)!
    const own = await placeOf(holder)
    await server().requestAs(holder, 'POST /activityUser/cancel', { id: own.id })
    const offered = await placeOf(waiting[0]!)
    expect(offered).toMatchObject({ state: 'pending', waitingPlace: null })
    const hours = (Date.parse(offered.payUntil!.replace(' ', 'T') + '+08:00') - Date.now()) / hourMs
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThanOrEqual(24)
    expect((await selectLastMessage(sql, waiting[0]!.id))?.title).toContain('已有名额')

    // the offer expires, and the next person gets it
    await sql`update registration set pay_until = now() where id = ${offered.id}`
    await lapseOverdueRegistrations(kit)
    expect(await placeOf(waiting[0]!)).toMatchObject({ state: 'lapsed' })
    expect(await placeOf(waiting[1]!)).toMatchObject({ state: 'pending' })
    const [taken] = await sql<{ count: number }[]>`
      select count(*) from registration
      where meeting_id = ${meetingId} and attend_type = 4 and state in ('pending', 'paid')`
    expect(taken?.count).toBe(quota)
  })

  test('offers a raised quota to the waiting list', async () => {
    const { sql } = server().kit
    const admin = await server().enter('administrator')
    const small = await createMeeting(sql, { title: '小会', daysFromNow: 34.5, quota: 1 })
    const [ann, bob] = [await server().enter('user'), await server().enter('user')]
    await registerPerson(ann, { activityId: small.id })
    await registerPerson(bob, { activityId: small.id, waiting: true })
    const { data } = await server().requestAs(admin, 'GET /admin/meeting', { id: small.id })
    const types = data.types.map((type) => ({ ...type, quota: 2 }))
    const saved = await server().requestAs(admin, 'PUT /admin/meeting', { ...data, types })
    expect(saved.status).toBe(200)
    expect((await server().requestAs(bob, 'GET /activityUser/mine', { activityId: small.id })).data.state).toBe(
      'pending',
    )
    await sql`update meeting set state = 'closed' where id = ${small.id}`
  })
})

test('ends the early price at its moment', async () => {
  const { sql } = server().kit
  await sql`
    update meeting_type set early_price_cents = 50000, early_until = now() + interval '1 day'
    where meeting_id = ${meetingId} and attend_type = 2`
  const feeOf = async () => {
    const { data } = await server().request('GET /meeting/page')
    return data.types.find((type) => type.activityAttendTypeId === 2)
  }
  expect(await feeOf()).toMatchObject({ fee: 50_000, fullFee: 80_000 })
  await sql`update meeting_type set early_until = now() where meeting_id = ${meetingId} and attend_type = 2`
  expect(await feeOf()).toMatchObject({ fee: 80_000, earlyUntil: null })
})

test('confirms a free registration at once', async () => {
  const { sql } = server().kit
  await sql`update meeting_type set price_cents = 0 where meeting_id = ${meetingId} and attend_type = 4`
  await sql`update meeting_type set quota = null where meeting_id = ${meetingId} and attend_type = 4`
  const ann = await server().enter('user')
  expect((await registerPerson(ann, { activityAttendTypeId: 4 })).data).toMatchObject({
    success: true,
    message: '报名成功',
    activityUser: { status: 1 },
  })
})
