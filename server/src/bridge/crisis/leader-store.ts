// SQL of the members of groups whose messages sound like danger.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'
import { selectShownName } from '../nickname-store.ts'

type GroupOfMemberRow = Pick<Rows['peer_group'], 'title'> & {
  alias: string
  /** Accounts of the current leaders without the member. */
  leader_ids: number[]
}

/** The peer group of this team, with the alias of a current member. */
export const selectGroupOfMember = (db: Db, teamId: number, imId: number) =>
  firstRow(db<GroupOfMemberRow[]>`
    select g.title, m.nick as alias, array(
      select a.account_id from im_team_member l join im_account a on a.id = l.im_account_id
      where l.team_id = t.id and l.is_valid and l.role <> 0 and l.im_account_id <> ${imId}
        and a.account_id is not null) as leader_ids
    from peer_group g join im_team t on t.id = g.team_id and t.is_valid
    join im_team_member m on m.team_id = t.id and m.im_account_id = ${imId} and m.is_valid
    where g.team_id = ${teamId}`)

/** Name of the account in a team. `hasLeft`: the account has left the team, or the team was dissolved. */
export const selectWriterInTeam = (db: Db, teamId: number, imId: number) =>
  firstRow(db<{ name: string; hasLeft: boolean }[]>`
    select ${selectShownName(db)} as name, not (m.is_valid and t.is_valid) as "hasLeft"
    from im_team_member m join im_team t on t.id = m.team_id join im_account i on i.id = m.im_account_id
    where m.team_id = ${teamId} and m.im_account_id = ${imId}`)
