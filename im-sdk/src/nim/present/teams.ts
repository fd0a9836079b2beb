// Teams and members for pages (im-sdk-api.md). Every call returns new objects, because pages change and keep them.
import type { NoticeMember } from './team-notices.ts'
import type { OwnTeamMembership, Team, TeamMember } from '@xinqiao/contract/im/team/team-model.ts'

export type NimTeam = Omit<Team, 'scene'> & { mute: boolean; validToCurrentUser: boolean }
export type NimTeamMember = Omit<TeamMember, 'isMutedByStaff'> & {
  id: string
  valid: boolean
  active: boolean
  /** Setting of the account itself; false for other members. */
  muteTeam: boolean
  muteNotiType: number
  /** Members whom the account follows; empty for other members. */
  followAccountIds: string[]
}

/** messaging.md 3: a member of a super team has no `muteNotiType`. */
export type NimSuperTeamMember = Omit<NimTeamMember, 'muteNotiType'>
export type SuperTeamMembers = { teamId: string; members: NimSuperTeamMember[]; invalid: NimSuperTeamMember[] }
/** `invalid`, in `onteammembers`: members of the former list who have left. */
export type TeamMembers = { teamId: string; members: NimTeamMember[] & { invalid?: NimTeamMember[] } }
/** `members`: those that were added or changed, with the fields that the notification contains. */
export type MembersChange = { team: NimTeam; accounts: string[]; members?: NoticeMember[] }
export type ManagersChange = MembersChange & { isManager: boolean }
export type MuteChange = MembersChange & { mute: boolean }
export type OwnerChange = { team: NimTeam; from: string; to: string }

/** @param isMember whether the account is a member of the team */
export const presentTeam = ({ scene: _scene, ...team }: Team, isMember = true): NimTeam => ({
  ...team,
  mute: team.muteType !== 'none',
  validToCurrentUser: isMember,
})

/** @param own the account's membership, if the member is the account itself */
export const presentMember = (
  { isMutedByStaff: _isMutedByStaff, ...member }: TeamMember,
  own?: OwnTeamMembership,
): NimTeamMember => ({
  ...member,
  id: `${member.teamId}-${member.account}`,
  valid: true,
  active: true,
  muteTeam: own?.muteNotiType === 1,
  muteNotiType: own?.muteNotiType ?? 0,
  // a node of the former version, and a record that it stored, lack this field
  followAccountIds: [...((own as Partial<OwnTeamMembership> | undefined)?.followAccountIds ?? [])],
})

export function presentSuperMember(member: TeamMember, own?: OwnTeamMembership): NimSuperTeamMember {
  const { muteNotiType: _muteNotiType, ...presented } = presentMember(member, own)
  return presented
}
