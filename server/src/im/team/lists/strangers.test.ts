// Tests of what accounts that are no members learn about a team: by its id, by applying, and by an invitation.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import { listLatestStates } from '../../../../../im-sdk/src/sync/merge/changes.ts'
import { enterWithDevice, leaveAll, until, untilReady, type Device } from '../../../../../im-sdk/test/people.ts'
import { createApp, createAppMember } from '../../../../test/steps/app-members.ts'
import { createSuperTeam } from '../../../../test/steps/super-teams.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const texts = { announcement: '会议号一二三', custom: '{"room":"302"}' }
const unknownTeam = { code: imErrors.noSuchTeam.code, message: imErrors.noSuchTeam.message }

async function createTeam(device: Device, fields: Partial<CommandInput<'team.createTeam'>>): Promise<string> {
  const input = { type: 'advanced', name: '夜读小组', intro: '每周读一章', ...texts, ...fields } as const
  return (await device.request('team.createTeam', input)).state.team.teamId
}
const enter = () => enterWithDevice(server(), url)
type TeamNotice = { idServer: string; team: Team }
/** Waits for the first system message of this type about the team. */
async function awaitNotice(device: Device, type: string, teamId: string): Promise<TeamNotice> {
  const find = () =>
    listLatestStates(device.store, 'sysMsg')
      .filter((notice) => notice.type === type)
      .map(({ idServer, attach }) => ({ idServer, team: JSON.parse(attach) as Team }))
      .find(({ team }) => team.teamId === teamId)
  await until(() => find() !== undefined, type)
  return find()!
}

test('shows accounts that are no members neither announcement nor custom fields', async () => {
  const [[ann, annName], [bob, bobName]] = [await enter(), await enter()]
  const teamId = await createTeam(ann, { joinMode: 'needVerify' })
  const publicFields = { name: '夜读小组', intro: '每周读一章', joinMode: 'needVerify', announcement: '', custom: '' }
  expect((await bob.request('team.getTeam', { teamId })).team).toMatchObject(publicFields)
  expect((await bob.request('team.getTeamsById', { teamIds: [teamId] })).teams).toMatchObject([publicFields])
  expect((await bob.request('team.applyTeam', { teamId })).team).toMatchObject(publicFields)
  const { idServer } = await awaitNotice(ann, 'applyTeam', teamId)
  await ann.request('team.rejectTeamApply', { teamId, idServer, from: bobName })
  expect((await awaitNotice(bob, 'rejectTeamApply', teamId)).team).toMatchObject(publicFields)
  await ann.request('team.addTeamMembers', { teamId, accounts: [bobName] })
  const invitation = await awaitNotice(bob, 'teamInvite', teamId)
  expect(invitation.team).toMatchObject(publicFields)
  await bob.request('team.acceptTeamInvite', { teamId, idServer: invitation.idServer, from: annName })
  expect((await bob.request('team.getTeam', { teamId })).team).toMatchObject(texts)
  expect((await bob.request('team.getTeamsById', { teamIds: [teamId] })).teams).toMatchObject([texts])
  await bob.request('team.leaveTeam', { teamId })
  expect((await bob.request('team.getTeam', { teamId })).team).toMatchObject(publicFields)
})

test('answers strangers of the site about a team for invited people as about an unknown one', async () => {
  const [[ann, annName], [bob, bobName]] = [await enter(), await enter()]
  const closed = await createTeam(ann, { joinMode: 'rejectAll' })
  const open = await createTeam(ann, { joinMode: 'noVerify' })
  const getTeam = () => bob.request('team.getTeam', { teamId: closed })
  const listFound = async () =>
    (await bob.request('team.getTeamsById', { teamIds: [closed, open, '999999'] })).teams.map(({ teamId }) => teamId)
  await expect(getTeam()).rejects.toMatchObject(unknownTeam)
  expect(await listFound()).toEqual([open])
  // another invitation shows no other team
  await ann.request('team.addTeamMembers', { teamId: open, accounts: [bobName] })
  await expect(getTeam()).rejects.toMatchObject(unknownTeam)
  await ann.request('team.addTeamMembers', { teamId: closed, accounts: [bobName] })
  expect((await getTeam()).team).toMatchObject({ name: '夜读小组', intro: '每周读一章', announcement: '', custom: '' })
  expect(await listFound()).toEqual([closed, open])
  const invitation = await awaitNotice(bob, 'teamInvite', closed)
  await bob.request('team.rejectTeamInvite', { teamId: closed, idServer: invitation.idServer, from: annName })
  await expect(getTeam()).rejects.toMatchObject(unknownTeam)
  expect((await ann.request('team.getTeam', { teamId: closed })).team).toMatchObject(texts)
})

test('hides a super team for invited people from strangers of the site', async () => {
  const [[, annName], [bob]] = [await enter(), await enter()]
  const teamId = await createSuperTeam(server(), annName, { name: '会员大群', joinMode: 'rejectAll' })
  await expect(bob.request('team.getTeam', { scene: 'superTeam', teamId })).rejects.toMatchObject(unknownTeam)
  expect((await bob.request('team.getTeamsById', { scene: 'superTeam', teamIds: [teamId] })).teams).toEqual([])
})

test('shows accounts of another app the name of each team of the app', async () => {
  const app = await createApp(server(), '别的网页')
  const [ann, bob] = [
    (await createAppMember(server(), url, app, 'ann')).device(),
    (await createAppMember(server(), url, app, 'bob')).device(),
  ]
  await untilReady(ann, bob)
  const teamId = await createTeam(ann, { joinMode: 'rejectAll', avatar: 'https://example.com/a.png' })
  expect((await bob.request('team.getTeam', { teamId })).team).toMatchObject({
    name: '夜读小组',
    intro: '每周读一章',
    avatar: 'https://example.com/a.png',
    joinMode: 'rejectAll',
    announcement: '',
    custom: '',
  })
  expect((await bob.request('team.getTeamsById', { teamIds: [teamId] })).teams).toHaveLength(1)
})
