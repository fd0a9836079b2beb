// Tests that muted members pass no words on by the texts of the team, its invitations and their nickname.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import type { CommandInput, CommandName } from '@xinqiao/contract/im/index.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { enterWithDevice, leaveAll, type Device } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

async function createTeam() {
  const [[ann, annId], [bob, bobId], [, eveId]] = [
    await enterWithDevice(server(), url),
    await enterWithDevice(server(), url),
    await enterWithDevice(server(), url),
  ]
  const fields = { type: 'advanced', name: '夜读', beInviteMode: 'noVerify', updateTeamMode: 'all', inviteMode: 'all' }
  const { teamId } = (await ann.request('team.createTeam', { ...fields, accounts: [bobId] } as never)).state.team
  const words: { [K in CommandName]?: CommandInput<K> } = {
    'team.updateTeam': { teamId, name: '加我微信' },
    'team.addTeamMembers': { teamId, accounts: [eveId], ps: '加我微信' },
    'team.updateInfoInTeam': { teamId, nickInTeam: '加我微信' },
    'team.updateNickInTeam': { teamId, account: bobId, nickInTeam: '加我微信' },
  }
  return { ann, annId, bob, bobId, eveId, teamId, words }
}

async function expectRefused(device: Device, words: { [K in CommandName]?: CommandInput<K> }): Promise<void> {
  await forEachInOrder(Object.entries(words), async ([name, input]) => {
    const sent = device.request(name as CommandName, input as never)
    await expect(sent, name).rejects.toMatchObject({ code: imErrors.muted.code })
  })
}

test('refuses the words of an owner whom staff muted, and keeps the other rights', async () => {
  const { ann, annId, bobId, teamId, words } = await createTeam()
  await server().kit.sql`
    update im_team_member set is_muted = true, staff_mute_reason = '发广告'
    where team_id = ${Number(teamId)} and im_account_id = (select id from im_account where accid = ${annId})`
  await expectRefused(ann, { ...words, 'team.updateTeam': { teamId, announcement: '加我微信' } })
  await expectRefused(ann, { 'team.updateTeam': { teamId, intro: '加我微信' } })
  await ann.request('team.updateTeam', { teamId, joinMode: 'rejectAll', announcement: '' })
  await ann.request('team.removeTeamMembers', { teamId, accounts: [bobId] })
})

test('refuses the words of a member whom the owner muted', async () => {
  const { ann, bob, bobId, eveId, teamId, words } = await createTeam()
  await ann.request('team.updateMuteStateInTeam', { teamId, accounts: [bobId], mute: true })
  await expectRefused(bob, words)
  await bob.request('team.addTeamMembers', { teamId, accounts: [eveId] })
})

test('lets members choose their nickname while everyone is muted, but not the name of the group', async () => {
  const { ann, bob, teamId } = await createTeam()
  await ann.request('team.muteTeamAll', { teamId, mute: true })
  await bob.request('team.updateInfoInTeam', { teamId, nickInTeam: '小舟' })
  await expectRefused(bob, { 'team.updateTeam': { teamId, name: '加我微信' } })
  await ann.request('team.updateTeam', { teamId, announcement: '今晚休息' })
})
