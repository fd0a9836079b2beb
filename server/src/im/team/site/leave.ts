// Lets an account leave all its teams, when it is closed. The other members read that it left.
import type { TransactionScope } from '../../../kit/ctx.ts'
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'
import { isOwner } from '../../conversations/teams/locked-membership.ts'
import { lockTeams, selectMembers, selectTeams } from '../../conversations/teams/team-store.ts'
import { leaveLockedTeam } from '../members/members.ts'
import { createTeamContext } from './managed.ts'
import { selectMembershipsOfAccount } from './leave-store.ts'

/** Owners stay, because a team cannot be without one. */
export async function leaveAllTeams(scope: TransactionScope, accountId: number): Promise<void> {
  const { tx, afterCommit } = scope
  const memberships = await selectMembershipsOfAccount(tx, accountId)
  await forEachInOrder(memberships, async ({ team_id: teamId, im_id: id, accid }) => {
    await lockTeams(tx, [teamId])
    const [team] = await selectTeams(tx, [teamId])
    const [member] = team?.is_valid ? await selectMembers(tx, [{ teamId, imId: id }]) : []
    if (!team || !member || isOwner(member)) return
    await leaveLockedTeam(tx, afterCommit, await createTeamContext(scope, { id, accid }), { team, member })
  })
}
