// Tests of sessions of teams, as pages use them: deletion, and the account's notes.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createSuperTeam } from '../../../../server/test/steps/super-teams.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createTeam } from '../../../test/marks.ts'
import { closePages, findSession, openPage, sendText, waitForDone } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import { becomesUnread, lastTextOf, readTexts, sendTeamText } from '../../../test/team-messages.ts'
import type { NimServerSession } from '../sessions/server-sessions.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

/** A page of the owner, and two pages of one member. */
async function openThreePages() {
  const person = await createPerson(server(), url)
  const open = () => openPage(server(), url, { person })
  const [ann, bob, other] = [await openPage(server(), url), await open(), await open()]
  return { ann, bob, other, open, teamId: await createTeam([ann, bob]) }
}

test('deletes the session of a team until its next message', async () => {
  const { ann, bob, other, open, teamId } = await openThreePages()
  await sendTeamText(ann, teamId, '一')
  await becomesUnread(other, teamId, 1)
  await waitForDone((done) => bob.nim.deleteSession({ scene: 'team', to: teamId, done }))
  await until(() => findSession(other, teamId) === undefined, 'the deletion on the other device')
  expect(findSession(bob, teamId)).toBeUndefined()
  expect(findSession(ann, teamId)).toBeDefined()
  expect(findSession(await open(), teamId)).toBeUndefined()
  // the member stays in the team, and keeps the history
  expect(await readTexts(bob, teamId)).toEqual(['一'])
  await sendTeamText(ann, teamId, '二')
  for (const page of [bob, other]) await becomesUnread(page, teamId, 1)
  expect(lastTextOf(bob, teamId)).toBe('二')
  // teams in which the account is not a member are skipped
  await waitForDone((done) =>
    bob.nim.deleteSessions({
      sessions: [
        { scene: 'team', to: '999999' },
        { scene: 'team', to: teamId },
      ],
      done,
    }),
  )
  expect(findSession(bob, teamId)).toBeUndefined()
})

test('stores notes about the session of a team for the account alone', async () => {
  const { ann, bob, other, open, teamId } = await openThreePages()
  const note = (to: string, extra: string) =>
    waitForDone((done) => bob.nim.updateServerSession({ scene: 'team', to, extra, done }))
  await note(teamId, '{"a":1}')
  await until(() => other.count('onSyncUpdateServerSession') === 1, 'the notes')
  expect(other.last('onSyncUpdateServerSession')).toMatchObject({ id: `team-${teamId}`, ext: '{"a":1}' })
  expect([bob, other, ann].map((page) => findSession(page, teamId)?.ext)).toEqual(['{"a":1}', '{"a":1}', undefined])
  expect(findSession(await open(), teamId)?.ext).toBe('{"a":1}')
  await expect(note('999999', 'x')).rejects.toMatchObject({ code: 804 })
})

type ServerPage = { sessionList: NimServerSession[]; hasMore: boolean; minTimestamp: number }

test('lists sessions of teams among the others on the server, latest first', async () => {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
  await waitForDone((done) => ann.nim.addFriend({ account: bob.accid, done }))
  const teamId = await createTeam([ann, bob])
  const superTeamId = await createSuperTeam(server(), ann.accid, { name: '大组', accounts: [bob.accid] })
  await until(() => findSession(bob, superTeamId) !== undefined, 'the super team')
  await sendText(ann, bob.accid, '私聊')
  await sendTeamText(ann, teamId, '群聊')
  const ids = [`team-${teamId}`, `p2p-${ann.accid}`, `superTeam-${superTeamId}`]
  const list = (options: object) => waitForDone<ServerPage>((done) => bob.nim.getServerSessions({ ...options, done }))
  const first = await list({ limit: 2 })
  expect(first).toMatchObject({
    hasMore: true,
    sessionList: [
      { id: ids[0], lastMsg: { text: '群聊', scene: 'team', to: teamId } },
      { id: ids[1], lastMsg: { text: '私聊' } },
    ],
  })
  const second = await list({ limit: 2, maxTimestamp: first.minTimestamp })
  expect(second).toMatchObject({ hasMore: false, sessionList: [{ id: ids[2], lastMsg: { type: 'notification' } }] })
  const without = await list({ needLastMsg: false })
  expect(without.sessionList.map(({ id, lastMsg }) => [id, lastMsg])).toEqual(ids.map((id) => [id, undefined]))
  const target = { scene: 'team', to: teamId } as const
  await waitForDone((done) => bob.nim.updateServerSession({ ...target, extra: '备注', done }))
  const getOne = (to: string) => waitForDone((done) => bob.nim.getServerSession({ scene: 'team', to, done }))
  expect(await getOne(teamId)).toMatchObject({ id: ids[0], ext: '备注', lastMsg: { text: '群聊' } })
  await expect(getOne(superTeamId)).rejects.toMatchObject({ code: 404 })
  // a deleted session returns with the next message; a team that the account has left never
  await waitForDone((done) => bob.nim.deleteSession({ ...target, done }))
  expect((await list({})).sessionList.map(({ id }) => id)).toEqual(ids.slice(1))
  await sendTeamText(ann, teamId, '二')
  expect((await list({ limit: 1 })).sessionList).toMatchObject([{ id: ids[0] }])
  await waitForDone((done) => bob.nim.leaveTeam({ teamId, done }))
  expect((await list({})).sessionList.map(({ id }) => id)).toEqual(ids.slice(1))
})
