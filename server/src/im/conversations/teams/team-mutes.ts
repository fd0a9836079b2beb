// Mutes of teams and of their members (messaging.md 6).
import { memberRoles, muteTypes } from '@xinqiao/contract/im/team/team-model.ts'
import type { TeamMemberRow, TeamRow } from './team-store.ts'

type MutedColumns = Pick<TeamMemberRow, 'is_muted' | 'role' | 'staff_mute_reason'>

/** True if staff or managers have muted the member, or the whole team. Of the owner, only a mute by staff counts. */
export function isMutedMember(team: Pick<TeamRow, 'mute_type'>, member: MutedColumns): boolean {
  if (member.role === memberRoles.owner) return member.staff_mute_reason !== null
  const isTeamMuted =
    team.mute_type === muteTypes.all || (team.mute_type === muteTypes.normal && member.role === memberRoles.normal)
  return member.is_muted || isTeamMuted
}
