// Tests of query plans: receipts and changes of a team read neither all messages nor all members of all teams.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../../db/fixtures/chat-people.ts'
import { addTeamMessages, createCrowdedTeams } from '../../../../db/fixtures/crowded-teams.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { hasLaterMembers, selectTeamChanges } from '../../conversations/teams/team-change-store.ts'
import { selectTeamStates } from '../../conversations/teams/team-state-store.ts'
import { selectListedSessions } from '../records/listed-session-store.ts'
import { countReplies, selectLastMessages, selectMessages, selectTeamMessagesSince } from '../records/store.ts'
import { selectTeamConversations } from './conversation-store.ts'
import * as receipts from './receipt-store.ts'

const server = useTestServer()
const [people, teams, messages] = [150, 60, 200]

test('finds members and messages of a team by an index', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, people)).map(({ id }) => id)
  const teamId = await createCrowdedTeams(sql, imIds, teams)
  const [me] = imIds as [number]
  await addTeamMessages(sql, me, messages)
  await sql`update im_message m set thread_id = f.id from im_message f
    where f.conversation_id = m.conversation_id and f.seq = m.seq / 10 * 10 and m.seq > f.seq`
  await sql`analyze im_message`
  const [first] = await sql<{ id: number; conversation_id: number }[]>`
    select m.id, m.conversation_id from im_message m join im_team t using (conversation_id)
    where t.id = ${teamId} and m.seq = 10`
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const place = { seq: 5, time: 5, sender_id: me }
  const explained = await explainQueries(url, async (db) => {
    await receipts.selectMessagesInPeriod(db, teamId, { after: 100, upTo: 200 }, 100)
    await receipts.countReaders(db, teamId, [place, { ...place, seq: 6, time: 6 }])
    await receipts.selectReaders(db, teamId, place)
    await selectTeamConversations(db, me)
    await selectTeamChanges(db, me, [{ teamId, version: 100, ownVersion: 0 }], 50)
    await selectTeamStates(db, teamId, [me])
    await selectTeamMessagesSince(db, me, [{ position: 1, teamId, time: 100 }], 50, 50)
    const conversation = { imId: me, conversationId: first!.conversation_id, scene: 'team' } as const
    const page = { beginTime: 0, endTime: 0, limit: 100, reverse: false }
    await selectMessages(db, conversation, { ...page, threadId: first!.id })
    await countReplies(db, conversation, first!.id)
    await selectListedSessions(db, me, { beginTime: 0, endTime: 0 }, 50)
    await selectLastMessages(db, me, [first!.conversation_id], 'team')
    await hasLaterMembers(db, teamId, messages)
  })
  expect(explained).toHaveLength(12)
  const threads = explained.filter(({ query }) => query.includes('thread_id'))
  const hasThreadIndex = threads.map(({ steps }) => steps.some(({ index }) => index === 'im_message_by_thread'))
  expect(hasThreadIndex).toEqual([true, true])
  const joins = explained.filter(({ query }) => query.includes('join_seq >='))
  expect(joins.map(({ steps }) => steps.map(({ index }) => index))).toEqual([
    expect.arrayContaining(['im_team_member_by_join_seq']),
  ])
  const large = ['im_message', 'im_team_member', 'im_team_change']
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && large.includes(table)) ? [query] : [],
  )
  expect(scans).toEqual([])
})
