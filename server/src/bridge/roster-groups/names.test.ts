// Tests of the names that roster groups show: consent to the text that names the group, and names that impersonate.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, openDevice, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { createMeeting } from '../../../db/fixtures/meeting.ts'
import { createRegistrationSteps } from '../../../test/steps/conference-steps.ts'
import { useRosterGroups } from '../../../test/steps/roster-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { askForNameConsents } from './name-consents.ts'

const server = useTestServer()
let url = ''
let admin: Caller
const { createCommitteeGroup, follow, join, readOwn } = useRosterGroups(server, () => admin)
const { markPaid, registerNewPerson } = createRegistrationSteps(server)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  admin = await server().enter('administrator')
})
afterEach(leaveAll)

/** Names in the team of this group without the association's. */
const readNames = async (groupId: number): Promise<string[]> => {
  const rows = await server().kit.sql<{ nick: string }[]>`
    select m.nick from roster_group g join im_team_member m on m.team_id = g.team_id and m.is_valid and m.role = 0
    where g.id = ${groupId} order by m.nick collate "C"`
  return rows.map(({ nick }) => nick)
}
async function createMeetingGroup() {
  const { id } = await createMeeting(server().kit.sql, { title: '危机干预培训', kind: 'event' })
  const source = { kind: 'meeting', sourceId: id } as const
  return { meetingId: id, groupId: (await server().requestAs(admin, 'POST /admin/rosterGroup', source)).data.id }
}
const registerPaid = async (meetingId: number, name: string) => {
  const registration = await registerNewPerson(meetingId, { name, listed: true })
  await markPaid(registration.id)
  return registration
}

test('shows the family name of people who take the name of the association or of another participant', async () => {
  const { meetingId, groupId } = await createMeetingGroup()
  for (const name of ['协会秘书处', '林静安', '林 静安', '周明']) {
    const { person } = await registerPaid(meetingId, name)
    expect((await join(person, groupId)).code).toBe(200)
  }
  await follow()
  const names = ['协**', '周明', '林**', '林**'].toSorted()
  expect((await readNames(groupId)).toSorted()).toEqual(names)
  // a repeated run has nothing to rename
  const readVersion = () => server().kit.sql`
    select t.version from im_team t join roster_group g on g.team_id = t.id where g.id = ${groupId}`
  const [before] = await readVersion()
  await follow()
  expect((await readVersion())[0]).toEqual(before)
})

test('shows the name of participants only who agreed to a text that names the group', async () => {
  const { meetingId, groupId } = await createMeetingGroup()
  const { person } = await registerPaid(meetingId, '林静安')
  await server().kit.sql`update consent set version = '2026-11', text_hash = 'old' where account_id = ${person.id}`
  expect((await readOwn(person, groupId))?.name).toBe('林**')
  await join(person, groupId)
  expect(await readNames(groupId)).toEqual(['林**'])
  await server().kit.sql`update consent set version = '2026-12' where account_id = ${person.id}`
  await follow()
  expect(await readNames(groupId)).toEqual(['林静安'])
  await server().requestAs(person, 'POST /consent/withdraw', { purpose: 'participants' })
  await follow()
  expect(await readNames(groupId)).toEqual(['林**'])
})

test('compares names without accents, digits, signs and other spellings', async () => {
  const { meetingId, groupId } = await createMeetingGroup()
  // the third pair has a Cyrillic letter
  const names = ['张三', '張三', '王敏', '王敏1', 'Anna', 'Аnna', 'José', 'Jose', '欧阳·明', '欧阳明', '何远']
  for (const name of names) await join((await registerPaid(meetingId, name)).person, groupId)
  await follow()
  const shown = await readNames(groupId)
  expect(shown.filter((name) => !name.endsWith('**'))).toEqual(['何远'])
  expect(shown).toHaveLength(names.length)
})

test('tells the members of three new names at once', async () => {
  const { meetingId, groupId } = await createMeetingGroup()
  const people: Caller[] = []
  for (const name of ['林静安', '周明', '何远']) {
    const { person } = await registerPaid(meetingId, name)
    await join(person, groupId)
    people.push(person)
  }
  const readVersion = async () => {
    const [row] = await server().kit.sql<{ version: number }[]>`
      select t.version from im_team t join roster_group g on g.team_id = t.id where g.id = ${groupId}`
    return row!.version
  }
  const shown: string[] = []
  const { data } = await server().requestAs(people[0]!, 'GET /neteaseUser/getUser')
  await untilReady(openDevice(url, data, {}, { teamMember: ({ nickInTeam }) => shown.push(nickInTeam) }))
  const before = await readVersion()
  await server().kit.sql`
    update consent set version = '2026-11' where account_id = any(${people.map(({ id }) => id)}::bigint[])`
  await follow()
  await until(() => shown.length >= 3, 'the new names')
  expect(shown.toSorted()).toEqual(['何**', '周**', '林**'].toSorted())
  expect(await readVersion()).toBe(before + 1)
})

test('tells a participant once why the group shows the family name only', async () => {
  const { meetingId, groupId } = await createMeetingGroup()
  const { id, person } = await registerPaid(meetingId, '林静安')
  await join(person, groupId)
  const { person: other } = await registerPaid(meetingId, '周明')
  await join(other, groupId)
  await server().kit.sql`update consent set version = '2026-11', text_hash = 'old' where account_id = ${person.id}`
  await askForNameConsents(server().kit)
  await askForNameConsents(server().kit)
  const readQuestions = ({ id: accountId }: Caller) => server().kit.sql`
    select link from message where account_id = ${accountId} and title like '%只显示您的姓%'`
  expect(await readQuestions(person)).toEqual([{ link: `/academic/place?id=${id}` }])
  expect(await readQuestions(other)).toEqual([])
  // where the notice leads, the participant agrees again
  await server().requestAs(person, 'POST /activityUser/listed', { id, listed: true })
  await follow()
  expect(await readNames(groupId)).toContain('林静安')
})

test('shows no nickname that another member of the committee has as a name', async () => {
  const [counsellor, impostor] = [await server().enter('counsellor'), await server().enter('user')]
  await server().kit.sql`update counsellor set name = '林静安' where account_id = ${counsellor.id}`
  await server().kit.sql`update account set nickname = '林静安' where id = ${impostor.id}`
  const { groupId } = await createCommitteeGroup([counsellor, impostor])
  expect((await readNames(groupId)).toSorted()).toEqual(['林**', '林静安'].toSorted())
})

test('adds no one whom staff have blocked in the chat, and delays no others', async () => {
  const [blocked, next] = [await server().enter('counsellor'), await server().enter('counsellor')]
  await server().requestAs(blocked, 'GET /neteaseUser/getUser')
  await server().kit.sql`update im_account set is_blocked = true where account_id = ${blocked.id}`
  const { groupId, source } = await createCommitteeGroup([])
  await server().kit.sql`
    insert into special_committee_member (committee_id, account_id)
    select ${source.sourceId}, unnest(${[blocked.id, next.id]}::bigint[])`
  await follow()
  expect((await readOwn(blocked, groupId))?.teamId).toBeNull()
  expect((await readOwn(next, groupId))?.teamId).not.toBeNull()
  expect((await join(blocked, groupId)).code).toBe(409)
  const { data } = await server().requestAs(admin, 'GET /admin/rosterGroup', source)
  expect(data).toMatchObject({ waiting: 0, absent: 1, group: { members: 1 } })
})
