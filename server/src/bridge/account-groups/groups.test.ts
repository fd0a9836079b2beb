// Tests of groups that accounts created: the list of staff, moderation, and notices to those who were removed.
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { listLatestStates } from '../../../../im-sdk/src/sync/merge/changes.ts'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { createCrowdedTeams } from '../../../db/fixtures/crowded-teams.ts'
import { selectLastAuditEntry } from '../../../test/audit-log.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  sayInTeam,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import * as store from './store.ts'

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
type Person = Awaited<ReturnType<typeof enter>>

/** A group of three, with the number that the console uses. */
async function createGroup(name: string) {
  const [ann, bob, eve] = [await enter(), await enter(), await enter()]
  const modes = { type: 'advanced', beInviteMode: 'noVerify' } as const
  const input = { ...modes, name, accounts: [bob.accid, eve.accid] }
  const { teamId } = (await ann.request('team.createTeam', input)).state.team
  return { ann, bob, eve, teamId, id: Number(teamId), ref: { scene: 'team', teamId } as const }
}
const readNotifications = async (device: Person, teamId: string) => {
  const { msgs } = await device.request('msg.getHistoryMsgs', { scene: 'team', to: teamId, msgTypes: [5] })
  return msgs.map(({ content }) => (content as { attach: object }).attach)
}
const listMembers = async (id: number, key?: string) =>
  (await callAsAdmin('GET /admin/accountGroup/members', { id, ...(key !== undefined && { key }) })).data

test('lists groups of accounts, finds them by name and number, and leaves out those of the association', async () => {
  const { ann, id, ref } = await createGroup('周末Hiking')
  const { teamId: managedId } = await publishGroup()
  await ann.request('team.updateNickInTeam', { ...ref, account: ann.accid, nickInTeam: '小舟' })
  const find = async (key: string) => (await callAsAdmin('GET /admin/accountGroups', { key })).data
  expect(await find('hiking')).toMatchObject({
    content: [{ id, name: '周末Hiking', ownerName: '小舟', members: 3, openReports: 0, isSilenced: false }],
    totalElements: 1,
  })
  expect((await find(`${id}`)).content.map((row) => row.id)).toEqual([id])
  expect((await find(managedId)).content).toEqual([])
  expect((await callAsAdmin('GET /admin/accountGroup', { id: Number(managedId) })).code).toBe(404)
  const { data } = await callAsAdmin('GET /admin/accountGroups', { page: 1, size: 1 })
  expect(data.content).toMatchObject([{ id }])
  expect((await listMembers(id, '小舟')).content).toMatchObject([{ name: '小舟', role: 'owner', isMuted: false }])
  expect(await listMembers(id)).toMatchObject({ totalElements: 3 })
})

test('mutes everyone until staff end it, and names the association', async () => {
  const { ann, bob, teamId, id, ref } = await createGroup('夜读')
  await ann.request('team.addTeamManagers', { ...ref, accounts: [bob.accid] })
  const silence = (isSilenced: boolean) =>
    callAsAdmin('POST /admin/accountGroup/silence', { id, isSilenced, reason: '先停一停' })
  expect((await silence(true)).code).toBe(200)
  await expect(sayInTeam(bob, teamId, '还能说吗')).rejects.toMatchObject({ code: imErrors.muted.code })
  await sayInTeam(ann, teamId, '组长说明')
  await expect(ann.request('team.muteTeamAll', { ...ref, mute: false })).rejects.toMatchObject({
    message: '协会开启了全员禁言，请联系协会',
  })
  expect(await readNotifications(bob, teamId)).toContainEqual(
    expect.objectContaining({ type: 'updateTeam', custom: '{"association":true}' }),
  )
  expect(await selectLastAuditEntry(server().kit.sql, { subject: `chatGroup ${id}` })).toMatchObject({
    action: 'peerMemberMuted',
    reason: '先停一停',
    actor_id: people.admin.id,
  })
  expect((await silence(false)).code).toBe(200)
  await sayInTeam(bob, teamId, '谢谢')
})

test('mutes the owner until staff end it', async () => {
  const { ann, bob, teamId, id, ref } = await createGroup('夜读')
  const [owner] = (await listMembers(id)).content
  const mute = (isMuted: boolean) =>
    callAsAdmin('POST /admin/accountGroup/muteMember', { id, memberId: owner!.id, isMuted, reason: '发广告' })
  expect((await mute(true)).code).toBe(200)
  await expect(sayInTeam(ann, teamId, '加我')).rejects.toMatchObject({ code: imErrors.muted.code })
  await expect(
    ann.request('team.updateMuteStateInTeam', { ...ref, accounts: [ann.accid], mute: false }),
  ).rejects.toMatchObject({ code: expect.any(Number) })
  await sayInTeam(bob, teamId, '组员照常')
  expect((await mute(false)).code).toBe(200)
  await sayInTeam(ann, teamId, '谢谢')
})

test('mutes and removes a member, never removes the owner, and tells the person why', async () => {
  const { ann, bob, teamId, id } = await createGroup('夜读')
  const { content: members } = await listMembers(id)
  const [owner, second] = members.map((row) => row.id)
  const mute = (memberId: number, isMuted: boolean) =>
    callAsAdmin('POST /admin/accountGroup/muteMember', { id, memberId, isMuted, reason: '发广告' })
  const remove = (memberId: number) =>
    callAsAdmin('POST /admin/accountGroup/removeMember', { id, memberId, reason: '发广告' })
  expect((await remove(owner!)).code).toBe(409)
  expect((await mute(second!, true)).code).toBe(200)
  await expect(sayInTeam(bob, teamId, '加我')).rejects.toMatchObject({ code: imErrors.muted.code })
  expect((await mute(second!, false)).code).toBe(200)
  expect([(await remove(second!)).code, (await remove(second!)).code]).toEqual([200, 409])
  expect((await readNotices(bob.caller)).at(-1)).toBe('您已被协会移出小组“夜读”，原因：发广告')
  expect(await readNotifications(ann, teamId)).toContainEqual(
    expect.objectContaining({ type: 'removeTeamMembers', accounts: [bob.accid], custom: '{"association":true}' }),
  )
  const entry = await selectLastAuditEntry(server().kit.sql, { subject: `chatGroup ${id}` })
  expect(entry).toMatchObject({ action: 'peerMemberRemoved', detail: { memberId: second } })
})

test('dissolves a group, and tells all members why', async () => {
  const { ann, bob, eve, teamId, id } = await createGroup('夜读')
  await eve.request('team.leaveTeam', { scene: 'team', teamId })
  const dissolve = () => callAsAdmin('POST /admin/accountGroup/dissolve', { id, reason: '传播谣言' })
  expect([(await dissolve()).code, (await dissolve()).code]).toEqual([200, 409])
  for (const { caller } of [ann, bob])
    expect(await readNotices(caller)).toEqual(['小组“夜读”已被协会解散，原因：传播谣言'])
  expect(await readNotices(eve.caller)).toEqual([])
  await expect(sayInTeam(bob, teamId, '还在吗')).rejects.toThrow()
  expect((await callAsAdmin('GET /admin/accountGroup', { id })).data).toMatchObject({ isValid: false })
  expect((await callAsAdmin('GET /admin/accountGroups', { key: `${id}` })).data.totalElements).toBe(0)
  expect(await selectLastAuditEntry(server().kit.sql, { subject: `chatGroup ${id}` })).toMatchObject({
    action: 'chatGroupDissolved',
    reason: '传播谣言',
  })
})

test('notifies a person whom the owner or a leader removes', async () => {
  const { ann, bob, ref } = await createGroup('夜读')
  await ann.request('team.removeTeamMembers', { ...ref, accounts: [bob.accid] })
  await ann.request('team.removeTeamMembers', { ...ref, accounts: [bob.accid] })
  expect(await readNotices(bob.caller)).toEqual(['您已被移出小组“夜读”'])

  const { id, teamId } = await publishGroup()
  await join(bob.caller, id, '小河')
  const leader = await openDeviceOf(url, people.leader)
  await leader.request('team.removeTeamMembers', { scene: 'team', teamId, accounts: [bob.accid] })
  const [notice] = await server().kit.sql<{ title: string; link: string }[]>`
    select title, link from message where account_id = ${bob.caller.id} order by id desc limit 1`
  expect(notice).toEqual({ title: '您已被移出小组“走出失眠”', link: `/groups/detail?id=${id}` })
})

test('notifies the owner of an application, and the applicant of its outcome', async () => {
  const { ann, bob, ref, teamId } = await createGroup('夜读')
  await ann.request('team.updateTeam', { ...ref, joinMode: 'needVerify' })
  const [dan, finn] = [await enter(), await enter()]
  for (const applicant of [dan, dan, finn]) await applicant.request('team.applyTeam', { ...ref, ps: '想加入' })
  const application = '有人申请加入小组“夜读”，请打开小组信息同意或拒绝'
  expect(await readNotices(ann.caller)).toEqual([application, application])
  expect(await readNotices(bob.caller)).toEqual([])
  const [notice] = await server().kit.sql<{ link: string }[]>`
    select link from message where account_id = ${ann.caller.id} order by id desc limit 1`
  expect(notice).toEqual({ link: `/im/index?team=${teamId}` })

  const answerOf = async ({ accid }: Person) => {
    const findApplication = () => listLatestStates(ann.store, 'sysMsg').findLast(({ from }) => from === accid)
    await until(() => findApplication() !== undefined, 'the application')
    return { ...ref, from: accid, idServer: findApplication()!.idServer }
  }
  await ann.request('team.passTeamApply', await answerOf(dan))
  await ann.request('team.rejectTeamApply', await answerOf(finn))
  expect(await readNotices(dan.caller)).toEqual(['您已加入小组“夜读”，可以和大家交流了'])
  expect(await readNotices(finn.caller)).toEqual(['您加入小组“夜读”的申请未通过'])
})

test('refuses names that could be mistaken for the association, a counsellor or another member', async () => {
  const { ann, bob, eve, ref } = await createGroup('夜读')
  await ann.request('team.updateNickInTeam', { ...ref, account: ann.accid, nickInTeam: '小舟' })
  const [counsellor] = await server().kit.sql<{ name: string }[]>`select name from counsellor limit 1`
  const [user] = await server().kit.sql<{ nick: string; alias: string }[]>`
    select nick, alias from im_user u join im_account i on i.id = u.im_account_id where i.accid = ${eve.accid}`
  const refused = ['小舟', '小　舟', user!.alias, counsellor!.name, '组长', '协会客服', '13911110001', '\u200B', 'ㅤ']
  for (const nickInTeam of refused)
    await expect(bob.request('team.updateInfoInTeam', { ...ref, nickInTeam }), nickInTeam).rejects.toMatchObject({
      code: imErrors.invalid.code,
    })
  // a refusal of the name behind the alias would show who is a member
  for (const nickInTeam of [user!.nick, '小河']) await bob.request('team.updateInfoInTeam', { ...ref, nickInTeam })
  await expect(
    eve.request('team.updateNickInTeam', { ...ref, account: eve.accid, nickInTeam: '小河' }),
  ).rejects.toThrow('小组里已有人用这个称呼，请换一个')
  await ann.request('team.updateInfoInTeam', { ...ref, nickInTeam: '组长' })
  for (const name of ['心理卫生协会官方群', '官方客服', '   ', '\u200B'])
    for (const change of [
      () => ann.request('team.createTeam', { type: 'advanced', name, accounts: [] }),
      () => ann.request('team.updateTeam', { ...ref, name }),
    ])
      await expect(change(), name).rejects.toMatchObject({ code: imErrors.invalid.code })
})

test('keeps strangers from writing to members, unless they are friends or have a conversation', async () => {
  const { ann, bob, ref } = await createGroup('夜读')
  const stranger = await enter()
  const write = (device: Person, to: string) =>
    device.request('msg.sendMsg', {
      scene: 'p2p',
      to,
      idClient: crypto.randomUUID(),
      content: { type: 0, text: '在吗' },
    })
  await ann.request('team.removeTeamMembers', { ...ref, accounts: [bob.accid] })
  for (const device of [stranger, bob])
    await expect(write(device, ann.accid)).rejects.toMatchObject({ code: imErrors.blockedByPeer.code })
  await write(ann, stranger.accid)
  await write(stranger, ann.accid)
})

test('finds the page of groups and of members by an index', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, 500)).map((row) => row.id)
  const teamId = await createCrowdedTeams(sql, imIds, 40)
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const page = { limit: 20, offset: 0 }
  const base = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const explained = await explainQueries(base, async (db) => {
    const { ids } = await store.selectAccountGroupIds(db, undefined, page)
    await store.selectAccountGroups(db, ids)
    await store.selectAccountGroupMembers(db, teamId, undefined, page)
    await store.selectMemberAccount(db, teamId, imIds[3]!)
    await store.selectMemberAccountIds(db, teamId)
  })
  expect(explained).toHaveLength(6)
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && ['im_team_member', 'peer_report'].includes(table))
      ? [query]
      : [],
  )
  expect(scans).toEqual([])
})
