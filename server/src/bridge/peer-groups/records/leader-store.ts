// SQL of leaders of groups who may no longer lead.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { canLead, currentCoLeader, hasUnableLeader } from './leader-conditions.ts'
import type { PeerGroupRow } from './group-store.ts'

/** Groups whose leader or co-leader may no longer lead. */
export const selectGroupsWithoutLeader = (db: Db) =>
  db<Pick<PeerGroupRow, 'id' | 'title' | 'kind' | 'leader_id' | 'co_leader_id'>[]>`
    select g.id, g.title, g.kind, g.leader_id, g.co_leader_id from peer_group g
    where g.state in ('proposed', 'draft', 'open', 'closed') and ${hasUnableLeader(db)} order by g.id limit 100`

/** Running counsellor-led groups whose co-leader has left. */
export const selectGroupsLeftByCoLeader = (db: Db) =>
  db<Pick<PeerGroupRow, 'id'>[]>`
    select g.id from peer_group g
    where g.kind = 'led' and g.state in ('open', 'closed') and g.co_leader_id is not null
      and g.co_leader_agreed_at is not null and ${currentCoLeader(db)} is null order by g.id limit 100`

/** Ends the role of a co-leader who has left. The caller holds the lock of the group. */
export const updateCoLeaderEnded = (tx: Tx, groupId: number) =>
  firstRow(tx<{ id: number }[]>`
    update peer_group g set co_leader_id = null, co_leader_agreed_at = null
    from peer_group before
    where g.id = ${groupId} and before.id = g.id and g.co_leader_agreed_at is not null and ${currentCoLeader(tx)} is null
    returning before.co_leader_id as id`)

/** The given accounts that may lead a group of this kind. */
export async function selectAbleLeaders(
  db: Db,
  kind: PeerGroupRow['kind'],
  accountIds: readonly number[],
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select a.id from account a
    where a.id = any(${accountIds as number[]}::bigint[]) and ${canLead(db, db`${kind}::text`)}`
  return rows.map(({ id }) => id)
}

/** Groups that accept applications after their last day. */
export async function selectPastGroups(db: Db, today: string): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select id from peer_group where state = 'open' and ends_on < ${today} order by id limit 100`
  return rows.map(({ id }) => id)
}

/** Accounts of the people who manage groups in the console. */
export async function selectSecretariat(db: Db): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select id from account where enabled and role_id in (${roles.administrator}, ${roles.service}) order by id`
  return rows.map(({ id }) => id)
}
