// Leaders of published groups: the secretariat learns who may no longer lead, and names another one.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { memberRoles } from '@xinqiao/contract/im/team/team-model.ts'
import {
  admitManagedMember,
  ensureAccount,
  removeManagedMember,
  transferManagedTeam,
  type ManagedMember,
} from '../../../im/chat.ts'
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'
import { inTransaction, viewerOf, type Ctx, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import * as leaderStore from '../records/leader-store.ts'
import { deleteUnusedInvitations, markConsentWithdrawn } from '../records/led-store.ts'
import {
  notifyCoLeaderAdded,
  notifyCoLeaderLeft,
  notifyLeaderChanged,
  notifyLeaderLacks,
  notifyRefused,
} from '../present/notices.ts'
import { isLeaderOf, nameOfLeader } from '../present/present.ts'
import * as store from '../records/group-store.ts'

export async function toTeamMember(tx: Tx, leader: store.LeaderRow): Promise<ManagedMember> {
  return { ...(await ensureAccount(tx, leader.account_id)), nick: nameOfLeader(leader) }
}

/** True for the caller who leads the group. A former counsellor leads no counsellor-led group any more. */
export const isLedBy = (ctx: Ctx, group: Pick<store.PeerGroupRow, 'kind' | 'leader_id' | 'co_leader_id'>): boolean => {
  const { id, roleId } = viewerOf(ctx)
  return isLeaderOf(group, id) && (group.kind === 'peer' || roleId === roles.counsellor)
}

/** @throws Failure wrongState for a group whose leader may no longer lead */
export async function requireAbleLeader(tx: Tx, { kind, leader_id }: store.PeerGroupRow): Promise<void> {
  const [leader] = await leaderStore.selectAbleLeaders(tx, kind, [leader_id])
  if (leader === undefined) throw fail('wrongState', '这个小组的带领者须更换，请先由秘书处指定带领者')
}

type LeaderIds = Pick<store.PeerGroupRow, 'leader_id' | 'co_leader_id'>

/** Refuses waiting applications, because their writers chose the earlier leader. */
async function refuseWaitingApplications(scope: TransactionScope, group: store.PeerGroupRow): Promise<void> {
  const { tx } = scope
  const reason = '带领者已更换，愿意的话请重新申请'
  const applicants = (await store.markWaitingApplicationsRefused(tx, group.id, reason)).map((row) => row.account_id)
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const accountId of applicants) await markConsentWithdrawn(tx, group.id, accountId)
  await notifyRefused(scope, group, applicants, reason)
}

async function transferGroup(scope: TransactionScope, group: store.PeerGroupRow, leaderId: number): Promise<void> {
  const { tx } = scope
  const [leader] = await store.selectLeaders(tx, [leaderId])
  const members = await store.selectGroupMembers(tx, group.id)
  if (members.some((row) => row.account_id === leaderId)) throw failField('leader', '这个账号已是小组的成员')
  await transferManagedTeam(scope, group.team_id!, await toTeamMember(tx, leader!))
  await deleteUnusedInvitations(tx, group.id, group.leader_id)
  await refuseWaitingApplications(scope, group)
  const memberIds = members.map((row) => row.account_id)
  const change = { leaderName: nameOfLeader(leader!), wasCoLeader: leaderId === group.co_leader_id }
  await notifyLeaderChanged(scope, group, [leaderId, ...memberIds], change)
}

async function changeCoLeader(
  scope: TransactionScope,
  group: store.CountedGroup,
  coLeaderId: number | null,
): Promise<void> {
  const { tx } = scope
  if (group.co_leader_id !== null)
    await removeManagedMember(scope, group.team_id!, await ensureAccount(tx, group.co_leader_id))
  if (coLeaderId === null) return
  const members = await store.selectGroupMembers(tx, group.id)
  if (members.some((row) => row.account_id === coLeaderId)) throw failField('coLeader', '这个账号已是小组的成员')
  // the co-leader of a counsellor-led group must agree first, because clients consent to named leaders
  if (group.kind === 'led') return
  const [coLeader] = await store.selectLeaders(tx, [coLeaderId])
  await admitManagedMember(scope, group.team_id!, await toTeamMember(tx, coLeader!), memberRoles.manager)
}

/**
 * Admits a co-leader who agreed to a published group, and notifies its members and applicants.
 * @throws Failure wrongState for an account that may not lead
 */
export async function admitCoLeader(
  scope: TransactionScope,
  group: store.CountedGroup,
  coLeader: store.LeaderRow,
): Promise<void> {
  const { tx } = scope
  const ableLeaders = await leaderStore.selectAbleLeaders(tx, group.kind, [coLeader.account_id])
  if (ableLeaders.length === 0) throw fail('wrongState', '您的账号现在不能带领小组，请联系秘书处')
  const member = await toTeamMember(tx, coLeader)
  if (!(await admitManagedMember(scope, group.team_id!, member, memberRoles.manager)))
    throw fail('wrongState', '您已是这个小组的成员，不能同时带领')
  const readers = [
    ...(await store.selectGroupMembers(tx, group.id)),
    ...(await store.selectWaitingApplications(tx, group.id)),
  ]
  const readerIds = readers.map((row) => row.account_id)
  await notifyCoLeaderAdded(scope, group, readerIds, nameOfLeader(coLeader))
}

/**
 * Changes the leaders of a published group. Those who may lead stay; a co-leader may be added where there is none.
 * @throws Failure invalid, with the form field
 */
export async function changePublishedLeaders(
  scope: TransactionScope,
  group: store.CountedGroup,
  draft: LeaderIds,
): Promise<void> {
  const leaderIds = [group.leader_id, group.co_leader_id].filter((id) => id !== null)
  const ableLeaders = await leaderStore.selectAbleLeaders(scope.tx, group.kind, leaderIds)
  let current = group
  if (draft.leader_id !== group.leader_id) {
    if (ableLeaders.includes(group.leader_id)) throw failField('leader', '小组发布后不能更换带领者')
    await transferGroup(scope, group, draft.leader_id)
    if (draft.leader_id === group.co_leader_id) current = { ...group, co_leader_id: null }
  }
  if (draft.co_leader_id === (current.asked_co_leader_id ?? current.co_leader_id)) return
  if (current.co_leader_id !== null && ableLeaders.includes(current.co_leader_id))
    throw failField('coLeader', '协同带领者还在小组中，不能更换')
  await changeCoLeader(scope, current, draft.co_leader_id)
}

/** Clients consented to a named co-leader, so they learn of the departure and may leave, too. */
const endCoLeading = (kit: Kit, groupId: number): Promise<void> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    await store.lockGroup(tx, groupId)
    const departure = await leaderStore.updateCoLeaderEnded(tx, groupId)
    const group = departure && (await store.selectPublicGroup(tx, groupId))
    if (!group) return
    const [coLeader] = await store.selectLeaders(tx, [departure.id])
    const readers = [
      ...(await store.selectGroupMembers(tx, groupId)),
      ...(await store.selectWaitingApplications(tx, groupId)),
    ]
    const readerIds = [group.leader_id, ...readers.map((row) => row.account_id)]
    await notifyCoLeaderLeft(scope, group, readerIds, await leaderStore.selectSecretariat(tx), nameOfLeader(coLeader!))
  })

/** Job: tells the secretariat of each leader who may no longer lead, once, and members of a co-leader who has left. */
export async function notifyOfIneligibleLeaders(kit: Kit): Promise<void> {
  await forEachInOrder(await leaderStore.selectGroupsLeftByCoLeader(kit.sql), ({ id }) => endCoLeading(kit, id))
  for (const group of await leaderStore.selectGroupsWithoutLeader(kit.sql))
    // oxlint-disable-next-line no-await-in-loop -- few connections
    await inTransaction(kit, async (scope) => {
      await notifyLeaderLacks(scope, group, await leaderStore.selectSecretariat(scope.tx))
    })
}
