// Tests of query plans: the lists of teams do not read all members of all teams.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { createCrowdedTeams } from '../../../db/fixtures/crowded-teams.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { selectChangedTeams, selectRecentLeavers, selectTeamIds } from '../conversations/teams/team-state-store.ts'
import { selectMembers } from '../conversations/teams/team-store.ts'
import * as store from './records/store.ts'

const server = useTestServer()
const [people, teams] = [500, 40]

test('finds the rows of the lists of teams and members by an index', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, people)).map(({ id }) => id)
  const teamId = await createCrowdedTeams(sql, imIds, teams)
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const me = imIds[7]!
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const explained = await explainQueries(url, async (db) => {
    await store.selectMembers(db, teamId, { after: { joinTime: imIds[100]!, imId: imIds[100]! }, limit: 50 })
    await store.selectMembersById(db, teamId, [me])
    await store.selectManagerIds(db, teamId)
    await store.selectMutedMembers(db, teamId)
    await store.selectMembersByJoinTime(db, teamId, {
      joinTime: imIds[100]!,
      limit: 50,
      reverse: true,
      isMutedOnly: false,
    })
    await store.selectOwnMembers(db, me, [teamId], 'team')
    await selectMembers(db, [{ teamId, imId: me }])
    await store.selectTeamsOf(db, me, 'team')
    await selectTeamIds(db, me)
    await selectRecentLeavers(db, 10)
    await selectChangedTeams(db, me, [{ teamId, version: 0, ownVersion: 1 }])
  })
  expect(explained).toHaveLength(11)
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && table === 'im_team_member') ? [query] : [],
  )
  expect(scans).toEqual([])
})
