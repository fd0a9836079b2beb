// Tests of teams, as pages use them: create, invite, send, read, leave, remove and dismiss.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, openPage, findSession, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimTeam, TeamMembers } from '../present/teams.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

type CreatedTeam = { team: NimTeam; owner: { account: string; type: string }; accounts: string[] }
const openTeam = { type: 'advanced', name: '同伴小组', beInviteMode: 'noVerify' } as const
const createTeam = ({ nim }: Page, accounts: string[]) =>
  waitForDone<CreatedTeam>((done) => nim.createTeam({ ...openTeam, accounts, done }))
const sendTeamText = ({ nim }: Page, teamId: string, text: string) =>
  new Promise<NimMessage>((resolve, reject) =>
    nim.sendText({ scene: 'team', to: teamId, text, done: (error, msg) => (error ? reject(error) : resolve(msg)) }),
  )
const listCallData = (page: Page, name: string) =>
  page.calls.filter((call) => call.name === name).map(({ data }) => data)
const listAnnouncedTexts = (page: Page) =>
  (listCallData(page, 'onmsg') as NimMessage[]).filter(({ type }) => type === 'text').map(({ text }) => text)
const getMembers = ({ nim }: Page, teamId: string) =>
  waitForDone<TeamMembers>((done) => nim.getTeamMembers({ teamId, done }))

test('creates a team, whose members exchange messages in one order', async () => {
  const [ann, bob, eve] = [await openPage(server(), url), await openPage(server(), url), await openPage(server(), url)]
  const { team, owner, accounts } = await createTeam(ann, [bob.accid, eve.accid])
  const { teamId } = team
  expect(owner).toMatchObject({ account: ann.accid, type: 'owner', id: `${teamId}-${ann.accid}` })
  expect(new Set(accounts)).toEqual(new Set([bob.accid, eve.accid]))
  expect(team).toMatchObject({ name: '同伴小组', memberNum: 3, valid: true, validToCurrentUser: true, mute: false })
  await until(() => [ann, bob, eve].every((page) => page.count('onAddTeamMembers') === 1), 'the notification')
  expect(ann.last('onCreateTeam')).toMatchObject({ teamId })
  expect(ann.count('onsynccreateteam')).toBe(0)
  expect(bob.last('onmsg')).toMatchObject({
    type: 'notification',
    scene: 'team',
    to: teamId,
    target: teamId,
    sessionId: `team-${teamId}`,
    attach: { type: 'addTeamMembers', team: { teamId, memberNum: 3 } },
  })
  expect(bob.last('onAddTeamMembers')).toMatchObject({ team: { teamId, name: '同伴小组' } })

  await sendTeamText(ann, teamId, '大家好')
  await until(() => listAnnouncedTexts(bob).length === 1, 'the first message')
  await sendTeamText(bob, teamId, '你好')
  await until(() => [ann, eve].every((page) => listAnnouncedTexts(page).includes('你好')), 'the second message')
  expect(listAnnouncedTexts(eve)).toEqual(['大家好', '你好'])
  expect(eve.last('onmsg')).toMatchObject({ flow: 'in', from: bob.accid, text: '你好', to: teamId })
  expect([ann, bob, eve].map((page) => findSession(page, teamId)?.unread)).toEqual([1, 1, 2])
  expect(findSession(eve, teamId)).toMatchObject({ id: `team-${teamId}`, scene: 'team', lastMsg: { text: '你好' } })

  const history = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    eve.nim.getHistoryMsgs({ scene: 'team', to: teamId, asc: true, done }),
  )
  expect(history.msgs.map(({ type, text }) => text ?? type)).toEqual(['notification', '大家好', '你好'])
  await new Promise<void>((resolve) => eve.nim.resetSessionUnread(`team-${teamId}`, () => resolve()))
  expect(findSession(eve, teamId)?.unread).toBe(0)
  const { members } = await getMembers(eve, teamId)
  expect(members.map(({ account }) => account).sort()).toEqual([ann.accid, bob.accid, eve.accid].sort())
  expect(await waitForDone<NimTeam[]>((done) => eve.nim.getTeams({ done }))).toMatchObject([{ teamId }])
})

test('brings a page that was away its teams, and the messages it missed', async () => {
  const [ann, person] = [await openPage(server(), url), await createPerson(server(), url)]
  const bob = await openPage(server(), url, { person, syncTeamMembers: true })
  const { team } = await createTeam(ann, [person.accid])
  await until(() => findSession(bob, team.teamId) !== undefined, 'the session')
  bob.nim.disconnect()
  await sendTeamText(ann, team.teamId, '你不在时的话')
  const second = (await createTeam(ann, [person.accid])).team
  bob.nim.connect()
  await until(() => bob.count('onsyncdone') === 2, 'the sync')
  const offline = listCallData(bob, 'onofflinemsgs') as { sessionId: string; msgs: NimMessage[] }[]
  expect(offline.map(({ sessionId, msgs }) => [sessionId, msgs.map(({ text, type }) => text ?? type)])).toEqual([
    [`team-${team.teamId}`, ['你不在时的话']],
    [`team-${second.teamId}`, ['notification']],
  ])
  expect((bob.last('onteams') as NimTeam[]).map(({ teamId }) => teamId)).toEqual([team.teamId, second.teamId])
  expect(findSession(bob, team.teamId)?.unread).toBe(1)
  await until(() => listCallData(bob, 'onteammembers').length === 1, 'the members of the new team')
  const { teamId: changedId, members } = bob.last('onteammembers') as TeamMembers
  expect([changedId, ...members.map(({ account }) => account)]).toEqual([second.teamId, ann.accid, bob.accid])
  expect(members.invalid).toEqual([])

  const fresh = await openPage(server(), url, { person })
  expect((fresh.last('onteams') as NimTeam[]).map(({ teamId }) => teamId)).toEqual([team.teamId, second.teamId])
  expect(findSession(fresh, team.teamId)).toMatchObject({ unread: 1, lastMsg: { text: '你不在时的话' } })
})

test('removes the team from every device after leaving, removal and dismissal', async () => {
  const [ann, person] = [await openPage(server(), url), await createPerson(server(), url)]
  const [bob, second] = [await openPage(server(), url, { person }), await openPage(server(), url, { person })]
  const eve = await openPage(server(), url)
  const { teamId } = (await createTeam(ann, [bob.accid, eve.accid])).team
  const hasTeam = (page: Page) => findSession(page, teamId) !== undefined
  await until(() => [bob, second, eve].every(hasTeam), 'the team')

  await waitForDone((done) => bob.nim.leaveTeam({ teamId, done }))
  await until(() => !hasTeam(bob) && !hasTeam(second), 'the end of the session')
  expect(second.last('onRemoveTeamMembers')).toMatchObject({ team: { teamId }, accounts: [bob.accid] })
  await until(() => eve.count('onRemoveTeamMembers') === 1, 'the notification')
  expect(eve.last('onRemoveTeamMembers')).toMatchObject({ team: { memberNum: 2 }, accounts: [bob.accid] })

  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [bob.accid], done }))
  await until(() => hasTeam(bob), 'the team again')
  eve.nim.disconnect()
  await waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [eve.accid], done }))
  eve.nim.connect()
  await until(() => eve.count('onsyncdone') === 2, 'the sync')
  expect(hasTeam(eve)).toBe(false)
  const synced = eve.last('onteams') as NimTeam[] & { invalid: NimTeam[] }
  expect([synced.length, synced.invalid]).toEqual([0, [expect.objectContaining({ teamId, validToCurrentUser: false })]])

  await waitForDone((done) => ann.nim.dismissTeam({ teamId, done }))
  await until(() => [ann, bob, second].every((page) => page.count('onDismissTeam') === 1), 'the dismissal')
  expect(bob.last('onDismissTeam')).toEqual({ teamId })
  await until(() => ![ann, bob, second].some(hasTeam), 'the end of the team')
  await expect(sendTeamText(ann, teamId, '还有人吗')).rejects.toMatchObject({ code: 804 })
  await expect(waitForDone((done) => ann.nim.getTeam({ teamId, done }))).rejects.toMatchObject({ code: 816 })
})

test('brings another device of the creator the new team, and a message sent elsewhere', async () => {
  const person = await createPerson(server(), url)
  const [first, second] = [await openPage(server(), url, { person }), await openPage(server(), url, { person })]
  const { teamId } = (await createTeam(first, [])).team
  await until(() => second.count('onsynccreateteam') === 1, 'the team')
  await sendTeamText(first, teamId, '记一笔')
  await until(() => listAnnouncedTexts(second).length === 1, 'the message')
  expect(second.last('onmsg')).toMatchObject({ flow: 'out', text: '记一笔' })
  expect(listAnnouncedTexts(first)).toEqual([])
  expect(findSession(second, teamId)).toMatchObject({ unread: 0, lastMsg: { text: '记一笔' } })
})

test('counts the notifications as unread that the page counts, until it has read them', async () => {
  const shouldCountNotifyUnread = ({ attach }: NimMessage) => attach?.type === 'updateTeam'
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url, { shouldCountNotifyUnread })]
  const person = await createPerson(server(), url)
  const other = await openPage(server(), url, { person })
  const { team } = await createTeam(ann, [bob.accid, person.accid])
  const { teamId } = team
  await until(() => bob.count('onAddTeamMembers') === 1, 'the team')
  const unreadOf = (page: Page) => findSession(page, teamId)?.unread
  expect(unreadOf(bob)).toBe(0)
  await sendTeamText(ann, teamId, '改名了')
  await waitForDone((done) => ann.nim.updateTeam({ teamId, name: '新名字', done }))
  await until(() => bob.count('onUpdateTeam') === 1 && other.count('onUpdateTeam') === 1, 'the change')
  expect([unreadOf(bob), unreadOf(other)]).toEqual([2, 1])
  await waitForDone((done) => bob.nim.resetSessionUnread(`team-${teamId}`, done as never))
  await until(() => unreadOf(bob) === 0, 'the read session')
  expect(bob.last('onupdatesession')).toMatchObject({ unread: 0 })
})
