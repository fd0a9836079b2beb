// Tests of leaders who may no longer lead: the secretariat learns of them, and names another counsellor.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import {
  enterPeerGroupPeople,
  peerGroupDraft,
  readTeamTexts,
  sayInTeam,
  usePeerGroups,
  type PeerGroupPeople,
} from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { ledConsentText } from '../led/consent-text.ts'
import { notifyOfIneligibleLeaders } from './leaders.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, decide, openDeviceOf, readGroup, readNotices, readOwnId } = usePeerGroups(server, () => people)
const { applyWith, enterCounsellor, propose, publish, readText } = useLedGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const publishOne = async (fields: object = {}) => {
  people = await enterPeerGroupPeople(server())
  return publish(await propose(fields))
}
const disable = (account: Caller) => server().owner`update account set enabled = false where id = ${account.id}`
const nameLeaders = (id: number, leader: Caller, coLeader = '') =>
  callAsAdmin('PUT /admin/peerGroup', { ...peerGroupDraft, id, leader: leader.username, coLeader })
const answerAsCoLeader = (caller: Caller, id: number, isAgreed: boolean) =>
  server().requestAs(caller, 'POST /peerGroup/coLead', { id, isAgreed })
const needsLeader = async (id: number) => (await callAsAdmin('GET /admin/peerGroup', { id })).data.needsLeader

test('tells the secretariat once of a disabled leader, and gives the group to another counsellor', async () => {
  const { id, teamId } = await publishOne()
  const [client, applicant] = [await server().enter('user'), await server().enter('user')]
  const [waiting, next] = [await server().enter('user'), await enterCounsellor()]
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  const device = await openDeviceOf(url, client)
  await sayInTeam(device, teamId, '说给原来的带领者')
  expect((await nameLeaders(id, next)).fields['leader']).toContain('不能更换')
  expect(await needsLeader(id)).toBe(false)

  await applyWith(waiting, id, '听雨', await readText())
  await disable(people.leader)
  await notifyOfIneligibleLeaders(server().kit)
  await notifyOfIneligibleLeaders(server().kit)
  const told = (await readNotices(people.admin)).filter((title) => title.includes('不能再带领'))
  expect(told).toEqual(['团体辅导“情绪团体”的带领者或协同带领者不能再带领，请到管理后台指定他人'])
  const { data } = await callAsAdmin('GET /admin/peerGroups', { state: 'open' })
  expect(data.content.find((row) => row.id === id)?.needsLeader).toBe(true)
  expect((await applyWith(applicant, id, '远山', await readText())).code).toBe(409)

  expect((await nameLeaders(id, next)).code).toBe(200)
  expect(await needsLeader(id)).toBe(false)
  const notice = (await readNotices(client)).at(-1)
  expect(notice).toContain('看不到此前的内容')
  expect(notice).not.toContain(next.username)
  const { msgs } = await device.request('msg.getHistoryMsgs', { scene: 'team', to: teamId, reverse: true })
  expect(JSON.stringify(msgs)).toContain('transferTeam')
  expect((await readGroup(waiting, id)).own).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('已更换'),
  })
  const leader = await openDeviceOf(url, next)
  await sayInTeam(device, teamId, '你好')
  expect(await readTeamTexts(leader, teamId)).toEqual(['你好'])
  const { members } = await leader.request('team.getTeamMembers', { teamId })
  expect(members.map(({ type }) => type).sort()).toEqual(['normal', 'owner'])
  expect((await readGroup(next, id)).isLeader).toBe(true)
  expect((await applyWith(applicant, id, '远山', await readText())).code).toBe(200)
})

test('shows a new leader nothing from before, on any path, as the consent of clients says', async () => {
  const { id, teamId } = await publishOne()
  const [client, next] = [await server().enter('user'), await enterCounsellor()]
  expect(JSON.stringify(ledConsentText)).toContain('新的带领者看不到以前的内容')
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  const device = await openDeviceOf(url, client)
  const words = '只说给原来的带领者'
  const { msg } = await sayInTeam(device, teamId, words)
  const { scene, from, to, time, idServer, idClient } = msg
  const ref = { scene, from, to, time, idServer, idClient }
  await device.request('msgExtend.addMsgPin', { ...ref, pinCustom: '' })
  await disable(people.leader)
  expect((await nameLeaders(id, next)).code).toBe(200)
  const leader = await openDeviceOf(url, next)
  const answers = await Promise.allSettled([
    leader.request('msg.getHistoryMsgs', { scene, to }),
    leader.request('msgExtend.getMsgsByIdServer', { reqMsgs: [ref] }),
    leader.request('msgExtend.getMsgPins', { id: `team-${teamId}` }),
    leader.request('msgExtend.getThreadMsgs', ref),
    leader.request('search.msgFtsInServerByTiming', { keyword: words }),
  ])
  expect(JSON.stringify(answers)).not.toContain(words)
  expect(JSON.stringify(answers)).not.toContain(idClient)
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(4)
})

test('lets the co-leader lead, and names another co-leader', async () => {
  const [coLeader, other] = [await enterCounsellor(), await enterCounsellor()]
  const { id, teamId } = await publishOne({ coLeader: coLeader.username })
  const client = await server().enter('user')
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  await disable(people.leader)
  expect((await nameLeaders(id, coLeader, other.username)).code).toBe(200)
  // the notice must not say that the new leader sees no earlier messages, because a co-leader has read them
  const change = (await readNotices(client)).at(-1)
  expect(change).toContain('此前是协同带领者')
  expect(change).not.toContain('看不到')
  expect((await answerAsCoLeader(other, id, true)).code).toBe(200)
  const device = await openDeviceOf(url, coLeader)
  const { members } = await device.request('team.getTeamMembers', { teamId })
  expect(members.map(({ type }) => type).sort()).toEqual(['manager', 'normal', 'owner'])
  await disable(other)
  expect(await needsLeader(id)).toBe(true)
  expect((await nameLeaders(id, coLeader)).code).toBe(200)
  expect(await needsLeader(id)).toBe(false)
})

test('asks a co-leader of a running group before the name is public', async () => {
  const { id, teamId } = await publishOne()
  const [client, applicant] = [await server().enter('user'), await server().enter('user')]
  const [asked, stranger] = [await enterCounsellor(), await enterCounsellor()]
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  await applyWith(applicant, id, '远山', await readText())
  const device = await openDeviceOf(url, client)
  await sayInTeam(device, teamId, '说给带领者')
  expect((await nameLeaders(id, people.leader, asked.username)).code).toBe(200)
  expect((await readNotices(asked)).at(-1)).toContain('您同意后才加入小组')

  // until the answer, no one sees the name, and the counsellor sees no more than the texts
  expect((await readGroup(client, id)).coLeader).toBeNull()
  expect((await callAsAdmin('GET /admin/peerGroup', { id })).data).toMatchObject({
    coLeader: asked.username,
    hasCoLeaderAgreed: false,
  })
  const own = (await server().requestAs(asked, 'GET /peerGroup/led')).data.content[0]
  expect(own).toMatchObject({ id, isCoLeader: true, awaitsCoLeader: true, teamId: null, waiting: 0 })
  expect((await server().requestAs(asked, 'GET /peerGroup/applications', { id })).code).toBe(404)
  expect((await answerAsCoLeader(stranger, id, true)).code).toBe(404)
  const before = await readNotices(asked)
  await nameLeaders(id, people.leader, asked.username)
  expect(await readNotices(asked)).toEqual(before)

  expect((await answerAsCoLeader(asked, id, true)).code).toBe(200)
  expect((await readGroup(client, id)).coLeader?.name).toBe(`林医生${asked.id}`)
  for (const person of [client, applicant])
    expect((await readNotices(person)).at(-1)).toContain(`由林医生${asked.id}协同带领`)
  for (const person of [people.leader, people.admin])
    expect((await readNotices(person)).at(-1)).toContain(`林医生${asked.id}同意协同带领`)
  await sayInTeam(device, teamId, '你好')
  expect(await readTeamTexts(await openDeviceOf(url, asked), teamId)).toEqual(['你好'])
  expect((await answerAsCoLeader(asked, id, false)).code).toBe(409)
})

test('removes the name of a co-leader who declines from a running group', async () => {
  const { id } = await publishOne()
  const [asked, client] = [await enterCounsellor(), await server().enter('user')]
  await applyWith(client, id, '小舟', await readText())
  await nameLeaders(id, people.leader, asked.username)
  await decide(await readOwnId(client, id))
  const notices = await readNotices(client)
  expect((await answerAsCoLeader(asked, id, false)).code).toBe(200)
  expect((await callAsAdmin('GET /admin/peerGroup', { id })).data).toMatchObject({
    coLeader: '',
    hasCoLeaderAgreed: true,
  })
  for (const person of [people.leader, people.admin])
    expect((await readNotices(person)).at(-1)).toContain('谢绝协同带领')
  expect(await readNotices(client)).toEqual(notices)
  expect((await server().requestAs(asked, 'GET /peerGroup/led')).data.content).toEqual([])

  // a co-leader who may no longer lead cannot agree, and staff remove the name
  await nameLeaders(id, people.leader, asked.username)
  await server().kit.sql`update counsellor set is_listed = false where account_id = ${asked.id}`
  expect((await answerAsCoLeader(asked, id, true)).msg).toContain('不能带领')
  expect((await nameLeaders(id, people.leader)).code).toBe(200)
  expect((await answerAsCoLeader(asked, id, true)).code).toBe(404)
})

test('records whom a leader mutes in the chat', async () => {
  const { id, teamId } = await publishOne()
  const client = await server().enter('user')
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  const [device, leader] = [await openDeviceOf(url, client), await openDeviceOf(url, people.leader)]
  await leader.request('team.updateMuteStateInTeam', { teamId, accounts: [device.accid], mute: true })
  await expect(sayInTeam(device, teamId, '你们都闭嘴')).rejects.toThrow('禁言')
  const { data } = await callAsAdmin('GET /admin/audit', { action: 'peerMemberMuted' })
  expect(data.content[0]).toMatchObject({ subject: `chatGroup ${teamId}` })
})

test('marks a group whose leader is blocked in the chat', async () => {
  const { id } = await publishOne()
  await server().kit.sql`update im_account set is_blocked = true where account_id = ${people.leader.id}`
  expect(await needsLeader(id)).toBe(true)
})

test('marks a group whose leader has no public page any more, and publishes none', async () => {
  const { id } = await publishOne()
  const proposal = await propose()
  await server().kit.sql`update counsellor set is_listed = false where account_id = ${people.leader.id}`
  expect(await needsLeader(id)).toBe(true)
  const publication = { id: proposal, state: 'open', reason: '由一人带领' } as const
  expect((await callAsAdmin('POST /admin/peerGroup/state', publication)).msg).toContain('带领者须更换')
  const client = await server().enter('user')
  expect((await applyWith(client, id, '小舟', await readText())).code).toBe(409)
  // staff can still correct the texts
  const correction = { ...peerGroupDraft, capacity: 20, id, leader: people.leader.username, summary: '改正后的介绍' }
  expect((await callAsAdmin('PUT /admin/peerGroup', correction)).msg).toBe('保存成功')
})

test('lets a former counsellor neither lead nor publish', async () => {
  const { id } = await publishOne()
  const proposal = await propose()
  const client = await server().enter('user')
  await applyWith(client, id, '小舟', await readText())
  const application = await readOwnId(client, id)
  await server().kit.sql`update account set role_id = ${roles.user} where id = ${people.leader.id}`
  expect((await server().requestAs(people.leader, 'GET /peerGroup/applications', { id })).code).toBe(404)
  expect((await decide(application)).code).toBe(404)
  expect((await callAsAdmin('POST /admin/peerGroup/decide', { id: application, isAccepted: true })).code).toBe(409)
  expect(await needsLeader(id)).toBe(true)
  expect((await callAsAdmin('POST /admin/peerGroup/state', { id: proposal, state: 'open' })).code).toBe(409)
})

test('tells members and secretariat of a co-leader who has left, and audits whom leaders remove', async () => {
  const coLeader = await enterCounsellor()
  people = await enterPeerGroupPeople(server())
  const proposal = await propose({ coLeader: coLeader.username })
  expect((await answerAsCoLeader(coLeader, proposal, true)).code).toBe(200)
  const { id, teamId } = await publish(proposal)
  const [client, late] = [await server().enter('user'), await server().enter('user')]
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  await (await openDeviceOf(url, coLeader)).request('team.leaveTeam', { teamId })
  await notifyOfIneligibleLeaders(server().kit)
  await notifyOfIneligibleLeaders(server().kit)
  const left = /不再协同带领团体辅导“情绪团体”；如果您不愿意继续，可以随时离开$/
  for (const reader of [client, people.leader])
    expect((await readNotices(reader)).filter((title) => left.test(title))).toHaveLength(1)
  expect((await readNotices(people.admin)).filter((title) => title.includes('不再协同带领'))).toHaveLength(1)
  await applyWith(late, id, '听雨', await readText())
  await decide(await readOwnId(late, id))
  await notifyOfIneligibleLeaders(server().kit)
  expect((await readNotices(late)).filter((title) => left.test(title))).toEqual([])

  const { accid } = await openDeviceOf(url, client)
  const leader = await openDeviceOf(url, people.leader)
  await leader.request('team.removeTeamMembers', { teamId, accounts: [accid] })
  const { data } = await callAsAdmin('GET /admin/audit', { action: 'peerMemberRemoved' })
  expect(data.content[0]).toMatchObject({ subject: `chatGroup ${teamId}` })
})
