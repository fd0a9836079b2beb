// Dismisses a team for its owner, or for the site.
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { transaction, type AfterCommit, type Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { lockTeamOfMember, type LockedMembership } from '../../conversations/teams/locked-membership.ts'
import * as store from '../records/store.ts'
import { announceTeamNotice, pickTeamFields, type NotifyOfTeam, type TeamChangeCtx } from '../rules/announce.ts'
import { expectOwner, expectUnmanagedTeam } from '../rules/permissions.ts'

/** Does not touch the rows of members, so that the cost does not depend on the size of the team. */
export async function dismissLockedTeam(
  tx: Tx,
  afterCommit: AfterCommit,
  ctx: TeamChangeCtx,
  lockedMembership: LockedMembership,
): Promise<void> {
  const { team } = lockedMembership
  await store.markTeamInvalid(tx, team)
  await announceTeamNotice(tx, afterCommit, ctx, lockedMembership, { type: 'dismissTeam', team: pickTeamFields(team) })
  const notice = { teamId: `${team.id}`, scene: team.scene, reason: 'dismissed' } as const
  afterCommit(() => ctx.deliverToTeam(team.id, 'team.left', notice))
}

export const dismissTeam = (
  teamRef: ParsedInput<'team.dismissTeam'>,
  ctx: ImCtx,
  notify: NotifyOfTeam,
): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedMembership = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    expectUnmanagedTeam(lockedMembership)
    expectOwner(lockedMembership)
    await dismissLockedTeam(tx, afterCommit, ctx, lockedMembership)
    // only the site notifies, and its groups are small enough to list their members
    if (ctx.viewer.roleId === null) return null
    const { id: teamId } = lockedMembership.team
    const imIds = (await store.selectMemberIds(tx, teamId)).filter((id) => id !== ctx.viewer.imId)
    await notify({ tx, afterCommit }, { kind: 'dismissed', teamId, imIds })
    return null
  })
