// Tests of the names of friends: both see each other under the names of the group in which one of them applied.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { createChatSession } from '../../../../im-sdk/src/chat/chat-session.ts'
import { leaveAll, openDevice, until, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { listOpenRequests } from '../../../../im-sdk/src/chat/conversations/conversations.ts'
import { listLatestStates } from '../../../../im-sdk/src/sync/merge/changes.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => void ({ url } = await server().listen({ isFrequencyLimited: false })))
afterEach(leaveAll)

type Person = Device & { accid: string; caller: Caller }
async function enter(role: 'user' | 'counsellor' = 'user'): Promise<Person> {
  const caller = await server().enter(role)
  const { data } = await server().requestAs(caller, 'GET /neteaseUser/getUser')
  const device = openDevice(url, data)
  await untilReady(device)
  return Object.assign(device, { accid: data.accid, caller })
}
/** A group of a counsellor, whose members have these names in it; an empty one for none. */
async function createGroup(members: readonly (readonly [Person, string])[]): Promise<string> {
  const owner = await enter('counsellor')
  const { teamId } = (
    await owner.request('team.createTeam', { type: 'advanced', name: '周三情绪团体', joinMode: 'noVerify' })
  ).state.team
  await forEachInOrder(members, ([person, nickInTeam]) => person.request('team.applyTeam', { teamId, nickInTeam }))
  return teamId
}
async function befriend(applicant: Person, other: Person, teamId: string, beforeAnswer?: () => Promise<unknown>) {
  await applicant.request('friend.friendRequest', {
    account: other.accid,
    type: friendRequests.applyFriend,
    teamId,
  })
  await until(() => listOpenRequests(other).length === 1, 'the application')
  const [application] = listOpenRequests(other)
  await beforeAnswer?.()
  const answer = { account: applicant.accid, idServer: application!.idServer }
  await other.request('friend.friendRequest', { ...answer, type: friendRequests.passFriendApply })
  await until(
    () => [applicant, other].every((side) => listLatestStates(side.store, 'friend').length === 1),
    'the friendship',
  )
  return application!
}
const readAlias = ({ store }: Device) => listLatestStates(store, 'friend').map(({ alias }) => alias)[0]

test('names both by the group, also when the applicant has no name of that group', async () => {
  const [ann, bob] = [await enter(), await enter()]
  const teamId = await createGroup([
    [ann, ''],
    [bob, '小南'],
  ])
  const application = await befriend(ann, bob, teamId)
  expect(application).toMatchObject({ teamId })
  // both the group and the friend show an applicant without a name of the group under the name of the chat
  expect([readAlias(ann), readAlias(bob)]).toEqual(['小南', ''])
  const { data: latest } = await server().requestAs(ann.caller, 'GET /chat/latest')
  expect(latest.list.map(({ name }) => name)).toContain('小南')
})

test('names both by the group of the application, not by one that they joined later', async () => {
  const [ann, bob] = [await enter(), await enter()]
  const teamId = await createGroup([
    [ann, '小舟'],
    [bob, '小南'],
  ])
  await createGroup([
    [ann, '阿舟'],
    [bob, '阿南'],
  ])
  const leave = () => ann.request('team.leaveTeam', { teamId })
  expect(await befriend(ann, bob, teamId, leave)).toMatchObject({ teamId, nickInTeam: '小舟' })
  expect([readAlias(ann), readAlias(bob)]).toEqual(['小南', '小舟'])
})

test('names both by the group when they have written to each other before', async () => {
  const [ann, bob] = [await enter(), await enter()]
  const message = { scene: 'p2p', to: bob.accid, content: { type: 0, text: '你好' } } as const
  await ann.request('msg.sendMsg', { ...message, idClient: crypto.randomUUID() })
  const teamId = await createGroup([
    [ann, '小舟'],
    [bob, '小南'],
  ])
  await befriend(ann, bob, teamId)
  expect([readAlias(ann), readAlias(bob)]).toEqual(['小南', '小舟'])
})

test('takes names of a common group only, whichever group the application states', async () => {
  const [ann, bob, eve] = [await enter(), await enter(), await enter()]
  const teamId = await createGroup([
    [ann, '小舟'],
    [bob, '小南'],
  ])
  const foreign = await createGroup([[eve, '小川']])
  expect(await befriend(ann, bob, foreign)).toMatchObject({ teamId, nickInTeam: '小舟' })
  expect([readAlias(ann), readAlias(bob)]).toEqual(['小南', '小舟'])
})

test('shows the name of the group in the list, in the search and to the conversation of a page', async () => {
  const [ann, bob] = [await enter(), await enter()]
  const teamId = await createGroup([
    [ann, '小舟'],
    [bob, '小南'],
  ])
  await befriend(ann, bob, teamId)
  await ann.request('msg.sendMsg', {
    scene: 'p2p',
    to: bob.accid,
    content: { type: 0, text: '周三见' },
    idClient: crypto.randomUUID(),
  })
  const { data } = await server().requestAs(bob.caller, 'GET /neteaseUser/getUser')
  const chat = createChatSession({ url, account: data.accid, token: data.token, refresh: () => Promise.resolve('') })
  chat.connect()
  await until(() => chat.state().conversations.some(({ isTeam }) => !isTeam), 'the conversations')
  expect(chat.state().conversations.find(({ isTeam }) => !isTeam)?.name).toBe('小舟')
  expect(chat.nameAccount(ann.accid)).toBe('小舟')
  expect((await chat.search('周三见')).lines.map(({ name }) => name)).toEqual(['小舟'])
  chat.close()
})
