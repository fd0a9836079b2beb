// Tests of invitations on the site: not repeated, not pressed after a refusal, and answered together.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import { listLatestStates } from '../../../../../im-sdk/src/sync/merge/changes.ts'
import { enterWithDevice, leaveAll, until, type Device } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const enter = () => enterWithDevice(server(), url)
const createTeam = async (owner: Device) =>
  (await owner.request('team.createTeam', { type: 'advanced', name: '夜读' })).state.team.teamId
const listInvitations = (device: Device) =>
  listLatestStates(device.store, 'sysMsg')
    .filter(({ type }) => type === 'teamInvite')
    .sort((a, b) => a.time - b.time)

test('sends one invitation of an account to a team, until it is answered', async () => {
  const [[ann], [bob, bobId]] = [await enter(), await enter()]
  const [teamId, otherId] = [await createTeam(ann), await createTeam(ann)]
  for (const id of [teamId, teamId, otherId])
    await ann.request('team.addTeamMembers', { teamId: id, accounts: [bobId], ps: '来吧' })
  await until(() => listInvitations(bob).length >= 2, 'the invitations')
  expect(listInvitations(bob).map(({ attach }) => (JSON.parse(attach) as { teamId: string }).teamId)).toEqual([
    teamId,
    otherId,
  ])
})

test('does not invite an account again for some days after it declined', async () => {
  const [[ann, annId], [bob, bobId], [eve, eveId]] = [await enter(), await enter(), await enter()]
  const teamId = await createTeam(ann)
  await ann.request('team.addTeamMembers', { teamId, accounts: [bobId] })
  await until(() => listInvitations(bob).length === 1, 'the invitation')
  const { idServer } = listInvitations(bob)[0]!
  await bob.request('team.rejectTeamInvite', { teamId, from: annId, idServer })
  await expect(ann.request('team.addTeamMembers', { teamId, accounts: [eveId, bobId] })).rejects.toMatchObject({
    code: imErrors.invalid.code,
    message: '对方七天内谢绝过您的邀请，请以后再邀请',
    data: { accounts: [bobId] },
  })
  await server().kit.sql`
    update im_system_message set time = time - ${8 * dayMs}::bigint where id = ${Number(idServer)}`
  await ann.request('team.addTeamMembers', { teamId, accounts: [eveId, bobId] })
  await until(() => [bob, eve].every((device) => listInvitations(device).length > 0), 'the invitations')
})

test('answers the other invitations to a team when one is accepted', async () => {
  const [[ann, annId], [bob, bobId], [eve, eveId]] = [await enter(), await enter(), await enter()]
  const { state } = await ann.request('team.createTeam', {
    type: 'advanced',
    name: '夜读',
    inviteMode: 'all',
    accounts: [],
  })
  const { teamId } = state.team
  await ann.request('team.addTeamMembers', { teamId, accounts: [eveId] })
  await until(() => listInvitations(eve).length === 1, 'the invitation of eve')
  await eve.request('team.acceptTeamInvite', { teamId, from: annId, idServer: listInvitations(eve)[0]!.idServer })
  for (const device of [ann, eve]) await device.request('team.addTeamMembers', { teamId, accounts: [bobId] })
  await until(() => listInvitations(bob).length === 2, 'both invitations')
  const { idServer } = listInvitations(bob)[0]!
  await bob.request('team.acceptTeamInvite', { teamId, from: annId, idServer })
  await until(() => listInvitations(bob).every((invitation) => invitation.state === 'passed'), 'both answered')
})
