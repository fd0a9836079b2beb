// Tests of super teams, as pages use them.
import { expect, test } from 'vitest'
import { findSession, setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { createSuperTeam, type SuperTeamFields } from '../../../../server/test/steps/super-teams.ts'
import { until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimSysMsg } from '../present/notices.ts'
import type { NimSuperTeamMember, NimTeam, SuperTeamMembers } from '../present/teams.ts'

const { openPages, server } = setUpPages()

/** @returns the id of a team of the first page */
const createTeamOf = (pages: readonly Page[], modes: Partial<SuperTeamFields> = {}): Promise<string> =>
  createSuperTeam(server(), pages[0]!.accid, {
    name: '年会',
    accounts: pages.slice(1).map(({ accid }) => accid),
    ...modes,
  })
const sendToTeam = ({ nim }: Page, to: string, text: string) =>
  new Promise<NimMessage>((resolve, reject) =>
    nim.sendText({ scene: 'superTeam', to, text, done: (error, msg) => (error ? reject(error) : resolve(msg)) }),
  )
const accountsOf = ({ members }: { members: readonly { account: string }[] }) => members.map(({ account }) => account)
async function waitForSysMsg(page: Page, type: string): Promise<NimSysMsg> {
  await until(() => (page.last('onsysmsg') as NimSysMsg | undefined)?.type === type, type)
  return page.last('onsysmsg') as NimSysMsg
}

test('delivers messages and changes of a super team to its members', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeamOf(pages)
  await until(() => pages.every((page) => page.count('onAddSuperTeamMembers') === 1), 'the members')
  expect(ann.last('onSyncCreateSuperTeam')).toMatchObject({ teamId })
  await sendToTeam(ann, teamId, '欢迎')
  await until(() => findSession(bob, teamId)?.unread === 1, 'the message')
  expect(findSession(bob, teamId)).toMatchObject({ id: `superTeam-${teamId}`, scene: 'superTeam' })
  const msg = bob.last('onmsg') as NimMessage
  await expect(waitForDone((done) => bob.nim.deleteMsgSelf({ msg, done }))).rejects.toMatchObject({ code: 414 })
  await waitForDone((done) => ann.nim.updateSuperTeam({ teamId, announcement: '九点开始', done }))
  await until(() => eve.count('onUpdateSuperTeam') === 1, 'the change')
  expect(eve.last('onmsg')).toMatchObject({ scene: 'superTeam', attach: { type: 'updateSuperTeam' } })
  expect(await waitForDone<NimTeam>((done) => eve.nim.getSuperTeam({ teamId, done }))).toMatchObject({
    announcement: '九点开始',
    memberNum: 3,
    level: 10_000,
    validToCurrentUser: true,
  })
  expect(await waitForDone<NimTeam[]>((done) => eve.nim.getSuperTeams({ done }))).toMatchObject([{ teamId }])
  expect(await waitForDone<NimTeam[]>((done) => eve.nim.getTeams({ done }))).toEqual([])

  await waitForDone((done) => eve.nim.leaveSuperTeam({ teamId, done }))
  await until(() => ann.count('onRemoveSuperTeamMembers') === 1, 'the leaving')
  await waitForDone((done) => ann.nim.removeSuperTeamMembers({ teamId, accounts: [bob.accid], done }))
  await until(() => findSession(bob, teamId) === undefined, 'the end of the session')
  await expect(sendToTeam(bob, teamId, '还在吗')).rejects.toMatchObject({ code: 804 })
})

test('lists members by time of joining, and never splits those who joined together', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeamOf([ann])
  const accounts = [bob.accid, eve.accid]
  await waitForDone((done) => ann.nim.addSuperTeamMembers({ teamId, accounts, done }))
  const list = (query: object) =>
    waitForDone<SuperTeamMembers>((done) => bob.nim.getSuperTeamMembersByJoinTime({ teamId, ...query, done }))
  const first = await list({ limit: 1 })
  expect([first.teamId, accountsOf(first), first.invalid]).toEqual([teamId, [ann.accid], []])
  expect(first.members[0]).not.toHaveProperty('muteNotiType')
  const second = await list({ limit: 1, joinTime: first.members[0]!.joinTime })
  expect(accountsOf(second).sort()).toEqual(accounts.toSorted())
  expect((await list({ joinTime: second.members[0]!.joinTime })).members).toEqual([])
  expect(accountsOf(await list({ reverse: true, limit: 1 })).sort()).toEqual(accounts.toSorted())
  expect(accountsOf(await list({ reverse: true, joinTime: second.members[0]!.joinTime }))).toEqual([ann.accid])
  await expect(list({ joinTime: '早' })).rejects.toMatchObject({ code: 414, message: 'joinTime必须是数字' })

  const all = await waitForDone<SuperTeamMembers>((done) => bob.nim.getAllSuperTeamMembers({ teamId, done }))
  expect(accountsOf(all)).toHaveLength(3)
  const find = (names: string[]) =>
    waitForDone<{ accounts: string[]; invalidAccounts: string[]; members: NimSuperTeamMember[] }>((done) =>
      bob.nim.getSuperTeamMembersByAccounts({ teamId, accounts: names, done }),
    )
  const found = await find([eve.accid, 'nobody'])
  expect([accountsOf(found), found.invalidAccounts]).toEqual([[eve.accid], ['nobody']])
  await expect(find(Array.from({ length: 21 }, (_, i) => `a${i}`))).rejects.toMatchObject({ code: 414 })
  const own = await waitForDone<NimSuperTeamMember[]>((done) =>
    bob.nim.getMySuperTeamMembers({ teamIds: [teamId], done }),
  )
  expect(own).toMatchObject([{ account: bob.accid, teamId }])
})

test('appoints managers, mutes members and transfers a super team', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeamOf(pages)
  const accounts = [bob.accid]
  await waitForDone((done) => ann.nim.addSuperTeamManagers({ teamId, accounts, done }))
  await until(() => eve.count('onUpdateSuperTeamManagers') === 1, 'the manager')
  const mute = (page: Page, names: string[], isMuted: boolean) =>
    waitForDone((done) => page.nim.updateSuperTeamMembersMute({ teamId, accounts: names, mute: isMuted, done }))
  await expect(mute(eve, [bob.accid], true)).rejects.toMatchObject({ code: 802 })
  await expect(mute(bob, [eve.accid, ann.accid], true)).rejects.toMatchObject({ code: 802 })
  await mute(bob, [eve.accid], true)
  await until(() => eve.count('onUpdateSuperTeamMembersMute') === 1, 'the mute')
  expect(eve.last('onUpdateSuperTeamMembersMute')).toMatchObject({ accounts: [eve.accid], mute: true })
  await expect(sendToTeam(eve, teamId, '能说吗')).rejects.toMatchObject({ code: 2002 })
  const muted = await waitForDone<SuperTeamMembers>((done) => bob.nim.getMutedSuperTeamMembers({ teamId, done }))
  expect(accountsOf(muted)).toEqual([eve.accid])
  await waitForDone((done) => bob.nim.updateSuperTeamMembersMute({ teamId, account: eve.accid, mute: false, done }))
  await waitForDone((done) => ann.nim.updateSuperTeamMute({ teamId, mute: true, done }))
  await expect(sendToTeam(eve, teamId, '又不能了')).rejects.toMatchObject({ code: 2002 })
  await waitForDone((done) => ann.nim.removeSuperTeamManagers({ teamId, accounts, done }))

  await waitForDone((done) => eve.nim.updateInfoInSuperTeam({ teamId, nickInTeam: '小伊', done }))
  await until(() => ann.count('onUpdateSuperTeamMember') === 1, 'the name')
  await waitForDone((done) => eve.nim.addSuperTeamMembersFollow({ teamId, accountIds: [ann.accid], done }))
  const [own] = await waitForDone<NimSuperTeamMember[]>((done) =>
    eve.nim.getMySuperTeamMembers({ teamIds: [teamId], done }),
  )
  expect(own).toMatchObject({ followAccountIds: [ann.accid] })
  await waitForDone((done) => eve.nim.removeSuperTeamMembersFollow({ teamId, accountIds: [ann.accid], done }))
  await waitForDone((done) => ann.nim.updateNickInSuperTeam({ teamId, account: eve.accid, nickInTeam: '伊伊', done }))
  await waitForDone((done) => ann.nim.transferSuperTeam({ teamId, account: bob.accid, leave: true, done }))
  await until(() => bob.count('onTransferSuperTeam') === 1, 'the transfer')
  expect(bob.last('onTransferSuperTeam')).toMatchObject({ from: ann.accid, to: bob.accid })
})

test('sends types of system messages that only super teams have for invitations and applications', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeamOf([ann], { beInviteMode: 'needVerify', joinMode: 'needVerify' })
  const accounts = [bob.accid, eve.accid]
  await waitForDone((done) => ann.nim.addSuperTeamMembers({ teamId, accounts, ps: '来吧', done }))
  const invite = await waitForSysMsg(bob, 'superTeamInvite')
  expect(invite).toMatchObject({ from: ann.accid, to: teamId, category: 'superTeam', ps: '来吧' })
  const answer = (idServer: string) => ({ teamId, idServer, from: ann.accid })
  await waitForDone((done) => bob.nim.acceptSuperTeamInvite({ ...answer(invite.idServer), done }))
  const refused = await waitForSysMsg(eve, 'superTeamInvite')
  await waitForDone((done) => eve.nim.rejectSuperTeamInvite({ ...answer(refused.idServer), done }))
  expect(await waitForSysMsg(ann, 'rejectSuperTeamInvite')).toMatchObject({ from: eve.accid })

  const apply = () => waitForDone((done) => eve.nim.applySuperTeam({ teamId, ps: '想参加', done }))
  await apply()
  const first = await waitForSysMsg(ann, 'applySuperTeam')
  const reply = { teamId, from: eve.accid }
  await waitForDone((done) => ann.nim.rejectSuperTeamApply({ ...reply, idServer: first.idServer, done }))
  expect(await waitForSysMsg(eve, 'rejectSuperTeamApply')).toMatchObject({ from: ann.accid })
  await apply()
  await until(() => (ann.last('onsysmsg') as NimSysMsg).idServer !== first.idServer, 'the second application')
  const { idServer } = ann.last('onsysmsg') as NimSysMsg
  await waitForDone((done) => ann.nim.passSuperTeamApply({ ...reply, idServer, done }))
  await until(() => findSession(eve, teamId) !== undefined, 'the session')
})

test('resets the unread counts of some super teams, and tells every member of a dismissal', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const [teamId, otherId] = [await createTeamOf(pages), await createTeamOf(pages, { name: '另一个' })]
  for (const to of [teamId, otherId]) await sendToTeam(ann, to, '通知')
  const unreadOf = (to: string) => findSession(bob, to)?.unread
  await until(() => unreadOf(teamId) === 1 && unreadOf(otherId) === 1, 'the messages')
  await new Promise<void>((resolve, reject) => {
    void bob.nim.resetSuperTeamSessionsUnread([`superTeam-${teamId}`], (error) => (error ? reject(error) : resolve()))
  })
  expect([unreadOf(teamId), unreadOf(otherId)]).toEqual([0, 1])

  // pages have no method that dismisses a super team, but their backends do
  await ann.nim.client.request('team.dismissTeam', { scene: 'superTeam', teamId })
  await until(() => pages.every((page) => page.count('onDismissSuperTeam') === 1), 'the dismissal')
  expect([bob, eve].map((page) => page.last('onDismissSuperTeam'))).toEqual([{ teamId }, { teamId }])
  await expect(sendToTeam(bob, teamId, '还在吗')).rejects.toMatchObject({ code: 804 })
})
