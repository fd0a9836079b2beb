// Moderation by staff of the groups that accounts created. The notifications carry a mark, because the owner is their
// sender and did not act.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { staffNoticeMark } from '@xinqiao/contract/im/team/staff-notices.ts'
import { muteTypes } from '@xinqiao/contract/im/team/team-model.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import { isOwner, type LockedMembership } from '../../conversations/teams/locked-membership.ts'
import { lockTeams, selectMembers, selectTeams } from '../../conversations/teams/team-store.ts'
import { announceTeamNotice, pickTeamFields, type TeamChangeCtx } from '../rules/announce.ts'
import { createTeamContext } from './managed.ts'
import { dismissLockedTeam } from '../lifecycle/dismiss.ts'
import { removeLockedMembers } from '../members/members.ts'
import { changeStaffMute } from './staff-mutes.ts'
import * as store from '../records/store.ts'

/** @throws ImFailure 816 for a team that was dismissed, or that the site manages */
async function lockAccountTeam(
  scope: TransactionScope,
  teamId: number,
): Promise<LockedMembership & { ctx: TeamChangeCtx }> {
  const { tx } = scope
  await lockTeams(tx, [teamId])
  const [team] = await selectTeams(tx, [teamId])
  const [member] = team?.is_valid ? await selectMembers(tx, [{ teamId, imId: team.owner_id }]) : []
  if (!team || team.is_managed || !member) throw imFail('noSuchTeam')
  const ctx = await createTeamContext(scope, { id: team.owner_id, accid: team.owner })
  return { team, member, ctx: { ...ctx, noticeMark: staffNoticeMark } }
}

/** Mutes everyone but the owner until staff end it, or ends it. */
export async function silenceTeam(scope: TransactionScope, teamId: number, isSilenced: boolean): Promise<void> {
  const { ctx, ...locked } = await lockAccountTeam(scope, teamId)
  const columns = { is_silenced: isSilenced, mute_type: isSilenced ? muteTypes.all : muteTypes.none }
  await store.updateTeamRow(scope.tx, locked.team, columns)
  const team = pickTeamFields(locked.team, ['updateTime', 'muteType'])
  await announceTeamNotice(scope.tx, scope.afterCommit, ctx, locked, { type: 'updateTeam', team })
}

type MemberAccount = { id: number; accid: string }

/** @returns the locked team, in the name of its owner, and the member; null if the account is no member */
async function lockTeamOfModeratedMember(scope: TransactionScope, teamId: number, { id }: MemberAccount) {
  const membership = await lockAccountTeam(scope, teamId)
  const [moderated] = await selectMembers(scope.tx, [{ teamId, imId: id }])
  return moderated ? { membership, moderated } : null
}

/**
 * Mutes a member or the owner, for staff. Managers of the team cannot mute the owner.
 * @param reason what the member reads; null ends the mute
 * @returns false for an account that is no member
 */
export async function muteTeamMember(
  scope: TransactionScope,
  teamId: number,
  account: MemberAccount,
  reason: string | null,
): Promise<boolean> {
  const moderation = await lockTeamOfModeratedMember(scope, teamId, account)
  if (!moderation) return false
  await changeStaffMute(scope, moderation.membership, account, reason)
  return true
}

/** @returns false for the owner, and for an account that is no member */
export async function removeTeamMember(
  scope: TransactionScope,
  teamId: number,
  account: MemberAccount,
): Promise<boolean> {
  const moderation = await lockTeamOfModeratedMember(scope, teamId, account)
  if (!moderation || isOwner(moderation.moderated)) return false
  const { ctx, ...locked } = moderation.membership
  await removeLockedMembers(scope.tx, scope.afterCommit, ctx, locked, [account])
  return true
}

export async function dissolveTeam(scope: TransactionScope, teamId: number): Promise<void> {
  const { ctx, ...locked } = await lockAccountTeam(scope, teamId)
  await dismissLockedTeam(scope.tx, scope.afterCommit, ctx, locked)
}
