// Names of the roles in a group, for people with more rights than others.
import type { MemberRole, Team } from '@xinqiao/contract/im/team/team-model.ts'

const groupNames: Record<MemberRole, string> = { owner: '组长', manager: '管理员', normal: '' }
/** Roles in peer groups have the words of their pages. */
const peerGroupNames: Record<MemberRole, string> = { owner: '带领者', manager: '协同带领者', normal: '' }
/** The association owns the groups that follow a list. */
const rosterNames: Record<MemberRole, string> = { owner: '管理方', manager: '管理员', normal: '' }

type TeamRoleNaming = Partial<Pick<Team, 'isManaged' | 'custom'>>

/** Only the site writes `custom` of a managed team. */
export const isRoster = ({ isManaged, custom }: TeamRoleNaming): boolean =>
  isManaged === true && custom === JSON.stringify({ roster: true })

/** @returns '' for an ordinary member */
export function nameRole(role: MemberRole, team: TeamRoleNaming | null | undefined): string {
  if (!team?.isManaged) return groupNames[role]
  return (isRoster(team) ? rosterNames : peerGroupNames)[role]
}
