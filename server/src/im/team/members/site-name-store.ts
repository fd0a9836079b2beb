// SQL of the names that a member of a team on the site may not take.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../../../kit/db/db.ts'

/**
 * The names that the team sees of its other members: nicknames in the team, or else names in the chat. Names behind an
 * alias are left out, because a refusal would show that this person is a member.
 */
export async function selectNamesOfOthers(db: Db, teamId: number, imId: number): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select coalesce(nullif(m.nick, ''), case when a.role_id = ${roles.user} then u.alias else u.nick end) as name
    from im_team_member m join im_user u on u.im_account_id = m.im_account_id
    join im_account p on p.id = m.im_account_id join account a on a.id = p.account_id
    where m.team_id = ${teamId} and m.is_valid and m.im_account_id <> ${imId}`
  return rows.map(({ name }) => name)
}

/** The role of the person whose chat account this is; null for an account of an app. */
export async function selectRoleId(db: Db, imId: number): Promise<number | null> {
  const [row] = await db<{ role_id: number | null }[]>`
    select a.role_id from im_account p left join account a on a.id = p.account_id where p.id = ${imId}`
  return row?.role_id ?? null
}

export async function selectCounsellorNames(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from counsellor`
  return rows.map(({ name }) => name)
}
