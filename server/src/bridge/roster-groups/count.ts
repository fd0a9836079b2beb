// Figures of a roster group for the console: numbers only, because each person decides.
import type { RosterStatus } from '@xinqiao/contract/http/roster-groups.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import type { Db } from '../../kit/db/db.ts'
import * as store from './store.ts'

export async function readRosterStatus(
  db: Db,
  source: store.RosterSource,
  group: store.RosterGroupRow | null,
): Promise<RosterStatus> {
  const people = await store.countPeople(db, source)
  if (!group) return { group: null, ...people, waiting: 0, absent: 0, isFull: false }
  const { members, scene } = await store.selectTeamSize(db, group.team_id)
  const waiting = await store.countMissingMembers(db, group)
  const unlisted = await store.countUnlistedMembers(db, group)
  // the association is a member, too
  const isFull = members + 1 >= teamLimits.members[scene]
  const absent = Math.max(0, people.listed - (members - unlisted) - waiting)
  return { group: { id: group.id, state: group.state, members }, ...people, waiting, absent, isFull }
}
