// Tests of reports by former members of roster groups, and of the record of who read reported texts.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { useRosterGroups } from '../../../test/steps/roster-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let admin: Caller
const { createCommitteeGroup, follow, openDeviceOf, readOwn, saveMembers } = useRosterGroups(server, () => admin)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  admin = await server().enter('administrator')
})
afterEach(leaveAll)

const report = (caller: Caller, id: number) =>
  server().requestAs(caller, 'POST /rosterGroup/reportAfterLeaving', { id, reason: 'harm', text: '有人在群里辱骂我' })
const listFormer = async (caller: Caller) => (await server().requestAs(caller, 'GET /rosterGroup/list')).data.former

test('accepts reports of people who left, whom the list lost, or whose group was dissolved', async () => {
  const people = [await server().enter('user'), await server().enter('user'), await server().enter('user')] as const
  const [leaver, unlisted, last] = people
  const { committeeId, groupId } = await createCommitteeGroup(people, '危机干预专业委员会')
  expect((await report(leaver, groupId)).code).toBe(404)
  const { teamId } = (await readOwn(leaver, groupId))!
  await (await openDeviceOf(url, leaver)).request('team.leaveTeam', { teamId: teamId! })
  await saveMembers(committeeId, [leaver, last])
  await follow()
  expect(await listFormer(leaver)).toEqual([{ id: groupId, title: '危机干预专业委员会' }])
  expect(await listFormer(last)).toEqual([])
  const ending = { id: groupId, state: 'dissolved', reason: '换届' } as const
  await server().requestAs(admin, 'POST /admin/rosterGroup/state', ending)
  for (const person of people) expect((await report(person, groupId)).code).toBe(200)
  expect((await report(last, groupId)).code).toBe(409)
  expect((await report(await server().enter('user'), groupId)).code).toBe(404)
  const { data } = await server().requestAs(admin, 'GET /admin/peerReports', { state: 'open' })
  expect(data.content[0]).toMatchObject({ groupTitle: '危机干预专业委员会', text: '有人在群里辱骂我', message: null })

  // thirty days later, no one reports any more
  await server().kit.sql`
    update im_team_member set update_time = update_time - 31 * 86400000::bigint where team_id = ${Number(teamId)}`
  expect(await listFormer(unlisted)).toEqual([])
})

test('records who read reported texts', async () => {
  const reader = await server().enter('service')
  const { data } = await server().requestAs(reader, 'GET /admin/peerReports', {})
  const entries = await server().kit.sql`
    select action, subject, detail from audit_log where actor_id = ${reader.id} order by id`
  const detail = { count: data.content.length }
  expect(entries).toEqual([{ action: 'peerTextsRead', subject: 'peerReport', detail }])
  await server().requestAs(reader, 'GET /admin/peerReports', { state: 'handled' })
  expect(await server().kit.sql`select 1 from audit_log where actor_id = ${reader.id}`).toHaveLength(1)
})
