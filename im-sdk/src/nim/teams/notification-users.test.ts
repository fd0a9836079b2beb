// Tests of habits of older pages with teams: they read the users of notifications by position, merge what a
// notification has, and learn from it that they were removed.
import { expect, test } from 'vitest'
import { createSuperTeam } from '../../../../server/test/steps/super-teams.ts'
import { sendText, setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimSysMsg } from '../present/notices.ts'
import type { NimSession } from '../present/sessions.ts'
import type { NimTeamNotice } from '../present/team-notices.ts'
import type { NimTeam, NimTeamMember, TeamMembers } from '../present/teams.ts'

const { server, openPages } = setUpPages()

const createTeam = async ({ nim }: Page, options: object = {}): Promise<string> => {
  const fields = { type: 'advanced', name: '值班', beInviteMode: 'noVerify', ...options } as const
  return (await waitForDone<{ team: NimTeam }>((done) => nim.createTeam({ ...fields, done }))).team.teamId
}
const listNotices = (page: Page): (NimMessage & { attach: NimTeamNotice })[] =>
  page.calls
    .filter(({ name, data }) => name === 'onmsg' && (data as NimMessage).type === 'notification')
    .map(({ data }) => data as NimMessage & { attach: NimTeamNotice })
/** Waits for the next notification of this type, and reads its users by position. */
const readUsers = async (page: Page, type: string): Promise<string[]> => {
  const find = () => listNotices(page).findLast(({ attach }) => attach.type === type)
  await until(() => find() !== undefined, type)
  return find()!.attach.users.map(({ account }) => account)
}
const sendTeamText = (page: Page, teamId: string, text: string) => sendText(page, teamId, text, { scene: 'team' })
/** Sessions that the page received as deleted. */
const listEnded = (page: Page): string[] =>
  page.calls
    .filter(({ name, data }) => name === 'onupdatesession' && (data as NimSession).isDeleted)
    .map(({ data }) => (data as NimSession).id)

test('orders the users of a notification as pages read them', async () => {
  const [ann, bob, eve] = await openPages()
  const [a, b, e] = [ann.accid, bob.accid, eve.accid]
  const teamId = await createTeam(ann, { accounts: [b] })
  expect(await readUsers(bob, 'addTeamMembers')).toEqual([b, a])
  await waitForDone((done) => ann.nim.addTeamManagers({ teamId, accounts: [b], done }))
  expect(await readUsers(bob, 'addTeamManagers')).toEqual([b, a])
  await waitForDone((done) => ann.nim.removeTeamManagers({ teamId, accounts: [b], done }))
  expect(await readUsers(bob, 'removeTeamManagers')).toEqual([b, a])
  await waitForDone((done) => ann.nim.updateMuteStateInTeam({ teamId, account: b, mute: true, done }))
  expect(await readUsers(bob, 'updateTeamMute')).toEqual([a, b])
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [e], done }))
  await waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [e], done }))
  expect(await readUsers(bob, 'removeTeamMembers')).toEqual([e, a])
  await waitForDone((done) => ann.nim.transferTeam({ teamId, account: b, leave: false, done }))
  expect(await readUsers(bob, 'transferTeam')).toEqual([a, b])

  const asking = await createTeam(ann, { beInviteMode: 'needVerify', joinMode: 'needVerify', accounts: [b] })
  await until(() => bob.count('onsysmsg') > 0, 'the invitation')
  const { idServer } = bob.last('onsysmsg') as NimSysMsg
  await waitForDone((done) => bob.nim.acceptTeamInvite({ teamId: asking, idServer, from: a, done }))
  expect(await readUsers(ann, 'acceptTeamInvite')).toEqual([b, a])
  await waitForDone((done) => eve.nim.applyTeam({ teamId: asking, done }))
  await until(() => (ann.last('onsysmsg') as NimSysMsg | undefined)?.type === 'applyTeam', 'the application')
  const application = ann.last('onsysmsg') as NimSysMsg
  await waitForDone((done) => ann.nim.passTeamApply({ teamId: asking, idServer: application.idServer, from: e, done }))
  expect(await readUsers(bob, 'passTeamApply')).toEqual([a, e])
})

test('orders the users of notifications of super teams alike', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createSuperTeam(server(), ann.accid, { name: '全体', accounts: [bob.accid] })
  expect(await readUsers(bob, 'addSuperTeamMembers')).toEqual([bob.accid, ann.accid])
  await waitForDone((done) => ann.nim.addSuperTeamManagers({ teamId, accounts: [bob.accid], done }))
  expect(await readUsers(bob, 'addSuperTeamManagers')).toEqual([bob.accid, ann.accid])
})

test('ends the mute of a member who becomes the owner', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid, eve.accid] })
  await waitForDone((done) => ann.nim.updateMuteStateInTeam({ teamId, account: bob.accid, mute: true, done }))
  await waitForDone((done) => ann.nim.transferTeam({ teamId, account: bob.accid, leave: false, done }))
  await sendTeamText(bob, teamId, '接手了')
  const { members } = await waitForDone<TeamMembers>((done) => eve.nim.getTeamMembers({ teamId, done }))
  expect(members.map(({ account, type, mute }) => [account, type, mute])).toContainEqual([bob.accid, 'owner', false])
  // an owner who was muted before this rule may write too
  await server().owner`update im_team_member set is_muted = true where team_id = ${teamId} and role = 1`
  await sendTeamText(bob, teamId, '还能发言')
})

test('reports the reason and the end of the session to a removed member and to one who leaves', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid, eve.accid] })
  await until(() => [bob, eve].every((page) => listNotices(page).length === 1), 'the team')
  await waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [bob.accid], done }))
  await waitForDone((done) => eve.nim.leaveTeam({ teamId, done }))
  for (const [page, type, memberNum] of [
    [bob, 'removeTeamMembers', 2],
    [eve, 'leaveTeam', 1],
  ] as const) {
    await until(() => page.last('onupdatesession') !== undefined && listEnded(page).length === 1, 'the end')
    expect(listNotices(page).at(-1)).toMatchObject({ to: teamId, attach: { type, team: { memberNum } } })
    expect(listEnded(page)).toEqual([`team-${teamId}`])
    expect(page.last('onRemoveTeamMembers')).toMatchObject({ accounts: [page.accid], team: { teamId, memberNum } })
    expect(page.last('onupdatesessions')).toMatchObject([{ id: `team-${teamId}`, isDeleted: true, unread: 0 }])
  }
  await sendTeamText(ann, teamId, '只剩我了')
  const history = { scene: 'team', to: teamId } as const
  expect(await waitForDone((done) => bob.nim.getHistoryMsgs({ ...history, done }))).toEqual({ msgs: [] })
  expect(listNotices(eve).map(({ attach }) => attach.type)).toEqual([
    'addTeamMembers',
    'removeTeamMembers',
    'leaveTeam',
  ])
  expect(bob.calls.some(({ data }) => (data as NimMessage | null)?.text === '只剩我了')).toBe(false)
})

test('ends the session of a team from which the account was removed while away', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid] })
  await until(() => listNotices(bob).length === 1, 'the team')
  bob.nim.disconnect()
  await waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [bob.accid], done }))
  bob.nim.connect()
  await until(() => bob.count('onsyncdone') === 2, 'the sync')
  expect(listEnded(bob)).toEqual([`team-${teamId}`])
  expect(listNotices(bob)).toHaveLength(1)
})

test('shows a former owner who leaves with the transfer as no member', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid, eve.accid] })
  await waitForDone((done) => ann.nim.transferTeam({ teamId, account: bob.accid, leave: true, done }))
  await until(() => listEnded(ann).length === 1, 'the end')
  await until(() => listNotices(eve).length === 3, 'both notifications')
  const [, transfer, leaving] = listNotices(eve)
  expect(transfer).toMatchObject({ from: ann.accid, attach: { type: 'transferTeam', account: bob.accid, leave: true } })
  expect(transfer!.attach.members).toMatchObject([{ account: bob.accid, type: 'owner' }])
  expect(leaving).toMatchObject({ from: ann.accid, attach: { type: 'leaveTeam', team: { memberNum: 2 } } })
  expect(eve.last('onRemoveTeamMembers')).toMatchObject({ accounts: [ann.accid] })
  expect(listNotices(ann).map(({ attach }) => attach.type)).toEqual(['addTeamMembers', 'transferTeam', 'leaveTeam'])
})

test('shows the team to a new member, and the passed accounts to the inviter', async () => {
  const [ann, bob] = await openPages()
  const [open, asking] = [await createTeam(ann), await createTeam(ann, { beInviteMode: 'needVerify' })]
  const invite = (teamId: string) =>
    waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [bob.accid], ps: '来', done }))
  expect(await invite(open)).toEqual({ teamId: open, accounts: [bob.accid], ps: '来' })
  expect(await invite(asking)).toEqual({ teamId: asking, accounts: [bob.accid], ps: '来' })
  await until(() => listNotices(bob).length === 1, 'the notification')
  expect(listNotices(bob)[0]!.attach.team).toEqual({
    teamId: open,
    name: '值班',
    type: 'advanced',
    avatar: '',
    owner: ann.accid,
    level: 2_000,
    valid: true,
    joinMode: 'needVerify',
    memberNum: 2,
  })
})

test('keeps the members on this device up to date', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { accounts: [bob.accid] })
  await until(() => bob.nim.client.store.teams.size === 1, 'the team')
  await waitForDone((done) => bob.nim.getTeamMembers({ teamId, done }))
  const listLocal = async () => {
    const { members } = await waitForDone<{ members: NimTeamMember[] }>((done) =>
      bob.nim.getTeamMembersFromDB({ teamIds: [teamId], done }),
    )
    return members.map(({ account, type, mute, nickInTeam }) => [account, type, mute, nickInTeam])
  }
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [eve.accid], done }))
  await waitForDone((done) => ann.nim.updateMuteStateInTeam({ teamId, account: eve.accid, mute: true, done }))
  await waitForDone((done) => ann.nim.updateNickInTeam({ teamId, account: eve.accid, nickInTeam: '小依', done }))
  await until(() => bob.count('onupdateteammember') === 1, 'the name')
  expect(await listLocal()).toEqual([
    [ann.accid, 'owner', false, ''],
    [bob.accid, 'normal', false, ''],
    [eve.accid, 'normal', true, '小依'],
  ])
  await waitForDone((done) => ann.nim.transferTeam({ teamId, account: bob.accid, leave: true, done }))
  await waitForDone((done) => bob.nim.removeTeamMembers({ teamId, accounts: [eve.accid], done }))
  await until(() => bob.count('onRemoveTeamMembers') === 2, 'both removals')
  expect(await listLocal()).toEqual([[bob.accid, 'owner', false, '']])
})

test('lets the owner of a normal team leave, which the first member then owns', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam(ann, { type: 'normal', accounts: [bob.accid] })
  await waitForDone((done) => bob.nim.addTeamMembers({ teamId, accounts: [eve.accid], done }))
  await waitForDone((done) => eve.nim.getTeamMembers({ teamId, done }))
  await waitForDone((done) => ann.nim.leaveTeam({ teamId, done }))
  await until(() => listNotices(eve).at(-1)?.attach.type === 'leaveTeam', 'the notification')
  expect(listNotices(eve).at(-1)).toMatchObject({
    from: ann.accid,
    attach: { team: { memberNum: 2, owner: bob.accid } },
  })
  const team = await waitForDone<NimTeam>((done) => eve.nim.getTeam({ teamId, done }))
  expect(team).toMatchObject({ owner: bob.accid, memberNum: 2 })
  await waitForDone((done) => bob.nim.removeTeamMembers({ teamId, accounts: [eve.accid], done }))
  await waitForDone((done) => bob.nim.leaveTeam({ teamId, done }))
  await expect(waitForDone((done) => bob.nim.getTeam({ teamId, done }))).rejects.toMatchObject({ code: 816 })
})
