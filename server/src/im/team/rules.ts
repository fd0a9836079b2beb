// Permissions in a team (messaging.md 6), and the stored numbers of its named fields.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import {
  beInviteModes,
  joinModes,
  memberRoles,
  rightModes,
  teamTypes,
  type TeamFields,
  type TeamScene,
} from '@xinqiao/contract/im/team-model.ts'
import type { Tx } from '../../kit/db/db.ts'
import { selectMembers, lockTeam, type TeamMemberRow, type TeamRow } from '../conversations/team-store.ts'
import type { NewTeam } from './store.ts'

/** A locked team, and the caller's membership of it. */
export type LockedTeam = { team: TeamRow; member: TeamMemberRow }

/** Locks the team until the transaction ends. @throws ImFailure 804 for an account that is not a member */
export async function lockTeamOfMember(
  tx: Tx,
  imId: number,
  { scene, teamId }: { scene: TeamScene; teamId: string },
): Promise<LockedTeam> {
  const team = await lockTeam(tx, Number(teamId), scene)
  const [member] = team ? await selectMembers(tx, [{ teamId: team.id, imId }]) : []
  if (!team || !member) throw imFail('notInTeam')
  return { team, member }
}

export const isOwner = ({ role }: Pick<TeamMemberRow, 'role'>): boolean => role === memberRoles.owner
export const isManager = ({ role }: Pick<TeamMemberRow, 'role'>): boolean => role !== memberRoles.normal

/**
 * Checks an action that the mode of the team permits. In a normal team, which has no modes, every member may act.
 * @throws ImFailure 802
 */
export function requirePermission({ team, member }: LockedTeam, mode: number): void {
  const isOpen = team.type === teamTypes.normal || mode === rightModes.all
  if (!isOpen && !isManager(member)) throw imFail('notAllowedInTeam')
}

/** @throws ImFailure 802 */
export function requireOwner({ member }: LockedTeam): void {
  if (!isOwner(member)) throw imFail('notAllowedInTeam')
}

/** Converts modes to their stored numbers; absent ones have the defaults of messaging.md 3. */
export const toNewTeam = (
  fields: TeamFields & { scene: TeamScene; type: keyof typeof teamTypes; name: string },
  owner: { app_id: number; owner_id: number },
): NewTeam => ({
  ...owner,
  scene: fields.scene,
  type: teamTypes[fields.type],
  name: fields.name,
  avatar: fields.avatar ?? '',
  intro: fields.intro ?? '',
  announcement: fields.announcement ?? '',
  custom: fields.custom ?? '',
  join_mode: joinModes[fields.joinMode ?? 'noVerify'],
  be_invite_mode: beInviteModes[fields.beInviteMode ?? (fields.type === 'normal' ? 'noVerify' : 'needVerify')],
  invite_mode: rightModes[fields.inviteMode ?? 'manager'],
  update_mode: rightModes[fields.updateTeamMode ?? 'manager'],
  update_custom_mode: rightModes[fields.updateCustomMode ?? 'manager'],
})
