// Changes a team: its fields, owner, managers and mutes. Each change writes one notification, and its cost does not
// depend on the number of members.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import {
  beInviteModes,
  joinModes,
  memberRoles,
  muteTypes,
  rightModes,
  type TeamTextsBeforeChange,
  type Team,
  type TeamFields,
  type TeamNotice,
} from '@xinqiao/contract/im/team/team-model.ts'
import type { TeamRef } from '@xinqiao/contract/im/team/team.ts'
import { type AfterCommit, transaction, type Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { publishAvatar } from '../../changes/avatars.ts'
import { presentOwn } from '../../conversations/teams/team-states.ts'
import { announceTeamNotice, pickTeamFields } from '../rules/announce.ts'
import {
  isAbove,
  isManager,
  isOwner,
  lockTeamOfMember,
  type LockedMembership,
} from '../../conversations/teams/locked-membership.ts'
import { recordLeaderAction } from '../../conversations/teams/leader-actions.ts'
import { leaveLockedTeam } from '../members/members.ts'
import { expectMayWrite, expectUnmanagedTeam, expectOwner, expectPermission } from '../rules/permissions.ts'
import { checkTeamName } from '../members/site-names.ts'
import * as store from '../records/store.ts'

type TeamChangeScope = { tx: Tx; locked: LockedMembership; afterCommit: AfterCommit }

/** Runs `work` with the team locked, and announces the notification that it returns. */
const changeTeam = (
  ctx: ImCtx,
  teamRef: TeamRef,
  work: (change: TeamChangeScope) => Promise<TeamNotice | null>,
): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedMembership = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    const notice = await work({ tx, locked: lockedMembership, afterCommit })
    if (notice) await announceTeamNotice(tx, afterCommit, ctx, lockedMembership, notice)
    return null
  })

/** @throws ImFailure 802 for members who are neither owner nor manager */
export function expectManager({ member }: LockedMembership): void {
  if (!isManager(member)) throw imFail('notAllowedInTeam')
}

const modeFields = ['joinMode', 'beInviteMode', 'inviteMode', 'updateTeamMode', 'updateCustomMode'] as const

/** Column names and values of the given fields. */
const toColumns = (fields: TeamFields): store.TeamUpdate => ({
  ...(fields.name !== undefined && { name: fields.name }),
  ...(fields.avatar !== undefined && { avatar: fields.avatar }),
  ...(fields.intro !== undefined && { intro: fields.intro }),
  ...(fields.announcement !== undefined && { announcement: fields.announcement }),
  ...(fields.custom !== undefined && { custom: fields.custom }),
  ...(fields.joinMode && { join_mode: joinModes[fields.joinMode] }),
  ...(fields.beInviteMode && { be_invite_mode: beInviteModes[fields.beInviteMode] }),
  ...(fields.inviteMode && { invite_mode: rightModes[fields.inviteMode] }),
  ...(fields.updateTeamMode && { update_mode: rightModes[fields.updateTeamMode] }),
  ...(fields.updateCustomMode && { update_custom_mode: rightModes[fields.updateCustomMode] }),
})

/** @throws ImFailure 2006 with the texts that others have changed since the caller saw them */
function expectUnchanged({ team }: LockedMembership, expected: TeamTextsBeforeChange): void {
  const names = (Object.keys(expected) as (keyof TeamTextsBeforeChange)[]).filter(
    (name) => team[name] !== expected[name],
  )
  if (names.length === 0) return
  throw imFail('changedMeanwhile', undefined, Object.fromEntries(names.map((name) => [name, team[name]])))
}

/** `custom` has its own permission, and only managers change the permissions */
export const updateTeam = (
  { scene, teamId, expected, ...fields }: ParsedInput<'team.updateTeam'>,
  ctx: ImCtx,
): Promise<null> =>
  changeTeam(ctx, { scene, teamId }, async ({ tx, locked }) => {
    const names = Object.keys(fields) as (keyof TeamFields & keyof Team)[]
    if (names.length === 0) throw imFail('invalid', '没有要修改的群资料')
    const { team } = locked
    if (names.some((name) => name !== 'announcement')) expectUnmanagedTeam(locked)
    checkTeamName(fields.name, ctx)
    expectMayWrite(locked, [fields.name, fields.intro, fields.announcement, fields.custom, fields.avatar])
    if (names.includes('custom')) expectPermission(locked, team.update_custom_mode)
    if (names.some((name) => name !== 'custom')) expectPermission(locked, team.update_mode)
    if (modeFields.some((name) => names.includes(name))) expectManager(locked)
    expectUnchanged(locked, expected)
    const avatar =
      fields.avatar === undefined ? {} : { avatar: await publishAvatar(tx, ctx.viewer.imId, fields.avatar) }
    await store.updateTeamRow(tx, team, toColumns({ ...fields, ...avatar }))
    return { type: 'updateTeam', team: pickTeamFields(team, [...names, 'updateTime']) }
  })

/**
 * The memberships of these accounts.
 * @throws ImFailure 804 when one is not a member
 */
async function requireMembers({ tx, locked }: TeamChangeScope, ctx: ImCtx, accounts: readonly string[]) {
  const accountRows = await store.selectAccounts(tx, ctx.viewer.imId, accounts)
  const imIds = accountRows.map(({ id }) => id)
  const members = await store.selectMembersById(tx, locked.team.id, imIds)
  if (members.length < accounts.length) throw imFail('notInTeam', '对方不在这个群里')
  return members
}

/** Pushes to these members their own changed membership. */
async function pushMemberships(
  { tx, locked: { team }, afterCommit }: TeamChangeScope,
  ctx: ImCtx,
  imIds: readonly number[],
) {
  for (const row of await store.selectMembersById(tx, team.id, imIds)) {
    const own = presentOwn(row)
    const push = { teamId: `${team.id}`, scene: team.scene, own }
    afterCommit(() => ctx.deliver(row.im_account_id, 'team.own', push))
  }
}

export const transferTeam = (
  { account, leave, ...teamRef }: ParsedInput<'team.transferTeam'>,
  ctx: ImCtx,
): Promise<null> =>
  changeTeam(ctx, teamRef, async (change) => {
    const { tx, locked, afterCommit } = change
    const { team, member } = locked
    expectUnmanagedTeam(locked)
    expectOwner(locked)
    const [next] = await requireMembers(change, ctx, [account])
    if (!next || isOwner(next)) throw imFail('invalid', '不能转让给自己')
    if (next.staff_mute_reason !== null) throw imFail('notAllowedInTeam', '协会禁言了这位成员，不能转让给他')
    await store.updateRoles(tx, team, [next.im_account_id], memberRoles.owner)
    await store.updateRoles(tx, team, [member.im_account_id], memberRoles.normal)
    await store.updateOwner(tx, team, { id: next.im_account_id, accid: account })
    await pushMemberships(change, ctx, [next.im_account_id, member.im_account_id])
    const notice = { type: 'transferTeam', team: pickTeamFields(team, ['owner', 'memberNum']), account } as const
    if (!leave) return notice
    await announceTeamNotice(tx, afterCommit, ctx, locked, { ...notice, leave })
    await leaveLockedTeam(tx, afterCommit, ctx, { team, member: { ...member, role: memberRoles.normal } })
    return null
  })

const changeManagers = (
  { accounts, ...teamRef }: ParsedInput<'team.addTeamManagers'>,
  ctx: ImCtx,
  isAdd: boolean,
): Promise<null> =>
  changeTeam(ctx, teamRef, async (change) => {
    const { tx, locked } = change
    expectUnmanagedTeam(locked)
    expectOwner(locked)
    const members = await requireMembers(change, ctx, accounts)
    if (members.some(isOwner)) throw imFail('invalid', '群主不能是管理员')
    const imIds = members.map((row) => row.im_account_id)
    await store.updateRoles(tx, locked.team, imIds, isAdd ? memberRoles.manager : memberRoles.normal)
    await pushMemberships(change, ctx, imIds)
    return { type: isAdd ? 'addTeamManagers' : 'removeTeamManagers', team: pickTeamFields(locked.team, []), accounts }
  })
export const addTeamManagers = (input: ParsedInput<'team.addTeamManagers'>, ctx: ImCtx): Promise<null> =>
  changeManagers(input, ctx, true)
export const removeTeamManagers = (input: ParsedInput<'team.removeTeamManagers'>, ctx: ImCtx): Promise<null> =>
  changeManagers(input, ctx, false)

export const muteTeamAll = ({ mute, ...teamRef }: ParsedInput<'team.muteTeamAll'>, ctx: ImCtx): Promise<null> =>
  changeTeam(ctx, teamRef, async ({ tx, locked }) => {
    expectManager(locked)
    if (locked.team.is_silenced) throw imFail('notAllowedInTeam', '协会开启了全员禁言，请联系协会')
    await store.updateTeamRow(tx, locked.team, { mute_type: mute ? muteTypes.normal : muteTypes.none })
    await recordLeaderAction(tx, ctx, locked.team, 'peerMemberMuted', { isMuted: mute, accounts: 'all' })
    return { type: 'updateTeam', team: pickTeamFields(locked.team, ['updateTime', 'muteType']) }
  })

export const updateMuteState = (
  { accounts, mute, ...teamRef }: ParsedInput<'team.updateMuteStateInTeam'>,
  ctx: ImCtx,
): Promise<null> =>
  changeTeam(ctx, teamRef, async (change) => {
    const { tx, locked } = change
    expectManager(locked)
    const members = await requireMembers(change, ctx, accounts)
    // a manager may mute ordinary members only, and no one may mute the owner
    if (members.some((row) => !isAbove(locked.member, row))) throw imFail('notAllowedInTeam')
    if (members.some((row) => row.staff_mute_reason !== null))
      throw imFail('notAllowedInTeam', '协会禁言了这位成员，只有协会可以解除')
    const imIds = members.map((row) => row.im_account_id)
    await store.updateMutes(tx, locked.team, imIds, mute)
    await recordLeaderAction(tx, ctx, locked.team, 'peerMemberMuted', { isMuted: mute, accounts: accounts.join(' ') })
    return { type: 'updateTeamMute', team: pickTeamFields(locked.team, []), accounts, account: accounts[0]!, mute }
  })
