// Figures of a roster group for the console: numbers only, because each person decides.
import type { RosterStatus } from '@xinqiao/contract/http/roster-groups.ts'
import type { Db } from '../../kit/db/db.ts'
import * as store from './store.ts'

/** Maximum number of waiting people that the console counts. */
const maxWaiting = 20_000

export async function countAll(
  db: Db,
  source: store.RosterSource,
  group: store.RosterGroupRow | null,
): Promise<RosterStatus> {
  const people = await store.countPeople(db, source)
  if (!group) return { group: null, ...people, waiting: 0, absent: 0 }
  const members = await store.countMembers(db, group.team_id)
  const waiting = (await store.selectMissing(db, group, maxWaiting)).length
  const unlisted = (await store.selectUnlisted(db, group, maxWaiting)).length
  const absent = Math.max(0, people.listed - (members - unlisted) - waiting)
  return { group: { id: group.id, state: group.state, members }, ...people, waiting, absent }
}
