// Tests that dissolving a group by staff settles its open reports.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, until } from '../../../../../im-sdk/test/people.ts'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useRosterGroups } from '../../../../test/steps/roster-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { countWaitingConnections } from '../../../../test/waiting-connections.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, decide, join, openDeviceOf, publishGroup, readNotices, readOwnId } = usePeerGroups(
  server,
  () => people,
)
const { applyWith, propose, publish, readText } = useLedGroups(server, () => people)
const { createCommitteeGroup, readOwn } = useRosterGroups(server, () => people.admin)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

/** Reports a member. */
async function report(reporter: Caller, teamId: string, reported: Caller): Promise<number> {
  const { accid: account } = await openDeviceOf(url, reported)
  const fields = { teamId, account, reason: 'harm', text: '辱骂' } as const
  expect((await server().requestAs(reporter, 'POST /peerGroup/report', fields)).code).toBe(200)
  const { data } = await callAsAdmin('GET /admin/peerReports', { state: 'open' })
  return data.content[0]!.id
}

const findReport = async (id: number) =>
  (await callAsAdmin('GET /admin/peerReports', { size: 50 })).data.content.find((row) => row.id === id)!
const readAudit = (id: number) => server().kit.sql<{ action: string; actor_id: number; reason: string }[]>`
  select action, actor_id, reason from audit_log where subject = ${`peerReport ${id}`}`

const outcome = '协会已解散这个小组，原因：传播谣言'
async function expectSettled(id: number, reporter: Caller): Promise<void> {
  expect(await findReport(id)).toMatchObject({ state: 'handled', outcome, neighbours: [] })
  expect(await readAudit(id)).toEqual([{ action: 'peerReportHandled', actor_id: people.admin.id, reason: outcome }])
  expect((await readNotices(reporter)).filter((title) => title.includes('举报'))).toEqual([
    `${outcome}。您在小组的举报随之结束，没有作出判断；如果仍需要处理，请联系协会`,
  ])
}

test('settles the reports of a group of accounts that staff dissolve, and no others', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const fields = { type: 'advanced', name: '夜读', beInviteMode: 'noVerify' } as const
  const create = async () => (await a.request('team.createTeam', { ...fields, accounts: [b.accid] })).state.team.teamId
  const [dissolved, other] = [await create(), await create()]
  const ids = [await report(ann, dissolved, bob), await report(ann, other, bob)]
  const dissolution = { id: Number(dissolved), reason: '传播谣言' }
  expect((await callAsAdmin('POST /admin/accountGroup/dissolve', dissolution)).code).toBe(200)
  await expectSettled(ids[0]!, ann)
  expect(await findReport(ids[1]!)).toMatchObject({ state: 'open', outcome: '' })
  expect(await readAudit(ids[1]!)).toEqual([])
})

test('settles the reports of a peer group that staff dissolve', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const { id: groupId, teamId } = await publishGroup()
  await join(ann, groupId, '小舟')
  await join(bob, groupId, '小河')
  const id = await report(ann, teamId, bob)
  const dissolution = { id: groupId, state: 'dissolved', reason: '传播谣言' } as const
  expect((await callAsAdmin('POST /admin/peerGroup/state', dissolution)).code).toBe(200)
  await expectSettled(id, ann)
})

test('leaves a report open when the leader dissolves the group', async () => {
  const ann = await server().enter('user')
  const { id: groupId, teamId } = await publish(await propose())
  await applyWith(ann, groupId, '小舟', await readText())
  await decide(await readOwnId(ann, groupId))
  const id = await report(ann, teamId, people.leader)
  const ending = { id: groupId, state: 'dissolved', reason: '本期结束' } as const
  expect((await server().requestAs(people.leader, 'POST /peerGroup/leaderState', ending)).code).toBe(200)
  expect(await findReport(id)).toMatchObject({ state: 'open', outcome: '' })
})

test('settles the reports of a roster group that staff dissolve', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const { groupId } = await createCommitteeGroup([ann, bob])
  const { teamId } = (await readOwn(ann, groupId))!
  const id = await report(ann, teamId!, bob)
  const dissolution = { id: groupId, state: 'dissolved', reason: '传播谣言' } as const
  expect((await callAsAdmin('POST /admin/rosterGroup/state', dissolution)).code).toBe(200)
  await expectSettled(id, ann)
})

test('refuses a report that arrives while the group is being dissolved', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const { id, teamId } = await publishGroup()
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const { accid: account } = await openDeviceOf(url, bob)
  const { sql } = server().kit
  const dissolution = await sql.reserve()
  await dissolution`begin`
  await dissolution`update im_team set is_valid = false where id = ${teamId}`
  const reply = server().requestAs(ann, 'POST /peerGroup/report', { teamId, account, reason: 'harm', text: '辱骂' })
  await until(async () => (await countWaitingConnections(sql)) === 1, 'the report that waits')
  await dissolution`commit`
  dissolution.release()
  expect((await reply).code).toBe(404)
  expect(await sql`select 1 from peer_report where group_id = ${id}`).toEqual([])
})
