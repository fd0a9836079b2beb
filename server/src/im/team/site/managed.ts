// Teams of the site's own groups. The site creates and dismisses them, and admits their members. It acts in the name of
// the owner, in the transaction of its own rows.
import { randomUUID } from 'node:crypto'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { chatMessageTypes, type CallAttachment } from '@xinqiao/contract/im/messages/messages.ts'
import { staffNoticeMark } from '@xinqiao/contract/im/team/staff-notices.ts'
import {
  memberRoles,
  muteTypes,
  teamLimits,
  type TeamFields,
  type TeamScene,
} from '@xinqiao/contract/im/team/team-model.ts'
import { chatPushes } from '../../../kit/bus/topic.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { selectHistory } from '../../../kit/generation-store.ts'
import { lockAccounts } from '../../changes/store.ts'
import type { LockedMembership } from '../../conversations/teams/locked-membership.ts'
import { lockTeams, selectMembers, selectTeams } from '../../conversations/teams/team-store.ts'
import { writeTeamMessages } from '../../conversations/teams/team-messages.ts'
import { announceTeamNotice, pickTeamFields, pushTeamToNewMembers, type TeamChangeCtx } from '../rules/announce.ts'
import { createLockedTeam } from '../lifecycle/create.ts'
import { joinTeam, lockFullAccounts } from '../rules/invite.ts'
import { dismissLockedTeam } from '../lifecycle/dismiss.ts'
import { leaveLockedTeam, removeLockedMembers } from '../members/members.ts'
import { renameMembers } from '../members/own-info.ts'
import { changeStaffMute } from './staff-mutes.ts'
import * as store from '../records/store.ts'

type TeamAccount = { id: number; accid: string }
/** `nick`: the name under which the other members see the account. */
export type ManagedMember = TeamAccount & { nick: string }

/** The context of the owner or of a member, whose pushes reach the devices over the bus. */
export async function createTeamContext(
  { kit, tx }: TransactionScope,
  { id, accid }: TeamAccount,
): Promise<TeamChangeCtx> {
  const { generation } = await selectHistory(tx)
  const { bus, bodies } = kit
  return {
    bodies,
    viewer: { imId: id, accid, deviceId: '', clientType: clientTypes.Server },
    deliver: (imId, name, data) => chatPushes.publish(bus, { imId, name, data, generation }),
    deliverToTeam: (teamId, name, data) => chatPushes.publish(bus, { teamId, name, data, generation }),
  }
}

type LockedTeam = LockedMembership & { ctx: TeamChangeCtx }
/** @throws ImFailure 816 for a team that was dismissed */
async function lockManagedTeam(scope: TransactionScope, teamId: number): Promise<LockedTeam> {
  const { tx } = scope
  await lockTeams(tx, [teamId])
  const [team] = await selectTeams(tx, [teamId])
  const [member] = team?.is_valid ? await selectMembers(tx, [{ teamId, imId: team.owner_id }]) : []
  if (!team?.is_managed || !member) throw imFail('noSuchTeam')
  return { team, member, ctx: await createTeamContext(scope, { id: team.owner_id, accid: team.owner }) }
}

type NewManagedTeam = Pick<TeamFields, 'announcement' | 'custom'> & {
  name: string
  intro: string
  owner: ManagedMember
  manager: ManagedMember | null
  scene?: TeamScene
  /** True for the account of the association, which never signs in, so that its number of teams costs nothing. */
  isOwnerUnlimited?: boolean
}

/**
 * @returns the id of the team
 * @throws ImFailure 806 for an owner in too many teams
 */
export async function createManagedTeam(
  scope: TransactionScope,
  { owner, manager, scene = 'team', isOwnerUnlimited = false, ...texts }: NewManagedTeam,
): Promise<number> {
  const { tx, afterCommit } = scope
  const accounts = await lockAccounts(tx, owner.id, { ids: manager ? [manager.id] : [] })
  const me = accounts.find(({ id }) => id === owner.id)
  if (!me) throw imFail('notFound')
  const fullAccounts = await lockFullAccounts(tx, manager ? [owner.id, manager.id] : [owner.id])
  if (!isOwnerUnlimited && fullAccounts.has(owner.id)) throw imFail('tooManyTeams')
  const ctx = await createTeamContext(scope, owner)
  const fields = { scene, type: 'advanced', joinMode: 'rejectAll', ...texts } as const
  const { team } = await createLockedTeam({ tx, me }, ctx, fields, owner.nick)
  await store.markTeamManaged(tx, team)
  await pushTeamToNewMembers(tx, afterCommit, ctx, team.id, [owner.id])
  if (manager)
    await joinTeam({ tx, afterCommit, me }, ctx, team, {
      accounts: [{ ...manager, role: memberRoles.manager }],
      inviterId: owner.id,
      notice: { type: 'addTeamMembers', accounts: [manager.accid] },
    })
  return team.id
}

/**
 * Admits an account under this name. A member who returns sees no earlier messages.
 * @returns false for a member
 */
export async function admitManagedMember(
  scope: TransactionScope,
  teamId: number,
  { id, accid, nick }: ManagedMember,
  role: number = memberRoles.normal,
): Promise<boolean> {
  const { tx, afterCommit } = scope
  const { team, ctx } = await lockManagedTeam(scope, teamId)
  if ((await selectMembers(tx, [{ teamId, imId: id }])).length > 0) return false
  const [account] = await store.selectAccounts(tx, team.owner_id, [accid])
  if (!account) throw imFail('notFound')
  await joinTeam({ tx, afterCommit, me: { id: team.owner_id } }, ctx, team, {
    accounts: [{ ...account, nick, role }],
    inviterId: null,
    notice: { type: 'passTeamApply', account: accid },
  })
  return true
}

/**
 * Admits accounts with one notice. Skips members, accounts in too many teams, and those for whom there is no place.
 * @returns the accounts that became members
 */
export async function admitManagedMembers(
  scope: TransactionScope,
  teamId: number,
  members: readonly ManagedMember[],
): Promise<ManagedMember[]> {
  const { tx, afterCommit } = scope
  const { team, ctx } = await lockManagedTeam(scope, teamId)
  const current = await selectMembers(
    tx,
    members.map(({ id }) => ({ teamId, imId: id })),
  )
  const memberIds = new Set(current.map((row) => row.im_account_id))
  const newMembers = new Map(members.filter(({ id }) => !memberIds.has(id)).map((member) => [member.id, member]))
  const names = [...newMembers.values()].map(({ accid }) => accid)
  const fullAccounts = await lockFullAccounts(tx, [...newMembers.keys()])
  const accounts = (await store.selectAccounts(tx, team.owner_id, names))
    .filter(({ id }) => newMembers.has(id) && !fullAccounts.has(id))
    .slice(0, Math.max(0, teamLimits.members[team.scene] - team.member_count))
    .map((account) => ({ ...account, nick: newMembers.get(account.id)!.nick }))
  if (accounts.length === 0) return []
  await joinTeam({ tx, afterCommit, me: { id: team.owner_id } }, ctx, team, {
    accounts,
    inviterId: null,
    notice: { type: 'addTeamMembers', accounts: accounts.map(({ accid }) => accid) },
  })
  return accounts
}

/** The given accounts that are members of a locked team. */
async function filterToMembers<T extends TeamAccount>(tx: Tx, teamId: number, accounts: readonly T[]): Promise<T[]> {
  const memberships = accounts.map(({ id }) => ({ teamId, imId: id }))
  const memberIds = new Set((await selectMembers(tx, memberships)).map((row) => row.im_account_id))
  return accounts.filter(({ id }) => memberIds.has(id))
}

/**
 * Removes members with one notice. Skips accounts that have left.
 * @returns the accounts that it removed
 */
export async function removeManagedMembers<T extends TeamAccount>(
  scope: TransactionScope,
  teamId: number,
  accounts: readonly T[],
): Promise<T[]> {
  const { tx, afterCommit } = scope
  const { ctx, ...locked } = await lockManagedTeam(scope, teamId)
  const members = await filterToMembers(tx, teamId, accounts)
  if (members.length > 0) await removeLockedMembers(tx, afterCommit, ctx, locked, members)
  return members
}

/** Changes the names under which the others see these members, with one push. Skips accounts that have left. */
export async function renameManagedMembers(
  scope: TransactionScope,
  teamId: number,
  members: readonly ManagedMember[],
): Promise<void> {
  const { tx, afterCommit } = scope
  const { ctx, ...locked } = await lockManagedTeam(scope, teamId)
  await renameMembers(tx, afterCommit, ctx, locked, await filterToMembers(tx, teamId, members))
}

/**
 * Gives the team to another owner, who is not an ordinary member, and removes the earlier one. Managers may become
 * owners. Any other account sees no earlier messages.
 * @throws ImFailure 809 for an ordinary member
 */
export async function transferManagedTeam(
  scope: TransactionScope,
  teamId: number,
  owner: ManagedMember,
): Promise<void> {
  const { tx, afterCommit } = scope
  await admitManagedMember(scope, teamId, owner, memberRoles.manager)
  const { ctx, ...locked } = await lockManagedTeam(scope, teamId)
  const { team } = locked
  const [member] = await selectMembers(tx, [{ teamId, imId: owner.id }])
  if (member?.role === memberRoles.normal) throw imFail('alreadyInTeam')
  const formerOwner = { id: team.owner_id, accid: team.owner }
  await store.updateRoles(tx, team, [owner.id], memberRoles.owner)
  // not an ordinary member, because such a row would mean a person under an alias
  await store.updateRoles(tx, team, [formerOwner.id], memberRoles.manager)
  await store.updateOwner(tx, team, owner)
  const notice = { team: pickTeamFields(team, ['owner']), account: owner.accid }
  await announceTeamNotice(tx, afterCommit, ctx, locked, { type: 'transferTeam', ...notice })
  await removeManagedMembers(scope, teamId, [formerOwner])
}

/** @returns false for an account that is not a member */
export const removeManagedMember = async (
  scope: TransactionScope,
  teamId: number,
  account: TeamAccount,
): Promise<boolean> => (await removeManagedMembers(scope, teamId, [account])).length > 0

/** Removes a member after the end of the membership outside of the chat. Does nothing for others. */
export async function leaveManagedTeam(scope: TransactionScope, teamId: number, account: TeamAccount): Promise<void> {
  const { tx, afterCommit } = scope
  const { team } = await lockManagedTeam(scope, teamId)
  const [member] = await selectMembers(tx, [{ teamId, imId: account.id }])
  if (member) await leaveLockedTeam(tx, afterCommit, await createTeamContext(scope, account), { team, member })
}

/**
 * Mutes a member in the name of the association.
 * @param reason what the member reads; null ends the mute
 * @returns false for an account that is not a member
 */
export async function muteManagedMember(
  scope: TransactionScope,
  teamId: number,
  account: TeamAccount,
  reason: string | null,
): Promise<boolean> {
  const { ctx, ...locked } = await lockManagedTeam(scope, teamId)
  if ((await filterToMembers(scope.tx, teamId, [account])).length === 0) return false
  await changeStaffMute(scope, { ...locked, ctx: { ...ctx, noticeMark: staffNoticeMark } }, account, reason)
  return true
}

type ManagedFields = Pick<TeamFields, 'intro' | 'announcement'> & { name?: string; isMuted?: boolean }

/** `isMuted`: only the owner and managers write. */
export async function updateManagedTeam(
  scope: TransactionScope,
  teamId: number,
  { isMuted, ...texts }: ManagedFields,
): Promise<void> {
  const { tx, afterCommit } = scope
  const { ctx, ...locked } = await lockManagedTeam(scope, teamId)
  const muteType = isMuted === undefined ? {} : { mute_type: isMuted ? muteTypes.normal : muteTypes.none }
  const columns: store.TeamUpdate = { ...texts, ...muteType }
  const isChanged = Object.entries(columns).some(([name, value]) => locked.team[name as keyof typeof columns] !== value)
  if (!isChanged) return
  await store.updateTeamRow(tx, locked.team, columns)
  const names = [
    ...(Object.keys(texts) as (keyof typeof texts)[]),
    ...(isMuted === undefined ? [] : ['muteType' as const]),
  ]
  const team = pickTeamFields(locked.team, [...names, 'updateTime'])
  await announceTeamNotice(tx, afterCommit, ctx, locked, { type: 'updateTeam', team })
}

/** @param byStaff true when the notification names the association instead of the owner */
export async function dismissManagedTeam(
  scope: TransactionScope,
  teamId: number,
  { byStaff }: { byStaff: boolean },
): Promise<void> {
  const { ctx, ...locked } = await lockManagedTeam(scope, teamId)
  const noticeCtx = byStaff ? { ...ctx, noticeMark: staffNoticeMark } : ctx
  await dismissLockedTeam(scope.tx, scope.afterCommit, noticeCtx, locked)
}

/**
 * Writes the message about a call of the team, which clients cannot send.
 * The owner is its sender when this account has left the team.
 */
export async function writeManagedCallRecord(
  scope: TransactionScope,
  teamId: number,
  { sender: account, attach }: { sender: TeamAccount; attach: CallAttachment },
): Promise<void> {
  const { tx, afterCommit } = scope
  const { team, member: owner, ctx } = await lockManagedTeam(scope, teamId)
  const [member] = await selectMembers(tx, [{ teamId, imId: account.id }])
  const sender = member ? { ...ctx.viewer, imId: account.id, accid: account.accid } : ctx.viewer
  const content = { type: chatMessageTypes.g2, attach }
  const [stored] = await writeTeamMessages(tx, ctx.bodies, [
    { team, member: member ?? owner, sender, idClient: randomUUID(), content },
  ])
  afterCommit(() => ctx.deliverToTeam(teamId, 'team.msg', stored!))
}
