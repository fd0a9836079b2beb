// Tests of links to groups: who creates them, who joins by them, and when they end.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import { leaveAll, openDevice, untilReady, type Device } from '../../../../../im-sdk/test/people.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

async function enter(): Promise<[Caller, Device & { accid: string }]> {
  const caller = await server().enter('user')
  const { data } = await server().requestAs(caller, 'GET /neteaseUser/getUser')
  const device = openDevice(url, data)
  await untilReady(device)
  return [caller, Object.assign(device, { accid: data.accid })]
}
async function createTeam(device: Device, fields: object = {}): Promise<string> {
  const input = { type: 'advanced', name: '夜读小组', intro: '每周读一章', ...fields } as const
  return (await device.request('team.createTeam', input)).state.team.teamId
}
const createLink = (caller: Caller, teamId: string) => server().requestAs(caller, 'POST /chat/teamLink', { teamId })
const join = (caller: Caller, code: string) => server().requestAs(caller, 'POST /chat/teamLink/join', { code })

test('admits by a code, once, and shows the group before', async () => {
  const [[ann, a], [bob, b]] = [await enter(), await enter()]
  const teamId = await createTeam(a)
  const { code } = (await createLink(ann, teamId)).data
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
  expect((await createLink(ann, teamId)).data.code).toBe(code)
  const readCurrent = (caller: Caller) => server().requestAs(caller, 'GET /chat/teamLink/current', { teamId })
  expect((await readCurrent(ann)).data.link?.code).toBe(code)
  expect((await readCurrent(bob)).code).toBe(404)
  const read = () => server().requestAs(bob, 'GET /chat/teamLink', { code: code.toLowerCase() })
  expect((await read()).data).toEqual({ teamId, name: '夜读小组', intro: '每周读一章', members: 1, isMember: false })
  expect((await Promise.all([join(bob, code), join(bob, code)])).map((reply) => reply.data)).toEqual([
    { teamId },
    { teamId },
  ])
  expect((await read()).data).toMatchObject({ members: 2, isMember: true })
  const { msgs } = await b.request('msg.getHistoryMsgs', { scene: 'team', to: teamId })
  expect(msgs).toMatchObject([{ content: { attach: { type: 'passTeamApply', account: b.accid } } }])
})

test('lets only those who may invite create and end a link', async () => {
  const [[ann, a], [bob, b], [eve]] = [await enter(), await enter(), await enter()]
  const teamId = await createTeam(a, { beInviteMode: 'noVerify', accounts: [b.accid] })
  expect((await createLink(eve, teamId)).code).toBe(404)
  expect((await createLink(bob, teamId)).code).toBe(403)
  await a.request('team.updateTeam', { scene: 'team', teamId, inviteMode: 'all' })
  const readCurrent = () => server().requestAs(bob, 'GET /chat/teamLink/current', { teamId })
  expect((await readCurrent()).data).toEqual({ link: null })
  const { code } = (await createLink(bob, teamId)).data
  expect((await server().requestAs(eve, 'POST /chat/teamLink/end', { teamId })).code).toBe(404)
  expect((await server().requestAs(ann, 'POST /chat/teamLink/end', { teamId })).code).toBe(200)
  expect((await join(eve, code)).msg).toBe('邀请已失效，请向组员要新的邀请链接')
  expect((await createLink(ann, teamId)).data.code).not.toBe(code)
})

test('refuses members who were removed, ended links, dismissed groups and groups of the site', async () => {
  const [[ann, a], [bob, b], [eve]] = [await enter(), await enter(), await enter()]
  const teamId = await createTeam(a)
  const { code } = (await createLink(ann, teamId)).data
  await join(bob, code)
  await a.request('team.removeTeamMembers', { scene: 'team', teamId, accounts: [b.accid] })
  expect((await join(bob, code)).msg).toBe('您曾被移出这个小组或被禁言，请联系组长重新邀请')
  const { sql } = server().kit
  await sql`update im_team_link set expires_at = now() where code = ${code}`
  expect((await join(eve, code)).code).toBe(404)
  const next = (await createLink(ann, teamId)).data.code
  expect(next).not.toBe(code)
  await sql`update im_team set member_count = ${teamLimits.members.team} where id = ${Number(teamId)}`
  expect((await join(eve, next)).msg).toBe('小组的人数已满')
  await a.request('team.dismissTeam', { scene: 'team', teamId })
  expect((await join(eve, next)).code).toBe(404)
  const managed = await createTeam(a)
  await sql`update im_team set is_managed = true where id = ${Number(managed)}`
  expect((await createLink(ann, managed)).msg).toBe('您不能邀请别人加入这个小组')
})

test('lets a person who was removed from an open group apply, and not join at once', async () => {
  const [[, a], [, b]] = [await enter(), await enter()]
  const teamId = await createTeam(a, { joinMode: 'noVerify' })
  const apply = () => b.request('team.applyTeam', { scene: 'team', teamId })
  expect((await apply()).hasJoined).toBe(true)
  await a.request('team.removeTeamMembers', { scene: 'team', teamId, accounts: [b.accid] })
  expect((await apply()).hasJoined).toBe(false)
  await expect(b.request('team.getTeamMembers', { teamId })).rejects.toMatchObject({ code: imErrors.notInTeam.code })
})

test('ends a link with the right of its creator, and admits no one who is blocked or left muted', async () => {
  const [[ann, a], [bob, b], [eve, e]] = [await enter(), await enter(), await enter()]
  const teamId = await createTeam(a, { beInviteMode: 'noVerify', inviteMode: 'all', accounts: [b.accid] })
  const { code } = (await createLink(bob, teamId)).data
  await join(eve, code)
  await a.request('team.updateMuteStateInTeam', { scene: 'team', teamId, accounts: [e.accid], mute: true })
  await e.request('team.leaveTeam', { scene: 'team', teamId })
  expect((await join(eve, code)).code).toBe(409)
  await a.request('team.updateTeam', { scene: 'team', teamId, inviteMode: 'manager' })
  const [guest] = await enter()
  expect((await join(guest, code)).code).toBe(404)
  const next = (await createLink(ann, teamId)).data.code
  expect(next).not.toBe(code)
  await server().kit.sql`update im_account set is_blocked = true where account_id = ${guest.id}`
  expect((await join(guest, next)).code).toBe(403)
})
