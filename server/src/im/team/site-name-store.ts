// SQL of the names that a member of a team on the site may not take.
import type { Db } from '../../kit/db/db.ts'

/** The names that the team sees of its other members: nicknames in the team, or else names in the chat. */
export async function selectNamesOfOthers(db: Db, teamId: number, imId: number): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select coalesce(nullif(m.nick, ''), u.nick) as name
    from im_team_member m join im_user u on u.im_account_id = m.im_account_id
    where m.team_id = ${teamId} and m.is_valid and m.im_account_id <> ${imId}
      and coalesce(nullif(m.nick, ''), u.nick) <> ''`
  return rows.map(({ name }) => name)
}

export async function selectCounsellorNames(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from counsellor`
  return rows.map(({ name }) => name)
}
