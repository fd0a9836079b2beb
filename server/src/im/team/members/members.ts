// Adds and removes members, and lets them leave.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { memberRoles, teamTypes } from '@xinqiao/contract/im/team/team-model.ts'
import { type AfterCommit, transaction, type Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { changeAccounts } from '../../changes/changes.ts'
import { presentOwn } from '../../conversations/teams/team-states.ts'
import { selectMembers, type TeamRow } from '../../conversations/teams/team-store.ts'
import { announceTeamNotice, pickTeamFields, type NotifyOfTeam, type TeamChangeCtx } from '../rules/announce.ts'
import { inviteMembers } from '../rules/invite.ts'
import { recordLeaderAction } from '../../conversations/teams/leader-actions.ts'
import {
  isAbove,
  isManager,
  isOwner,
  lockTeamOfMember,
  type LockedMembership,
} from '../../conversations/teams/locked-membership.ts'
import { expectMayWrite, expectUnmanagedTeam, expectPermission } from '../rules/permissions.ts'
import * as store from '../records/store.ts'

export const addTeamMembers = (
  { accounts, ps, custom, ...teamRef }: ParsedInput<'team.addTeamMembers'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.addTeamMembers'>> =>
  changeAccounts(ctx, { accids: accounts }, async (scope) => {
    const lockedMembership = await lockTeamOfMember(scope.tx, scope.me.id, teamRef)
    expectUnmanagedTeam(lockedMembership)
    expectPermission(lockedMembership, lockedMembership.team.invite_mode)
    expectMayWrite(lockedMembership, [ps, custom])
    return { accounts: await inviteMembers(scope, ctx, lockedMembership, { accounts, ps, custom }) }
  })

/** Removes these members of a locked team, in the name of the caller. */
export async function removeLockedMembers(
  tx: Tx,
  afterCommit: AfterCommit,
  ctx: TeamChangeCtx,
  lockedMembership: LockedMembership,
  removedAccounts: readonly { id: number; accid: string }[],
): Promise<void> {
  const { team } = lockedMembership
  const imIds = removedAccounts.map(({ id }) => id)
  await store.markMembersRemoved(tx, team.id, imIds, team.now)
  await store.updateMemberCount(tx, team, -imIds.length)
  const accounts = removedAccounts.map(({ accid }) => accid)
  const notice = { type: 'removeTeamMembers', team: pickTeamFields(team), accounts } as const
  await announceTeamNotice(tx, afterCommit, ctx, lockedMembership, notice, { imIds, reason: 'removed' })
}

/** Accounts that are not members are skipped, so that a repeated request succeeds. */
export const removeTeamMembers = (
  { accounts, ...teamRef }: ParsedInput<'team.removeTeamMembers'>,
  ctx: ImCtx,
  notify: NotifyOfTeam,
): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedMembership = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    const { team, member } = lockedMembership
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
    await removeLockedMembers(tx, afterCommit, ctx, lockedMembership, removedAccounts)
    const accids = removedAccounts.map(({ accid }) => accid)
    await recordLeaderAction(tx, ctx, team, 'peerMemberRemoved', { accounts: accids.join(' ') })
    await notify({ tx, afterCommit }, { kind: 'removed', teamId: team.id, imIds: [...imIds] })
    return null
  })

/**
 * Hands a normal team, which pages neither transfer nor dismiss, to the member who joined first.
 * @returns false when the owner was the last member
 */
async function replaceLeavingOwner(
  tx: Tx,
  afterCommit: AfterCommit,
  { viewer, deliver }: TeamChangeCtx,
  team: TeamRow,
): Promise<boolean> {
  const oldest = await store.selectMembers(tx, team.id, { after: null, limit: 2 })
  const next = oldest.find((row) => row.im_account_id !== viewer.imId)
  if (!next) return false
  const id = next.im_account_id
  await store.updateRoles(tx, team, [id], memberRoles.owner)
  await store.updateOwner(tx, team, { id, accid: next.accid })
  const [row] = await store.selectMembersById(tx, team.id, [id])
  const push = { teamId: `${team.id}`, scene: team.scene, own: presentOwn(row!) }
  afterCommit(() => deliver(id, 'team.own', push))
  return true
}

/**
 * Lets the account of the context leave. A normal team without members is dismissed.
 * @throws ImFailure 802 for the owner of an advanced team, who transfers or dismisses it instead
 */
export async function leaveLockedTeam(
  tx: Tx,
  afterCommit: AfterCommit,
  ctx: TeamChangeCtx,
  lockedMembership: LockedMembership,
): Promise<void> {
  const { imId } = ctx.viewer
  const { team } = lockedMembership
  const isOwnerLeaving = isOwner(lockedMembership.member)
  if (isOwnerLeaving && team.type !== teamTypes.normal) throw imFail('notAllowedInTeam', '群主不能退群，请先转让或解散')
  if (isOwnerLeaving && !(await replaceLeavingOwner(tx, afterCommit, ctx, team))) await store.markTeamInvalid(tx, team)
  await store.markMemberLeft(tx, team.id, imId, team.now)
  await store.updateMemberCount(tx, team, -1)
  const teamFields = pickTeamFields(team, ['name', 'memberNum', ...(isOwnerLeaving ? (['owner'] as const) : [])])
  const departure = { imIds: [imId], reason: 'left' } as const
  await announceTeamNotice(tx, afterCommit, ctx, lockedMembership, { type: 'leaveTeam', team: teamFields }, departure)
}

export const leaveTeam = (teamRef: ParsedInput<'team.leaveTeam'>, ctx: ImCtx): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedMembership = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    await leaveLockedTeam(tx, afterCommit, ctx, lockedMembership)
    return null
  })
