// Tests of limits of teams through the socket: full teams, too many teams, and batches.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import { enterWithDevice, leaveAll, type Device } from '../../../../im-sdk/test/people.ts'
import { createCrowdedTeams } from '../../../db/fixtures/crowded-teams.ts'
import { inTransaction } from '../../kit/ctx.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { admitManagedMember, admitManagedMembers } from './site/managed.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const enter = () => enterWithDevice(server(), url)
const createTeam = async (device: Device, fields: object = {}) => {
  const input = {
    type: 'advanced',
    name: '夜读小组',
    joinMode: 'noVerify',
    beInviteMode: 'noVerify',
    ...fields,
  } as const
  return (await device.request('team.createTeam', input)).state.team.teamId
}

test('admits no one to a full team', async () => {
  const [[ann], [bob, bobId]] = [await enter(), await enter()]
  const teamId = await createTeam(ann)
  await server().kit.sql`update im_team set member_count = ${teamLimits.members.team}`
  const full = { code: imErrors.teamFull.code }
  await expect(ann.request('team.addTeamMembers', { teamId, accounts: [bobId] })).rejects.toMatchObject(full)
  await expect(bob.request('team.applyTeam', { teamId })).rejects.toMatchObject(full)
})

test('lets an account be in 500 teams at most, on each path', async () => {
  const [[ann], [bob, bobId]] = [await enter(), await enter()]
  const teamId = await createTeam(ann)
  const [account] = await server().kit.sql<{ id: number }[]>`select id from im_account where accid = ${bobId}`
  await createCrowdedTeams(server().kit.sql, [account!.id], teamLimits.teams)
  const tooMany = { code: imErrors.tooManyTeams.code }
  await expect(createTeam(bob)).rejects.toMatchObject(tooMany)
  await expect(bob.request('team.applyTeam', { teamId })).rejects.toMatchObject(tooMany)
  await expect(ann.request('team.addTeamMembers', { teamId, accounts: [bobId] })).rejects.toMatchObject(tooMany)
})

test('keeps the limit of teams when an account joins and creates many at once', async () => {
  const { sql } = server().kit
  const [[ann], [bob, bobId]] = [await enter(), await enter()]
  const [account] = await sql<{ id: number }[]>`select id from im_account where accid = ${bobId}`
  const managedIds = await Promise.all(Array.from({ length: 4 }, async () => Number(await createTeam(ann))))
  await sql`update im_team set is_managed = true where id = any(${managedIds}::bigint[])`
  const openId = await createTeam(ann)
  await createCrowdedTeams(sql, [account!.id], teamLimits.teams - 2)
  const admit = (teamId: number) =>
    inTransaction(server().kit, (scope) => admitManagedMember(scope, teamId, { ...account!, accid: bobId, nick: '波' }))
  const admitAll = (teamId: number) =>
    inTransaction(server().kit, (scope) =>
      admitManagedMembers(scope, teamId, [{ ...account!, accid: bobId, nick: '波' }]),
    )
  const [first, second, third, fourth] = managedIds
  const results = await Promise.allSettled([
    ...[admit(first!), admit(second!), admitAll(third!), admitAll(fourth!)],
    ...[createTeam(bob), createTeam(bob), bob.request('team.applyTeam', { teamId: openId })],
  ])
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from im_team_member where im_account_id = ${account!.id} and is_valid`
  expect(row!.count).toBe(teamLimits.teams)
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as { code: number }] : [],
  )
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set([imErrors.tooManyTeams.code]))
})

const accounts = (count: number) => Array.from({ length: count }, (_, i) => `a${i}`)
const ids = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}`)
const refs = (count: number) =>
  ids(count).map((idServer) => ({ scene: 'team', from: 'a', to: '1', time: 1, idServer, idClient: idServer }))

test.each([
  ['team.addTeamMembers', { accounts: accounts(201) }],
  ['team.removeTeamMembers', { accounts: accounts(201) }],
  ['team.updateMuteStateInTeam', { accounts: accounts(11), mute: true }],
  ['team.getMembersByAccounts', { accounts: accounts(201) }],
  ['team.getMembersByAccounts', { scene: 'superTeam', accounts: accounts(21) }],
  ['team.sendTeamMsgReceipt', { teamMsgReceipts: refs(51) }],
  ['team.getTeamsById', { teamIds: ids(101) }],
  ['msgExtend.getQuickComments', { msgs: refs(21) }],
  ['msgExtend.getMsgsByIdServer', { reqMsgs: refs(101) }],
  ['msgExtend.deleteCollects', { ids: ids(101) }],
] as const)('refuses a batch above the limit: %s', async (name, input) => {
  const [ann] = await enter()
  const teamId = await createTeam(ann)
  const request = ann.request as (command: string, fields: object) => Promise<unknown>
  await expect(request(name, { teamId, ...input })).rejects.toMatchObject({
    code: imErrors.invalid.code,
    message: expect.stringContaining('不能超过'),
  })
})
