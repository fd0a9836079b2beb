// Tests of mutes by staff: leaders cannot end them, and the muted person learns why.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
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
  const [ann, bob] = [await enter(), await enter()]
  const modes = { type: 'advanced', beInviteMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...modes, name: '夜读', accounts: [bob.accid] })).state
    .team
  const id = Number(teamId)
  const { data } = await callAsAdmin('GET /admin/accountGroup/members', { id })
  const memberId = data.content[1]!.id
  const mute = (isMuted: boolean) =>
    callAsAdmin('POST /admin/accountGroup/muteMember', { id, memberId, isMuted, reason: '发广告' })
  return { ann, bob, teamId, ref: { scene: 'team', teamId } as const, mute }
}

test('keeps the mute of staff until staff end it, and tells the person why', async () => {
  const { ann, bob, teamId, ref, mute } = await createGroup()
  expect((await mute(true)).code).toBe(200)
  await until(() => bob.store.teams.get(`team-${teamId}`)?.own.muteReason === '发广告', 'the reason on the device')
  for (const isMuted of [false, true])
    await expect(
      ann.request('team.updateMuteStateInTeam', { ...ref, accounts: [bob.accid], mute: isMuted }),
    ).rejects.toMatchObject({ code: imErrors.notAllowedInTeam.code, message: '协会禁言了这位成员，只有协会可以解除' })
  await expect(ann.request('team.transferTeam', { ...ref, account: bob.accid, leave: false })).rejects.toThrow('协会')
  await expect(sayInTeam(bob, teamId, '加我')).rejects.toMatchObject({ code: imErrors.muted.code })
  const { members } = await ann.request('team.getTeamMembers', ref)
  expect(members.map(({ isMutedByStaff }) => isMutedByStaff)).toEqual([undefined, true])
  // another member does not read the reason
  expect(JSON.stringify(members)).not.toContain('发广告')

  expect((await mute(false)).code).toBe(200)
  await until(() => bob.store.teams.get(`team-${teamId}`)?.own.muteReason === undefined, 'the end of the mute')
  await sayInTeam(bob, teamId, '谢谢')
  expect(await readNotices(bob.caller)).toEqual([
    '协会已在小组“夜读”将您禁言，原因：发广告',
    '协会已解除您在小组“夜读”的禁言',
  ])
})

test('keeps the mute of staff for a member who leaves and returns', async () => {
  const { ann, bob, teamId, ref, mute } = await createGroup()
  await mute(true)
  await bob.request('team.leaveTeam', ref)
  await ann.request('team.addTeamMembers', { ...ref, accounts: [bob.accid] })
  await expect(sayInTeam(bob, teamId, '我又来了')).rejects.toMatchObject({ code: imErrors.muted.code })
})

test('lets the owner end the mute of a leader', async () => {
  const { ann, bob, teamId, ref } = await createGroup()
  const mute = (isMuted: boolean) =>
    ann.request('team.updateMuteStateInTeam', { ...ref, accounts: [bob.accid], mute: isMuted })
  await mute(true)
  await mute(false)
  await sayInTeam(bob, teamId, '谢谢')
})

test('keeps leaders of peer groups from ending the mute of staff', async () => {
  const { id, teamId } = await publishGroup()
  const caller = await server().enter('user')
  await join(caller, id, '小舟')
  const { data } = await callAsAdmin('GET /admin/peerGroup/members', { id })
  const input = { id: data.content[0]!.id, isMuted: true, reason: '争吵' }
  expect((await callAsAdmin('POST /admin/peerGroup/mute', input)).code).toBe(200)
  const [device, leader] = [await openDeviceOf(url, caller), await openDeviceOf(url, people.leader)]
  const accounts = [device.accid]
  await expect(
    leader.request('team.updateMuteStateInTeam', { scene: 'team', teamId, accounts, mute: false }),
  ).rejects.toThrow('只有协会可以解除')
  expect((await readNotices(caller)).at(-1)).toContain('将您禁言，原因：争吵')
})
