// Tests that nothing that others read about a peer group names the account behind an alias.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { closePages, openPage, sendText, waitForDone, type Page } from '../../../../im-sdk/test/page.ts'
import { comment, listComments, listPins, pin } from '../../../../im-sdk/test/marks.ts'
import { until } from '../../../../im-sdk/test/people.ts'
import { getReadAccounts, getReads, sendReadReceipt, sendWithReceipts } from '../../../../im-sdk/test/team-receipts.ts'
import { getThread, reply } from '../../../../im-sdk/test/threads.ts'
import type { NimMessage } from '../../../../im-sdk/src/nim/present/messages.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, join, publishGroup } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(closePages)

async function openPageOf(caller: Caller): Promise<Page> {
  const { data } = await server().requestAs(caller, 'GET /neteaseUser/getUser')
  return openPage(server(), url, { person: data })
}

/** Reads what a page of the group gets to know: callbacks, lists, history, marks and receipts. */
async function collectOnPage(page: Page, teamId: string, author: string, first: NimMessage, receipted: NimMessage) {
  const { nim } = page
  return {
    calls: page.calls,
    users: await waitForDone((done) => nim.getUsers({ accounts: [author], sync: true, done })),
    members: await waitForDone((done) => nim.getTeamMembers({ teamId, done })),
    history: await waitForDone((done) => nim.getHistoryMsgs({ scene: 'team', to: teamId, limit: 50, done })),
    found: await waitForDone((done) => nim.msgFtsInServer({ keyword: '值夜班', done })),
    thread: await getThread(page, first),
    comments: await listComments(page, [first]),
    pins: await listPins(page, `team-${teamId}`),
    reads: page.accid === receipted.from && [await getReads(page, receipted), await getReadAccounts(page, receipted)],
  }
}

/** Reads what staff see of the group, and what all notices contain. */
async function collectForStaff(id: number) {
  return {
    members: await callAsAdmin('GET /admin/peerGroup/members', { id }),
    applications: await callAsAdmin('GET /admin/peerGroup/applications', { id }),
    reports: await callAsAdmin('GET /admin/peerReports', {}),
    audit: await callAsAdmin('GET /admin/audit', {}),
    notices: await server().kit.sql`select title, from_name, from_avatar from message where kind = 'peerGroup'`,
  }
}

test('names a member by the alias in all that members, the leader and staff read', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await server().kit.sql`update account set nickname = '李云', avatar = '/own.png' where id = ${bob.id}`
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [annPage, bobPage, leaderPage] = [await openPageOf(ann), await openPageOf(bob), await openPageOf(people.leader)]
  const receipted = await sendWithReceipts(annPage, teamId, '今晚来吗')
  await until(() => bobPage.count('onmsg') === 1, 'the question')
  await sendReadReceipt(bobPage, bobPage.last('onmsg') as NimMessage)
  const first = await sendText(bobPage, teamId, '我常值夜班', { scene: 'team' })
  await reply(bobPage, first, '所以睡不好')
  await comment(bobPage, first, 3)
  await pin(bobPage, first, '重要')
  await until(() => annPage.count('onPinMsgChange') === 1 && leaderPage.count('onPinMsgChange') === 1, 'the marks')
  const report = { teamId, idServer: first.idServer!, reason: 'privacy', text: '说到了单位' } as const
  expect((await server().requestAs(ann, 'POST /peerGroup/report', report)).code).toBe(200)
  await waitForDone((done) =>
    leaderPage.nim.updateMuteStateInTeam({ teamId, account: bobPage.accid, mute: true, done }),
  )
  const seen = JSON.stringify([
    await collectOnPage(annPage, teamId, bobPage.accid, first, receipted),
    await collectOnPage(leaderPage, teamId, bobPage.accid, first, receipted),
    await collectForStaff(id),
  ])
  for (const shown of ['小河', '我常值夜班', '所以睡不好', '重要', '说到了单位']) expect(seen).toContain(shown)
  expect(['李云', '/own.png', bob.username, bob.phone].filter((secret) => seen.includes(secret))).toEqual([])
})
