// Tests of counsellor-led groups: proposals, consent on each path, invitations, and leaving by withdrawal.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import {
  enterPeerGroupPeople,
  readTeamTexts,
  sayInTeam,
  usePeerGroups,
  type PeerGroupPeople,
} from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { admitManagedMember, ensureAccount } from '../../../im/chat.ts'
import { inTransaction } from '../../../kit/ctx.ts'
import { ledConsentHash, ledConsentText } from './consent-text.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, decide, openDeviceOf, readGroup, readNotices, readOwnId } = usePeerGroups(server, () => people)
const { addBooking, applyWith, enterCounsellor, propose, publish, readText } = useLedGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const publishOne = async (fields: object = {}) => publish(await propose(fields))

test('hides a proposal from visitors until the secretariat publishes it', async () => {
  const coLeader = await enterCounsellor()
  const id = await propose({ startsOn: '2027-03-01', endsOn: '2027-04-30', coLeader: coLeader.username })
  expect((await server().request('GET /peerGroup/getById', { id })).code).toBe(404)
  const { data } = await callAsAdmin('GET /admin/peerGroups', { state: 'proposed' })
  expect(data.content[0]).toMatchObject({ id, kind: 'led', state: 'proposed', title: '情绪团体' })
  await publish(id)
  const group = await readGroup({ token: '' }, id)
  expect(group).toMatchObject({ kind: 'led', startsOn: '2027-03-01', endsOn: '2027-04-30', isOpen: true })
  expect(group.leader.counsellor).not.toBeNull()
  expect(group.coLeader?.counsellor).not.toBeNull()
  expect((await readNotices(people.leader)).at(-1)).toBe('您带领的团体辅导“情绪团体”已发布，可以邀请来访者了')
  expect((await server().requestAs(coLeader, 'GET /peerGroup/led')).data.content).toMatchObject([{ id, state: 'open' }])
})

test('tells the counsellor why a proposal was declined', async () => {
  const id = await propose()
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved', reason: '请补充人群' })
  expect((await readNotices(people.leader)).at(-1)).toBe('您提议的团体辅导“情绪团体”未通过，原因：请补充人群')
})

test('accepts only counsellors as leaders, and days in order', async () => {
  const user = await server().enter('user')
  const draft = { title: '团', summary: '一', description: '二', rules: '三', capacity: 5 }
  const proposeAs = (fields: object, caller = people.leader) =>
    server().requestAs(caller, 'POST /peerGroup/propose', { ...draft, ...fields })
  expect((await proposeAs({}, user)).code).toBe(403)
  expect((await proposeAs({ coLeader: user.username })).fields['coLeader']).toContain('名录里公开')
  expect((await proposeAs({ startsOn: '2027-03-02', endsOn: '2027-03-01' })).fields['endsOn']).toContain('不能早于')
  const byStaff = { ...draft, kind: 'led', leader: user.username }
  expect((await callAsAdmin('POST /admin/peerGroup', byStaff)).fields['leader']).toContain('名录里公开')
})

test('admits no one without consent to the current text, whatever the path', async () => {
  const { id, teamId } = await publishOne()
  const client = await server().enter('user')
  const read = await readText()
  expect((await applyWith(client, id, '小舟', undefined)).fields['agreed']).toContain('知情同意书')
  expect((await applyWith(client, id, '小舟', { ...read, hash: '0'.repeat(64) })).reason).toBe('changedMeanwhile')
  expect((await readGroup(client, id)).own).toBeNull()

  // consent is withdrawn, or lost, between the application and its acceptance
  expect((await applyWith(client, id, '小舟', read)).code).toBe(200)
  const application = await readOwnId(client, id)
  await server().kit.sql`update led_consent set withdrawn_at = now() where account_id = ${client.id}`
  expect((await decide(application)).code).toBe(409)
  expect((await callAsAdmin('POST /admin/peerGroup/decide', { id: application, isAccepted: true })).code).toBe(409)
  expect((await readGroup(client, id)).own?.state).toBe('waiting')

  // tries to join by the chat, by a link, and by another function of the server
  const [device, leader] = [await openDeviceOf(url, client), await openDeviceOf(url, people.leader)]
  await expect(device.request('team.applyTeam', { teamId })).rejects.toMatchObject({ code: 802 })
  await expect(leader.request('team.addTeamMembers', { teamId, accounts: [device.accid] })).rejects.toMatchObject({
    code: 802,
  })
  await expect(sayInTeam(device, teamId, '我在')).rejects.toMatchObject({ code: 804 })
  const admit = inTransaction(server().kit, async (scope) => {
    const account = await ensureAccount(scope.tx, client.id)
    await admitManagedMember(scope, Number(teamId), { ...account, nick: '小舟' })
  })
  await expect(admit).rejects.toThrow('has not consented')
  await expect(sayInTeam(device, teamId, '我在')).rejects.toMatchObject({ code: 804 })
})

test('stores the consent, and ends the membership when the client withdraws it', async () => {
  const { id, teamId } = await publishOne()
  const client = await server().enter('user')
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  const [device, leader] = [await openDeviceOf(url, client), await openDeviceOf(url, people.leader)]
  await sayInTeam(leader, teamId, '欢迎')
  await sayInTeam(device, teamId, '大家好')
  const listConsents = async () => (await server().requestAs(client, 'GET /consent/mine')).data
  const record = { title: '团体辅导知情同意书：情绪团体', version: ledConsentText.version, hash: ledConsentHash }
  expect(await listConsents()).toMatchObject([{ ...record, withdrawnTime: null }])
  expect((await server().requestAs(client, 'POST /peerGroup/withdrawConsent', { id })).code).toBe(200)
  expect((await listConsents())[0]!.withdrawnTime).toMatch(/^20/)
  expect((await readGroup(client, id)).own?.state).toBe('ended')
  expect(await readTeamTexts(device, teamId)).toEqual([])
  await expect(sayInTeam(device, teamId, '还在吗')).rejects.toMatchObject({ code: 804 })
  // the writings of others and of the former member stay for the group
  expect(await readTeamTexts(leader, teamId)).toEqual(['欢迎', '大家好'])
  expect((await server().requestAs(client, 'POST /peerGroup/withdrawConsent', { id })).code).toBe(404)

  // returning needs consent again
  expect((await applyWith(client, id, '小舟', undefined)).code).toBe(400)
  expect((await applyWith(client, id, '小舟', await readText())).code).toBe(200)
  await decide(await readOwnId(client, id))
  await sayInTeam(device, teamId, '回来了')
  expect(await readTeamTexts(device, teamId)).toEqual(['回来了'])
})

test('ends the consent of a client who leaves in the chat, is removed or refused, and of all when the group ends', async () => {
  const { id, teamId } = await publishOne({ capacity: 5 })
  const clients = [await server().enter('user'), await server().enter('user'), await server().enter('user')] as const
  const [leaver, removed, last] = clients
  const refused = await server().enter('user')
  const read = await readText()
  for (const [index, client] of clients.entries()) {
    await applyWith(client, id, `成员${'甲乙丙'[index]}`, read)
    await decide(await readOwnId(client, id))
  }
  await applyWith(refused, id, '远山', read)
  await decide(await readOwnId(refused, id), false, '人数已满')
  const [device, other] = [await openDeviceOf(url, leaver), await openDeviceOf(url, removed)]
  await device.request('team.leaveTeam', { teamId })
  const leader = await openDeviceOf(url, people.leader)
  await leader.request('team.removeTeamMembers', { teamId, accounts: [other.accid] })
  const listInForce = async () =>
    (
      await server().kit.sql<{ account_id: number }[]>`
      select account_id from led_consent where group_id = ${id} and withdrawn_at is null`
    ).map((row) => row.account_id)
  expect(await listInForce()).toEqual([last.id])
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved', reason: '本期结束' })
  expect(await listInForce()).toEqual([])
})

test('withdraws a waiting application with its consent', async () => {
  const { id } = await publishOne()
  const client = await server().enter('user')
  await applyWith(client, id, '小舟', await readText())
  const application = await readOwnId(client, id)
  await server().requestAs(client, 'POST /peerGroup/withdrawConsent', { id })
  expect((await readGroup(client, id)).own?.state).toBe('withdrawn')
  expect((await decide(application)).code).toBe(409)
})

test('invites own clients only, admits them with consent at once, and hides who they are', async () => {
  const { id, teamId } = await publishOne()
  const [client, stranger] = [await server().enter('user'), await server().enter('user')]
  const bookingId = await addBooking(people.leader, client, 1)
  const other = await server().enter('counsellor')
  const foreignBooking = await addBooking(other, stranger, 2)
  const invite = (booking: number, caller = people.leader) =>
    server().requestAs(caller, 'POST /peerGroup/invite', { id, bookingId: booking })
  expect((await invite(foreignBooking)).code).toBe(404)
  expect((await invite(bookingId, other)).code).toBe(404)
  expect((await server().requestAs(other, 'GET /peerGroup/clients', { id })).code).toBe(404)
  expect((await invite(bookingId)).code).toBe(200)
  expect((await readNotices(client)).at(-1)).toContain('邀请您参加团体辅导“情绪团体”')
  expect((await readGroup(client, id)).isInvited).toBe(true)
  const readClients = async () =>
    (await server().requestAs(people.leader, 'GET /peerGroup/clients', { id })).data.content
  const [invited] = await readClients()
  expect(invited).toMatchObject({ bookingId, isInvited: true })
  expect(invited!.name).toMatch(/^来访者/)

  // an invitation replaces the decision and the note, not the consent
  expect((await applyWith(client, id, '小舟', undefined, '')).fields['agreed']).toContain('知情同意书')
  expect((await applyWith(stranger, id, '远山', await readText(), '')).fields['note']).toBe('请简单说说为什么想加入')
  expect((await applyWith(client, id, '小舟', await readText(), '')).code).toBe(200)
  expect((await readGroup(client, id)).own?.state).toBe('accepted')
  expect(await readClients()).toEqual([invited])
  const leader = await openDeviceOf(url, people.leader)
  const { members } = await leader.request('team.getTeamMembers', { teamId })
  const users = await leader.request('user.getUsers', { accounts: members.map(({ account }) => account) })
  expect(JSON.stringify([members, users])).not.toContain(client.username)
})

test('lets the leader close the entry and end the group, and no one else', async () => {
  const { id, teamId } = await publishOne()
  const client = await server().enter('user')
  const outsider = await server().enter('counsellor')
  await applyWith(client, id, '小舟', await readText())
  await decide(await readOwnId(client, id))
  const setState = (state: 'open' | 'closed' | 'dissolved', reason = '', caller = people.leader) =>
    server().requestAs(caller, 'POST /peerGroup/leaderState', { id, state, reason })
  expect((await setState('closed', '', outsider)).code).toBe(404)
  expect((await setState('closed', '', client)).code).toBe(403)
  expect((await setState('closed')).code).toBe(200)
  expect((await applyWith(outsider, id, '甲', await readText())).code).toBe(403)
  expect((await applyWith(await server().enter('user'), id, '甲', await readText())).code).toBe(409)
  expect((await setState('dissolved')).fields['reason']).toBe('请填写原因')
  expect((await setState('dissolved', '本期结束')).code).toBe(200)
  expect((await readNotices(client)).at(-1)).toBe('团体辅导“情绪团体”已解散，原因：本期结束')
  const device = await openDeviceOf(url, client)
  await expect(sayInTeam(device, teamId, '还在吗')).rejects.toMatchObject({ code: 804 })
})

test('lets the leader of a peer group neither end it nor invite', async () => {
  const draft = { title: '同伴', summary: '一', description: '二', rules: '三', capacity: 5 }
  const { data } = await callAsAdmin('POST /admin/peerGroup', { ...draft, leader: people.leader.username })
  await callAsAdmin('POST /admin/peerGroup/state', { id: data.id, state: 'open' })
  const ending = { id: data.id, state: 'dissolved', reason: '结束' } as const
  expect((await server().requestAs(people.leader, 'POST /peerGroup/leaderState', ending)).code).toBe(404)
  expect((await server().requestAs(people.leader, 'GET /peerGroup/clients', { id: data.id })).code).toBe(404)
})

test('alerts leader and co-leader of danger, and no other member', async () => {
  const coLeader = await enterCounsellor()
  const { id, teamId } = await publishOne({ coLeader: coLeader.username })
  const [client, other] = [await server().enter('user'), await server().enter('user')]
  for (const [person, alias] of [
    [client, '小舟'],
    [other, '远山'],
  ] as const) {
    await applyWith(person, id, alias, await readText())
    await decide(await readOwnId(person, id))
  }
  const [device, neighbour] = [await openDeviceOf(url, client), await openDeviceOf(url, other)]
  const { care } = await sayInTeam(device, teamId, '活着没意思，我想死')
  expect(care).toBeDefined()
  const countAlerts = async (accountId: number) =>
    (await server().kit.sql`select 1 from message where account_id = ${accountId} and kind = 'groupCare'`).length
  expect(await Promise.all([people.leader.id, coLeader.id, other.id].map(countAlerts))).toEqual([1, 1, 0])
  expect(await server().kit.sql`select 1 from crisis_alert where writer_id = ${client.id}`).toHaveLength(1)
  expect(JSON.stringify(neighbour.received)).not.toContain('"care"')
})
