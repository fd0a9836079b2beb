// SQL of a member's read position.
import type { Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import type { TeamMemberRow } from '../../conversations/teams/team-store.ts'
import { writtenCondition } from '../../conversations/visibility.ts'

/** Locks the membership. The member's own messages wait for this lock, so that they can be counted. */
export const lockMember = (tx: Tx, teamId: number, imId: number) =>
  firstRow(tx<TeamMemberRow[]>`
    select * from im_team_member where team_id = ${teamId} and im_account_id = ${imId} and is_valid for no key update`)

/**
 * Stores an ack later than the last one, with the counts of readable messages up to it. Few messages follow it, because
 * a device acknowledges the last one that it shows.
 * @returns false when the ack is not later
 */
export async function updateMemberAck(
  tx: Tx,
  { team_id, im_account_id }: TeamMemberRow,
  timetag: number,
): Promise<boolean> {
  const result = await tx`
    with target as (
      select c.id, least(${timetag}::bigint, c.last_time) as ack from im_team t
      join im_conversation c on c.id = t.conversation_id where t.id = ${team_id} and t.is_valid
    )
    update im_team_member s set version = s.version + 1, ack = target.ack,
      hidden_times = array(select time from unnest(s.hidden_times) as time where time > target.ack),
      ack_readable = coalesce((
        select m.readable from im_message m where m.conversation_id = target.id and m.time <= target.ack
        order by m.time desc limit 1), 0),
      ack_own_readable = s.own_readable - (
        select count(*) from im_message m where m.conversation_id = target.id and m.time > target.ack
          and m.sender_id = s.im_account_id and ${writtenCondition(tx)} and m.is_unreadable)
    from target where s.team_id = ${team_id} and s.im_account_id = ${im_account_id} and s.ack < target.ack`
  return result.count === 1
}
