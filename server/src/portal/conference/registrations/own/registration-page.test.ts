// Tests all registrations of an account: found by number, in any state of the meeting, with the actions that are still
// possible.
import { hourMs } from '@xinqiao/contract/time.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMeeting } from '../../../../../db/fixtures/meeting.ts'
import { createReceipt, createRegistrationSteps } from '../../../../../test/steps/conference-steps.ts'
import { selectMessages } from '../../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../../test/test-server.ts'
import { listObstacles } from '../../rules/obstacles.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let first = 0
let person: Caller
let id = 0

beforeAll(async () => {
  first = (await createMeeting(server().kit.sql, { title: '第一届年会' })).id
  person = await server().enter('user')
  id = await registrations.register(person, first)
  await registrations.markPaid(id)
})

describe('my meetings', () => {
  test('lists the registrations for two open meetings, newest first, and shows each by its id', async () => {
    const newer = (await createMeeting(server().kit.sql, { title: '第二届年会', daysFromNow: 34 })).id
    const second = await registrations.register(person, newer)
    const { data } = await server().requestAs(person, 'GET /activityUser/list')
    expect(data).toMatchObject([
      { id: second, state: 'pending', meetingTitle: '第二届年会', isOver: false },
      { id, state: 'paid', meetingTitle: '第一届年会', isOver: false },
    ])
    const place = await server().requestAs(person, 'GET /activityUser/place', { id })
    expect(place.data).toMatchObject({
      id,
      activityId: first,
      mayRegister: true,
      obstacles: { change: '', cancel: '' },
    })
    expect(place.data.ticket).toMatch(/^XQT\./)
    expect((await server().requestAs(person, 'GET /activityUser/ticket', { id })).status).toBe(200)
    const change = { ...createReceipt(), id, companyName: '换了单位', address: '文化路2号' }
    expect((await server().requestAs(person, 'PUT /activityUser/receipt', change)).data).toMatchObject({
      isRequested: false,
    })
    expect((await server().requestAs(person, 'GET /activityUser/place', { id: second })).data.mayRegister).toBe(true)
  })

  test('keeps ticket and certificate after a meeting, and says what is no longer possible', async () => {
    const { sql } = server().kit
    await sql`
      insert into check_in (registration_id, meeting_id, at, door) values (${id}, ${first}, now() - interval '2 days', '东门')`
    await sql`
      update meeting set state = 'closed', starts_at = now() - interval '3 days', ends_at = now() - interval '1 day'
      where id = ${first}`
    const staff = await server().enter('administrator')
    await server().requestAs(staff, 'POST /admin/meeting/certificates', { id: first })
    const { data } = await server().requestAs(person, 'GET /activityUser/place', { id })
    expect(data.obstacles).toEqual({
      change: '会议已结束',
      cancel: '您已签到，不能取消',
      transfer: '您已签到，不能转让',
    })
    expect(data.certificate!.number).toMatch(/^XQ/)
    expect((await server().requestAs(person, 'GET /activityUser/list')).data[1]).toMatchObject({ id, isOver: true })
    const [notice] = await selectMessages(sql, person.id, '参会证明')
    expect(notice?.link).toBe(`/academic/place?id=${id}`)
  })

  test('hides registrations of other accounts', async () => {
    const other = await server().enter('user')
    expect((await server().requestAs(other, 'GET /activityUser/place', { id })).status).toBe(404)
    expect((await server().requestAs(other, 'GET /activityUser/list')).data).toEqual([])
  })
})

const hour = hourMs
const now = new Date('2026-11-22T10:00:00+08:00')
const timeAfterHours = (hours: number) => new Date(now.getTime() + hours * hour)
test.each([
  ['before it', 'paid', [1, 9], false, { change: '', cancel: '', transfer: '' }],
  ['not paid yet', 'pending', [1, 9], false, { change: '', cancel: '', transfer: '缴费后才能转让名额' }],
  ['while it lasts', 'paid', [-1, 9], false, { cancel: '会议已开始，不能取消', transfer: '会议已开始，不能转让' }],
  ['who is in', 'paid', [-1, 9], true, { change: '', cancel: '您已签到，不能取消', transfer: '您已签到，不能转让' }],
  ['after it', 'paid', [-9, 0], false, { change: '会议已结束' }],
  ['ended', 'cancelled', [1, 9], false, { change: '这份报名已失效，请重新报名' }],
] as const)(
  'lists the actions that a registration no longer allows: %s',
  (_name, state, [from, until], isCheckedIn, expected) => {
    const meeting = { starts_at: timeAfterHours(from), ends_at: timeAfterHours(until) }
    expect(listObstacles({ state }, meeting, { now, isCheckedIn })).toMatchObject(expected)
  },
)
