// SQL of former members, for the stores of peer groups and roster groups.
import { peerGroupLimits } from '@xinqiao/contract/peer-groups.ts'
import { daySeconds } from '@xinqiao/contract/time.ts'
import type { Db } from '../../../kit/db/db.ts'

/**
 * The nickname of this account in the team of the group `g`, if it left or the team was dismissed not long ago.
 * The group may be a roster group.
 */
export const selectFormerNick = (db: Db, accountId: number) => db`
  select m.nick from im_team t join im_team_member m on m.team_id = t.id join im_account i on i.id = m.im_account_id
  where t.id = g.team_id and not (m.is_valid and t.is_valid) and i.account_id = ${accountId}
    and case when m.is_valid then t.update_time else m.update_time end > (extract(epoch from now()) * 1000)::bigint - ${peerGroupLimits.reportDays * daySeconds * 1000}::bigint`
