// Tests of requests for the deletion of chat messages and for closing the account.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { DataRequestKind } from '@xinqiao/contract/data-requests.ts'
import { leaveAll, textTo } from '../../../../im-sdk/test/people.ts'
import { selectAuditEntries } from '../../../test/audit-log.ts'
import { selectMessages } from '../../../test/messages.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  readTeamTexts,
  sayInTeam,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, join, openDeviceOf, publishGroup } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const add = (caller: Caller, kind: DataRequestKind, includesPrivate = false) =>
  server().requestAs(caller, 'POST /dataRequest/add', { kind, includesPrivate })
const readOwn = async (caller: Caller) => (await server().requestAs(caller, 'GET /dataRequest/mine', {})).data
const readTitles = async ({ id }: Caller) => (await selectMessages(server().kit.sql, id)).map(({ title }) => title)
const listActions = async (id: number) =>
  (await selectAuditEntries(server().kit.sql, { subject: `dataRequest ${id}` })).map(({ action }) => action)
const carryOut = (id: number) => callAsAdmin('POST /admin/dataRequest/carryOut', { id })

test('deletes the messages of a person in groups and private chats once staff carry the request out', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const leader = await openDeviceOf(url, people.leader)
  await sayInTeam(a, teamId, '我睡不着')
  await sayInTeam(b, teamId, '我也是')
  await leader.send(textTo(a.accid, '请看公告'))
  const { data: request } = await add(ann, 'chatErasure', true)
  expect((await add(ann, 'chatErasure')).code).toBe(409)
  expect(await readOwn(ann)).toMatchObject({ requests: [{ id: request.id, kind: 'chatErasure', state: 'open' }] })
  expect((await readTitles(ann)).at(-1)).toMatch(/^您申请了删除聊天消息/)
  expect(await readTeamTexts(b, teamId)).toEqual(['我睡不着', '我也是'])

  const { content } = (await callAsAdmin('GET /admin/dataRequests', { state: 'open' })).data
  expect(content).toMatchObject([{ id: request.id, username: ann.username, includesPrivate: true, obstacles: [] }])
  expect((await carryOut(request.id)).code).toBe(200)
  expect(await readTeamTexts(b, teamId)).toEqual(['我也是'])
  expect((await leader.request('msg.getHistoryMsgs', { scene: 'p2p', to: a.accid })).msgs).toEqual([])
  expect((await readTitles(ann)).at(-1)).toBe('您申请删除的聊天消息已经删除')
  expect(await readOwn(ann)).toMatchObject({ requests: [{ state: 'done' }] })
  expect(await listActions(request.id)).toEqual(['dataRequestAdded', 'dataRequestCarriedOut'])
  expect((await carryOut(request.id)).code).toBe(409)
})

test('leaves private chats as they are when the request is about groups only', async () => {
  const ann = await server().enter('user')
  const a = await openDeviceOf(url, ann)
  const leader = await openDeviceOf(url, people.leader)
  await leader.send(textTo(a.accid, '请看公告'))
  const { data } = await add(ann, 'chatErasure')
  expect((await carryOut(data.id)).code).toBe(200)
  expect((await leader.request('msg.getHistoryMsgs', { scene: 'p2p', to: a.accid })).msgs).toHaveLength(1)
})

test('refuses to withdraw the request of another person', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const { data } = await add(ann, 'accountClosure')
  const withdraw = (caller: Caller) => server().requestAs(caller, 'POST /dataRequest/withdraw', { id: data.id })
  expect((await withdraw(bob)).code).toBe(404)
  expect((await withdraw(ann)).code).toBe(200)
  expect((await withdraw(ann)).code).toBe(409)
  expect((await carryOut(data.id)).code).toBe(409)
  expect(await listActions(data.id)).toEqual(['dataRequestAdded', 'dataRequestWithdrawn'])
  expect((await add(ann, 'accountClosure')).code).toBe(200)
})

test('shows the person why staff refused', async () => {
  const ann = await server().enter('user')
  const { data } = await add(ann, 'chatErasure')
  const reason = '咨询记录按规定保存三年'
  expect((await callAsAdmin('POST /admin/dataRequest/refuse', { id: data.id, reason })).code).toBe(200)
  expect(await readOwn(ann)).toMatchObject({ requests: [{ state: 'refused', reason }] })
  expect((await readTitles(ann)).at(-1)).toBe(`您删除聊天消息的申请没有办理，原因：${reason}`)
  expect(await listActions(data.id)).toEqual(['dataRequestAdded', 'dataRequestRefused'])
})

test('closes the account: no sign-in, no name, no membership, and the phone number is free', async () => {
  const { id, teamId } = await publishGroup()
  const ann = await server().enter('user')
  await join(ann, id, '小舟')
  const a = await openDeviceOf(url, ann)
  await sayInTeam(a, teamId, '谢谢大家')
  const { sql } = server().kit
  const [before] = await sql`select phone_index from account where id = ${ann.id}`
  const { data } = await add(ann, 'accountClosure')
  expect((await carryOut(data.id)).code).toBe(200)
  expect((await server().requestAs(ann, 'GET /auth/devices', {})).code).toBe(401)
  const [account] = await sql`
    select username, nickname, email, avatar, gender, enabled, phone_index from account where id = ${ann.id}`
  expect(account).toMatchObject({
    username: `closed-${ann.id}`,
    nickname: '已注销的用户',
    email: '',
    avatar: '',
    gender: null,
    enabled: false,
  })
  expect(account!.phone_index).not.toEqual(before!.phone_index)
  const [delivery] =
    await sql`select channel, kind from delivery where phone_sealed is not null order by id desc limit 1`
  expect(delivery).toEqual({ channel: 'sms', kind: 'security' })
  const leader = await openDeviceOf(url, people.leader)
  const { members } = await leader.request('team.getTeamMembers', { teamId })
  expect(members.map(({ account: accid }) => accid)).not.toContain(a.accid)
  expect(await readTeamTexts(leader, teamId)).toEqual(['谢谢大家'])
})

test('refuses to close an account with open matters, and waits while an alert is followed', async () => {
  const [ann, eve] = [await server().enter('user'), await server().enter('user')]
  const a = await openDeviceOf(url, ann)
  await a.request('team.createTeam', { type: 'advanced', name: '夜读', accounts: [] })
  const obstacle = '您是小组的组长，请先转让或解散小组'
  expect(await readOwn(ann)).toMatchObject({ obstacles: [obstacle] })
  expect(await add(ann, 'accountClosure')).toMatchObject({ code: 409, msg: obstacle })
  const counsellor = await server().enter('counsellor')
  expect((await add(counsellor, 'accountClosure')).code).toBe(409)

  const { data } = await add(eve, 'accountClosure')
  const { data: erasure } = await add(eve, 'chatErasure')
  const device = await openDeviceOf(url, eve)
  const team = await device.request('team.createTeam', { type: 'advanced', name: '日记', accounts: [] })
  await sayInTeam(device, team.state.team.teamId, '我不想活了，药已经买好了')
  const { content } = (await callAsAdmin('GET /admin/dataRequests', { state: 'open' })).data
  const alert = '本人有还没有结束的危机提醒，请先联系本人，结束跟进后再办理'
  expect(content.find((row) => row.id === data.id)?.obstacles).toContain(alert)
  for (const id of [data.id, erasure.id]) expect(await carryOut(id)).toMatchObject({ code: 409, msg: alert })
})
