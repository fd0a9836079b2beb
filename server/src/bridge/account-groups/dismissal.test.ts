// Tests of what members learn of the end of a group.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  sayInTeam,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, join, openDeviceOf, publishGroup, readNotices } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const enter = async () => {
  const caller = await server().enter('user')
  return Object.assign(await openDeviceOf(url, caller), { caller })
}

async function createGroup() {
  const [ann, bob, eve] = [await enter(), await enter(), await enter()]
  const modes = { type: 'advanced', beInviteMode: 'noVerify', announcement: '周三见' } as const
  const input = { ...modes, name: '夜读', accounts: [bob.accid, eve.accid] }
  const { teamId } = (await ann.request('team.createTeam', input)).state.team
  const ref = { scene: 'team', teamId } as const
  await eve.request('team.leaveTeam', ref)
  return { ann, bob, eve, ref }
}

test('notifies the members when the owner dismisses the group', async () => {
  const { ann, bob, eve, ref } = await createGroup()
  await ann.request('team.dismissTeam', ref)
  expect(await readNotices(bob.caller)).toEqual(['小组“夜读”已被组长解散'])
  expect([await readNotices(ann.caller), await readNotices(eve.caller)]).toEqual([[], []])
})

test('shows the name of a dissolved group to those who were members, and nothing to others', async () => {
  const { bob, eve, ref } = await createGroup()
  const dissolution = { id: Number(ref.teamId), reason: '传播谣言' }
  expect((await callAsAdmin('POST /admin/accountGroup/dissolve', dissolution)).code).toBe(200)
  const { code } = imErrors.noSuchTeam
  await expect(bob.request('team.getTeam', ref)).rejects.toMatchObject({
    code,
    data: { team: { name: '夜读', valid: false, announcement: '' } },
  })
  await expect(eve.request('team.getTeam', ref)).rejects.toMatchObject({ code, data: null })
})

test('counts the members with an open alert for the staff who may dissolve the group', async () => {
  const { bob, eve, ref } = await createGroup()
  const id = Number(ref.teamId)
  const readCount = async () => (await callAsAdmin('GET /admin/accountGroup', { id })).data.membersWithAlerts
  expect(await readCount()).toBe(0)
  for (const text of ['我不想活了，药已经买好了', '今晚就走，遗书写好了']) await sayInTeam(bob, ref.teamId, text)
  // an alert of a former member is not counted
  const other = (await eve.request('team.createTeam', { type: 'advanced', name: '日记', accounts: [] })).state.team
  await sayInTeam(eve, other.teamId, '我不想活了')
  expect(await readCount()).toBe(1)
})

test('counts members with an open alert in a group of the association, too', async () => {
  const { id, teamId } = await publishGroup()
  const ann = await server().enter('user')
  await join(ann, id, '小舟')
  const readCount = async () => (await callAsAdmin('GET /admin/peerGroup', { id })).data.membersWithAlerts
  expect(await readCount()).toBe(0)
  await sayInTeam(await openDeviceOf(url, ann), teamId, '我不想活了，药已经买好了')
  expect(await readCount()).toBe(1)
})
