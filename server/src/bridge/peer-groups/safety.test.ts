// Tests of how a peer group protects its members in the chat, through the socket.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { leaveAll, textTo, until } from '../../../../im-sdk/test/people.ts'
import { listLatestStates } from '../../../../im-sdk/src/sync/merge/changes.ts'
import { useLedGroups } from '../../../test/steps/led-group-steps.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  readTeamTexts,
  sayInTeam,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { selectMessages } from '../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { apply, decide, join, openDeviceOf, publishGroup, readGroup } = usePeerGroups(server, () => people)
const { addBooking } = useLedGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

test('shows a member only what was written while in the group', async () => {
  const { id, teamId } = await publishGroup()
  const [first, second] = [await server().enter('user'), await server().enter('user')]
  const leaderDevice = await openDeviceOf(url, people.leader)
  await join(first, id, '早来的人')
  const firstDevice = await openDeviceOf(url, first)
  await sayInTeam(leaderDevice, teamId, '欢迎')
  await join(second, id, '晚来的人')
  const secondDevice = await openDeviceOf(url, second)
  await sayInTeam(leaderDevice, teamId, '今晚开始')
  expect(await readTeamTexts(firstDevice, teamId)).toEqual(['欢迎', '今晚开始'])
  expect(await readTeamTexts(secondDevice, teamId)).toEqual(['今晚开始'])
  await firstDevice.request('team.leaveTeam', { teamId })
  expect(await readTeamTexts(firstDevice, teamId)).toEqual([])
  expect(await readGroup(first, id)).toMatchObject({ own: { state: 'ended' }, teamId: null, places: 2 })
  await join(first, id, '早来的人')
  expect(await readTeamTexts(firstDevice, teamId)).toEqual([])
})

test('shows fellow members the alias only', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await server().kit.sql`update account set nickname = '李云', avatar = '/a.png' where id = ${bob.id}`
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const { msg } = await sayInTeam(b, teamId, '大家好')
  await until(() => a.received.some(({ idServer }) => idServer === msg.idServer), 'the message')
  const { users } = await a.request('user.getUsers', { accounts: [b.accid] })
  const { members } = await a.request('team.getTeamMembers', { teamId })
  const { msgs } = await a.request('search.msgFtsInServer', { keyword: '大家好' })
  expect(msgs).toHaveLength(1)
  const seen = JSON.stringify({ users, members, msgs, received: a.received })
  expect(members.map(({ nickInTeam }) => nickInTeam)).toContain('小河')
  for (const secret of ['李云', '/a.png', bob.username, bob.phone]) expect(seen).not.toContain(secret)
  expect(users).toMatchObject([{ avatar: '', sign: '', tel: '', createTime: 0, updateTime: 0 }])
})

test('leaves names, invitations, modes and the end of the team to the site', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, eve] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  const [a, l, e] = [await openDeviceOf(url, ann), await openDeviceOf(url, people.leader), await openDeviceOf(url, eve)]
  const refused = { code: 802 }
  await expect(a.request('team.updateInfoInTeam', { teamId, nickInTeam: '另一个' })).rejects.toMatchObject(refused)
  await expect(
    l.request('team.updateNickInTeam', { teamId, account: a.accid, nickInTeam: '另一个' }),
  ).rejects.toMatchObject(refused)
  await expect(l.request('team.addTeamMembers', { teamId, accounts: [e.accid] })).rejects.toMatchObject(refused)
  await expect(e.request('team.applyTeam', { teamId })).rejects.toMatchObject(refused)
  await expect(l.request('team.updateTeam', { teamId, joinMode: 'noVerify' })).rejects.toMatchObject(refused)
  await expect(l.request('team.transferTeam', { teamId, account: a.accid, leave: true })).rejects.toMatchObject(refused)
  await expect(l.request('team.addTeamManagers', { teamId, accounts: [a.accid] })).rejects.toMatchObject(refused)
  await expect(l.request('team.dismissTeam', { teamId })).rejects.toMatchObject(refused)
  // leaders may still moderate
  await l.request('team.updateTeam', { teamId, announcement: '每周三晚八点' })
  await l.request('team.muteTeamAll', { teamId, mute: true })
})

test('refuses private contact between members until both agree', async () => {
  const { id } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const refused = { code: 7101 }
  const write = () => a.request('msg.sendMsg', textTo(b.accid, '能加你吗'))
  await expect(write()).rejects.toMatchObject(refused)
  await expect(
    a.request('notify.sendCustomSysMsg', { scene: 'p2p', to: b.accid, content: '在吗' }),
  ).rejects.toMatchObject(refused)
  await expect(
    a.request('team.createTeam', { type: 'normal', name: '私下的群', accounts: [b.accid] }),
  ).rejects.toMatchObject(refused)
  await expect(a.request('friend.friendRequest', { account: b.accid, type: 1, ps: '' })).rejects.toMatchObject(refused)
  const applyAsFriend = (ps: string) => a.request('friend.friendRequest', { account: b.accid, type: 2, ps })
  await expect(applyAsFriend('我在小组里看到你')).rejects.toMatchObject({ code: 414 })
  await applyAsFriend('')
  await expect(applyAsFriend('')).rejects.toMatchObject({ code: 414 })
  const [row] = await server().kit.sql<{ id: number }[]>`select max(id) as id from im_system_message`
  await b.request('friend.friendRequest', { account: a.accid, type: 3, ps: '', idServer: `${row!.id}` })
  expect((await write()).msg.to).toBe(b.accid)
})

test('offers the link instead when a member invites a stranger to a group of accounts', async () => {
  const { id } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const { teamId } = (await a.request('team.createTeam', { type: 'advanced', name: '夜读', accounts: [] })).state.team
  await expect(a.request('team.addTeamMembers', { teamId, accounts: [b.accid] })).rejects.toMatchObject({
    ...{
      code: imErrors.blockedByPeer.code,
      message: expect.stringMatching(/^邀请没有发出.*请把邀请链接或邀请码发给对方/),
    },
  })
})

test('protects members from former members and from strangers, also in new teams', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob, eve] = [await server().enter('user'), await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b, e] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob), await openDeviceOf(url, eve)]
  await a.request('team.leaveTeam', { teamId })
  const refused = { code: 7101 }
  for (const device of [a, e])
    await expect(device.request('msg.sendMsg', textTo(b.accid, '你好'))).rejects.toMatchObject(refused)
  await expect(
    e.request('team.createTeam', { type: 'normal', name: '私下的群', accounts: [a.accid, b.accid] }),
  ).rejects.toMatchObject(refused)
})

test('protects members from counsellors other than their own and the leaders', async () => {
  const { id } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const counsellor = await server().enter('counsellor')
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const [c, l] = [await openDeviceOf(url, counsellor), await openDeviceOf(url, people.leader)]
  const refused = { code: 7101 }
  await expect(c.request('msg.sendMsg', textTo(a.accid, '你好'))).rejects.toMatchObject(refused)
  const createTeam = () =>
    c.request('team.createTeam', { type: 'normal', name: '我的群', accounts: [a.accid, b.accid] })
  await expect(createTeam()).rejects.toMatchObject(refused)
  const team = (await c.request('team.createTeam', { type: 'normal', name: '我的群', accounts: [] })).state.team
  const add = c.request('team.addTeamMembers', { teamId: team.teamId, accounts: [a.accid] })
  await expect(add).rejects.toMatchObject(refused)
  // a leader and a counsellor with an appointment may write
  await l.request('msg.sendMsg', textTo(a.accid, '请看公告'))
  await addBooking(counsellor, bob, 9)
  await c.request('msg.sendMsg', textTo(b.accid, '明天见'))
  await expect(c.request('msg.sendMsg', textTo(a.accid, '你好'))).rejects.toMatchObject(refused)
})

test('keeps the alias of a member who becomes a counsellor, for those who know it', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob, waiting] = [await server().enter('user'), await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '慢慢走')
  await apply(waiting, id, '远山')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const eve = await openDeviceOf(url, await server().enter('user'))
  await sayInTeam(b, teamId, '我也睡不好')
  for (const { id: accountId } of [bob, waiting]) {
    const input = { id: accountId, roleId: roles.counsellor, enabled: true }
    expect((await server().requestAs(people.admin, 'PUT /admin/user', input)).code).toBe(200)
  }
  await server().kit.sql`update im_user set nick = '李云' where nick = ${bob.username} or im_account_id =
    (select id from im_account where account_id = ${bob.id})`
  const readName = async (device: typeof a) =>
    (await device.request('user.getUsers', { accounts: [b.accid] })).users.map(({ nick }) => nick)
  expect(await readName(a)).toEqual([expect.stringMatching(/^来访者/)])
  await a.request('team.leaveTeam', { teamId })
  expect(await readName(a)).toEqual([expect.stringMatching(/^来访者/)])
  expect(await readName(eve)).toEqual(['李云'])
  // an application that waits across the change is not accepted
  const application = await server().kit.sql<{ id: number }[]>`
    select id from peer_application where account_id = ${waiting.id}`
  expect((await decide(application[0]!.id)).code).toBe(409)
})

test('hides the team from strangers, and accepts no friend application after its refusal', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(bob, id, '小河')
  const [a, b, l] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob), await openDeviceOf(url, people.leader)]
  await l.request('team.updateTeam', { teamId, announcement: '会议号一二三' })
  await expect(a.request('team.getTeam', { teamId })).rejects.toMatchObject({ code: imErrors.noSuchTeam.code })
  expect((await b.request('team.getTeam', { teamId })).team).toMatchObject({
    announcement: '会议号一二三',
    isManaged: true,
  })
  const readLastNotice = async () => {
    const [row] = await server().kit.sql<{ id: number }[]>`select max(id) as id from im_system_message`
    return `${row!.id}`
  }
  await a.request('friend.friendRequest', { account: b.accid, type: 2, ps: '' })
  await b.request('friend.friendRequest', { account: a.accid, type: 4, ps: '', idServer: await readLastNotice() })
  await expect(
    a.request('friend.friendRequest', { account: b.accid, type: 3, ps: '', idServer: await readLastNotice() }),
  ).rejects.toMatchObject({ code: 404 })
})

/** Two members of a group, 小舟 and 小河; the first applies to become a friend of the second. */
async function applyInGroup() {
  const { id } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  await a.request('friend.friendRequest', { account: b.accid, type: 2 })
  const findApplication = () => listLatestStates(b.store, 'sysMsg').find(({ from }) => from === a.accid)
  await until(() => findApplication() !== undefined, 'the application')
  return { ann, bob, a, b, application: findApplication()! }
}

test('notifies of a friend application and its acceptance without names, and shows the alias in the group', async () => {
  const { ann, bob, a, b, application } = await applyInGroup()
  expect(application).toMatchObject({ attach: '2', ps: '', nickInTeam: '小舟' })
  await b.request('friend.friendRequest', { account: a.accid, type: 3, idServer: application.idServer })
  const readTitles = async ({ id: accountId }: Caller) =>
    (await selectMessages(server().kit.sql, accountId)).map(({ title }) => title)
  expect(await readTitles(bob)).toContain('有组员申请加您为好友，请在聊天里同意或拒绝')
  expect(await readTitles(ann)).toContain('您的好友申请已通过，可以私聊了')
})

test('names a friend as the group does, and refuses private messages of both sides after one deleted the other', async () => {
  const { a, b, application } = await applyInGroup()
  await b.request('friend.friendRequest', { account: a.accid, type: 3, idServer: application.idServer })
  const readAlias = () => listLatestStates(a.store, 'friend').find(({ account }) => account === b.accid)?.alias
  await until(() => readAlias() === '小河', 'the name in the group as the alias')
  await a.send(textTo(b.accid, '今天好些了吗'))
  await a.request('friend.deleteFriend', { account: b.accid })
  for (const [device, to] of [
    [b, a.accid],
    [a, b.accid],
  ] as const)
    await expect(device.send(textTo(to, '在不在'))).rejects.toMatchObject({ code: imErrors.blockedByPeer.code })
})
