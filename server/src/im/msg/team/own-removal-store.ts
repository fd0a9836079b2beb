// All SQL of what a member hides from their view of a team. The caller holds the lock of the membership.
import type { Tx } from '../../../kit/db/db.ts'
import type { TeamMemberRow } from '../../conversations/teams/team-store.ts'

export async function updateHiddenTimes(
  tx: Tx,
  { team_id, im_account_id }: TeamMemberRow,
  times: readonly number[],
): Promise<void> {
  await tx`
    update im_team_member set hidden_times = ${times as number[]}::bigint[], version = version + 1
    where team_id = ${team_id} and im_account_id = ${im_account_id}`
}

export async function markTeamCleared(tx: Tx, { team_id, im_account_id }: TeamMemberRow): Promise<void> {
  await tx`
    update im_team_member s set version = s.version + 1, cleared_time = c.last_time, cleared_seq = c.last_seq,
      ack = c.last_time, ack_readable = t.last_readable, ack_own_readable = s.own_readable, hidden_times = '{}'
    from im_team t join im_conversation c on c.id = t.conversation_id
    where t.id = ${team_id} and s.team_id = ${team_id} and s.im_account_id = ${im_account_id}`
}
