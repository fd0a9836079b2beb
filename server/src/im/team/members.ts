// Adds and removes members, lets them leave, and dismisses a team.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { transaction, type Tx } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { changeAccounts } from '../changes/changes.ts'
import { selectMembers } from '../conversations/team-store.ts'
import { announceTeamNotice, pickTeamFields, type RunAfterCommit, type TeamCtx } from './announce.ts'
import { inviteMembers } from './invite.ts'
import { isAbove, isManager, isOwner, lockTeamOfMember, type LockedTeam } from '../conversations/locked-team.ts'
import { expectUnmanagedTeam, requireOwner, requirePermission } from './rules.ts'
import * as store from './store.ts'

export const addTeamMembers = (
  { accounts, ps, custom, ...teamRef }: ParsedInput<'team.addTeamMembers'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.addTeamMembers'>> =>
  changeAccounts(ctx, { accids: accounts }, async (scope) => {
    const lockedTeam = await lockTeamOfMember(scope.tx, scope.me.id, teamRef)
    expectUnmanagedTeam(lockedTeam)
    requirePermission(lockedTeam, lockedTeam.team.invite_mode)
    return { accounts: await inviteMembers(scope, ctx, lockedTeam, { accounts, ps, custom }) }
  })

/** Removes these members of a locked team, in the name of the caller. */
export async function removeLockedMembers(
  tx: Tx,
  afterCommit: RunAfterCommit,
  ctx: TeamCtx,
  lockedTeam: LockedTeam,
  removedAccounts: readonly { id: number; accid: string }[],
): Promise<void> {
  const { team } = lockedTeam
  const imIds = removedAccounts.map(({ id }) => id)
  await store.markMembersRemoved(tx, team.id, imIds, team.now)
  await store.updateMemberCount(tx, team, -imIds.length)
  const notice = { teamId: `${team.id}`, scene: team.scene, reason: 'removed' } as const
  afterCommit(() => imIds.forEach((imId) => ctx.deliver(imId, 'team.left', notice)))
  await announceTeamNotice(tx, afterCommit, ctx, lockedTeam, {
    type: 'removeTeamMembers',
    team: pickTeamFields(team),
    accounts: removedAccounts.map(({ accid }) => accid),
  })
}

/** Accounts that are not members are skipped, so that a repeated call succeeds. */
export const removeTeamMembers = (
  { accounts, ...teamRef }: ParsedInput<'team.removeTeamMembers'>,
  ctx: ImCtx,
): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedTeam = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    const { team, member } = lockedTeam
    if (!isManager(member)) throw imFail('notAllowedInTeam')
    const accountRows = await store.selectAccounts(tx, ctx.viewer.imId, accounts)
    const removedMembers = await selectMembers(
      tx,
      accountRows.map(({ id }) => ({ teamId: team.id, imId: id })),
    )
    // a manager may remove ordinary members only, and no one may remove the owner
    if (removedMembers.some((row) => !isAbove(member, row))) throw imFail('notAllowedInTeam')
    if (removedMembers.length === 0) return null
    const imIds = new Set(removedMembers.map((row) => row.im_account_id))
    const removedAccounts = accountRows.filter(({ id }) => imIds.has(id))
    await removeLockedMembers(tx, afterCommit, ctx, lockedTeam, removedAccounts)
    return null
  })

/**
 * Lets the account of the context leave.
 * @throws ImFailure 802 for the owner, who transfers or dismisses the team instead
 */
export async function leaveLockedTeam(
  tx: Tx,
  afterCommit: RunAfterCommit,
  ctx: TeamCtx,
  lockedTeam: LockedTeam,
): Promise<void> {
  const { imId } = ctx.viewer
  const { team } = lockedTeam
  if (isOwner(lockedTeam.member)) throw imFail('notAllowedInTeam', '群主不能退群，请先转让或解散')
  await store.markMemberLeft(tx, team.id, imId, team.now)
  await store.updateMemberCount(tx, team, -1)
  const left = { teamId: `${team.id}`, scene: team.scene, reason: 'left' } as const
  afterCommit(() => ctx.deliver(imId, 'team.left', left))
  await announceTeamNotice(tx, afterCommit, ctx, lockedTeam, { type: 'leaveTeam', team: pickTeamFields(team) })
}

export const leaveTeam = (teamRef: ParsedInput<'team.leaveTeam'>, ctx: ImCtx): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedTeam = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    await leaveLockedTeam(tx, afterCommit, ctx, lockedTeam)
    return null
  })

/** Does not touch the rows of members, so that the cost does not depend on the size of the team. */
export async function dismissLockedTeam(
  tx: Tx,
  afterCommit: RunAfterCommit,
  ctx: TeamCtx,
  lockedTeam: LockedTeam,
): Promise<void> {
  const { team } = lockedTeam
  await store.markTeamInvalid(tx, team)
  await announceTeamNotice(tx, afterCommit, ctx, lockedTeam, { type: 'dismissTeam', team: pickTeamFields(team) })
  const notice = { teamId: `${team.id}`, scene: team.scene, reason: 'dismissed' } as const
  afterCommit(() => ctx.deliverToTeam(team.id, 'team.left', notice))
}

export const dismissTeam = (teamRef: ParsedInput<'team.dismissTeam'>, ctx: ImCtx): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedTeam = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    expectUnmanagedTeam(lockedTeam)
    requireOwner(lockedTeam)
    await dismissLockedTeam(tx, afterCommit, ctx, lockedTeam)
    return null
  })
