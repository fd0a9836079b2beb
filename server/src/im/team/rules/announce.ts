// Announces what happened to a team: a notification message in its conversation, and pushes after the commit.
import type { Team, TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import type { AfterCommit, Tx } from '../../../kit/db/db.ts'
import type { ImCtx, ImViewer } from '../../../kit/chat/im-ctx.ts'
import type { TeamEvent } from '../../../kit/site-port.ts'
import { writeTeamNotice, type StoredTeamMessage } from '../../conversations/teams/team-messages.ts'
import { presentTeam, presentTeamState } from '../../conversations/teams/team-states.ts'
import { selectTeamStates } from '../../conversations/teams/team-state-store.ts'
import type { LockedMembership } from '../../conversations/teams/locked-membership.ts'

/** Part of the caller's context that a change of a team needs. */
export type TeamChangeCtx = Pick<ImCtx, 'bodies' | 'deliver' | 'deliverToTeam'> & {
  viewer: Pick<ImViewer, 'imId' | 'accid' | 'deviceId' | 'clientType'>
  /** Written to `custom` of notifications when staff act instead of the owner; pages then name the association. */
  noticeMark?: string
}

/** Informs people of a team event outside of the chat. */
export type NotifyOfTeam = (scope: { tx: Tx; afterCommit: AfterCommit }, event: TeamEvent) => Promise<void>

/** The fields of the team that a notification contains. */
export const pickTeamFields = (
  team: LockedMembership['team'],
  fields: (keyof Team)[] = ['name', 'memberNum'],
): Partial<Team> => {
  const names: string[] = ['teamId', ...fields]
  return Object.fromEntries(Object.entries(presentTeam(team)).filter(([name]) => names.includes(name)))
}

/** Accounts whose membership has just ended. They receive the notification with its end, and nothing that follows. */
type LeavingAccounts = { imIds: readonly number[]; reason: 'left' | 'removed' }

/** Writes the notification, and pushes it with the new state to all members whose nodes follow the team. */
export async function announceTeamNotice(
  tx: Tx,
  afterCommit: AfterCommit,
  ctx: TeamChangeCtx,
  { team, member }: LockedMembership,
  notice: TeamNotice,
  leaving?: LeavingAccounts,
): Promise<StoredTeamMessage> {
  const markedNotice = ctx.noticeMark === undefined ? notice : { ...notice, custom: ctx.noticeMark }
  const storedNotice = await writeTeamNotice(tx, ctx.bodies, { team, sender: ctx.viewer, member }, markedNotice)
  const state = presentTeam(team)
  if (leaving) {
    const left = { teamId: `${team.id}`, scene: team.scene, reason: leaving.reason, msg: storedNotice.msg }
    afterCommit(() => leaving.imIds.forEach((imId) => ctx.deliver(imId, 'team.left', left)))
  }
  afterCommit(() => ctx.deliverToTeam(team.id, 'team.msg', { ...storedNotice, team: state }))
  return storedNotice
}

/** Pushes the team to new members, with the message about their joining. Call it after the message is written. */
export async function pushTeamToNewMembers(
  tx: Tx,
  afterCommit: AfterCommit,
  { bodies, deliver }: TeamChangeCtx,
  teamId: number,
  imIds: readonly number[],
): Promise<void> {
  if (imIds.length === 0) return
  for (const row of await selectTeamStates(tx, teamId, imIds)) {
    const state = presentTeamState(row, bodies)
    afterCommit(() => deliver(row.own_state.im_account_id, 'team.joined', { state, deviceId: '' }))
  }
}
