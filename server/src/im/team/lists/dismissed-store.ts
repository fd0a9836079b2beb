// SQL of teams that have ended.
import type { Db } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import type { UnlockedTeamRow } from '../../conversations/teams/team-store.ts'

/** The dismissed team, for an account that was a member at its end. */
export const selectDismissedTeam = (db: Db, imId: number, id: number, scene: string) =>
  firstRow(db<UnlockedTeamRow[]>`
    select t.*, o.accid as owner from im_team t join im_account o on o.id = t.owner_id
    join im_team_member m on m.team_id = t.id and m.im_account_id = ${imId} and m.is_valid
    where t.id = ${id} and t.scene = ${scene} and not t.is_valid`)
