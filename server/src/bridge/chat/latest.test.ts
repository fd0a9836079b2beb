// Tests of the latest conversations with groups, for pages without a socket.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { createPerson, leaveAll, textTo, until, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import {
  enterPeerGroupPeople,
  sayInTeam,
  type PeerGroupPeople,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const groups = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const readLatest = async (session: string) => (await server().requestAs({ token: session }, 'GET /chat/latest')).data
/** Two members of a new team, each with one device. */
async function createTeam() {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a1, b1] = [ann.device(), bob.device()]
  await untilReady(a1, b1)
  // members may write to each other privately only as friends
  await a1.request('friend.friendRequest', { account: bob.accid, type: 1, ps: '' })
  const fields = { type: 'advanced', name: '读书小组', beInviteMode: 'noVerify' } as const
  const { state } = await a1.request('team.createTeam', { ...fields, accounts: [bob.accid] })
  const { teamId } = state.team
  await a1.request('team.updateInfoInTeam', { teamId, nickInTeam: '安安' })
  return { ann, bob, a1, b1, teamId, key: `team-${teamId}` }
}
const mention = (device: Device, teamId: string, accounts: string[]) =>
  device.request('msg.sendMsg', {
    scene: 'team',
    to: teamId,
    idClient: crypto.randomUUID(),
    content: { type: chatMessageTypes.text, text: '@波 看一下', apns: { forcePush: true, accounts } },
  })

test('lists groups among the conversations, and counts as the device does', async () => {
  const { ann, bob, a1, b1, teamId, key } = await createTeam()
  expect(await readLatest(bob.session)).toMatchObject({
    unread: 0,
    list: [{ key, name: '读书小组', unread: 0, preview: '[小组通知]', isQuiet: false, isMentioned: false }],
  })
  await sayInTeam(a1, teamId, '周三见')
  const { msg } = await sayInTeam(a1, teamId, '八点见')
  await sayInTeam(b1, teamId, '好的')
  expect(await readLatest(bob.session)).toMatchObject({ unread: 2, list: [{ key, unread: 2, preview: '我：好的' }] })
  await a1.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer: msg.idServer })
  await sayInTeam(a1, teamId, '改成七点')
  await a1.send(textTo(bob.accid, '单独说一句'))
  await until(() => b1.store.conversations.get(key)?.session.unread === 2, 'the count of the device')
  expect(await readLatest(bob.session)).toMatchObject({
    unread: 3,
    list: [
      { key: ann.accid, unread: 1, preview: '单独说一句' },
      { key, unread: 2, preview: '安安：改成七点' },
    ],
  })
  expect((await readLatest(ann.session)).list[0]).toMatchObject({ key: bob.accid, preview: '我：单独说一句' })
  await b1.request('msg.deleteSessions', { sessions: [{ scene: 'team', to: teamId }] })
  expect((await readLatest(bob.session)).list.map((row) => row.key)).toEqual([ann.accid])
  await sayInTeam(a1, teamId, '到了吗')
  await b1.request('team.leaveTeam', { teamId })
  expect(await readLatest(bob.session)).toMatchObject({ unread: 1, list: [{ key: ann.accid }] })
})

test('counts in a quiet group only unread messages that mention the account', async () => {
  const { bob, a1, b1, teamId, key } = await createTeam()
  await b1.request('team.updateInfoInTeam', { teamId, muteNotiType: 1 })
  await sayInTeam(a1, teamId, '随便聊聊')
  const row = { key, isQuiet: true, unread: 1, isMentioned: false }
  expect(await readLatest(bob.session)).toMatchObject({ unread: 0, list: [row] })
  await mention(a1, teamId, ['nobody'])
  await mention(a1, teamId, [bob.accid])
  const { msg } = await mention(a1, teamId, [bob.accid])
  expect(await readLatest(bob.session)).toMatchObject({ unread: 2, list: [{ ...row, unread: 4, isMentioned: true }] })
  await a1.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer: msg.idServer })
  expect((await readLatest(bob.session)).unread).toBe(1)
  const { time } = (await sayInTeam(a1, teamId, '完')).msg
  await b1.request('msg.markSessionAckBatch', { sessions: [{ scene: 'team', to: teamId, timetag: time }] })
  expect(await readLatest(bob.session)).toMatchObject({ unread: 0, list: [{ ...row, unread: 0 }] })
})

test('names the sender of a peer group by the alias', async () => {
  const group = await groups.publishGroup()
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  await groups.join(user, group.id, '小舟')
  await groups.join(other, group.id, '远山')
  await sayInTeam(await groups.openDeviceOf(url, user), group.teamId, '大家好')
  const latest = await readLatest(other.token)
  expect(latest).toMatchObject({ unread: 1, list: [{ key: `team-${group.teamId}`, preview: '小舟：大家好' }] })
  expect(JSON.stringify(latest)).not.toContain(user.username)
})
