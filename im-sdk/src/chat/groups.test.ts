// Tests of groups in the chat session, over real sockets: names, notifications, mentions, mutes and leaving.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createSuperTeam } from '../../../server/test/steps/super-teams.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { findGroup, type GroupMember, listTexts, sendMention, threadOf } from '../../test/group-chats.ts'
import { createPerson, leaveAll, until } from '../../test/people.ts'
import { createChatSession, type ChatSession } from './chat-session.ts'

const server = useTestServer({ RECALL_OR_EDIT_SECONDS: '300' })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
const chats: ChatSession[] = []
afterEach(() => {
  leaveAll()
  for (const chat of chats.splice(0)) chat.close()
})

function openChat({ accid, token }: { accid: string; token: string }) {
  const incoming: string[] = []
  const chat = createChatSession({
    url,
    account: accid,
    token,
    transports: ['websocket'],
    delayOf: () => 20,
    refresh: () => Promise.resolve(token),
    onIncoming: (_msg, to) => incoming.push(to),
  })
  chats.push(chat)
  chat.connect()
  return { chat, incoming }
}

async function createMember(): Promise<GroupMember> {
  const person = await createPerson(server(), url)
  const { chat, incoming } = openChat(person)
  await until(() => chat.state().hasSynced, 'the chat')
  return { ...person, chat, incoming }
}

/** A group of three, in which each member has a name. */
async function createGroup(scene: 'team' | 'superTeam' = 'team') {
  const [ann, bob, eve] = [await createMember(), await createMember(), await createMember()]
  const accounts = [bob.accid, eve.accid]
  const fields = { type: 'advanced', name: '夜读小组', beInviteMode: 'noVerify', accounts } as const
  const teamId =
    scene === 'superTeam'
      ? await createSuperTeam(server(), ann.accid, { name: fields.name, accounts })
      : (await ann.chat.client.request('team.createTeam', fields)).state.team.teamId
  const ref = { scene, teamId }
  const to = `${scene}-${ref.teamId}`
  const hasGroup = ({ chat }: GroupMember) => chat.state().conversations.some((item) => item.to === to)
  await until(() => [ann, bob, eve].every(hasGroup), 'the group for all')
  for (const [{ chat }, nickInTeam] of [[ann, '安'] as const, [bob, '波'] as const, [eve, '夏'] as const])
    await chat.client.request('team.updateInfoInTeam', { ...ref, nickInTeam })
  return { ann, bob, eve, ref, to }
}
test.each(['team', 'superTeam'] as const)(
  'shows a %s with the names of its members and unread messages',
  async (scene) => {
    const { ann, bob, to } = await createGroup(scene)
    await until(() => findGroup(bob, to)?.unread === 0 || bob.chat.state().hasSynced, 'the conversation')
    const before = findGroup(bob, to)!.unread
    ann.chat.open(to)
    ann.chat.sendText(to, '大家好')
    await until(() => listTexts(ann, to).join() === '大家好', 'the own line')
    await until(() => bob.incoming.length > 0 && findGroup(bob, to)!.unread > before, 'the unread message')
    expect(findGroup(bob, to)).toMatchObject({ isTeam: true, name: '夜读小组', isQuiet: false, isMentioned: false })
    bob.chat.open(to)
    await until(() => threadOf(bob, to)?.people.get(ann.accid)?.name === '安', 'the name in the group')
    expect(threadOf(bob, to)).toMatchObject({ group: { membership: 'member', team: { memberNum: 3 } } })
    expect(threadOf(bob, to)!.people.get(ann.accid)).toEqual({ name: '安', role: 'owner', isSelf: false })
    expect(threadOf(bob, to)!.lines[0]).toMatchObject({ isNotice: true, content: { type: 5 } })
    bob.chat.markRead(to)
    await until(() => bob.chat.state().unread === 0, 'no unread message')
    expect(bob.incoming).toEqual([to])
    // a new name replaces the old one on the screen
    const [, teamId = ''] = to.split('-')
    await ann.chat.client.request('team.updateInfoInTeam', { scene, teamId, nickInTeam: '安安' })
    await until(() => threadOf(bob, to)?.people.get(ann.accid)?.name === '安安', 'the new name')
  },
)

test('keeps the name that arrives while an older answer is on its way', async () => {
  const { ann, bob, ref, to } = await createGroup()
  bob.chat.sendText(to, '大家好')
  const late = openChat(bob)
  const { request } = late.chat.client
  const passes: (() => void)[] = []
  vi.spyOn(late.chat.client, 'request').mockImplementation(async (...call) => {
    const answer = await request(...call)
    if (call[0] === 'team.getMembersByAccounts') await new Promise<void>((resolve) => passes.push(resolve))
    return answer
  })
  late.chat.open(to)
  await until(() => passes.length > 0, 'the answer')
  await ann.chat.client.request('team.updateInfoInTeam', { ...ref, nickInTeam: '安安' })
  const nameOf = ({ accid }: GroupMember) => threadOf(late, to)?.people.get(accid)?.name
  await until(() => nameOf(ann) === '安安', 'the new name')
  for (const pass of passes) pass()
  await until(() => nameOf(bob) === '波', 'the older answer')
  expect(nameOf(ann)).toBe('安安')
})

test('marks a group while an unread message mentions the account, also one that arrived before', async () => {
  const { ann, bob, eve, to } = await createGroup()
  await sendMention(ann, to, '@波 你在吗', [bob.accid])
  await sendMention(ann, to, '后一句', [])
  await until(() => findGroup(bob, to)?.isMentioned === true, 'the mention')
  expect(findGroup(eve, to)?.isMentioned).toBe(false)
  const later = openChat(bob)
  await until(() => findGroup(later, to)?.isMentioned === true, 'the mention on another device')
  bob.chat.open(to)
  bob.chat.markRead(to)
  await until(() => findGroup(bob, to)?.isMentioned === false, 'no mention after reading')
  await sendMention(ann, to, '@所有人 开会了')
  await until(() => [bob, eve].every((member) => findGroup(member, to)?.isMentioned), 'all are mentioned')
  expect(findGroup(ann, to)?.isMentioned).toBe(false)
})

test('announces in a quiet group only messages that mention the account', async () => {
  const { ann, bob, eve, ref, to } = await createGroup()
  bob.incoming.length = 0
  await bob.chat.client.request('team.updateInfoInTeam', { ...ref, muteNotiType: 1 })
  await until(() => findGroup(bob, to)?.isQuiet === true, 'the setting')
  bob.chat.open(to)
  bob.chat.markRead(to)
  await until(() => findGroup(bob, to)?.unread === 0, 'all read')
  ann.chat.sendText(to, '随便聊聊')
  await until(() => findGroup(bob, to)?.unread === 1, 'the message')
  expect([bob.chat.state().unread, bob.incoming]).toEqual([0, []])
  await sendMention(ann, to, '@波', [bob.accid])
  await until(() => bob.incoming.length === 1, 'the mention')
  expect([bob.chat.state().unread, findGroup(bob, to)?.unread]).toEqual([1, 2])
  expect(eve.incoming.filter((item) => item === to)).toHaveLength(2)
})

test('says who may not write, and why', async () => {
  const { ann, bob, ref, to } = await createGroup()
  bob.chat.open(to)
  const membershipOf = (member: GroupMember) => threadOf(member, to)?.group?.membership
  await until(() => membershipOf(bob) === 'member', 'the thread')
  const { request } = ann.chat.client
  await request('team.updateMuteStateInTeam', { ...ref, accounts: [bob.accid], mute: true })
  await until(() => membershipOf(bob) === 'muted', 'the mute')
  await request('team.updateMuteStateInTeam', { ...ref, accounts: [bob.accid], mute: false })
  await until(() => membershipOf(bob) === 'member', 'the end of the mute')
  await request('team.muteTeamAll', { ...ref, mute: true })
  await until(() => membershipOf(bob) === 'allMuted', 'the mute of all')
  ann.chat.open(to)
  await until(() => membershipOf(ann) === 'member', 'the owner')
  await request('team.muteTeamAll', { ...ref, mute: false })
  await until(() => membershipOf(bob) === 'member', 'the end of the mute of all')
})

test('shows no line of a group after a removal or its end, except those that were not sent', async () => {
  const { ann, bob, eve, ref, to } = await createGroup()
  for (const member of [bob, eve]) member.chat.open(to)
  ann.chat.sendText(to, '第一句')
  await until(() => [bob, eve].every((member) => listTexts(member, to).join() === '第一句'), 'the message')
  await ann.chat.client.request('team.removeTeamMembers', { ...ref, accounts: [bob.accid] })
  await until(() => threadOf(bob, to)?.group?.membership === 'removed', 'the removal')
  expect(threadOf(bob, to)).toMatchObject({ lines: [], hasOlder: false, isLoading: false })
  expect(findGroup(bob, to)).toBeUndefined()
  bob.chat.sendText(to, '还想说一句')
  await until(() => threadOf(bob, to)?.lines.at(-1)?.status === 'fail', 'the refusal')
  expect(listTexts(bob, to)).toEqual(['还想说一句'])
  // the server shows former members nothing
  const reloaded = openChat(bob)
  reloaded.chat.open(to)
  await until(() => threadOf(reloaded, to)?.group?.membership === 'stranger', 'the stranger')
  expect(threadOf(reloaded, to)).toMatchObject({ lines: [], group: { team: { name: '夜读小组' } } })
  // a member who returns may write again
  await ann.chat.client.request('team.addTeamMembers', { ...ref, accounts: [bob.accid] })
  await until(() => threadOf(bob, to)?.group?.membership === 'member', 'the return')
  expect(listTexts(bob, to)).toEqual(['还想说一句'])
  const device = openChat(eve)
  device.chat.open(to)
  await until(() => listTexts(device, to).join() === '第一句', 'the message on another device')
  await ann.chat.client.request('team.dismissTeam', ref)
  await until(() => threadOf(eve, to)?.group?.membership === 'dismissed', 'the end')
  for (const member of [eve, device]) expect(threadOf(member, to)?.lines).toEqual([])
  const late = openChat(eve)
  late.chat.open(to)
  await until(() => threadOf(late, to)?.group?.membership === 'dismissed', 'the end after a reload')
  expect(threadOf(late, to)).toMatchObject({ lines: [], group: { own: null, team: { name: '夜读小组' } } })
})

test.each(['noVerify', 'rejectAll'] as const)(
  'tells who was removed while offline from a team (%s)',
  async (joinMode) => {
    const { ann, bob, ref, to } = await createGroup()
    await ann.chat.client.request('team.updateTeam', { ...ref, joinMode })
    bob.chat.open(to)
    await until(() => threadOf(bob, to)?.group?.membership === 'member', 'the thread')
    bob.chat.client.disconnect()
    bob.chat.sendText(to, '我还没说完')
    await ann.chat.client.request('team.removeTeamMembers', { ...ref, accounts: [bob.accid] })
    bob.chat.connect()
    await until(() => threadOf(bob, to)?.group?.membership === 'former', 'the removal')
    await until(() => threadOf(bob, to)?.lines.some(({ status }) => status === 'fail') === true, 'the failure')
    // answered after the page's own look-up, which finds no team that the account may see
    await bob.chat.client.request('team.getTeam', ref).catch(() => {})
    expect(threadOf(bob, to)?.group?.membership).toBe('former')
  },
)

test('keeps the name of a member who left, also after a reload', async () => {
  const { bob, eve, ref, to } = await createGroup()
  bob.chat.sendText(to, '先走了')
  eve.chat.open(to)
  await until(() => listTexts(eve, to).join() === '先走了', 'the message')
  await bob.chat.client.request('team.leaveTeam', ref)
  const reloaded = openChat(eve)
  reloaded.chat.open(to)
  await until(() => threadOf(reloaded, to)?.people.get(bob.accid)?.name === '波', 'the name')
})

test('lets owner and managers recall the messages of those below them', async () => {
  const { ann, bob, eve, to } = await createGroup()
  for (const member of [ann, bob, eve]) member.chat.open(to)
  eve.chat.sendText(to, '不友善的话')
  await until(() => [ann, bob].every((member) => listTexts(member, to).length === 1), 'the message')
  const canRecall = ({ chat }: GroupMember) => {
    const thread = chat.state().threads.get(to)!
    const line = thread.lines.find(({ content }) => 'text' in content)!
    return chat.canRecall(line, line.time + 1_000, thread)
  }
  await until(() => canRecall(ann), 'the role of the sender')
  expect([canRecall(bob), canRecall(eve)]).toEqual([false, true])
  const line = threadOf(ann, to)!.lines.find(({ content }) => 'text' in content)!
  await ann.chat.recall(to, line.idServer!)
  await until(() => threadOf(bob, to)?.lines.some(({ recalledBy }) => recalledBy === ann.accid) === true, 'the notice')
  expect(listTexts(bob, to)).toEqual([])
})
