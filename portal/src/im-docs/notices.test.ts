// Compares the documented fields of notifications with those that pages receive from a real server.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { closePages, openPage, waitForDone, type Page } from '../../../im-sdk/test/page.ts'
import { until } from '../../../im-sdk/test/people.ts'
import type { NimMessage } from '@xinqiao/im-sdk/nim/present/messages.ts'
import type { NimSysMsg } from '@xinqiao/im-sdk/nim/present/notices.ts'
import type { NimTeamNotice } from '@xinqiao/im-sdk/nim/present/team-notices.ts'
import type { NimTeam } from '@xinqiao/im-sdk/nim/present/teams.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { noticeMemberFields, systemMessages, teamNotices } from './notice-texts.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const listData = <T>({ calls }: Page, name: string): T[] =>
  calls.filter((call) => call.name === name).map(({ data }) => data as T)
const waitForSysMsg = async (page: Page, type: string): Promise<NimSysMsg> => {
  const find = () => listData<NimSysMsg>(page, 'onsysmsg').findLast((sysMsg) => sysMsg.type === type)
  await until(() => find() !== undefined, type)
  return find()!
}
const sort = (names: readonly string[]) => names.toSorted()

/** Lets three members cause each notification of a team; the owner receives all but the dismissal of another team. */
async function causeTeamNotices(ann: Page, bob: Page, eve: Page): Promise<void> {
  const advanced = { type: 'advanced', name: '值班' } as const
  const create = (options: object) =>
    waitForDone<{ team: NimTeam }>((done) => ann.nim.createTeam({ ...advanced, ...options, done }))
  const run = (page: Page, method: string, options: object) =>
    waitForDone((done) => (page.nim as never as Record<string, (input: object) => void>)[method]!({ ...options, done }))
  const open = (await create({ beInviteMode: 'noVerify', accounts: [bob.accid] })).team.teamId
  await run(ann, 'addTeamManagers', { teamId: open, accounts: [bob.accid] })
  await run(ann, 'removeTeamManagers', { teamId: open, accounts: [bob.accid] })
  await run(ann, 'updateMuteStateInTeam', { teamId: open, account: bob.accid, mute: true })
  await run(ann, 'muteTeamAll', { teamId: open, mute: true })
  await run(ann, 'removeTeamMembers', { teamId: open, accounts: [bob.accid] })
  await run(ann, 'dismissTeam', { teamId: open })
  const closed = (await create({ accounts: [bob.accid, eve.accid] })).team.teamId
  const invitation = await waitForSysMsg(bob, 'teamInvite')
  await run(bob, 'acceptTeamInvite', { teamId: closed, from: ann.accid, idServer: invitation.idServer })
  const { idServer } = await waitForSysMsg(eve, 'teamInvite')
  await run(eve, 'rejectTeamInvite', { teamId: closed, from: ann.accid, idServer })
  await run(eve, 'applyTeam', { teamId: closed, ps: '请同意' })
  const first = await waitForSysMsg(ann, 'applyTeam')
  await run(ann, 'rejectTeamApply', { teamId: closed, from: eve.accid, idServer: first.idServer })
  await run(eve, 'applyTeam', { teamId: closed, ps: '请再看看' })
  await until(() => (ann.last('onsysmsg') as NimSysMsg).ps === '请再看看', 'the second application')
  const second = ann.last('onsysmsg') as NimSysMsg
  await run(ann, 'passTeamApply', { teamId: closed, from: eve.accid, idServer: second.idServer })
  await run(eve, 'leaveTeam', { teamId: closed })
  await run(ann, 'transferTeam', { teamId: closed, account: bob.accid, leave: false })
}

test('documents the fields of each notification and system message of teams', async () => {
  const pages = [await openPage(server(), url), await openPage(server(), url), await openPage(server(), url)] as const
  const [ann, bob, eve] = pages
  await causeTeamNotices(...pages)
  await until(() => listData<NimMessage>(ann, 'onmsg').length >= 11, 'the notifications')
  const notices = listData<NimMessage>(ann, 'onmsg').map(({ attach }) => attach as NimTeamNotice)
  expect(new Set(notices.map(({ type }) => type))).toEqual(new Set(Object.keys(teamNotices)))
  for (const { type, users, members, ...others } of notices) {
    const { fields, team, members: memberFields } = teamNotices[type as keyof typeof teamNotices]
    expect([type, ...sort(Object.keys(others))]).toEqual([type, ...sort(fields)])
    const named = team.filter((name) => /^\w+$/.test(name))
    expect(Object.keys(others.team ?? {}), type).toEqual(expect.arrayContaining(named))
    if (type !== 'updateTeam') expect(sort(Object.keys(others.team ?? {}))).toEqual(sort(named))
    expect(users.length, type).toBeGreaterThan(0)
    expect(members.length > 0, type).toBe(memberFields !== undefined)
    for (const member of members)
      expect([type, ...sort(Object.keys(member))]).toEqual([
        type,
        ...sort([...noticeMemberFields, ...(memberFields ?? [])]),
      ])
  }
  await waitForSysMsg(ann, 'rejectTeamInvite')
  await waitForSysMsg(eve, 'rejectTeamApply')
  expectDocumentedSysMsgs([ann, bob, eve])
  expect((ann.last('onupdatesysmsg') as NimSysMsg).state).toBe('passed')
})

const commonFields = ['type', 'idServer', 'scene', 'from', 'to', 'time', 'ps', 'category', 'read', 'state']

/** @returns the types that the pages have received */
function expectDocumentedSysMsgs(pages: readonly Page[]): Set<string> {
  const received = pages.flatMap((page) => [
    ...listData<NimSysMsg>(page, 'onsysmsg'),
    ...listData<NimSysMsg>(page, 'oncustomsysmsg'),
  ])
  for (const sysMsg of received) {
    const { category, fields, states } = systemMessages[sysMsg.type as keyof typeof systemMessages]
    expect([sysMsg.type, sysMsg.category]).toEqual([sysMsg.type, category])
    expect([sysMsg.type, ...sort(Object.keys(sysMsg))]).toEqual([sysMsg.type, ...sort([...commonFields, ...fields])])
    expect(states).toContain(sysMsg.state)
  }
  return new Set(received.map(({ type }) => type))
}

test('documents the fields of the other system messages', async () => {
  const [ann, bob, eve] = [await openPage(server(), url), await openPage(server(), url), await openPage(server(), url)]
  const ask = (page: Page, method: string, options: object) =>
    waitForDone((done) => (page.nim as never as Record<string, (input: object) => void>)[method]!({ ...options, done }))
  await ask(ann, 'applyFriend', { account: bob.accid, ps: '我是安' })
  const { idServer } = await waitForSysMsg(bob, 'applyFriend')
  await ask(bob, 'passFriendApply', { account: ann.accid, idServer })
  await ask(ann, 'addFriend', { account: eve.accid })
  await ask(ann, 'deleteFriend', { account: bob.accid })
  await ask(bob, 'applyFriend', { account: ann.accid })
  const again = await waitForSysMsg(ann, 'applyFriend')
  await ask(ann, 'rejectFriendApply', { account: bob.accid, idServer: again.idServer, ps: '不认识' })
  await ask(ann, 'sendCustomSysMsg', { scene: 'p2p', to: bob.accid, content: '{"typing":true}' })
  const sent = await waitForDone<NimMessage>((done) =>
    ann.nim.sendText({ scene: 'p2p', to: bob.accid, text: '早', done: (error, msg) => done(error, msg) }),
  )
  await ask(ann, 'recallMsg', { msg: sent })
  await waitForSysMsg(bob, 'deleteMsg')
  await until(() => bob.count('oncustomsysmsg') === 1, 'the custom system message')
  await waitForSysMsg(eve, 'addFriend')
  const friendTypes = Object.keys(systemMessages).filter((type) => !type.includes('Team') && !type.startsWith('team'))
  expect(expectDocumentedSysMsgs([ann, bob, eve])).toEqual(new Set(friendTypes))
})
