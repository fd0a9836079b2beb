// Tests of groups that follow the members of a committee, through the API and the socket.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { readTeamTexts, sayInTeam, usePeerGroups } from '../../../test/steps/peer-group-steps.ts'
import { useRosterGroups } from '../../../test/steps/roster-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { alignRosterGroups } from './follow.ts'

const server = useTestServer()
let url = ''
let admin: Caller
let leader: Caller
const { createCommitteeGroup, follow, join, openDeviceOf, readNotices, readOwn, saveMembers } = useRosterGroups(
  server,
  () => admin,
)
const peerGroups = usePeerGroups(server, () => ({ admin, leader }))
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  admin = await server().enter('administrator')
  leader = await server().enter('counsellor')
})
afterEach(leaveAll)

const enterTwo = async () => [await server().enter('user'), await server().enter('user')] as const
const callAsAdmin = (state: 'open' | 'closed' | 'dissolved', id: number, reason = '') =>
  server().requestAs(admin, 'POST /admin/rosterGroup/state', { id, state, reason })

test('shows the members under their names', async () => {
  const [ann, bob] = await enterTwo()
  await server().kit.sql`update account set nickname = '林静' where id = ${ann.id}`
  const { groupId, source } = await createCommitteeGroup([ann, bob], '临床心理专业委员会')
  const own = await readOwn(ann, groupId)
  expect(own).toMatchObject({ kind: 'committee', title: '临床心理专业委员会', name: '林静', state: 'open' })
  const device = await openDeviceOf(url, ann)
  const { members } = await device.request('team.getTeamMembers', { teamId: own!.teamId! })
  expect(members.map(({ nickInTeam }) => nickInTeam).toSorted()).toEqual(['协会秘书处', '林静', '委员'].toSorted())
  const { team } = await device.request('team.getTeam', { teamId: own!.teamId! })
  expect(team).toMatchObject({ name: '临床心理专业委员会', isManaged: true, custom: '{"roster":true}' })
  expect(team.announcement).toContain('退出后不会再自动加入')
  await sayInTeam(device, own!.teamId!, '大家好')
  expect(await readNotices(ann)).toEqual([expect.stringContaining('“临床心理专业委员会”有了一个群')])
  const { data } = await server().requestAs(admin, 'GET /admin/rosterGroup', source)
  expect(data).toEqual({
    listed: 2,
    withoutAccount: 0,
    waiting: 0,
    absent: 0,
    isFull: false,
    group: expect.objectContaining({ members: 2 }),
  })
})

test('removes who left the list, and shows them nothing any more', async () => {
  const [ann, bob] = await enterTwo()
  const { committeeId, groupId, source } = await createCommitteeGroup([ann, bob])
  const { teamId } = (await readOwn(ann, groupId))!
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  await sayInTeam(b, teamId!, '会议定在周五')
  await saveMembers(committeeId, [bob])
  expect((await server().requestAs(admin, 'GET /admin/rosterGroup', source)).data).toMatchObject({
    listed: 1,
    absent: 0,
  })
  await follow()
  expect(await readTeamTexts(a, teamId!)).toEqual([])
  await expect(sayInTeam(a, teamId!, '还在吗')).rejects.toMatchObject({ code: 804 })
  expect(await readOwn(ann, groupId)).toBeUndefined()
  expect((await join(ann, groupId)).code).toBe(404)
  expect((await readNotices(ann)).at(-1)).toContain('已离开它的群')

  // a person who returns to the list may return to the group, and sees what is new
  await saveMembers(committeeId, [ann, bob])
  await follow()
  await join(ann, groupId)
  await sayInTeam(b, teamId!, '欢迎回来')
  expect(await readTeamTexts(a, teamId!)).toEqual(['欢迎回来'])
})

test('counts a member once who leaves while the batch that removes them waits', async () => {
  const [ann, bob] = await enterTwo()
  const { committeeId, groupId } = await createCommitteeGroup([ann, bob])
  const teamId = Number((await readOwn(ann, groupId))!.teamId)
  await saveMembers(committeeId, [bob])
  let following = Promise.resolve()
  await server().owner.begin(async (tx) => {
    await tx`select from im_team where id = ${teamId} for update`
    following = follow()
    const isWaiting = async () =>
      (await server().owner`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%im_team%'`)
        .length > 0
    await until(isWaiting, 'the batch to wait for the team')
    await tx`
      update im_team_member set is_valid = false where team_id = ${teamId}
        and im_account_id = (select id from im_account where account_id = ${ann.id})`
    await tx`update im_team set member_count = member_count - 1 where id = ${teamId}`
  })
  await following
  const [team] = await server().kit.sql<{ member_count: number; members: number }[]>`
    select member_count, (select count(*) from im_team_member where team_id = t.id and is_valid) as members
    from im_team t where id = ${teamId}`
  expect(team).toEqual({ member_count: 2, members: 2 })
  expect((await readNotices(ann)).some((title) => title.includes('已离开它的群'))).toBe(false)
})

test('remembers who left, until they ask to return', async () => {
  const [ann, bob] = await enterTwo()
  const { groupId, source } = await createCommitteeGroup([ann, bob])
  const { teamId } = (await readOwn(ann, groupId))!
  const device = await openDeviceOf(url, ann)
  await device.request('team.leaveTeam', { teamId: teamId! })
  await follow()
  expect((await readOwn(ann, groupId))?.teamId).toBeNull()
  expect((await server().requestAs(admin, 'GET /admin/rosterGroup', source)).data).toMatchObject({
    waiting: 0,
    absent: 1,
  })
  const withoutConsent = await server().requestAs(ann, 'POST /rosterGroup/join', { id: groupId } as never)
  expect(withoutConsent.code).toBe(400)
  expect((await join(ann, groupId)).code).toBe(200)
  expect((await readOwn(ann, groupId))?.teamId).toBe(teamId)
})

test('adds counsellors only, and invites everyone whom others know by an alias', async () => {
  const [counsellor, client] = [await server().enter('counsellor'), await server().enter('user')]
  const [inPeerGroup, formerUser] = await enterTwo()
  // the counsellor knows the client by an alias
  const { data: own } = await server().requestAs(client, 'GET /neteaseUser/getUser')
  const peer = await peerGroups.publishGroup()
  await peerGroups.join(inPeerGroup, peer.id, '小舟')
  await server().kit.sql`update account set role_id = ${roles.counsellor} where id = ${formerUser.id}`
  const { committeeId, groupId, source } = await createCommitteeGroup([])
  await saveMembers(committeeId, [counsellor, client, inPeerGroup, formerUser])
  const readStatus = async () => (await server().requestAs(admin, 'GET /admin/rosterGroup', source)).data
  // figures are equal whether or not a person has an alias in a group
  expect(await readStatus()).toMatchObject({ listed: 4, waiting: 1, absent: 3 })
  await follow()
  await follow()
  expect(await readStatus()).toMatchObject({ waiting: 0, absent: 3, group: { members: 1 } })
  expect(await readNotices(counsellor)).toEqual([expect.stringContaining('群里的人会看到您登记的姓名')])
  const device = await openDeviceOf(url, counsellor)
  const { teamId } = (await readOwn(counsellor, groupId))!
  const readAccounts = async () =>
    (await device.request('team.getTeamMembers', { teamId: teamId! })).members.map(({ account }) => account)
  expect(await readAccounts()).not.toContain(own.accid)
  for (const person of [client, inPeerGroup, formerUser]) {
    const invitations = (await readNotices(person)).filter((title) => title.includes('会看到您登记的姓名'))
    expect(invitations).toHaveLength(1)
    expect((await readOwn(person, groupId))?.teamId).toBeNull()
  }
  expect((await join(client, groupId)).code).toBe(200)
  expect(await readAccounts()).toContain(own.accid)
})

test('follows names of people and of the committee, and ends for a disabled account', async () => {
  const [ann, bob] = await enterTwo()
  const { committeeId, groupId } = await createCommitteeGroup([ann, bob])
  const { teamId } = (await readOwn(ann, groupId))!
  const device = await openDeviceOf(url, ann)
  await server().kit.sql`update account set nickname = '周明' where id = ${ann.id}`
  await server().kit.sql`update account set enabled = false where id = ${bob.id}`
  const renamed = { id: committeeId, name: `婚姻家庭${committeeId}`, position: 1, enabled: true }
  await server().requestAs(admin, 'PUT /admin/committee', renamed)
  await follow()
  const { members } = await device.request('team.getTeamMembers', { teamId: teamId! })
  expect(members.map(({ nickInTeam }) => nickInTeam)).toEqual(['协会秘书处', '周明'])
  expect((await device.request('team.getTeam', { teamId: teamId! })).team.name).toBe(renamed.name)
})

test('stops writing, resumes it, and dissolves with a notice', async () => {
  const [ann, bob] = await enterTwo()
  const { groupId, source } = await createCommitteeGroup([ann, bob])
  const { teamId } = (await readOwn(ann, groupId))!
  const device = await openDeviceOf(url, ann)
  expect((await server().requestAs(admin, 'POST /admin/rosterGroup', source)).code).toBe(409)
  expect((await callAsAdmin('closed', groupId)).code).toBe(200)
  await expect(sayInTeam(device, teamId!, '还能说吗')).rejects.toMatchObject({ code: 2002 })
  expect((await callAsAdmin('closed', groupId)).code).toBe(409)
  expect((await callAsAdmin('open', groupId)).code).toBe(200)
  await sayInTeam(device, teamId!, '可以了')
  expect((await callAsAdmin('dissolved', groupId)).fields['reason']).toBe('请填写原因')
  expect((await callAsAdmin('dissolved', groupId, '换届')).code).toBe(200)
  await expect(sayInTeam(device, teamId!, '再见')).rejects.toMatchObject({ code: 804 })
  expect((await readNotices(bob)).at(-1)).toContain('已解散，原因：换届')
  expect(await readOwn(ann, groupId)).toBeUndefined()
  expect((await server().requestAs(admin, 'POST /admin/rosterGroup', source)).code).toBe(200)
})

test('follows closed groups in a separate run', async () => {
  const [ann, bob] = await enterTwo()
  const { committeeId, groupId } = await createCommitteeGroup([ann, bob])
  await callAsAdmin('closed', groupId)
  await saveMembers(committeeId, [ann])
  const before = await readNotices(bob)
  await alignRosterGroups(server().kit, ['open'])
  expect(await readNotices(bob)).toEqual(before)
  await alignRosterGroups(server().kit, ['closed'])
  expect((await readNotices(bob)).at(-1)).toContain('已离开它的群')
})

test('has no other way into a group, and no members who manage', async () => {
  const [ann, eve] = await enterTwo()
  const { groupId } = await createCommitteeGroup([ann])
  const { teamId } = (await readOwn(ann, groupId))!
  const [a, e] = [await openDeviceOf(url, ann), await openDeviceOf(url, eve)]
  const refused = { code: 802 }
  await expect(e.request('team.applyTeam', { teamId: teamId! })).rejects.toMatchObject(refused)
  await expect(a.request('team.addTeamMembers', { teamId: teamId!, accounts: [e.accid] })).rejects.toMatchObject(
    refused,
  )
  await expect(a.request('team.updateTeam', { teamId: teamId!, announcement: '我来' })).rejects.toMatchObject(refused)
  expect((await join(eve, groupId)).code).toBe(404)
})

test('lists reports of members in the console, with the name of the list', async () => {
  const [ann, bob] = await enterTwo()
  const { groupId } = await createCommitteeGroup([ann, bob], `危机干预${Date.now()}`)
  const own = (await readOwn(ann, groupId))!
  const device = await openDeviceOf(url, bob)
  const report = { teamId: own.teamId!, account: device.accid, reason: 'advert', text: '一直发广告' } as const
  expect((await server().requestAs(ann, 'POST /peerGroup/report', report)).code).toBe(200)
  expect((await server().requestAs(ann, 'POST /peerGroup/report', report)).code).toBe(409)
  const { data } = await server().requestAs(admin, 'GET /admin/peerReports', { state: 'open' })
  expect(data.content[0]).toMatchObject({ groupId: null, groupTitle: own.title, reportedAlias: '委员' })
  // staff mute one person, and the others go on
  const mute = (isMuted: boolean, caller = admin) =>
    server().requestAs(caller, 'POST /admin/peerReport/mute', { id: data.content[0]!.id, isMuted, reason: '发广告' })
  expect((await mute(true, leader)).code).toBe(403)
  expect((await mute(true)).code).toBe(200)
  await expect(sayInTeam(device, own.teamId!, '买课')).rejects.toThrow('禁言')
  await sayInTeam(await openDeviceOf(url, ann), own.teamId!, '谢谢')
  const listed = await server().requestAs(admin, 'GET /admin/peerReports', { state: 'open' })
  expect(listed.data.content[0]).toMatchObject({ isMuted: true })
  const audit = await server().requestAs(admin, 'GET /admin/audit', { action: 'peerMemberMuted' })
  expect(audit.data.content[0]).toMatchObject({ reason: '发广告', subject: `peerReport ${data.content[0]!.id}` })
  expect((await mute(false)).code).toBe(200)
  await sayInTeam(device, own.teamId!, '对不起')
  const handled = { id: data.content[0]!.id, outcome: '已提醒' }
  expect((await server().requestAs(admin, 'POST /admin/peerReport/handle', handled)).code).toBe(200)
  expect((await readNotices(ann)).at(-1)).toBe('您在小组的举报已处理：已提醒')
})
