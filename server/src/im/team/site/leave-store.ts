// SQL of leaving all teams.
import type { Db } from '../../../kit/db/db.ts'

/** Running teams in which an account of the site is a member, in the order of locking. */
export const selectMembershipsOfAccount = (db: Db, accountId: number) =>
  db<{ team_id: number; im_id: number; accid: string }[]>`
    select t.id as team_id, i.id as im_id, i.accid from im_account i
    join im_team_member m on m.im_account_id = i.id and m.is_valid join im_team t on t.id = m.team_id and t.is_valid
    where i.account_id = ${accountId} order by t.id`
