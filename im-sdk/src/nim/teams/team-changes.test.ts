// Tests of changes of teams, as pages use them: fields, owner, managers, mutes, names, applications and invitations.
import { expect, test } from 'vitest'
import { openPage, setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import type { NimSysMsg } from '../present/notices.ts'
import type { NimTeam, NimTeamMember } from '../present/teams.ts'

const { server, url, openPages } = setUpPages()

type TeamOptions = Parameters<Page['nim']['createTeam']>[0]
const createTeam = async ({ nim }: Page, options: Partial<TeamOptions> = {}) => {
  const fields = { type: 'advanced', name: '同伴小组', beInviteMode: 'noVerify', ...options } as const
  return (await waitForDone<{ team: NimTeam }>((done) => nim.createTeam({ ...fields, done }))).team.teamId
}
const sendTeamText = ({ nim }: Page, teamId: string, text: string) =>
  new Promise((resolve, reject) =>
    nim.sendText({ scene: 'team', to: teamId, text, done: (error, msg) => (error ? reject(error) : resolve(msg)) }),
  )
const findMember = async ({ nim }: Page, teamId: string, account: string) =>
  (
    await waitForDone<Record<string, NimTeamMember>>((done) =>
      nim.getTeamMemberByTeamIdAndAccount({ teamId, account, done }),
    )
  )[account]
const sysMsgOf = async (page: Page, type: string): Promise<NimSysMsg> => {
  await until(() => (page.last('onsysmsg') as NimSysMsg | undefined)?.type === type, type)
  return page.last('onsysmsg') as NimSysMsg
}

test('changes the fields of a team, as its modes allow', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid], updateCustomMode: 'all' })
  await waitForDone((done) => ann.nim.updateTeam({ teamId, name: '新名字', announcement: '周三晚八点', done }))
  await until(() => bob.count('onUpdateTeam') === 1, 'the change')
  expect(bob.last('onUpdateTeam')).toMatchObject({ teamId, name: '新名字', announcement: '周三晚八点' })
  expect(bob.last('onmsg')).toMatchObject({ attach: { type: 'updateTeam', team: { teamId, name: '新名字' } } })
  const updateTeam = (options: object) => waitForDone((done) => bob.nim.updateTeam({ teamId, ...options, done }))
  await expect(updateTeam({ name: '我来改' })).rejects.toMatchObject({ code: 802 })
  await updateTeam({ custom: '{"a":1}' })
  await expect(updateTeam({ joinMode: 'rejectAll' })).rejects.toMatchObject({ code: 802 })
  await expect(updateTeam({})).rejects.toMatchObject({ code: 414 })
  await expect(updateTeam({ joinMode: 'nobody' })).rejects.toMatchObject({ code: 414, message: 'joinMode不正确' })
  const { teams, tids } = await waitForDone<{ teams: NimTeam[]; tids: string[] }>((done) =>
    bob.nim.getTeamsById({ teamIds: [teamId, '999999'], done }),
  )
  expect([teams[0]?.custom, teams[0]?.validToCurrentUser, tids]).toEqual(['{"a":1}', true, ['999999']])
})

test('follows members for the account alone, until it leaves the team', async () => {
  const person = await createPerson(server(), url())
  const [ann, eve] = await openPages()
  const [bob, other] = [await openPage(server(), url(), { person }), await openPage(server(), url(), { person })]
  const teamId = await createTeam(ann, { accounts: [bob.accid] })
  const follow = (accountIds: string[]) =>
    waitForDone((done) => bob.nim.addTeamMembersFollow({ teamId, accountIds, done }))
  const listFollowed = async ({ nim }: Page) =>
    (await waitForDone<NimTeamMember[]>((done) => nim.getMyTeamMembers({ teamIds: [teamId], done })))[0]
      ?.followAccountIds
  await follow([ann.accid])
  await follow([ann.accid, bob.accid])
  for (const page of [bob, other]) expect(await listFollowed(page)).toEqual([ann.accid, bob.accid])
  const heldBy = ({ nim }: Page) => nim.client.store.teams.get(`team-${teamId}`)?.own.followAccountIds
  await until(() => heldBy(other)?.length === 2, 'the other device')
  expect(await listFollowed(ann)).toEqual([])
  expect((await findMember(ann, teamId, bob.accid))?.followAccountIds).toEqual([])
  await expect(follow([eve.accid])).rejects.toMatchObject({ code: 404, message: '只能关注群成员' })
  await expect(follow([])).rejects.toMatchObject({ code: 414 })
  await waitForDone((done) => bob.nim.removeTeamMembersFollow({ teamId, accountIds: [bob.accid, eve.accid], done }))
  expect(await listFollowed(bob)).toEqual([ann.accid])
  await waitForDone((done) => bob.nim.leaveTeam({ teamId, done }))
  await expect(follow([ann.accid])).rejects.toMatchObject({ code: 804 })
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [bob.accid], done }))
  expect(await listFollowed(bob)).toEqual([])
})

test('lets the owner appoint managers and transfer the team', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid, eve.accid] })
  const accounts = [bob.accid]
  await expect(waitForDone((done) => bob.nim.addTeamManagers({ teamId, accounts, done }))).rejects.toMatchObject({
    code: 802,
  })
  await waitForDone((done) => ann.nim.addTeamManagers({ teamId, accounts, done }))
  await until(() => eve.count('onUpdateTeamManagers') === 1, 'the manager')
  expect(eve.last('onUpdateTeamManagers')).toMatchObject({ team: { teamId }, accounts, isManager: true })
  expect(await findMember(eve, teamId, bob.accid)).toMatchObject({ type: 'manager', account: bob.accid })
  // a manager removes members, but not the owner
  await waitForDone((done) => bob.nim.removeTeamMembers({ teamId, accounts: [eve.accid], done }))
  await expect(
    waitForDone((done) => bob.nim.removeTeamMembers({ teamId, accounts: [ann.accid], done })),
  ).rejects.toMatchObject({ code: 802 })
  await waitForDone((done) => ann.nim.removeTeamManagers({ teamId, accounts, done }))
  expect(await findMember(ann, teamId, bob.accid)).toMatchObject({ type: 'normal' })

  await waitForDone((done) => ann.nim.transferTeam({ teamId, account: bob.accid, leave: true, done }))
  await until(() => bob.count('onTransferTeam') === 1, 'the transfer')
  expect(bob.last('onTransferTeam')).toMatchObject({ team: { owner: bob.accid }, from: ann.accid, to: bob.accid })
  await until(() => ann.count('onRemoveTeamMembers') > 0, 'the end of the membership')
  expect(await findMember(bob, teamId, bob.accid)).toMatchObject({ type: 'owner' })
  await waitForDone((done) => bob.nim.dismissTeam({ teamId, done }))
})

test('accepts one of two transfers at the same moment', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid, eve.accid] })
  const transferTeam = (account: string) =>
    waitForDone((done) => ann.nim.transferTeam({ teamId, account, leave: false, done }))
  const results = await Promise.allSettled([transferTeam(bob.accid), transferTeam(eve.accid)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const owner = results[0].status === 'fulfilled' ? bob.accid : eve.accid
  const { members } = await waitForDone<{ members: NimTeamMember[] }>((done) =>
    ann.nim.getTeamMembers({ teamId, done }),
  )
  expect(members.filter(({ type }) => type === 'owner').map(({ account }) => account)).toEqual([owner])
})

test('mutes a member or everyone, but never the owner', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid] })
  const muteMember = (page: Page, account: string, isMuted: boolean) =>
    waitForDone((done) => page.nim.updateMuteStateInTeam({ teamId, account, mute: isMuted, done }))
  await expect(muteMember(bob, ann.accid, true)).rejects.toMatchObject({ code: 802 })
  await muteMember(ann, bob.accid, true)
  await until(() => bob.count('onUpdateTeamMembersMute') === 1, 'the mute')
  expect(bob.last('onUpdateTeamMembersMute')).toMatchObject({ accounts: [bob.accid], mute: true })
  await expect(sendTeamText(bob, teamId, '能说吗')).rejects.toMatchObject({ code: 2002 })
  const { members } = await waitForDone<{ members: NimTeamMember[] }>((done) =>
    bob.nim.getMutedTeamMembers({ teamId, done }),
  )
  expect(members.map(({ account, mute: isMuted }) => [account, isMuted])).toEqual([[bob.accid, true]])
  await muteMember(ann, bob.accid, false)
  await sendTeamText(bob, teamId, '能说了')
  await waitForDone((done) => ann.nim.muteTeamAll({ teamId, mute: true, done }))
  await until(() => (bob.last('onUpdateTeam') as NimTeam | undefined)?.mute === true, 'the mute of all')
  await expect(sendTeamText(bob, teamId, '又不能了')).rejects.toMatchObject({ code: 2002 })
  await sendTeamText(ann, teamId, '群主仍然可以')
})

test('gives a member a name and settings of their own', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid] })
  const info = await waitForDone((done) =>
    bob.nim.updateInfoInTeam({ teamId, nickInTeam: '小波', muteTeam: true, done }),
  )
  expect(info).toMatchObject({ teamId, account: bob.accid, nickInTeam: '小波', muteTeam: true, muteNotiType: 1 })
  await until(() => ann.count('onupdateteammember') === 1, 'the name')
  expect(ann.last('onupdateteammember')).toMatchObject({ account: bob.accid, nickInTeam: '小波', muteTeam: false })
  await waitForDone((done) => ann.nim.updateNickInTeam({ teamId, account: bob.accid, nickInTeam: '波波', done }))
  await until(() => bob.count('onupdateteammember') === 2, 'the other name')
  await expect(
    waitForDone((done) => bob.nim.updateNickInTeam({ teamId, account: ann.accid, nickInTeam: '你', done })),
  ).rejects.toMatchObject({ code: 802 })
  const [own] = await waitForDone<NimTeamMember[]>((done) => bob.nim.getMyTeamMembers({ teamIds: [teamId], done }))
  expect(own).toMatchObject({ nickInTeam: '波波', muteNotiType: 1 })
  expect(await waitForDone((done) => bob.nim.notifyForNewTeamMsg({ teamIds: [teamId], done }))).toEqual({ [teamId]: 1 })
  expect(
    await waitForDone((done) => bob.nim.getTeamMemberInvitorAccid({ teamId, accounts: [bob.accid], done })),
  ).toEqual({ [bob.accid]: ann.accid })
  await expect(waitForDone((done) => bob.nim.updateInfoInTeam({ teamId, done }))).rejects.toMatchObject({ code: 414 })
})

test('accepts an invitation once, and admits to its own team only', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { beInviteMode: 'needVerify', accounts: [bob.accid, eve.accid], ps: '来吧' })
  const other = await createTeam(ann)
  const invite = await sysMsgOf(bob, 'teamInvite')
  expect(invite).toMatchObject({ from: ann.accid, to: teamId, ps: '来吧', category: 'team', state: 'init' })
  expect(invite.attach?.team).toMatchObject({ teamId, name: '同伴小组' })
  expect(bob.last('onupdatesysmsgunread')).toMatchObject({ team: 1, teamInvite: 1, total: 1 })
  const acceptInvite = (id: string, team = teamId) =>
    waitForDone((done) => bob.nim.acceptTeamInvite({ teamId: team, idServer: id, from: ann.accid, done }))
  await expect(acceptInvite(invite.idServer, other)).rejects.toMatchObject({ code: 404 })
  const results = await Promise.allSettled([acceptInvite(invite.idServer), acceptInvite(invite.idServer)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await until(() => ann.count('onAddTeamMembers') === 1, 'the new member')
  expect(ann.last('onAddTeamMembers')).toMatchObject({ team: { teamId, memberNum: 2 }, accounts: [bob.accid] })
  expect(bob.last('onupdatesysmsg')).toMatchObject({ idServer: invite.idServer, state: 'passed' })

  const refused = await sysMsgOf(eve, 'teamInvite')
  const answer = { teamId, idServer: refused.idServer, from: ann.accid, ps: '没时间' }
  await waitForDone((done) => eve.nim.rejectTeamInvite({ ...answer, done }))
  expect(await sysMsgOf(ann, 'rejectTeamInvite')).toMatchObject({ from: eve.accid, to: teamId, ps: '没时间' })
  await expect(waitForDone((done) => eve.nim.acceptTeamInvite({ ...answer, done }))).rejects.toMatchObject({
    code: 404,
  })
})

test('joins, waits for the managers or refuses an application, depending on the team', async () => {
  const [ann, bob, eve] = await openPages()
  const [open, asking, closed] = [
    await createTeam(ann, { joinMode: 'noVerify' }),
    await createTeam(ann, { joinMode: 'needVerify' }),
    await createTeam(ann, { joinMode: 'rejectAll' }),
  ]
  const applyToTeam = ({ nim }: Page, teamId: string) =>
    waitForDone<NimTeam>((done) => nim.applyTeam({ teamId, ps: '想参加', done }))
  expect(await applyToTeam(bob, open)).toMatchObject({ teamId: open, memberNum: 2, validToCurrentUser: true })
  await expect(applyToTeam(bob, open)).rejects.toMatchObject({ code: 809 })
  await expect(applyToTeam(bob, closed)).rejects.toMatchObject({ code: 802 })
  await expect(applyToTeam(bob, '999999')).rejects.toMatchObject({ code: 816 })

  expect(await applyToTeam(bob, asking)).toMatchObject({ teamId: asking, validToCurrentUser: false })
  const application = await sysMsgOf(ann, 'applyTeam')
  expect(application).toMatchObject({ from: bob.accid, to: asking, ps: '想参加', category: 'team' })
  const answer = { teamId: asking, idServer: application.idServer, from: bob.accid }
  await expect(waitForDone((done) => eve.nim.passTeamApply({ ...answer, done }))).rejects.toMatchObject({ code: 804 })
  await waitForDone((done) => ann.nim.passTeamApply({ ...answer, done }))
  await until(() => bob.nim.client.store.teams.has(`team-${asking}`), 'the team')
  await sendTeamText(bob, asking, '谢谢')

  await applyToTeam(eve, asking)
  await until(() => (ann.last('onsysmsg') as NimSysMsg).from === eve.accid, 'the second application')
  const second = { teamId: asking, idServer: (ann.last('onsysmsg') as NimSysMsg).idServer, from: eve.accid }
  await waitForDone((done) => ann.nim.rejectTeamApply({ ...second, ps: '人满了', done }))
  expect(await sysMsgOf(eve, 'rejectTeamApply')).toMatchObject({ from: ann.accid, to: asking, ps: '人满了' })
})

test('lists what this device holds of teams and members', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid] })
  const listStoredTeams = (options: object) =>
    waitForDone<NimTeam[]>((done) => ann.nim.getTeamsFromDB({ ...options, done }))
  expect((await listStoredTeams({})).map((team) => team.teamId)).toEqual([teamId])
  expect(await listStoredTeams({ teamIds: ['1'] })).toEqual([])
  expect(await waitForDone<NimTeam[]>((done) => ann.nim.getLocalTeams({ teamIds: [teamId], done }))).toHaveLength(1)
  const readMembers = (accounts: string[]) =>
    waitForDone<{ members: NimTeamMember[] }>((done) => ann.nim.getLocalTeamMembers({ teamId, accounts, done }))
  expect((await readMembers([bob.accid])).members).toEqual([])
  await waitForDone((done) => ann.nim.getTeamMembers({ teamId, done }))
  expect((await readMembers([bob.accid])).members).toMatchObject([{ account: bob.accid }])
  const stored = await waitForDone<{ members: NimTeamMember[] }>((done) =>
    ann.nim.getTeamMembersFromDB({ teamIds: [teamId], accountIds: [ann.accid], done }),
  )
  expect(stored.members).toMatchObject([{ account: ann.accid, type: 'owner' }])
  const deleteLocalTeam = () => waitForDone((done) => bob.nim.deleteLocalTeam({ teamId, done }))
  await until(() => bob.nim.client.store.teams.size === 1, 'the team')
  await expect(deleteLocalTeam()).rejects.toMatchObject({ message: 'still in team' })
  await waitForDone((done) => bob.nim.leaveTeam({ teamId, done }))
  await deleteLocalTeam()
})
