// Nicknames and settings of members. A nickname is part of the team, so all members receive it; settings concern only
// the account.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import { type AfterCommit, transaction, type Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import {
  presentMember,
  presentOwn,
  presentTeam,
  type NamedTeamMemberRow,
} from '../../conversations/teams/team-states.ts'
import { updateTeamCounters } from '../../conversations/teams/team-store.ts'
import type { TeamChangeCtx } from '../rules/announce.ts'
import { isAbove, lockTeamOfMember, type LockedMembership } from '../../conversations/teams/locked-membership.ts'
import { expectMayName, expectUnmanagedTeam } from '../rules/permissions.ts'
import { checkTeamNick } from './site-names.ts'
import * as store from '../records/store.ts'

type OwnMemberChange = {
  nickInTeam?: string | undefined
  custom?: string | undefined
  muteNotiType?: number | undefined
}

type MemberCtx = Pick<TeamChangeCtx, 'deliver' | 'deliverToTeam'>
type ChangedTeam = Pick<LockedMembership, 'team'>

/** Pushes to a member its own changed membership. */
export function pushOwnMembership(
  afterCommit: AfterCommit,
  ctx: MemberCtx,
  { team }: ChangedTeam,
  row: NamedTeamMemberRow,
) {
  const own = presentOwn(row)
  afterCommit(() => ctx.deliver(row.im_account_id, 'team.own', { teamId: `${team.id}`, scene: team.scene, own }))
  return own
}

/** Pushes these members to the team at once. */
async function pushToTeam(
  tx: Tx,
  afterCommit: AfterCommit,
  ctx: MemberCtx,
  { team }: ChangedTeam,
  rows: readonly NamedTeamMemberRow[],
): Promise<void> {
  team.version += 1
  await store.updateMemberListTime(tx, team)
  await updateTeamCounters(tx, [team])
  const [member, ...others] = rows.map(presentMember)
  const push = { member: member!, ...(others.length > 0 && { others }), team: presentTeam(team), version: team.version }
  afterCommit(() => ctx.deliverToTeam(team.id, 'team.member', push))
}

/** Renames these members of the locked team with one push to all. */
export async function renameMembers(
  tx: Tx,
  afterCommit: AfterCommit,
  ctx: MemberCtx,
  locked: ChangedTeam,
  members: readonly { id: number; nick: string }[],
): Promise<void> {
  if (members.length === 0) return
  const ids = members.map(({ id }) => id)
  await store.updateNicks(
    ...([tx, locked.team] as const),
    members.map(({ id, nick }) => ({ im_account_id: id, nick })),
  )
  const rows = await store.selectMembersById(tx, locked.team.id, ids)
  for (const row of rows) pushOwnMembership(afterCommit, ctx, locked, row)
  await pushToTeam(tx, afterCommit, ctx, locked, rows)
}

/** Stores the fields. Pushes them to the member's devices, and to the team if other members can see them. */
export async function changeMember(
  tx: Tx,
  afterCommit: AfterCommit,
  ctx: MemberCtx,
  locked: ChangedTeam,
  imId: number,
  { nickInTeam, custom, muteNotiType }: OwnMemberChange,
): Promise<NamedTeamMemberRow> {
  const { team } = locked
  await store.updateMember(tx, team, imId, {
    ...(nickInTeam !== undefined && { nick: nickInTeam }),
    ...(custom !== undefined && { custom }),
    ...(muteNotiType !== undefined && { notify_type: muteNotiType }),
  })
  const [row] = await store.selectMembersById(tx, team.id, [imId])
  pushOwnMembership(afterCommit, ctx, locked, row!)
  if (nickInTeam !== undefined || custom !== undefined) await pushToTeam(tx, afterCommit, ctx, locked, [row!])
  return row!
}

export const updateInfo = (
  { scene, teamId, ...fields }: ParsedInput<'team.updateInfoInTeam'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.updateInfoInTeam'>> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedMembership = await lockTeamOfMember(tx, ctx.viewer.imId, { scene, teamId })
    if (fields.nickInTeam !== undefined || fields.custom !== undefined) expectUnmanagedTeam(lockedMembership)
    const { member } = lockedMembership
    expectMayName(lockedMembership, [fields.nickInTeam, fields.custom], ctx)
    await checkTeamNick(tx, fields.nickInTeam, member, ctx)
    return { own: presentOwn(await changeMember(tx, afterCommit, ctx, lockedMembership, ctx.viewer.imId, fields)) }
  })

type FollowInput = ParsedInput<'team.addTeamMembersFollow'>
type FollowReply = CommandOutput<'team.addTeamMembersFollow'>

/** Stores the members whom the caller follows, and pushes them to the caller's devices. */
const changeFollowed = (
  teamRef: Omit<FollowInput, 'accounts'>,
  ctx: ImCtx,
  createList: (tx: Tx, locked: LockedMembership) => Promise<string[]>,
): Promise<FollowReply> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId } = ctx.viewer
    const lockedMembership = await lockTeamOfMember(tx, imId, teamRef)
    const { team } = lockedMembership
    await store.updateFollowedMembers(tx, team, imId, await createList(tx, lockedMembership))
    const [row] = await store.selectMembersById(tx, team.id, [imId])
    return { own: pushOwnMembership(afterCommit, ctx, lockedMembership, row!) }
  })

export const followMembers = ({ accounts, ...teamRef }: FollowInput, ctx: ImCtx): Promise<FollowReply> =>
  changeFollowed(teamRef, ctx, async (tx, { team, member }) => {
    const accountRows = await store.selectAccounts(tx, ctx.viewer.imId, accounts)
    const members = await store.selectMembersById(
      tx,
      team.id,
      accountRows.map(({ id }) => id),
    )
    if (members.length < accounts.length) throw imFail('notFound', '只能关注群成员')
    const followed = [...new Set([...member.followed, ...accounts])]
    if (followed.length > teamLimits.followed) throw imFail('invalid', `每个群最多关注${teamLimits.followed}位成员`)
    return followed
  })

export const unfollowMembers = ({ accounts, ...teamRef }: FollowInput, ctx: ImCtx): Promise<FollowReply> =>
  changeFollowed(teamRef, ctx, (_tx, { member }) =>
    Promise.resolve(member.followed.filter((accid) => !accounts.includes(accid))),
  )

/** Managers may change the nickname of any member, and members their own. */
export const updateNick = (
  { account, nickInTeam, ...teamRef }: ParsedInput<'team.updateNickInTeam'>,
  ctx: ImCtx,
): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedMembership = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    expectUnmanagedTeam(lockedMembership)
    const [found] = await store.selectAccounts(tx, ctx.viewer.imId, [account])
    const [member] = found ? await store.selectMembersById(tx, lockedMembership.team.id, [found.id]) : []
    if (!member) throw imFail('notInTeam', '对方不在这个群里')
    const isSelf = member.im_account_id === ctx.viewer.imId
    if (!isSelf && !isAbove(lockedMembership.member, member)) throw imFail('notAllowedInTeam')
    expectMayName(lockedMembership, [nickInTeam], ctx)
    await checkTeamNick(tx, nickInTeam, member, ctx)
    await changeMember(tx, afterCommit, ctx, lockedMembership, member.im_account_id, { nickInTeam })
    return null
  })
