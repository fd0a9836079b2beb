// SQL of links to teams.
import { rightModes, teamTypes } from '@xinqiao/contract/im/team/team-model.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'

type LinkRow = Pick<Rows['im_team_link'], 'code' | 'expires_at'>

/** True while the creator of link `l` may invite to the team `t`. */
const isCreatorEntitled = (db: Db) => db`exists (
  select from im_team_member c where c.team_id = l.team_id and c.im_account_id = l.created_by and c.is_valid
    and (c.role <> 0 or t.type = ${teamTypes.normal} or t.invite_mode = ${rightModes.all}))`

/** True for an account that may not use the chat. */
export async function isBlocked(db: Db, imId: number): Promise<boolean> {
  const rows = await db`select 1 from im_account where id = ${imId} and is_blocked`
  return rows.length > 0
}

type NewLink = { teamId: number; code: string; creatorId: number; days: number }

/**
 * Keeps a link that is in force, and replaces another. The caller holds the lock of the team.
 * @returns the link of the team
 */
export async function upsertLink(tx: Tx, { teamId, code, creatorId, days }: NewLink): Promise<LinkRow> {
  await tx`
    delete from im_team_link l using im_team t
    where l.team_id = ${teamId} and t.id = l.team_id and (l.expires_at <= now() or not ${isCreatorEntitled(tx)})`
  await tx`
    insert into im_team_link (team_id, code, created_by, expires_at)
    values (${teamId}, ${code}, ${creatorId}, now() + make_interval(days => ${days}))
    on conflict (team_id) do nothing`
  return onlyRow(tx<LinkRow[]>`select code, expires_at from im_team_link where team_id = ${teamId}`)
}

/** The link of the team that is in force. */
export const selectCurrentLink = (db: Db, teamId: number) =>
  firstRow(db<LinkRow[]>`
    select l.code, l.expires_at from im_team_link l join im_team t on t.id = l.team_id and t.is_valid
    where l.team_id = ${teamId} and l.expires_at > now() and ${isCreatorEntitled(db)}`)

export async function deleteLink(tx: Tx, teamId: number): Promise<void> {
  await tx`delete from im_team_link where team_id = ${teamId}`
}

/** The team of a link that is in force. */
export const selectLinkedTeam = (db: Db, code: string) =>
  firstRow(db<{ id: number; creatorId: number }[]>`
    select t.id, l.created_by as "creatorId" from im_team_link l join im_team t on t.id = l.team_id and t.is_valid
    where l.code = ${code} and l.expires_at > now() and ${isCreatorEntitled(db)}`)

/** True for an account that was removed from the team, or left it muted, and has not returned. */
export async function hasBeenRemoved(db: Db, teamId: number, imId: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_team_member
    where team_id = ${teamId} and im_account_id = ${imId} and not is_valid
      and (removed_time >= join_time or is_muted)`
  return rows.length > 0
}
