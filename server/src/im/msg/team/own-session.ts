// Sessions of teams: deletion, and the account's notes. They change the membership alone, as an ack does.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { TeamId, type TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import { type AfterCommit, transaction, type Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { presentOwn } from '../../conversations/teams/team-states.ts'
import { selectTeams } from '../../conversations/teams/team-store.ts'
import { lockMember, updateMemberAck } from './ack-store.ts'
import * as store from './own-session-store.ts'

type TeamTarget = { scene: TeamScene; to: string }

/**
 * Locks the membership, changes it, and pushes it to the account's devices.
 * @returns false for an account that is not a member
 */
async function changeOwnSession(
  tx: Tx,
  afterCommit: AfterCommit,
  { viewer, deliver }: ImCtx,
  { scene, to }: TeamTarget,
  change: (teamId: number) => Promise<unknown>,
): Promise<boolean> {
  const teamId = TeamId.safeParse(to).success ? Number(to) : 0
  const [team] = await selectTeams(tx, [teamId])
  const member = await lockMember(tx, teamId, viewer.imId)
  if (!member || !team?.is_valid || team.scene !== scene) return false
  await change(teamId)
  const own = presentOwn((await lockMember(tx, teamId, viewer.imId))!)
  afterCommit(() => deliver(viewer.imId, 'team.own', { teamId: `${teamId}`, scene, own }))
  return true
}

/** Teams in which the account is not a member are skipped. */
export const deleteTeamSessions = (targets: readonly TeamTarget[], ctx: ImCtx): Promise<void> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId } = ctx.viewer
    // sorted by id, so that two devices of the account cannot deadlock
    for (const target of targets.toSorted((a, b) => Number(a.to) - Number(b.to)))
      await changeOwnSession(tx, afterCommit, ctx, target, async (teamId) => {
        const member = await lockMember(tx, teamId, imId)
        await updateMemberAck(tx, member!, Number.MAX_SAFE_INTEGER)
        await store.markMemberSessionDeleted(tx, teamId, imId)
      })
  })

/** @throws ImFailure 804 for an account that is not a member */
export const updateTeamSession = ({ extra, ...target }: TeamTarget & { extra: string }, ctx: ImCtx): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId } = ctx.viewer
    const isMember = await changeOwnSession(tx, afterCommit, ctx, target, (teamId) =>
      store.updateMemberExt(tx, teamId, imId, extra),
    )
    if (!isMember) throw imFail('notInTeam')
    return null
  })
