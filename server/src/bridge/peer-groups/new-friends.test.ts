// Tests of the conversation of two new friends, which appears before either of them writes.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { friendRequests, newFriendsTip } from '@xinqiao/contract/im/accounts/friend.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { createPerson, leaveAll, until, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { listOpenRequests } from '../../../../im-sdk/src/chat/conversations/conversations.ts'
import { findState } from '../../../../im-sdk/src/sync/merge/changes.ts'
import { toLine } from '../../../../im-sdk/src/chat/threads/lines.ts'
import { type PeerGroupPeople, enterPeerGroupPeople, usePeerGroups } from '../../../test/steps/peer-group-steps.ts'
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

/** The lines of the conversation with this account, as the device shows them. */
const linesWith = ({ store }: Device, peer: string) =>
  (store.conversations.get(p2pSessionIdOf(peer))?.msgs ?? []).map((msg) => toLine(msg, ''))

/** Two members of a group, each with two devices, and the application of the first one. */
async function createApplication() {
  const { id } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, otherA] = [await openDeviceOf(url, ann), await openDeviceOf(url, ann)]
  const [b, otherB] = [await openDeviceOf(url, bob), await openDeviceOf(url, bob)]
  await a.request('friend.friendRequest', { account: b.accid, type: friendRequests.applyFriend })
  await until(() => listOpenRequests(b).length === 1, 'the application')
  const answer = { account: a.accid, idServer: listOpenRequests(b)[0]!.idServer }
  return { bob, a, otherA, b, otherB, answer }
}

test('lists a new friend on all devices of both sides before anyone writes', async () => {
  const { bob, a, otherA, b, otherB, answer } = await createApplication()
  await b.request('friend.friendRequest', { ...answer, type: friendRequests.passFriendApply })
  const views = [
    [a, b.accid],
    [otherA, b.accid],
    [b, a.accid],
    [otherB, a.accid],
  ] as const
  await until(() => views.every(([device, peer]) => linesWith(device, peer).length > 0), 'the conversation')
  for (const [device, peer] of views) {
    const lines = linesWith(device, peer)
    expect(lines.map(({ content, isNotice }) => [content, isNotice])).toMatchObject([[{ tip: newFriendsTip }, true]])
    // the bell and the reply notify both sides, so that the tip is no unread message
    expect(device.store.conversations.get(p2pSessionIdOf(peer))!.session.unread).toBe(0)
  }
  const { data } = await server().requestAs(bob, 'GET /chat/latest')
  expect(data.list[0]).toMatchObject({ key: a.accid, name: '小舟', preview: newFriendsTip, unread: 0 })
})

test('begins no conversation when an application is refused', async () => {
  const { a, b, answer } = await createApplication()
  await b.request('friend.friendRequest', { ...answer, type: friendRequests.rejectFriendApply })
  await until(() => listOpenRequests(b).length === 0, 'the answer')
  expect([linesWith(a, b.accid), linesWith(b, a.accid)]).toEqual([[], []])
})

test('restores the name of the group when the friend’s alias is emptied, also after leaving the group', async () => {
  const { a, b, answer } = await createApplication()
  await b.request('friend.friendRequest', { ...answer, type: friendRequests.passFriendApply })
  const readAlias = (device: Device, account: string) => findState(device.store, 'friend', account)?.alias
  const rename = (device: Device, account: string, alias: string) =>
    device.request('friend.updateFriend', { account, alias })
  await until(() => readAlias(a, b.accid) === '小河' && readAlias(b, a.accid) === '小舟', 'the friends')
  await rename(a, b.accid, '合唱队的小河')
  await until(() => readAlias(a, b.accid) === '合唱队的小河', 'the alias')
  await rename(a, b.accid, '')
  await until(() => readAlias(a, b.accid) === '小河', 'the name of the group')

  await rename(b, a.accid, '老友')
  const [team] = [...a.store.teams.values()]
  await a.request('team.leaveTeam', { teamId: team!.team.teamId })
  await rename(b, a.accid, '')
  await until(() => readAlias(b, a.accid) === '小舟', 'the name of the former member')
})

test('shows a tip with other words as that of its sender', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a, b] = [ann.device(), bob.device()]
  await untilReady(a, b)
  const content = { type: 10, tip: '协会提醒：请转账' } as const
  await a.request('msg.sendMsg', { scene: 'p2p', to: bob.accid, idClient: crypto.randomUUID(), content })
  await until(() => linesWith(b, ann.accid).length === 1, 'the tip')
  expect(linesWith(b, ann.accid)[0]!.isNotice).toBe(false)
})
