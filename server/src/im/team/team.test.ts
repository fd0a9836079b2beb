// Tests of teams on the server: members, rights, messages, history and acks, through the socket.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { TeamState } from '@xinqiao/contract/im/team/team.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { leaveAll, createPerson, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const openTeam = { type: 'advanced', name: '同伴小组', beInviteMode: 'noVerify' } as const

/** Signs in these people, each with one device. */
async function createPeople(count: number) {
  const people = []
  for (let i = 0; i < count; i += 1) people.push(await createPerson(server(), url))
  const devices = people.map((person) => person.device())
  await untilReady(...devices)
  return people.map(({ accid }, i) => ({ accid, device: devices[i]! }))
}
async function createTeam(device: Device, accounts: string[], fields: Partial<CommandInput<'team.createTeam'>> = {}) {
  const { state } = await device.request('team.createTeam', { ...openTeam, accounts, ...fields })
  return state.team.teamId
}
const say = (device: Device, teamId: string, text: string, idClient: string = crypto.randomUUID()) =>
  device.request('msg.sendMsg', { scene: 'team', to: teamId, idClient, content: { type: chatMessageTypes.text, text } })
const readHistory = async (device: Device, teamId: string) => {
  const { msgs } = await device.request('msg.getHistoryMsgs', { scene: 'team', to: teamId, reverse: true })
  return msgs.map(({ seq, content }) => [
    seq,
    'text' in content ? content.text : 'attach' in content && content.attach.type,
  ])
}
const syncTeam = async (device: Device, teamId: string): Promise<TeamState | undefined> => {
  const { teams } = await device.request('sync.sync', { mark: 0 })
  return teams.find(({ team }) => team.teamId === teamId)
}
const unreadOf = ({ lastReadable, ownReadable, own }: TeamState) =>
  lastReadable - own.ackReadable - (ownReadable - own.ackOwnReadable)

test('creates a team with members, who see each other and the message of joining', async () => {
  const [ann, bob, eve] = await createPeople(3)
  const { state, owner, accounts } = await ann!.device.request('team.createTeam', {
    ...openTeam,
    intro: '每周三晚',
    accounts: [bob!.accid, ann!.accid],
  })
  const { teamId } = state.team
  expect(accounts).toEqual([bob!.accid])
  expect(owner).toMatchObject({ account: ann!.accid, type: 'owner', invitorAccid: '' })
  expect(state.team).toMatchObject({
    name: '同伴小组',
    intro: '每周三晚',
    memberNum: 2,
    owner: ann!.accid,
    valid: true,
  })
  const { members } = await bob!.device.request('team.getTeamMembers', { teamId })
  expect(new Set(members.map(({ account, type, invitorAccid }) => `${account} ${type} ${invitorAccid}`))).toEqual(
    new Set([`${ann!.accid} owner `, `${bob!.accid} normal ${ann!.accid}`]),
  )
  expect((await bob!.device.request('team.getTeams', {})).teams.map((team) => team.teamId)).toEqual([teamId])
  expect((await bob!.device.request('team.getTeam', { teamId })).team.name).toBe('同伴小组')
  expect(await readHistory(bob!.device, teamId)).toEqual([[1, 'addTeamMembers']])
  // outsiders can look up the team, but see neither its members nor its messages
  expect((await eve!.device.request('team.getTeam', { teamId })).team.memberNum).toBe(2)
  await expect(eve!.device.request('team.getTeamMembers', { teamId })).rejects.toMatchObject({ code: 804 })
  await expect(say(eve!.device, teamId, '我能说话吗')).rejects.toMatchObject({ code: 804 })
  expect(await readHistory(eve!.device, teamId)).toEqual([])
  await expect(eve!.device.request('team.getTeam', { teamId: '999999' })).rejects.toMatchObject({ code: 816 })
  const superTeam = { scene: 'superTeam', type: 'normal', name: '大群' } as const
  await expect(eve!.device.request('team.createTeam', superTeam)).rejects.toMatchObject({ code: 802 })
  await expect(eve!.device.request('team.getTeam', { teamId, scene: 'superTeam' })).rejects.toMatchObject({ code: 816 })
})

test('gives a message of a team one position and one server id, also when it is repeated', async () => {
  const [ann, bob] = await createPeople(2)
  const teamId = await createTeam(ann!.device, [bob!.accid])
  const first = await say(ann!.device, teamId, '大家好', 'same')
  const again = await say(ann!.device, teamId, '大家好', 'same')
  expect(again.msg).toEqual(first.msg)
  expect(first.msg).toMatchObject({
    scene: 'team',
    to: teamId,
    from: ann!.accid,
    seq: 2,
    readable: 1,
    senderReadable: 1,
  })
  // messages sent at the same time share a batch and stay in order
  const sent = await Promise.all(Array.from({ length: 30 }, (_, i) => say(bob!.device, teamId, `第${i}句`)))
  expect(sent.map(({ msg }) => msg.seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 3))
  const history = await readHistory(ann!.device, teamId)
  expect(history.slice(1, 4)).toEqual([
    [2, '大家好'],
    [3, '第0句'],
    [4, '第1句'],
  ])
  expect(history).toHaveLength(32)
})

test('counts messages after the ack as unread, except those of the reader and notifications', async () => {
  const [ann, bob] = await createPeople(2)
  const teamId = await createTeam(ann!.device, [bob!.accid])
  for (const text of ['一', '二', '三']) await say(ann!.device, teamId, text)
  await say(bob!.device, teamId, '四')
  expect(unreadOf((await syncTeam(bob!.device, teamId))!)).toBe(3)
  expect(unreadOf((await syncTeam(ann!.device, teamId))!)).toBe(1)
  const { msgs } = await bob!.device.request('msg.getHistoryMsgs', { scene: 'team', to: teamId, reverse: true })
  const ack = (time: number) =>
    bob!.device.request('msg.markSessionAckBatch', { sessions: [{ scene: 'team', to: teamId, timetag: time }] })
  await ack(msgs[2]!.time)
  expect(unreadOf((await syncTeam(bob!.device, teamId))!)).toBe(1)
  await ack(msgs[1]!.time) // an ack older than the last one changes nothing
  expect(unreadOf((await syncTeam(bob!.device, teamId))!)).toBe(1)
  await ack(msgs.at(-1)!.time + 99)
  const { own, lastTime } = (await syncTeam(bob!.device, teamId))!
  expect(own.ack).toBe(lastTime)
  await say(ann!.device, teamId, '五')
  await say(bob!.device, teamId, '六')
  expect(unreadOf((await syncTeam(bob!.device, teamId))!)).toBe(1)
})

test('shows a member messages after the joining, and none after leaving', async () => {
  const [ann, bob, eve] = await createPeople(3)
  const teamId = await createTeam(ann!.device, [bob!.accid])
  const { msg } = await say(ann!.device, teamId, '之前')
  await ann!.device.request('team.addTeamMembers', { teamId, accounts: [eve!.accid] })
  await say(ann!.device, teamId, '之后')
  expect(await readHistory(eve!.device, teamId)).toEqual([
    [3, 'addTeamMembers'],
    [4, '之后'],
  ])
  const since = [{ scene: 'team' as const, to: teamId, time: 0 }]
  expect((await eve!.device.request('sync.syncMsgs', { since })).lists[0]!.msgs.map(({ seq }) => seq)).toEqual([3, 4])
  const reqMsgs = [{ scene: 'team' as const, from: ann!.accid, to: teamId, time: msg.time, idServer: msg.idServer }]
  expect((await eve!.device.request('msgExtend.getMsgsByIdServer', { reqMsgs })).msgs).toEqual([])
  expect((await bob!.device.request('msgExtend.getMsgsByIdServer', { reqMsgs })).msgs).toHaveLength(1)
  expect(unreadOf((await syncTeam(eve!.device, teamId))!)).toBe(1)

  await eve!.device.request('team.leaveTeam', { teamId })
  await ann!.device.request('team.removeTeamMembers', { teamId, accounts: [bob!.accid] })
  for (const { device } of [eve!, bob!]) {
    expect(await readHistory(device, teamId)).toEqual([])
    expect((await device.request('sync.syncMsgs', { since })).lists[0]!.msgs).toEqual([])
    await expect(say(device, teamId, '还能说话吗')).rejects.toMatchObject({ code: 804 })
    const teamMarks = [{ teamId, version: 1, ownVersion: 1 }]
    const { teams, leftTeams } = await device.request('sync.sync', { mark: 0, teamMarks })
    expect([teams, leftTeams]).toEqual([[], [teamId]])
  }
  expect((await readHistory(ann!.device, teamId)).slice(-2)).toEqual([
    [5, 'leaveTeam'],
    [6, 'removeTeamMembers'],
  ])
  // a member who returns sees only messages after the return
  await ann!.device.request('team.addTeamMembers', { teamId, accounts: [eve!.accid] })
  expect(await readHistory(eve!.device, teamId)).toEqual([[7, 'addTeamMembers']])
  expect((await ann!.device.request('team.getTeam', { teamId })).team.memberNum).toBe(2)
})

test('lets only owner and managers mention all members, in new messages and in edits', async () => {
  const [ann, bob, eve] = await createPeople(3)
  const teamId = await createTeam(ann!.device, [bob!.accid, eve!.accid])
  const forAll = { forcePush: true }
  const mention = ({ device }: { device: Device }, apns: object) =>
    device.request('msg.sendMsg', {
      scene: 'team',
      to: teamId,
      idClient: crypto.randomUUID(),
      content: { type: chatMessageTypes.text, text: '@所有人 开会了', apns },
    })
  const refusal = { code: imErrors.notAllowedInTeam.code, message: '只有群主和管理员可以@所有人' }
  await expect(mention(bob!, forAll)).rejects.toMatchObject(refusal)
  expect((await mention(ann!, forAll)).msg.content.apns).toEqual(forAll)
  const { msg } = await mention(bob!, { ...forAll, accounts: [eve!.accid] })
  const change = { scene: 'team', to: teamId, idServer: msg.idServer } as const
  const content = { type: chatMessageTypes.text, text: '@所有人', apns: forAll }
  await expect(bob!.device.request('msg.modifyMsg', { ...change, content })).rejects.toMatchObject(refusal)
  await ann!.device.request('team.addTeamManagers', { teamId, accounts: [bob!.accid] })
  expect((await mention(bob!, forAll)).msg.content.apns).toEqual(forAll)
})

test('lets only managers invite and remove in an advanced team, and only the owner dismiss it', async () => {
  const [ann, bob, eve] = await createPeople(3)
  const teamId = await createTeam(ann!.device, [bob!.accid])
  const accounts = [eve!.accid]
  await expect(bob!.device.request('team.addTeamMembers', { teamId, accounts })).rejects.toMatchObject({ code: 802 })
  await expect(bob!.device.request('team.removeTeamMembers', { teamId, accounts: [ann!.accid] })).rejects.toMatchObject(
    { code: 802 },
  )
  await expect(ann!.device.request('team.removeTeamMembers', { teamId, accounts: [ann!.accid] })).rejects.toMatchObject(
    { code: 802 },
  )
  await expect(bob!.device.request('team.dismissTeam', { teamId })).rejects.toMatchObject({ code: 802 })
  await expect(ann!.device.request('team.leaveTeam', { teamId })).rejects.toMatchObject({ code: 802 })
  await expect(ann!.device.request('team.addTeamMembers', { teamId, accounts: [bob!.accid] })).rejects.toMatchObject({
    code: 809,
  })
  await expect(ann!.device.request('team.addTeamMembers', { teamId, accounts: ['nobody'] })).rejects.toMatchObject({
    code: 404,
  })
  // in a normal team every member may invite
  const normal = await createTeam(ann!.device, [bob!.accid], { type: 'normal' })
  await bob!.device.request('team.addTeamMembers', { teamId: normal, accounts })
  expect((await eve!.device.request('team.getTeams', {})).teams.map((team) => team.teamId)).toEqual([normal])

  await ann!.device.request('team.dismissTeam', { teamId })
  await expect(say(bob!.device, teamId, '还在吗')).rejects.toMatchObject({ code: 804 })
  expect(await readHistory(ann!.device, teamId)).toEqual([])
  expect((await bob!.device.request('team.getTeams', {})).teams.map((team) => team.teamId)).toEqual([normal])
})

test('does not add an account that has blocked the caller', async () => {
  const [ann, bob] = await createPeople(2)
  await bob!.device.request('user.markInBlacklist', { account: ann!.accid, isAdd: true })
  await expect(createTeam(ann!.device, [bob!.accid])).rejects.toMatchObject({ code: imErrors.blockedByPeer.code })
  expect((await ann!.device.request('team.getTeams', {})).teams).toEqual([])
})

test('answers a sync with the teams that changed after their marks, and lists members in pages', async () => {
  const [ann, bob, eve] = await createPeople(3)
  const [quiet, busy] = [await createTeam(ann!.device, [bob!.accid]), await createTeam(ann!.device, [bob!.accid])]
  const { teams } = await bob!.device.request('sync.sync', { mark: 0 })
  const teamMarks = teams.map(({ team, version, own }) => ({ teamId: team.teamId, version, ownVersion: own.version }))
  await say(ann!.device, busy, '新消息')
  const again = await bob!.device.request('sync.sync', { mark: 0, teamMarks })
  expect(again.teams.map(({ team, lastMsg }) => [team.teamId, lastMsg?.seq])).toEqual([[busy, 2]])
  await ann!.device.request('team.addTeamMembers', { teamId: quiet, accounts: [eve!.accid] })
  const first = await ann!.device.request('team.getTeamMembers', { teamId: quiet, limit: 2 })
  const { account, joinTime } = first.members[1]!
  const rest = await ann!.device.request('team.getTeamMembers', { teamId: quiet, after: { account, joinTime } })
  expect([first.hasMore, rest.hasMore]).toEqual([true, false])
  expect(rest.members.map((member) => member.account)).toEqual([eve!.accid])
})
