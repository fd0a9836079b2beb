// Mutes of members by staff of the association, which leaders cannot end.
import type { TransactionScope } from '../../../kit/ctx.ts'
import type { LockedMembership } from '../../conversations/teams/locked-membership.ts'
import { announceTeamNotice, pickTeamFields, type TeamChangeCtx } from '../rules/announce.ts'
import { pushOwnMembership } from '../members/own-info.ts'
import * as store from '../records/store.ts'

type LockedTeam = LockedMembership & { ctx: TeamChangeCtx }

/**
 * Mutes a member of a locked team, or ends the mute.
 * @param reason what the member reads above the input; null ends the mute
 */
export async function changeStaffMute(
  { tx, afterCommit }: TransactionScope,
  { ctx, ...locked }: LockedTeam,
  { id, accid }: { id: number; accid: string },
  reason: string | null,
): Promise<void> {
  const { team } = locked
  const mute = reason !== null
  await store.updateMutes(tx, team, [id], mute, reason)
  const [row] = await store.selectMembersById(tx, team.id, [id])
  pushOwnMembership(afterCommit, ctx, locked, row!)
  const names = { account: accid, accounts: [accid] }
  const notice = { type: 'updateTeamMute', ...names, mute, team: pickTeamFields(team, []) } as const
  await announceTeamNotice(tx, afterCommit, ctx, locked, notice)
}
