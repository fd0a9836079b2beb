// Tests of applications that several managers see, and of people who were removed.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
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
const createTeam = async (owner: Device, fields: object) =>
  (await owner.request('team.createTeam', { type: 'advanced', name: '夜读', beInviteMode: 'noVerify', ...fields }))
    .state.team.teamId
const applicationsOf = (device: Device, teamId: string) =>
  listLatestStates(device.store, 'sysMsg').filter(
    ({ type, attach }) => type === 'applyTeam' && (JSON.parse(attach) as { teamId: string }).teamId === teamId,
  )

test('ends an application for all managers when one of them answers', async () => {
  const [[ann], [bob, bobId], [eve, eveId]] = [await enter(), await enter(), await enter()]
  const teamId = await createTeam(ann, { joinMode: 'needVerify', accounts: [bobId] })
  const otherId = await createTeam(ann, { joinMode: 'needVerify', accounts: [bobId] })
  for (const id of [teamId, otherId]) {
    await ann.request('team.addTeamManagers', { teamId: id, accounts: [bobId] })
    await eve.request('team.applyTeam', { teamId: id, ps: '想加入' })
  }
  const states = (device: Device, id: string) => applicationsOf(device, id).map(({ state }) => state)
  await until(() => [ann, bob].every((device) => states(device, otherId).length === 1), 'the applications')
  const { idServer } = applicationsOf(ann, teamId)[0]!
  await ann.request('team.rejectTeamApply', { teamId, from: eveId, idServer })
  await until(() => states(bob, teamId).join() === 'rejected', 'the answer')
  expect([states(ann, teamId), states(ann, otherId), states(bob, otherId)]).toEqual([['rejected'], ['init'], ['init']])
  const late = { teamId, from: eveId, idServer: applicationsOf(bob, teamId)[0]!.idServer }
  await expect(bob.request('team.passTeamApply', late)).rejects.toMatchObject({
    code: imErrors.notFound.code,
    message: '没有待处理的入群申请，可能已由其他管理者处理',
  })
})

test('tells a person who was removed from an open team to apply', async () => {
  const [[ann], [bob, bobId], [eve]] = [await enter(), await enter(), await enter()]
  const teamId = await createTeam(ann, { joinMode: 'noVerify', accounts: [bobId] })
  await ann.request('team.removeTeamMembers', { teamId, accounts: [bobId] })
  expect((await bob.request('team.getTeam', { teamId })).mustApply).toBe(true)
  expect((await eve.request('team.getTeam', { teamId })).mustApply).toBeUndefined()
})
