// A team that one of its members has locked, and what the roles of members allow (messaging.md 6).
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { memberRoles, TeamId, type TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { lockTeam, selectMembers, type TeamMemberRow, type TeamRow } from './team-store.ts'

/** A locked team, and the caller's membership of it. */
export type LockedMembership = { team: TeamRow; member: TeamMemberRow }

/**
 * Locks the team until the transaction ends.
 * @throws ImFailure 804 for an account that is not a member
 */
export async function lockTeamOfMember(
  tx: Tx,
  imId: number,
  { scene, teamId }: { scene: TeamScene; teamId: string },
): Promise<LockedMembership> {
  const team = TeamId.safeParse(teamId).success ? await lockTeam(tx, Number(teamId), scene) : null
  const [member] = team ? await selectMembers(tx, [{ teamId: team.id, imId }]) : []
  if (!team || !member) throw imFail('notInTeam')
  return { team, member }
}

type MemberRank = Pick<TeamMemberRow, 'role'>
export const isOwner = ({ role }: MemberRank): boolean => role === memberRoles.owner
export const isManager = ({ role }: MemberRank): boolean => role !== memberRoles.normal

/** True for a manager above an ordinary member or a former one, and for the owner above all others. */
export const isAbove = (member: MemberRank, other: MemberRank | undefined): boolean =>
  isManager(member) && (other === undefined || (!isOwner(other) && (!isManager(other) || isOwner(member))))
