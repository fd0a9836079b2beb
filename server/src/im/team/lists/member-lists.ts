// Lists the members of a team, for its members: in pages, muted ones, by join time, or by account.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { TeamRef } from '@xinqiao/contract/im/team/team.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { selectPeerId } from '../../changes/store.ts'
import { selectMembers, type TeamMemberRow } from '../../conversations/teams/team-store.ts'
import { presentMember } from '../../conversations/teams/team-states.ts'
import * as store from '../records/store.ts'
import { selectFormerNames } from './former-names-store.ts'

/**
 * @returns the membership of the caller
 * @throws ImFailure 804 for an account that is not a member
 */
async function expectMember({ sql, viewer }: ImCtx, { scene, teamId }: TeamRef): Promise<TeamMemberRow> {
  const team = await store.selectTeam(sql, viewer.appId, Number(teamId), scene)
  const [member] = team ? await selectMembers(sql, [{ teamId: team.id, imId: viewer.imId }]) : []
  if (!member) throw imFail('notInTeam')
  return member
}

export async function getTeamMembers(
  { after, limit, ...teamRef }: ParsedInput<'team.getTeamMembers'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getTeamMembers'>> {
  await expectMember(ctx, teamRef)
  const { sql, viewer } = ctx
  const lastId = after ? await selectPeerId(sql, viewer.imId, after.account) : null
  const position = after ? { joinTime: after.joinTime, imId: lastId ?? 0 } : null
  const rows = await store.selectMembers(sql, Number(teamRef.teamId), { after: position, limit: limit + 1 })
  return { members: rows.slice(0, limit).map(presentMember), hasMore: rows.length > limit }
}

export async function getMutedMembers(
  teamRef: ParsedInput<'team.getMutedTeamMembers'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getMutedTeamMembers'>> {
  await expectMember(ctx, teamRef)
  return { members: (await store.selectMutedMembers(ctx.sql, Number(teamRef.teamId))).map(presentMember) }
}

export async function getMembersByJoinTime(
  { scene, teamId, ...page }: ParsedInput<'team.getMembersByJoinTime'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getMembersByJoinTime'>> {
  await expectMember(ctx, { scene, teamId })
  return { members: (await store.selectMembersByJoinTime(ctx.sql, Number(teamId), page)).map(presentMember) }
}

export async function getMembersByAccounts(
  { accounts, ...teamRef }: ParsedInput<'team.getMembersByAccounts'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getMembersByAccounts'>> {
  const { team_id: teamId, join_time: joinTime } = await expectMember(ctx, teamRef)
  const accountRows = await store.selectAccounts(ctx.sql, ctx.viewer.imId, accounts)
  const imIds = accountRows.map(({ id }) => id)
  const members = (await store.selectMembersById(ctx.sql, teamId, imIds)).map(presentMember)
  const formerNames = (await selectFormerNames(ctx.sql, teamId, imIds, joinTime)).map(({ accid, nick }) => ({
    account: accid,
    nickInTeam: nick,
  }))
  return { members, formerNames }
}
