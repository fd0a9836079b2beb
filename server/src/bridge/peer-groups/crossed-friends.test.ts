// Tests of friend applications of two members, also to each other, one after the other and at the same moment.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { leaveAll, until, type Device } from '../../../../im-sdk/test/people.ts'
import { listOpenRequests } from '../../../../im-sdk/src/chat/conversations/conversations.ts'
import { listLatestStates } from '../../../../im-sdk/src/sync/merge/changes.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import { type PeerGroupPeople, enterPeerGroupPeople, usePeerGroups } from '../../../test/steps/peer-group-steps.ts'
import { selectMessages } from '../../../test/messages.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { join, openDeviceOf, publishGroup } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

type Member = Device & { accid: string }
const apply = (from: Member, to: Member) =>
  from.request('friend.friendRequest', { account: to.accid, type: friendRequests.applyFriend })
const aliasesOf = ({ store }: Member) =>
  listLatestStates(store, 'friend').flatMap(({ valid, alias }) => (valid ? [alias] : []))

/** Two members of a group, 小舟 and 小河. */
async function createMembers() {
  const { id } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  return { ann, a: await openDeviceOf(url, ann), b: await openDeviceOf(url, bob) }
}

async function expectFriends(a: Member, b: Member): Promise<void> {
  await until(() => [a, b].every((member) => aliasesOf(member).length === 1), 'the friendship on both sides')
  expect([aliasesOf(a), aliasesOf(b)]).toEqual([['小河'], ['小舟']])
  await until(() => [a, b].every((member) => listOpenRequests(member).length === 0), 'no open application')
}

test('accepts the application of the other side when a member applies to its sender', async () => {
  const { ann, a, b } = await createMembers()
  const other = await openDeviceOf(url, ann)
  await apply(b, a)
  await until(() => [a, other].every((device) => listOpenRequests(device).length === 1), 'the application')
  await apply(a, b)
  await expectFriends(a, b)
  // an open page of the account shows no buttons any more
  await until(() => listOpenRequests(other).length === 0, 'the answer on the other device')
  const titles = await selectMessages(server().kit.sql, ann.id)
  expect(titles.map(({ title }) => title)).not.toContain('您的好友申请已通过，可以私聊了')
})

test('makes friends of two members who apply to each other at the same moment', async () => {
  await forEachInOrder([1, 2, 3], async () => {
    const { a, b } = await createMembers()
    await Promise.all([apply(a, b), apply(b, a)])
    await expectFriends(a, b)
  })
})

test('closes the crossed application of an acceptor, which an earlier version left open', async () => {
  const { a, b } = await createMembers()
  await apply(a, b)
  await until(() => listOpenRequests(b).length === 1, 'the application')
  const [application] = listOpenRequests(b)
  await server().kit.sql`update im_system_message set state = 'rejected' where id = ${application!.idServer}`
  await apply(b, a)
  await until(() => listOpenRequests(a).length === 1, 'the application of the other side')
  await server().kit.sql`update im_system_message set state = 'init' where id = ${application!.idServer}`
  const [crossed] = listOpenRequests(a)
  const answer = { account: b.accid, type: friendRequests.passFriendApply, idServer: crossed!.idServer }
  await a.request('friend.friendRequest', answer)
  await expectFriends(a, b)
})
