// SQL of links to teams.
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../kit/db/results.ts'

type LinkRow = Pick<Rows['im_team_link'], 'code' | 'expires_at'>

type NewLink = { teamId: number; code: string; creatorId: number; days: number }

/**
 * Keeps a link that has not ended, and replaces one that has. The caller holds the lock of the team.
 * @returns the link of the team
 */
export async function upsertLink(tx: Tx, { teamId, code, creatorId, days }: NewLink): Promise<LinkRow> {
  await tx`
    insert into im_team_link (team_id, code, created_by, expires_at)
    values (${teamId}, ${code}, ${creatorId}, now() + make_interval(days => ${days}))
    on conflict (team_id) do update
    set code = excluded.code, created_by = excluded.created_by, expires_at = excluded.expires_at
    where im_team_link.expires_at <= now()`
  return onlyRow(tx<LinkRow[]>`select code, expires_at from im_team_link where team_id = ${teamId}`)
}

export async function deleteLink(tx: Tx, teamId: number): Promise<void> {
  await tx`delete from im_team_link where team_id = ${teamId}`
}

/** The team of a link that has not ended. */
export const selectLinkedTeam = (db: Db, code: string) =>
  firstRow(db<{ id: number; creatorId: number }[]>`
    select t.id, l.created_by as "creatorId" from im_team_link l join im_team t on t.id = l.team_id and t.is_valid
    where l.code = ${code} and l.expires_at > now()`)

/** True for an account that was removed from the team and has not returned. */
export async function hasBeenRemoved(db: Db, teamId: number, imId: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_team_member
    where team_id = ${teamId} and im_account_id = ${imId} and not is_valid and removed_time >= join_time`
  return rows.length > 0
}
