// SQL of the members of peer groups whose messages sound like danger.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

type GroupOfMemberRow = Pick<Rows['peer_group'], 'title' | 'leader_id' | 'co_leader_id'> & {
  alias: string
  account_id: number | null
}

/** The peer group of this team, with the alias of a current member. */
export const selectGroupOfMember = (db: Db, teamId: number, imId: number) =>
  firstRow(db<GroupOfMemberRow[]>`
    select g.title, g.leader_id, g.co_leader_id, m.nick as alias, a.account_id
    from peer_group g join im_team t on t.id = g.team_id and t.is_valid
    join im_team_member m on m.team_id = t.id and m.im_account_id = ${imId} and m.is_valid
    join im_account a on a.id = m.im_account_id
    where g.team_id = ${teamId}`)
