// Tests of peer groups through the API: states, applications, places and members.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'
import { leaveAll, until } from '../../../../../im-sdk/test/people.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  peerGroupDraft,
  sayInTeam,
  usePeerGroups,
} from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { apply, callAsAdmin, createGroup, decide, join, openDeviceOf, publishGroup, readGroup, readNotices, readOwnId } =
  usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

test('hides a draft, and publishes it with a team that the leader owns', async () => {
  const id = await createGroup()
  expect((await server().requestAs({ token: '' }, 'GET /peerGroup/getById', { id })).code).toBe(404)
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'open' })
  const group = await readGroup({ token: '' }, id)
  expect(group).toMatchObject({ title: '走出失眠', places: 3, isOpen: true, teamId: null, own: null, isLeader: false })
  const device = await openDeviceOf(url, people.leader)
  const { teams } = await device.request('team.getTeams', {})
  const { teamId } = await readGroup(people.leader, id)
  expect(teams.find((team) => team.teamId === teamId)).toMatchObject({ name: '走出失眠', owner: device.accid })
})

test('counts waiting applications of the groups that the caller leads', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const count = async (caller: Caller) =>
    (await server().requestAs(caller, 'GET /peerGroup/waiting')).data.content.filter((group) => group.id === id)
  expect(await count(people.leader)).toEqual([])
  await apply(ann, id, '小舟')
  await apply(bob, id, '小河')
  expect(await count(people.leader)).toEqual([{ id, teamId, waiting: 2 }])
  expect(await count(ann)).toEqual([])
  expect(await count(await server().enter('counsellor'))).toEqual([])
  await decide(await readOwnId(ann, id))
  expect(await count(people.leader)).toEqual([{ id, teamId, waiting: 1 }])
})

test('refuses a leader who cannot use the chat, at the field', async () => {
  const reply = await callAsAdmin('POST /admin/peerGroup', { ...peerGroupDraft, leader: people.admin.username })
  expect(reply.fields['leader']).toContain('没有这个账号')
})

test('admits an accepted applicant under the alias, and notifies both sides', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  expect((await apply(user, id, '小舟')).code).toBe(200)
  const waiting = await readGroup(user, id)
  expect(waiting).toMatchObject({ own: { state: 'waiting', alias: '小舟' }, teamId: null })
  const { data: list } = await server().requestAs(people.leader, 'GET /peerGroup/applications', { id })
  expect(list.content).toMatchObject([{ alias: '小舟', note: '想认识睡不好的人' }])
  expect(JSON.stringify(list)).not.toContain(user.username)
  expect((await decide(waiting.own!.id)).code).toBe(200)
  expect((await decide(waiting.own!.id)).code).toBe(409)
  expect(await readGroup(user, id)).toMatchObject({ own: { state: 'accepted' }, teamId, places: 2 })
  expect(await readNotices(user)).toEqual(['您已加入同伴小组“走出失眠”，可以和大家交流了'])
  expect((await readNotices(people.leader)).at(-1)).toBe('有人申请加入您带领的小组“走出失眠”')
  const device = await openDeviceOf(url, people.leader)
  const { members } = await device.request('team.getTeamMembers', { teamId })
  expect(members.map(({ nickInTeam, type }) => [type, nickInTeam])).toEqual([
    ['owner', '带领者'],
    ['normal', '小舟'],
  ])
})

test('tells the applicant the reason of a refusal, after which a new application is possible', async () => {
  const { id } = await publishGroup()
  const user = await server().enter('user')
  await apply(user, id, '小舟')
  const applicationId = await readOwnId(user, id)
  expect((await decide(applicationId, false)).fields['reason']).toBe('请填写原因')
  await decide(applicationId, false, '本期面向在校学生')
  expect((await readGroup(user, id)).own).toMatchObject({ state: 'refused', reason: '本期面向在校学生' })
  expect((await readNotices(user)).at(-1)).toContain('本期面向在校学生')
  expect((await apply(user, id, '小舟')).code).toBe(200)
})

test('lets only leader and staff decide, and only the applicant withdraw', async () => {
  const { id } = await publishGroup()
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  await apply(user, id, '小舟')
  const applicationId = await readOwnId(user, id)
  expect((await decide(applicationId, true, '', other)).code).toBe(404)
  expect((await server().requestAs(other, 'GET /peerGroup/applications', { id })).code).toBe(404)
  expect((await server().requestAs(other, 'POST /peerGroup/withdraw', { id: applicationId })).code).toBe(404)
  expect((await server().requestAs(user, 'POST /peerGroup/withdraw', { id: applicationId })).code).toBe(200)
  expect((await callAsAdmin('POST /admin/peerGroup/decide', { id: applicationId, isAccepted: true })).code).toBe(409)
})

test('refuses aliases that are taken, that reveal the person, or that the rules of names refuse', async () => {
  const leader = await server().enter('counsellor')
  await server().kit.sql`update account set nickname = 'Dr Li' where id = ${leader.id}`
  const { id } = await publishGroup({ leader: leader.username })
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  await apply(user, id, 'Anna')
  await apply(await server().enter('user'), id, '小满')
  const lookAlike = await apply(await server().enter('user'), id, '小滿')
  expect(lookAlike.fields['alias']).toContain('已有人用这个称呼')
  const aliasError = async (alias: string) => (await apply(other, id, alias)).fields['alias']
  expect(await aliasError('anna')).toContain('已有人用这个称呼')
  expect(await aliasError('Аnna.')).toContain('已有人用这个称呼')
  expect(await aliasError('dr 1i')).toContain('已有人用这个称呼')
  for (const alias of ['小李老师', '老.师', '組·長']) expect(await aliasError(alias)).toContain('不能像带领者')
  expect(await aliasError('管理员小李')).toContain('误认为协会工作人员')
  expect(await aliasError('13812345678')).toContain('手机号')
  await server().kit.sql`update account set nickname = '李小云' where id = ${other.id}`
  expect(await aliasError('李小云')).toContain('认不出您')
  expect(await aliasError('李小云2')).toContain('认不出您')
  expect((await apply(user, id, '别名')).code).toBe(400)
})

test('assigns the last place once when two applications are accepted at the same time', async () => {
  const { id } = await publishGroup({ capacity: 3 })
  const users = []
  for (let i = 0; i < 5; i += 1) users.push(await server().enter('user'))
  for (const [i, user] of users.entries()) await apply(user, id, `同伴${i}`)
  const ids = await Promise.all(users.map((user) => readOwnId(user, id)))
  const replies = await Promise.all(ids.map((application) => decide(application)))
  expect(replies.filter(({ code }) => code === 200)).toHaveLength(3)
  expect((await readGroup({ token: '' }, id)).places).toBe(0)
  const late = await server().enter('user')
  expect((await apply(late, id, '迟到的人')).msg).toBe('这个小组的名额已满')
})

test('stores one application of two sent at the same time', async () => {
  const { id } = await publishGroup()
  const user = await server().enter('user')
  const replies = await Promise.all([apply(user, id, '小舟'), apply(user, id, '小舟二')])
  expect(replies.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 400])
})

test('mutes and removes a member through the console', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const device = await openDeviceOf(url, user)
  const { data } = await callAsAdmin('GET /admin/peerGroup/members', { id })
  expect(data.content).toMatchObject([{ alias: '小舟', isMuted: false }])
  const member = data.content[0]!.id
  expect((await callAsAdmin('POST /admin/peerGroup/mute', { id: member, isMuted: true, reason: '吵架' })).code).toBe(
    200,
  )
  await expect(sayInTeam(device, teamId, '能说话吗')).rejects.toMatchObject({ code: 2002 })
  expect((await callAsAdmin('POST /admin/peerGroup/mute', { id: member, isMuted: false, reason: '已道歉' })).code).toBe(
    200,
  )
  await sayInTeam(device, teamId, '能说话吗')
  expect((await callAsAdmin('POST /admin/peerGroup/remove', { id: member, reason: '多次发广告' })).code).toBe(200)
  await expect(sayInTeam(device, teamId, '还在吗')).rejects.toMatchObject({ code: 804 })
  expect((await readNotices(user)).at(-1)).toContain('多次发广告')
  expect((await callAsAdmin('POST /admin/peerGroup/remove', { id: member, reason: '再次' })).code).toBe(409)
})

test('shows who decides that an applicant was removed before, and lets a mute stay', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const [device, leader] = [await openDeviceOf(url, user), await openDeviceOf(url, people.leader)]
  await leader.request('team.updateMuteStateInTeam', { teamId, accounts: [device.accid], mute: true })
  const readRemoval = async () => {
    expect((await apply(user, id, '另一个人')).code).toBe(200)
    const { data } = await server().requestAs(people.leader, 'GET /peerGroup/applications', { id })
    const { removedTime, removedAlias } = data.content[0]!
    return { removedTime, removedAlias }
  }
  await device.request('team.leaveTeam', { teamId })
  expect(await readRemoval()).toEqual({ removedTime: null, removedAlias: '' })
  await decide(await readOwnId(user, id))
  await expect(sayInTeam(device, teamId, '回来了')).rejects.toMatchObject({ code: 2002 })
  await leader.request('team.removeTeamMembers', { teamId, accounts: [device.accid] })
  expect(await readRemoval()).toEqual({ removedTime: expect.stringMatching(/^20/), removedAlias: '另一个人' })
})

test('counts no refused name against the applications of an hour', async () => {
  const [{ id }, user] = [await publishGroup(), await server().enter('user')]
  const refused = await Promise.all(Array.from({ length: 11 }, () => apply(user, id, '带领者')))
  for (const { fields } of refused) expect(fields['alias']).toBeTruthy()
  await forEachInOrder(Array.from({ length: 10 }), async () => {
    expect((await apply(user, id, '小舟')).code).toBe(200)
    await server().requestAs(user, 'POST /peerGroup/withdraw', { id: await readOwnId(user, id) })
  })
  expect((await apply(user, id, '小舟')).code).toBe(429)
})

test('takes the rights of a co-leader who left, and lets staff add another', async () => {
  const [first, second] = [await server().enter('counsellor'), await server().enter('counsellor')]
  const { id, teamId } = await publishGroup({ coLeader: first.username })
  const change = (coLeader: string) =>
    callAsAdmin('PUT /admin/peerGroup', { ...peerGroupDraft, leader: people.leader.username, id, coLeader })
  expect((await change(second.username)).fields['coLeader']).toBe('协同带领者还在小组中，不能更换')
  const readApplications = (caller: Caller) => server().requestAs(caller, 'GET /peerGroup/applications', { id })
  expect((await readApplications(first)).code).toBe(200)
  await (await openDeviceOf(url, first)).request('team.leaveTeam', { teamId })
  expect((await readApplications(first)).code).toBe(404)
  expect((await readGroup(first, id)).teamId).toBeNull()
  expect((await change(second.username)).code).toBe(200)
  expect((await readApplications(second)).code).toBe(200)
  await sayInTeam(await openDeviceOf(url, second), teamId, '大家好')
})

test('refuses applications of blocked accounts, and an acceptance that the chat refuses', async () => {
  const { id } = await publishGroup()
  const [user, member] = [await server().enter('user'), await server().enter('user')]
  await openDeviceOf(url, user)
  await server().kit.sql`update im_account set is_blocked = true where account_id = ${user.id}`
  expect((await apply(user, id, '小舟')).code).toBe(403)
  const { accid } = await openDeviceOf(url, member)
  await apply(member, id, '小河')
  await server().kit.sql`
    insert into im_conversation (scene, sealed_key) select 'team', '' from generate_series(1, 500)`
  await server().kit.sql`
    with me as (select id, app_id from im_account where accid = ${accid}),
    team as (
      insert into im_team (conversation_id, app_id, owner_id, scene, type, name, join_mode, be_invite_mode,
        invite_mode, update_mode, update_custom_mode, create_time, update_time, member_update_time)
      select c.id, me.app_id, me.id, 'team', 0, '', 0, 0, 0, 0, 0, 0, 0, 0
      from me, (select id from im_conversation where sealed_key = '') c returning id, owner_id)
    insert into im_team_member (team_id, im_account_id, role, ack, ack_readable, ack_own_readable, join_seq,
      cleared_time, join_time, update_time)
    select id, owner_id, 0, 0, 0, 0, 0, 0, 0, 0 from team`
  const reply = await decide(await readOwnId(member, id))
  expect(reply).toMatchObject({ code: 409 })
  expect(reply.msg).toContain('无法加入小组')
})

test('dissolves a group with a notice to its people, and refuses waiting applications', async () => {
  const { id, teamId } = await publishGroup()
  const [user, applicant] = [await server().enter('user'), await server().enter('user')]
  await join(user, id, '小舟')
  await apply(applicant, id, '小河')
  const device = await openDeviceOf(url, user)
  const withoutReason = await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved' })
  expect(withoutReason.fields['reason']).toBe('请填写原因')
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved', reason: '本期结束' })
  await expect(sayInTeam(device, teamId, '再见')).rejects.toMatchObject({ code: 804 })
  expect((await readNotices(user)).at(-1)).toBe('同伴小组“走出失眠”已解散，原因：本期结束')
  expect((await readNotices(applicant)).at(-1)).toContain('小组已解散')
  expect((await server().requestAs(user, 'GET /peerGroup/getById', { id })).data).toMatchObject({ isDissolved: true })
  await until(() => device.received.some(({ content }) => 'attach' in content), 'the notification')
  const notices = device.received.flatMap(({ content }) => ('attach' in content ? [content.attach] : []))
  expect(notices.at(-1)).toMatchObject({ type: 'dismissTeam', custom: '{"association":true}' })
  expect((await server().requestAs({ token: '' }, 'GET /peerGroup/getById', { id })).code).toBe(404)
  expect((await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'open' })).code).toBe(409)
})

test('accepts no applications while the group is closed', async () => {
  const { id } = await publishGroup()
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'closed' })
  const user = await server().enter('user')
  expect((await apply(user, id, '小舟')).msg).toBe('这个小组现在不接受申请')
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'open' })
  expect((await apply(user, id, '小舟')).code).toBe(200)
})

test('renames the team with the group, and keeps the leader of a published group', async () => {
  const { id, teamId } = await publishGroup()
  const change = (fields: object) =>
    callAsAdmin('PUT /admin/peerGroup', { ...peerGroupDraft, leader: people.leader.username, id, ...fields })
  expect((await change({ title: '好好睡觉' })).code).toBe(200)
  const device = await openDeviceOf(url, people.leader)
  expect((await device.request('team.getTeam', { teamId })).team.name).toBe('好好睡觉')
  const other = await server().enter('counsellor')
  expect((await change({ leader: other.username })).fields['leader']).toBe('小组发布后不能更换带领者')
})

test('refuses a change of texts that others have changed since the form read them', async () => {
  const id = await createGroup()
  const { edition } = (await callAsAdmin('GET /admin/peerGroup', { id })).data
  const change = (fields: object) =>
    callAsAdmin('PUT /admin/peerGroup', { ...peerGroupDraft, leader: people.leader.username, id, edition, ...fields })
  expect((await change({ title: '好好睡觉' })).code).toBe(200)
  const late = await change({ rules: '按时到' })
  expect([late.code, late.reason]).toEqual([409, 'changedMeanwhile'])
  expect((await callAsAdmin('GET /admin/peerGroup', { id })).data).toMatchObject({ title: '好好睡觉' })
  const { edition: present } = (await callAsAdmin('GET /admin/peerGroup', { id })).data
  expect((await change({ rules: '按时到', edition: present })).code).toBe(200)
})
