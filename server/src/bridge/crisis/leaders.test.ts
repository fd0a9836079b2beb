// Tests of notices to the leaders of a peer group when a member's message sounds like danger.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { createPerson, leaveAll, untilReady } from '../../../../im-sdk/test/people.ts'
import { selectMessages } from '../../../test/messages.ts'
import {
  enterPeerGroupPeople,
  sayInTeam,
  type PeerGroupPeople,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { inTransaction } from '../../kit/ctx.ts'
import { sendLateLeaderNotices } from '../../im/chat.ts'
import { notifyLeaders } from './leaders.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { join, openDeviceOf, publishGroup } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const danger = '活着没意思，我想死'
/** Notices of this person about groups in danger, oldest first. */
const readAlerts = async ({ id }: Pick<Caller, 'id'>) =>
  (await selectMessages(server().kit.sql, id)).filter(({ kind }) => kind === 'groupCare')

test('notifies leader and co-leader of a member in danger, by the alias', async () => {
  const coLeader = await server().enter('counsellor')
  const { id, teamId } = await publishGroup({ coLeader: coLeader.username })
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  await join(user, id, '小舟')
  await join(other, id, '远山')
  const device = await openDeviceOf(url, user)
  await sayInTeam(device, teamId, '大家好')
  expect(await readAlerts(people.leader)).toEqual([])
  const { care } = await sayInTeam(device, teamId, danger)
  expect(care).toBeDefined()
  for (const leader of [people.leader, coLeader]) {
    const alerts = await readAlerts(leader)
    expect(alerts).toHaveLength(1)
    expect(alerts[0]!.title).toMatch(/^小组“走出失眠”的成员“小舟”在\d\d-\d\d \d\d:\d\d的消息可能提示危险，请尽快查看$/)
    expect(alerts[0]!.link).toBe(`/im/index?team=${teamId}`)
    expect(JSON.stringify(alerts)).not.toContain(user.username)
  }
  expect(await readAlerts(other)).toEqual([])
  expect(await server().kit.sql`select 1 from crisis_alert where writer_id = ${user.id}`).toHaveLength(1)
})

test('notifies of each message, of one member and level at most once in two minutes', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const [member] = await server().kit.sql<{ id: number }[]>`select id from im_account where account_id = ${user.id}`
  const before = (await readAlerts(people.leader)).length
  const countAfter = async (minute: number, level: CrisisLevel) => {
    const signal = {
      teamId: Number(teamId),
      imId: member!.id,
      level,
      time: 1_800_000_000_000 + minute * 60_000,
      isSent: true,
    }
    await inTransaction(server().kit, (scope) => notifyLeaders(scope, signal))
    return (await readAlerts(people.leader)).length - before
  }
  expect(await countAfter(0, 'thought')).toBe(1)
  expect(await countAfter(1, 'thought')).toBe(1)
  expect(await countAfter(1, 'plan')).toBe(2)
  expect(await countAfter(2, 'thought')).toBe(3)
  expect(await countAfter(4, 'thought')).toBe(4)
})

test('notifies of a refused message of a muted member, and of none of a stranger', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const before = (await readAlerts(people.leader)).length
  const leaderDevice = await openDeviceOf(url, people.leader)
  const device = await openDeviceOf(url, user)
  await leaderDevice.request('team.updateMuteStateInTeam', { teamId, accounts: [device.accid], mute: true })
  await expect(sayInTeam(device, teamId, danger)).rejects.toMatchObject({ code: imErrors.muted.code })
  const alerts = await readAlerts(people.leader)
  expect(alerts).toHaveLength(before + 1)
  expect(alerts.at(-1)!.title).toMatch(
    /^小组“走出失眠”的成员“小舟”在.{11}的一条消息可能提示危险，但没有发出，请尽快关心这位成员$/,
  )
  const stranger = await openDeviceOf(url, await server().enter('user'))
  await expect(sayInTeam(stranger, teamId, danger)).rejects.toMatchObject({ code: imErrors.notInTeam.code })
  expect(await readAlerts(people.leader)).toHaveLength(before + 1)
})

test('notifies no one of a message in another group, and no leader of the leader’s own message', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a1, b1] = [ann.device(), bob.device()]
  await untilReady(a1, b1)
  const fields = { type: 'advanced', name: '读书小组', beInviteMode: 'noVerify' } as const
  const { state } = await a1.request('team.createTeam', { ...fields, accounts: [bob.accid] })
  await sayInTeam(b1, state.team.teamId, danger)
  expect(await server().kit.sql`select 1 from message where kind = 'groupCare' and title like '%读书小组%'`).toEqual([])

  const coLeader = await server().enter('user')
  const { teamId } = await publishGroup({ coLeader: coLeader.username })
  const before = (await readAlerts(people.leader)).length
  await sayInTeam(await openDeviceOf(url, coLeader), teamId, danger)
  expect([(await readAlerts(coLeader)).length, (await readAlerts(people.leader)).length - before]).toEqual([0, 1])
})

test('notifies no former co-leader, also after the return as a member', async () => {
  const coLeader = await server().enter('user')
  const { id, teamId } = await publishGroup({ coLeader: coLeader.username })
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const [device, former] = [await openDeviceOf(url, user), await openDeviceOf(url, coLeader)]
  const before = (await readAlerts(people.leader)).length
  await former.request('team.leaveTeam', { teamId })
  await sayInTeam(device, teamId, danger)
  await join(coLeader, id, '远山')
  await sayInTeam(device, teamId, '我打算今晚跳楼')
  expect([await readAlerts(coLeader), (await readAlerts(people.leader)).length - before]).toEqual([[], 2])
})

test('notifies the leaders later when their notice fails, or the node dies before it', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const device = await openDeviceOf(url, user)
  const before = (await readAlerts(people.leader)).length
  const { owner, kit } = server()
  await owner`alter table message add constraint no_notice check (kind <> 'groupCare') not valid`
  try {
    expect((await sayInTeam(device, teamId, danger)).care).toBeDefined()
  } finally {
    await owner`alter table message drop constraint no_notice`
  }
  expect(await kit.sql`select 1 from crisis_alert where writer_id = ${user.id}`).toHaveLength(1)
  await sendLateLeaderNotices(kit, { notifyLeaders })
  expect(await readAlerts(people.leader)).toHaveLength(before)
  await kit.sql`update crisis_leader_notice set created_at = now() - interval '1 minute'`
  await sendLateLeaderNotices(kit, { notifyLeaders })
  const alerts = await readAlerts(people.leader)
  expect(alerts).toHaveLength(before + 1)
  expect(alerts.at(-1)!.title).toContain('的消息可能提示危险，请尽快查看')
  expect(await kit.sql`select 1 from crisis_leader_notice`).toEqual([])
})

test('names the source of the gravest text in the list, and then of the latest one', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const device = await openDeviceOf(url, user)
  const admin = await server().enter('administrator')
  const readSource = async () => {
    const { content } = (await server().requestAs(admin, 'GET /admin/care/alerts', { size: 100 })).data
    return content.find(({ writerName }) => writerName === user.username)!.peerName
  }
  const profile = { email: 'a@example.com', gender: 1 }
  await server().requestAs(user, 'PUT /api/users/center', { ...profile, nickName: '我不想活了' })
  await server().requestAs(user, 'PUT /api/users/center', { ...profile, nickName: user.username })
  expect(await readSource()).toBe('资料、申请、举报或未送达的消息')
  await sayInTeam(device, teamId, danger)
  expect(await readSource()).toBe('小组“走出失眠”')
  // a graver text of another source replaces the source in the list, and later texts do not
  await server().requestAs(user, 'PUT /api/users/center', { ...profile, nickName: '今晚就跳楼，遗书写好了' })
  await server().requestAs(user, 'PUT /api/users/center', { ...profile, nickName: user.username })
  await sayInTeam(device, teamId, danger)
  expect(await readSource()).toBe('资料、申请、举报或未送达的消息')
})

test('reads words that are split over several messages, and names group and leader to the duty staff', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const device = await openDeviceOf(url, user)
  const before = (await readAlerts(people.leader)).length
  expect((await sayInTeam(device, teamId, '我真的不想')).care).toBeUndefined()
  expect((await sayInTeam(device, teamId, '活了')).care).toBe('thought')
  expect(await readAlerts(people.leader)).toHaveLength(before + 1)
  const admin = await server().enter('administrator')
  const [row] = await server().kit.sql<{ id: number }[]>`select id from crisis_alert where writer_id = ${user.id}`
  const list = (await server().requestAs(admin, 'GET /admin/care/alerts', { size: 100 })).data.content
  const alert = list.find((item) => item.id === row!.id)!
  expect(alert.peerName).toBe('小组“走出失眠”')
  const { signals } = (await server().requestAs(admin, 'GET /admin/care/alert', { id: alert.id })).data
  expect(signals.map(({ place }) => place)).toEqual([expect.stringMatching(/^小组“走出失眠”（负责人：.+）$/)])
  const opening = { id: alert.id, reason: '核实危机情况' }
  const { lines } = (await server().requestAs(admin, 'POST /admin/care/transcript', opening)).data
  expect(lines.map(({ text }) => text)).toEqual(['我真的不想', '活了'])
})
