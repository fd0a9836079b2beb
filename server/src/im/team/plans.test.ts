// Tests of query plans: the lists of teams do not read all members of all teams.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { selectChangedTeams, selectTeamIds } from '../conversations/team-state-store.ts'
import { selectMembers } from '../conversations/team-store.ts'
import * as store from './store.ts'

const server = useTestServer()
const [people, teams] = [500, 40]

test('finds the rows of the lists of teams and members by an index', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, people)).map(({ id }) => id)
  await sql`
    with conversation as (
      insert into im_conversation (scene, sealed_key) select 'team', 'k'::bytea from generate_series(1, ${teams})
      returning id
    ), team as (
      insert into im_team (conversation_id, app_id, owner_id, scene, type, join_mode, be_invite_mode, invite_mode,
        update_mode, update_custom_mode, create_time, update_time, member_update_time, name)
      select id, im_site_app(), ${imIds[0]!}, 'team', 1, 0, 0, 0, 0, 0, 0, 0, 0, '' from conversation returning id
    )
    insert into im_team_member (team_id, im_account_id, role, ack, ack_readable, ack_own_readable, join_seq,
      cleared_time, join_time, update_time)
    select team.id, m.id, 0, 0, 0, 0, 0, 0, m.id, 0 from team, unnest(${imIds}::bigint[]) m (id)`
  await sql`analyze im_team, im_team_member, im_account, im_conversation`
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const [team] = await sql<{ id: number }[]>`select max(id) as id from im_team`
  const [me, teamId] = [imIds[7]!, team!.id]
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
    await selectChangedTeams(db, me, [{ teamId, version: 0, ownVersion: 1 }])
  })
  expect(explained).toHaveLength(10)
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && table === 'im_team_member') ? [query] : [],
  )
  expect(scans).toEqual([])
})
