// SQL that lists the conversations of an account's teams.
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { Db } from '../../../kit/db/db.ts'

type TeamConversationRow = { conversation_id: number; scene: TeamScene; last_time: number }

/** Conversations of the teams and super teams of this account. */
export const selectTeamConversations = (db: Db, imId: number) =>
  db<TeamConversationRow[]>`
    select t.conversation_id, t.scene, c.last_time
    from im_team_member s join im_team t on t.id = s.team_id and t.is_valid
    join im_conversation c on c.id = t.conversation_id
    where s.im_account_id = ${imId} and s.is_valid`
