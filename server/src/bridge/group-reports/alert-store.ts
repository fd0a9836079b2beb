// SQL of open crisis alerts of the members of a group.
import type { Db } from '../../kit/db/db.ts'

/** Number of present members with an alert that is not closed, without exercises. */
export async function countMembersWithAlerts(db: Db, teamId: number): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(distinct a.writer_id)::int as count from im_team_member m
    join im_account i on i.id = m.im_account_id join crisis_alert a on a.writer_id = i.account_id
    where m.team_id = ${teamId} and m.is_valid and a.state <> 'closed' and not a.is_drill`
  return row.count
}
