// Test of the association's chat account: it owns roster groups, and no one reaches or invites it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, textTo } from '../../../../im-sdk/test/people.ts'
import { usePeerGroups } from '../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
const { openDeviceOf } = usePeerGroups(server, () => ({ admin: { token: '' }, leader: { token: '' } }) as never)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('refuses members, friends and messages for the account of the association', async () => {
  const device = await openDeviceOf(url, await server().enter('user'))
  const refused = { code: 7101 }
  const accounts = ['association']
  const normalTeam = { type: 'normal', name: '读书群' } as const
  const { state } = await device.request('team.createTeam', { ...normalTeam, accounts: [] })
  const { teamId } = state.team
  await expect(device.request('team.addTeamMembers', { teamId, accounts })).rejects.toMatchObject(refused)
  await expect(device.request('team.createTeam', { ...normalTeam, accounts })).rejects.toMatchObject(refused)
  for (const type of [1, 2] as const) {
    const request = device.request('friend.friendRequest', { account: 'association', type })
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(request).rejects.toMatchObject(refused)
  }
  await expect(device.request('msg.sendMsg', textTo('association', '在吗'))).rejects.toMatchObject(refused)
})
