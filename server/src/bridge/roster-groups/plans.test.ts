// Tests of query plans: the lists of counsellor-led groups and of roster groups do not read all members of all teams.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { createCrowdedTeams } from '../../../db/fixtures/crowded-teams.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import * as leaderStore from '../peer-groups/records/leader-store.ts'
import * as ledStore from '../peer-groups/records/led-store.ts'
import * as peerStore from '../peer-groups/records/group-store.ts'
import { selectBarriers } from '../../im/changes/barrier-store.ts'
import { storedNameKey } from './notices.ts'
import * as store from './store.ts'

const server = useTestServer()
const [people, teams] = [500, 40]

test('finds members of groups by an index', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, people)).map(({ id }) => id)
  const teamId = await createCrowdedTeams(sql, imIds, teams)
  await sql`analyze im_team_member`
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const group = { id: 1, team_id: teamId, committee_id: 1, meeting_id: null }
  const page = { limit: 20, offset: 0 }
  const explained = await explainQueries(url, async (db) => {
    await store.isMember(db, teamId, imIds[7]!)
    await store.selectTeamSize(db, teamId)
    await store.countMissingMembers(db, group)
    await store.countUnlistedMembers(db, group)
    await store.selectMissingMembers(db, group, 0, 100)
    await store.selectUninvitedPeople(db, group, 'peerGroup roster 1', 100)
    await store.selectUnlistedMembers(db, group, 100)
    await store.selectRenamedMembers(db, group, 0, 100)
    await store.selectOwnGroups(db, 1)
    await store.selectMaskedParticipants(db, storedNameKey(db))
    await peerStore.selectLedGroups(db, 1)
    await peerStore.selectStaffGroups(db, 'open', page)
    await leaderStore.selectGroupsWithoutLeader(db)
    await selectBarriers(db, [imIds[1]!], ['guide'])
    await ledStore.isInvited(db, 1, 1)
  })
  expect(explained.length).toBeGreaterThanOrEqual(12)
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && table === 'im_team_member') ? [query] : [],
  )
  expect(scans).toEqual([])
})
