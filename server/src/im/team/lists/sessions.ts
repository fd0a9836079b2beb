// Sessions of an account's teams, for pages without a socket.
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import type { TeamState } from '@xinqiao/contract/im/team/team.ts'
import type { ImReadCtx } from '../../../kit/chat/im-ctx.ts'
import { selectChangedTeams } from '../../conversations/teams/team-state-store.ts'
import { presentTeamState } from '../../conversations/teams/team-states.ts'
import { selectMembers } from '../../conversations/teams/team-store.ts'

/** `senderNick`: the name in the team of the sender of `lastMsg`; empty for a former member. */
export type TeamSession = TeamState & { unread: number; senderNick: string }

/** Counts as the SDK does: recalled and hidden messages are not unread. */
function countUnread({ lastReadable, ownReadable, recalledTimes, own }: TeamState): number {
  const removedTimes = new Set([...recalledTimes, ...own.hiddenTimes.filter((time) => time > own.ack)])
  const unread = lastReadable - own.ackReadable - (ownReadable - own.ackOwnReadable) - removedTimes.size
  return Math.min(Math.max(unread, 0), teamLimits.unread)
}

/** Sessions that are not deleted. */
export async function listTeamSessions({ sql, bodies, viewer }: ImReadCtx): Promise<TeamSession[]> {
  const allRows = await selectChangedTeams(sql, viewer.imId, [])
  const rows = allRows.filter((row) => row.last_seq > row.own_state.deleted_seq)
  const senders = rows.map((row) => ({ teamId: row.id, imId: row.m_sender_id ?? 0 }))
  const members = senders.length > 0 ? await selectMembers(sql, senders) : []
  const nicks = new Map(members.map((member) => [`${member.team_id} ${member.im_account_id}`, member.nick]))
  return rows.map((row) => {
    const state = presentTeamState(row, bodies)
    return { ...state, unread: countUnread(state), senderNick: nicks.get(`${row.id} ${row.m_sender_id}`) ?? '' }
  })
}
