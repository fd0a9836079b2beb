// Tests of habits of older pages with teams: they read the users of notifications by position, merge what a
// notification has, and learn from it that they were removed.
import { expect, test } from 'vitest'
import { setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimSysMsg } from '../present/notices.ts'
import type { NimTeamNotice } from '../present/team-notices.ts'
import type { NimTeam } from '../present/teams.ts'

const { openPages } = setUpPages()

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
  const input = { scene: 'superTeam', type: 'advanced', name: '全体', accounts: [bob.accid] } as const
  const { state } = await ann.nim.client.request('team.createTeam', { ...input, beInviteMode: 'noVerify' })
  const { teamId } = state.team
  expect(await readUsers(bob, 'addSuperTeamMembers')).toEqual([bob.accid, ann.accid])
  await waitForDone((done) => ann.nim.addSuperTeamManagers({ teamId, accounts: [bob.accid], done }))
  expect(await readUsers(bob, 'addSuperTeamManagers')).toEqual([bob.accid, ann.accid])
})
