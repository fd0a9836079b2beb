// Mutes of teams and of their members (messaging.md 6).
import { memberRoles, muteTypes } from '@xinqiao/contract/im/team/team-model.ts'
import type { TeamMemberRow, TeamRow } from './team-store.ts'

/** True for a member who is muted, or whose team is. The owner may always write. */
export function isMutedMember(team: Pick<TeamRow, 'mute_type'>, member: Pick<TeamMemberRow, 'is_muted' | 'role'>) {
  const isTeamMuted =
    team.mute_type === muteTypes.all || (team.mute_type === muteTypes.normal && member.role === memberRoles.normal)
  return member.role !== memberRoles.owner && (member.is_muted || isTeamMuted)
}
