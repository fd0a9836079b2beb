// SQL of what a member stores about the session of a team.
import type { Tx } from '../../../kit/db/db.ts'

/** The session is deleted until the next message of the team. */
export const markMemberSessionDeleted = (tx: Tx, teamId: number, imId: number) =>
  tx`
    update im_team_member s set deleted_seq = c.last_seq, version = s.version + 1
    from im_team t join im_conversation c on c.id = t.conversation_id
    where s.team_id = ${teamId} and s.im_account_id = ${imId} and t.id = s.team_id and s.deleted_seq < c.last_seq`

export const updateMemberExt = (tx: Tx, teamId: number, imId: number, ext: string) =>
  tx`
    update im_team_member set ext = ${ext}, version = version + 1
    where team_id = ${teamId} and im_account_id = ${imId}`
