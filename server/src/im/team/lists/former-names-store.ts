// SQL of the names that a group shows of those who left.
import type { Db } from '../../../kit/db/db.ts'

/** Nicknames of these accounts that left the team after this time. */
export const selectFormerNames = (db: Db, teamId: number, imIds: readonly number[], after: number) =>
  db<{ accid: string; nick: string }[]>`
    select a.accid, m.nick from im_team_member m join im_account a on a.id = m.im_account_id
    where m.team_id = ${teamId} and m.im_account_id = any(${imIds as number[]}::bigint[]) and not m.is_valid
      and m.nick <> '' and m.update_time >= ${after}`
