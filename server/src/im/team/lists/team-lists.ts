// Reads teams: one team, those of the account, and the changes that a device lacks since its last sync.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { joinModes, type Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { listTeamChanges } from '../../conversations/teams/team-changes.ts'
import { selectChangedTeams, selectTeamIds } from '../../conversations/teams/team-state-store.ts'
import {
  presentMember,
  presentOwn,
  presentTeam,
  presentTeamState,
  presentTeamToOutsider,
} from '../../conversations/teams/team-states.ts'
import { selectMembers, type UnlockedTeamRow } from '../../conversations/teams/team-store.ts'
import { listInvitingTeams } from '../../notify/notices.ts'
import { selectDismissedTeam } from './dismissed-store.ts'
import { hasBeenRemoved } from '../joining/link-store.ts'
import * as store from '../records/store.ts'

/**
 * The teams that the caller may see. On the site, a team for invited people exists only for them and its members,
 * because its id can be guessed (decision 036).
 */
async function presentVisibleTeams(rows: readonly UnlockedTeamRow[], ctx: ImCtx): Promise<Team[]> {
  const { sql, secrets, viewer } = ctx
  const memberships = rows.map(({ id }) => ({ teamId: id, imId: viewer.imId }))
  const ownIds = new Set((await selectMembers(sql, memberships)).map((row) => row.team_id))
  const isClosed = (row: UnlockedTeamRow) =>
    viewer.roleId !== null && row.join_mode === joinModes.rejectAll && !ownIds.has(row.id)
  const invitingIds = new Set(rows.some(isClosed) ? await listInvitingTeams(sql, secrets, viewer.imId) : [])
  return rows
    .filter((row) => !isClosed(row) || invitingIds.has(row.id))
    .map((row) => (ownIds.has(row.id) ? presentTeam(row) : presentTeamToOutsider(row)))
}

/** True for an account that was removed from a team of the site, which others join without an application. */
const mustApplyAgain = async ({ teamId, joinMode }: Team, { sql, viewer }: ImCtx): Promise<boolean> =>
  viewer.roleId !== null && joinMode === 'noVerify' && (await hasBeenRemoved(sql, Number(teamId), viewer.imId))

/**
 * Any account of the app may look up a team by its id, for example before applying.
 * @throws ImFailure 816 for an unknown team, and for one that the caller may not see; with the team for those who were
 * members when it was dismissed
 */
export async function getTeam(
  { teamId, scene }: ParsedInput<'team.getTeam'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getTeam'>> {
  const row = await store.selectTeam(ctx.sql, ctx.viewer.appId, Number(teamId), scene)
  const [team] = await presentVisibleTeams(row ? [row] : [], ctx)
  if (team) return { team, ...((await mustApplyAgain(team, ctx)) && { mustApply: true }) }
  const dismissed = row ? null : await selectDismissedTeam(ctx.sql, ctx.viewer.imId, Number(teamId), scene)
  throw imFail('noSuchTeam', undefined, dismissed && { team: presentTeamToOutsider(dismissed) })
}

export const getTeams = async (
  { scene }: ParsedInput<'team.getTeams'>,
  { sql, viewer }: ImCtx,
): Promise<CommandOutput<'team.getTeams'>> => ({
  teams: (await store.selectTeamsOf(sql, viewer.imId, scene)).map(presentTeam),
})

export const getTeamsById = async (
  { scene, teamIds }: ParsedInput<'team.getTeamsById'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getTeamsById'>> => {
  const rows = await store.selectTeamsById(ctx.sql, ctx.viewer.appId, teamIds.map(Number), scene)
  return { teams: await presentVisibleTeams(rows, ctx) }
}

export const getMyTeamMembers = async (
  { scene, teamIds }: ParsedInput<'team.getMyTeamMembers'>,
  { sql, viewer }: ImCtx,
): Promise<CommandOutput<'team.getMyTeamMembers'>> => ({
  members: (await store.selectOwnMembers(sql, viewer.imId, teamIds.map(Number), scene)).map((row) => ({
    member: presentMember(row),
    own: presentOwn(row),
  })),
})

/** Subscribes to pushes of the teams before it reads the snapshot, so that nothing is lost in between. */
export async function syncTeams(
  { teamMarks, position }: ParsedInput<'sync.sync'>,
  { sql, bodies, viewer, followTeams }: ImCtx,
): Promise<Pick<CommandOutput<'sync.sync'>, 'teams' | 'teamChanges' | 'leftTeams'>> {
  if (position) return { teams: [], teamChanges: [], leftTeams: [] }
  await followTeams(() => selectTeamIds(sql, viewer.imId))
  const marks = teamMarks.map(({ teamId, ...mark }) => ({ ...mark, teamId: Number(teamId) }))
  const rows = await selectChangedTeams(sql, viewer.imId, marks)
  // after the states, so that it contains all changes up to their versions
  const teamChanges = marks.length > 0 ? await listTeamChanges(sql, bodies, viewer.imId, marks) : []
  const current = new Set(marks.length > 0 ? await selectTeamIds(sql, viewer.imId) : [])
  return {
    teams: rows.map((row) => presentTeamState(row, bodies)),
    teamChanges,
    leftTeams: marks.flatMap(({ teamId }) => (current.has(teamId) ? [] : [`${teamId}`])),
  }
}
