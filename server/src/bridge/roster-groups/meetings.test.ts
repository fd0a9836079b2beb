// Tests of groups that follow the registrations of a meeting.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { createMeeting } from '../../../db/fixtures/meeting.ts'
import { createRegistrationSteps } from '../../../test/steps/conference-steps.ts'
import { readTeamTexts, sayInTeam } from '../../../test/steps/peer-group-steps.ts'
import { useRosterGroups } from '../../../test/steps/roster-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { eraseEndedGroups } from '../peer-groups/lifetime/retention.ts'

const server = useTestServer()
let url = ''
let admin: Caller
const { follow, join, openDeviceOf, readNotices, readOwn } = useRosterGroups(server, () => admin)
const { markPaid, registerNewPerson } = createRegistrationSteps(server)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  admin = await server().enter('administrator')
})
afterEach(leaveAll)

async function createMeetingGroup() {
  const { id } = await createMeeting(server().kit.sql, { title: '心理危机干预培训', kind: 'event' })
  const source = { kind: 'meeting', sourceId: id } as const
  const { data } = await server().requestAs(admin, 'POST /admin/rosterGroup', source)
  return { meetingId: id, groupId: data.id, source }
}
const readKeys = (teamId: string) =>
  server().kit.sql<{ nicks: string; sealed_key: Buffer; is_erased: boolean }[]>`
    select string_agg(m.nick, '') as nicks, c.sealed_key, c.erased_seq = c.last_seq as is_erased
    from im_team t join im_conversation c on c.id = t.conversation_id join im_team_member m on m.team_id = t.id
    where t.id = ${Number(teamId)} group by c.id`
const readStatus = async (source: { kind: 'meeting'; sourceId: number }) =>
  (await server().requestAs(admin, 'GET /admin/rosterGroup', source)).data

test('admits participants who paid, with the name that they made public', async () => {
  const { meetingId, groupId, source } = await createMeetingGroup()
  const paid = await registerNewPerson(meetingId, { name: '林静安', listed: true })
  const unlisted = await registerNewPerson(meetingId, { name: '周明' })
  const unpaid = await registerNewPerson(meetingId)
  await markPaid(paid.id)
  await markPaid(unlisted.id)
  const walkIn = await registerNewPerson(meetingId)
  await markPaid(walkIn.id)
  await server().kit.sql`update registration set account_id = null where id = ${walkIn.id}`
  expect(await readStatus(source)).toMatchObject({ listed: 2, waiting: 0, withoutAccount: 1, absent: 2 })
  await follow()
  for (const { person } of [paid, unlisted]) await join(person, groupId) // oxlint-disable-line no-await-in-loop -- two
  expect((await join(unpaid.person, groupId)).code).toBe(404)
  expect(await readStatus(source)).toMatchObject({ absent: 0, group: { members: 2 } })
  expect(await readOwn(unpaid.person, groupId)).toBeUndefined()
  const { teamId } = (await readOwn(paid.person, groupId))!
  const device = await openDeviceOf(url, paid.person)
  const readNames = async () =>
    (await device.request('team.getTeamMembers', { scene: 'superTeam', teamId: teamId! })).members.map(
      (row) => row.nickInTeam,
    )
  expect((await readNames()).toSorted()).toEqual(['协会秘书处', '周**', '林静安'].toSorted())
  expect((await device.request('team.getTeam', { scene: 'superTeam', teamId: teamId! })).team.name).toBe(
    '心理危机干预培训参会者',
  )

  // the participant makes the name public
  await server().requestAs(unlisted.person, 'POST /activityUser/listed', { id: unlisted.id, listed: true })
  await follow()
  expect(await readNames()).toContain('周明')

  // a refunded participant leaves
  await server().kit.sql`update registration set state = 'refunded' where id = ${paid.id}`
  await follow()
  expect(await readTeamTexts(device, teamId!, 'superTeam')).toEqual([])
  expect((await readNotices(paid.person)).at(-1)).toContain('已离开它的群')
})

test('stops writing thirty days after the meeting, and dissolves when personal data is deleted', async () => {
  const { meetingId, groupId } = await createMeetingGroup()
  const { id, person } = await registerNewPerson(meetingId, { listed: true })
  await markPaid(id)
  await join(person, groupId)
  const { teamId } = (await readOwn(person, groupId))!
  const device = await openDeviceOf(url, person)
  await sayInTeam(device, teamId!, '会上见', 'superTeam')
  const endMeeting = (days: number) => server().kit.sql`
    update meeting set starts_at = now() - make_interval(days => ${days + 2}),
      ends_at = now() - make_interval(days => ${days}) where id = ${meetingId}`
  await endMeeting(29)
  await follow()
  await sayInTeam(device, teamId!, '谢谢大家', 'superTeam')
  await endMeeting(31)
  await follow()
  await expect(sayInTeam(device, teamId!, '还能说吗', 'superTeam')).rejects.toMatchObject({ code: 2002 })
  expect(await readTeamTexts(device, teamId!, 'superTeam')).toEqual(['会上见', '谢谢大家'])
  expect(await readOwn(person, groupId)).toMatchObject({ state: 'closed', teamId })
  const reopening = { id: groupId, state: 'open' } as const
  expect((await server().requestAs(admin, 'POST /admin/rosterGroup/state', reopening)).code).toBe(409)
  await server().kit.sql`update meeting set purged_at = now() where id = ${meetingId}`
  await follow()
  expect(await readTeamTexts(device, teamId!, 'superTeam')).toEqual([])
  expect((await readNotices(person)).at(-1)).toContain('个人信息已按期删除')
  const [end] = await server().kit.sql`
    select ended_by, end_reason, ended_at is not null as has_time from roster_group where id = ${groupId}`
  expect(end).toEqual({ ended_by: null, end_reason: '会议的个人信息已按期删除', has_time: true })

  // names and messages are deleted, too, and a second run finds nothing to do
  const [key] = await readKeys(teamId!)
  expect(key!.nicks).toContain('林静安')
  await eraseEndedGroups(server().kit)
  await eraseEndedGroups(server().kit)
  const [erased] = await readKeys(teamId!)
  expect(erased).toMatchObject({ nicks: '', is_erased: true })
  expect(erased!.sealed_key).not.toEqual(key!.sealed_key)
})

test('refuses an unknown list, and creates one group for two concurrent requests', async () => {
  const missing = await server().requestAs(admin, 'GET /admin/rosterGroup', { kind: 'meeting', sourceId: 999_999 })
  expect(missing.code).toBe(404)
  const { id } = await createMeeting(server().kit.sql, { title: '年会' })
  const create = () => server().requestAs(admin, 'POST /admin/rosterGroup', { kind: 'meeting', sourceId: id })
  const codes = (await Promise.all([create(), create()])).map(({ code }) => code)
  expect(codes.toSorted((one, other) => one - other)).toEqual([200, 409])
})
