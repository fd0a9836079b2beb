// Tests of reports of messages that friends send in private.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { listOpenRequests } from '../../../../../im-sdk/src/chat/conversations/conversations.ts'
import { leaveAll, until, type Device } from '../../../../../im-sdk/test/people.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, join, openDeviceOf, publishGroup, readNotices } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

async function enterWithDevice() {
  const caller = await server().enter('user')
  return { caller, device: await openDeviceOf(url, caller) }
}
const sayInPrivate = async (device: Device, to: string, text: string): Promise<string> => {
  const message = { scene: 'p2p', to, idClient: crypto.randomUUID(), content: { type: 0, text } } as const
  return (await device.request('msg.sendMsg', message)).msg.idServer
}
const report = (caller: Caller, idServer: string) =>
  server().requestAs(caller, 'POST /peerGroup/reportFriend', { idServer, reason: 'harm', text: '一直骂人' })

test('accepts the report of a message of a friend, also of a former one, and shows staff this message only', async () => {
  const [ann, bob, eve] = [await enterWithDevice(), await enterWithDevice(), await enterWithDevice()]
  const befriend = { account: bob.device.accid, type: friendRequests.addFriend, ps: '' }
  await ann.device.request('friend.friendRequest', befriend)
  const own = await sayInPrivate(ann.device, bob.device.accid, '你好')
  const harmful = await sayInPrivate(bob.device, ann.device.accid, '你这个没用的人')
  await sayInPrivate(bob.device, ann.device.accid, '我的病历在这里')
  expect([(await report(eve.caller, harmful)).code, (await report(ann.caller, own)).code]).toEqual([404, 404])
  await bob.device.request('friend.deleteFriend', { account: ann.device.accid })
  expect([(await report(ann.caller, harmful)).code, (await report(ann.caller, harmful)).code]).toEqual([200, 409])

  const [row] = (await callAsAdmin('GET /admin/peerReports', { state: 'open' })).data.content
  const [shownName] = (await ann.device.fetchUsers([bob.device.accid])).map(({ nick }) => nick)
  expect(row).toMatchObject({
    groupId: null,
    teamId: null,
    groupTitle: '好友私聊',
    isPrivate: true,
    isMuted: false,
    hasMessage: false,
    neighbours: [],
    message: '你这个没用的人',
    reportedAlias: shownName,
    text: '一直骂人',
    reason: 'harm',
  })
  const reading = (await callAsAdmin('GET /admin/audit', { action: 'peerTextsRead' })).data.content
  expect(reading).toMatchObject([{ subject: 'peerReport' }])
  const settled = { id: row!.id, outcome: '已提醒对方' }
  expect((await callAsAdmin('POST /admin/peerReport/handle', settled)).code).toBe(200)
  const handling = (await callAsAdmin('GET /admin/audit', { action: 'peerReportHandled' })).data.content
  expect(handling).toMatchObject([{ subject: `peerReport ${row!.id}`, reason: '已提醒对方' }])
  expect(await readNotices(ann.caller)).toEqual(['您对好友消息的举报已处理：已提醒对方'])
  expect(await readNotices(bob.caller)).toEqual([])
})

test('shows staff the names that two friends know, beside their accounts', async () => {
  const { id } = await publishGroup()
  const [ann, bob] = [await enterWithDevice(), await enterWithDevice()]
  await join(ann.caller, id, '小麻雀')
  await join(bob.caller, id, '老杨树')
  await ann.device.request('friend.friendRequest', {
    account: bob.device.accid,
    type: friendRequests.applyFriend,
  })
  await until(() => listOpenRequests(bob.device).length === 1, 'the application')
  const { idServer } = listOpenRequests(bob.device)[0]!
  const answer = { account: ann.device.accid, type: friendRequests.passFriendApply, idServer }
  await bob.device.request('friend.friendRequest', answer)
  await report(ann.caller, await sayInPrivate(bob.device, ann.device.accid, '我知道你住哪'))

  const [row] = (await callAsAdmin('GET /admin/peerReports', { state: 'open' })).data.content
  expect(row).toMatchObject({
    reporterAlias: '小麻雀',
    reportedAlias: '老杨树',
    accounts: { reporter: ann.device.accid, reported: bob.device.accid },
  })
})

test('refuses the report of a private message of another person than a friend', async () => {
  const [ann, counsellor] = [await enterWithDevice(), await openDeviceOf(url, people.leader)]
  const idServer = await sayInPrivate(counsellor, ann.device.accid, '您好')
  expect((await report(ann.caller, idServer)).code).toBe(404)
})

test('mutes a reported friend in the whole chat, and tells the person why', async () => {
  const [ann, bob] = [await enterWithDevice(), await enterWithDevice()]
  await ann.device.request('friend.friendRequest', {
    account: bob.device.accid,
    type: friendRequests.addFriend,
    ps: '',
  })
  await report(ann.caller, await sayInPrivate(bob.device, ann.device.accid, '我知道你住哪'))
  const readReport = async () => (await callAsAdmin('GET /admin/peerReports', { state: 'open' })).data.content[0]!
  const { id } = await readReport()
  const isRefused = () =>
    sayInPrivate(bob.device, ann.device.accid, '在吗').then(
      () => false,
      ({ code }: { code: number }) => code === imErrors.muted.code,
    )
  const mute = (isMuted: boolean) => callAsAdmin('POST /admin/peerReport/mute', { id, isMuted, reason: '威胁他人' })

  expect((await mute(true)).code).toBe(200)
  expect(await readReport()).toMatchObject({ isMuted: true })
  await until(isRefused, 'the mute')
  expect((await mute(false)).code).toBe(200)
  await until(async () => !(await isRefused()), 'the end of the mute')
  expect(await readNotices(bob.caller)).toEqual([
    '协会已将您在聊天中禁言，原因：威胁他人',
    '协会已解除您在聊天中的禁言',
  ])
})
