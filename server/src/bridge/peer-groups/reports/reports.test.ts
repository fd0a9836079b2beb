// Tests of reports by members of peer groups.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  readTeamTexts,
  sayInTeam,
  usePeerGroups,
} from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, join, openDeviceOf, publishGroup, readGroup, readNotices } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

test('accepts a report in words from a former member only', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, eve] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  const report = (caller: Caller, text = '小河一直追问我的学校') =>
    server().requestAs(caller, 'POST /peerGroup/reportAfterLeaving', { id, reason: 'privacy', text })
  expect((await report(ann)).code).toBe(404)
  await (await openDeviceOf(url, ann)).request('team.leaveTeam', { teamId })
  expect((await readGroup(ann, id)).own).toMatchObject({ state: 'ended', canReport: true })
  expect((await report(ann, '')).fields['text']).toBe('请写下发生了什么')
  expect((await report(ann)).code).toBe(200)
  expect((await report(ann)).code).toBe(409)
  expect((await report(eve)).code).toBe(404)
  const { data } = await callAsAdmin('GET /admin/peerReports', { state: 'open' })
  expect(data.content.find((row) => row.groupId === id)).toMatchObject({
    reporterAlias: '小舟',
    reportedAlias: '',
    message: null,
    text: '小河一直追问我的学校',
  })
  await server().kit.sql`
    update im_team_member set update_time = update_time - 31 * 86400000::bigint where team_id = ${teamId}`
  expect((await readGroup(ann, id)).own!.canReport).toBe(false)
})

test('accepts a report from members of a dissolved group, and shows the group to them only', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, eve] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  expect(
    (await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved', reason: '带领者违规' })).code,
  ).toBe(200)
  expect(await readGroup(ann, id)).toMatchObject({
    isOpen: false,
    teamId: null,
    own: { state: 'ended', canReport: true },
  })
  const read = async (caller: Caller) => (await server().requestAs(caller, 'GET /peerGroup/getById', { id })).code
  expect([await read(ann), await read(eve)]).toEqual([200, 404])
  const report = (caller: Caller) =>
    server().requestAs(caller, 'POST /peerGroup/reportAfterLeaving', { id, reason: 'harm', text: '被带领者辱骂' })
  expect([(await report(ann)).code, (await report(eve)).code]).toEqual([200, 404])
  await server().kit.sql`update im_team set update_time = update_time - 31 * 86400000::bigint where id = ${teamId}`
  expect(await read(ann)).toBe(404)
})

test('stores a reported message as it was, once, and notifies the reporter of the outcome', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob, eve] = [await server().enter('user'), await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const b = await openDeviceOf(url, bob)
  const { msg } = await sayInTeam(b, teamId, '加我买药')
  const report = (caller: Caller, fields: object) =>
    server().requestAs(caller, 'POST /peerGroup/report', { teamId, reason: 'advert', text: '卖药', ...fields })
  expect((await report(ann, { idServer: msg.idServer })).code).toBe(200)
  expect((await report(ann, { idServer: msg.idServer })).code).toBe(409)
  expect((await report(ann, { account: b.accid, reason: 'harm' })).code).toBe(200)
  expect((await report(eve, { idServer: msg.idServer })).code).toBe(404)
  expect((await report(bob, { idServer: msg.idServer })).msg).toBe('不能举报自己')
  expect((await report(ann, {})).code).toBe(400)
  await b.request('msg.deleteMsg', {
    scene: 'team',
    to: teamId,
    idServer: msg.idServer,
    idClient: msg.idClient,
    from: b.accid,
    time: msg.time,
  } as never)
  const { data } = await callAsAdmin('GET /admin/peerReports', { state: 'open' })
  expect(data.content.filter((row) => row.groupId === id)).toMatchObject([
    { reason: 'harm', message: null, reportedAlias: '小河' },
    { reason: 'advert', message: '加我买药', text: '卖药', reporterAlias: '小舟', reportedAlias: '小河' },
  ])
  const handle = () =>
    callAsAdmin('POST /admin/peerReport/handle', { id: data.content[1]!.id, outcome: '已移出该成员' })
  expect((await handle()).code).toBe(200)
  expect((await handle()).code).toBe(409)
  expect((await readNotices(ann)).at(-1)).toContain('已移出该成员')
})

test('removes a reported message for all members, whenever it was sent, and tells its sender the reason', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const { msg } = await sayInTeam(b, teamId, '他的电话是13800138000')
  await sayInTeam(a, teamId, '请不要这样')
  await server().kit.sql`update im_message set time = time - 86400000 where id = ${Number(msg.idServer)}`
  const report = { teamId, reason: 'privacy', text: '泄露电话', idServer: msg.idServer } as const
  expect((await server().requestAs(ann, 'POST /peerGroup/report', report)).code).toBe(200)
  const find = async () =>
    (await callAsAdmin('GET /admin/peerReports', { state: 'open' })).data.content.find((row) => row.groupId === id)!
  const row = await find()
  expect(row).toMatchObject({ hasMessage: true, message: '他的电话是13800138000' })
  const remove = () => callAsAdmin('POST /admin/peerReport/removeMessage', { id: row.id, reason: '泄露他人隐私' })
  expect((await remove()).code).toBe(200)
  for (const device of [a, b]) expect(await readTeamTexts(device, teamId)).toEqual(['请不要这样'])
  expect(await find()).toMatchObject({ hasMessage: false, message: '他的电话是13800138000' })
  expect((await remove()).msg).toBe('这条消息已经不在了')
  expect((await readNotices(bob)).at(-1)).toBe('您在“走出失眠”中的一条消息已被协会删除，原因：泄露他人隐私')
  const log = (await callAsAdmin('GET /admin/audit', { action: 'peerMessageRemoved' })).data.content
  expect(log).toMatchObject([{ subject: `peerReport ${row.id}`, reason: '泄露他人隐私' }])
})

test('lets leaders of the group recall messages of members at any time, and members their own for two minutes', async () => {
  const { id, teamId } = await publishGroup()
  const ann = await server().enter('user')
  await join(ann, id, '小舟')
  const [leader, member] = [await openDeviceOf(url, people.leader), await openDeviceOf(url, ann)]
  const { msg } = await sayInTeam(member, teamId, '加我买药')
  await server().kit.sql`update im_message set time = time - 86400000 where id = ${Number(msg.idServer)}`
  const recall = { scene: 'team', to: teamId, idServer: msg.idServer } as const
  await expect(member.request('msg.deleteMsg', recall)).rejects.toMatchObject({ code: imErrors.tooLateToRecall.code })
  await leader.request('msg.deleteMsg', recall)
  expect(await readTeamTexts(member, teamId)).toEqual([])
})

test('accepts reports in groups that accounts made themselves, and removes the message', async () => {
  const [ann, bob, eve] = [await server().enter('user'), await server().enter('user'), await server().enter('user')]
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const fields = { type: 'advanced', name: '自建小组', beInviteMode: 'noVerify' } as const
  const { teamId } = (await a.request('team.createTeam', { ...fields, accounts: [b.accid] })).state.team
  const { msg } = await sayInTeam(b, teamId, '加我买药')
  const report = (caller: Caller) =>
    server().requestAs(caller, 'POST /peerGroup/report', {
      teamId,
      reason: 'advert',
      text: '卖药',
      idServer: msg.idServer,
    })
  expect((await report(eve)).code).toBe(404)
  expect([(await report(ann)).code, (await report(ann)).code]).toEqual([200, 409])
  const { data } = await callAsAdmin('GET /admin/peerReports', { state: 'open' })
  const row = data.content.find(({ groupTitle }) => groupTitle === '自建小组')!
  expect(row).toMatchObject({ groupId: null, teamId: Number(teamId), message: '加我买药', hasMessage: true })
  expect(row.isMuted).toBe(false)
  // the report has the name that the group shows
  const [shown] = (await a.fetchUsers([b.accid])).map(({ nick }) => nick)
  expect([row.reportedAlias, shown]).toEqual([expect.stringMatching(/^来访者[0-9A-F]{4}$/), row.reportedAlias])
  const { data: listed } = await callAsAdmin('GET /admin/accountGroup/members', { id: Number(teamId) })
  expect(listed.content.map(({ name }) => name)).toContain(row.reportedAlias)
  const removal = { id: row.id, reason: '推销药品' }
  expect((await callAsAdmin('POST /admin/peerReport/removeMessage', removal)).code).toBe(200)
  expect(await readTeamTexts(a, teamId)).toEqual([])
  expect((await callAsAdmin('POST /admin/peerReport/mute', { ...removal, isMuted: true })).code).toBe(200)
  await expect(sayInTeam(b, teamId, '我还要卖')).rejects.toMatchObject({ code: imErrors.muted.code })
  expect((await callAsAdmin('POST /admin/peerReport/handle', { id: row.id, outcome: '已删除' })).code).toBe(200)
  const [notice] = await server().kit.sql<{ link: string }[]>`
    select link from message where account_id = ${ann.id} and title like '%已删除%'`
  expect(notice!.link).toBe(`/im/index?team=${teamId}`)
})
