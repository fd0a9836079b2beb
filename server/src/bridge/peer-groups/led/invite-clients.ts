// Invitations of clients to a counsellor-led group, and its end by the leader.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { InvitableClient } from '@xinqiao/contract/http/peer-groups/led.ts'
import { peerGroupLimits } from '@xinqiao/contract/peer-groups.ts'
import { daySeconds } from '@xinqiao/contract/time.ts'
import { ensureAliases } from '../../../im/chat.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as ledStore from '../records/led-store.ts'
import { notifyInvited } from '../present/notices.ts'
import { isLeaderOf, isPastEnd, nameOfLeader, placesLeftIn } from '../present/present.ts'
import { setGroupState } from '../lifetime/states.ts'
import * as store from '../records/group-store.ts'

const maxInvitationsPerDay = 100

/** @throws Failure notFound for others than leaders */
async function requireLedGroup(db: Db, id: number, leaderId: number) {
  const group = await store.selectPublicGroup(db, id)
  if (group?.kind !== 'led' || !isLeaderOf(group, leaderId)) throw fail('notFound')
  return group
}

/** Clients under the aliases that the counsellor knows. Whether they are members stays unknown. */
export async function listClients(ctx: Ctx, groupId: number): Promise<{ content: InvitableClient[] }> {
  const { sql } = ctx.kit
  const { id: leaderId } = viewerOf(ctx)
  await requireLedGroup(sql, groupId, leaderId)
  const rows = await ledStore.selectClients(sql, groupId, leaderId)
  const aliases = await ensureAliases(
    sql,
    rows.map((row) => row.account_id),
  )
  const content = rows.map((row) => ({
    bookingId: row.booking_id,
    name: aliases.get(row.account_id) ?? `来访者 ${row.booking_id}`,
    isInvited: row.is_invited,
    canInvite: row.can_invite,
    hasDeclined: row.has_declined,
  }))
  return { content }
}

export async function inviteClient(
  ctx: Ctx,
  { id: groupId, bookingId }: { id: number; bookingId: number },
): Promise<null> {
  const { id: leaderId } = viewerOf(ctx)
  await limitHits(ctx.kit.sql, `ledInvite:${leaderId}`, maxInvitationsPerDay, daySeconds)
  return inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    // serialises the invitations of a group
    await store.lockGroup(tx, groupId)
    const group = await requireLedGroup(tx, groupId, leaderId)
    const client = orNotFound(await ledStore.selectClient(tx, bookingId, leaderId))
    if (isPastEnd(group)) throw fail('wrongState', '这个小组的结束日期已过，不能再邀请')
    if (group.state !== 'open') throw fail('wrongState', '小组停止了招募，请先恢复招募')
    if (placesLeftIn(group) === 0) throw fail('wrongState', '这个小组的名额已满')
    const invitation = { groupId, accountId: client.account_id, leaderId }
    // the same answer for members, because leaders do not learn who joined
    if (!(await ledStore.upsertInvitation(tx, invitation)))
      throw fail('wrongState', `${peerGroupLimits.invitationPauseDays}天内已经邀请过这位来访者`)
    // one notice for the client; the leader does not learn that the other one has invited them
    if (await ledStore.hasOtherInvitation(tx, invitation)) return null
    const [leader] = await store.selectLeaders(tx, [leaderId])
    await notifyInvited(scope, group, client.account_id, nameOfLeader(leader!))
    return null
  })
}

/** Ends an invitation. A client who has used it stays a member. */
export const withdrawInvitation = (
  ctx: Ctx,
  { id: groupId, bookingId }: { id: number; bookingId: number },
): Promise<null> =>
  inTransaction(ctx.kit, async ({ tx }) => {
    const { id: leaderId } = viewerOf(ctx)
    await requireLedGroup(tx, groupId, leaderId)
    const client = orNotFound(await ledStore.selectClient(tx, bookingId, leaderId))
    if (!(await ledStore.markInvitationWithdrawn(tx, { groupId, accountId: client.account_id, leaderId })))
      throw fail('wrongState')
    return null
  })

/** The leader sees the answer in the list of clients. The client may still apply later. */
export const declineInvitation = (ctx: Ctx, groupId: number): Promise<null> =>
  inTransaction(ctx.kit, async ({ tx }) => {
    const { id: accountId } = viewerOf(ctx)
    const canDecline = await ledStore.isInvited(tx, groupId, accountId)
    if (!canDecline || !(await ledStore.markInvitationsDeclined(tx, groupId, accountId))) throw fail('notFound')
    return null
  })

export const setStateAsLeader = (
  ctx: Ctx,
  input: { id: number; state: 'open' | 'closed' | 'dissolved'; reason: string },
): Promise<null> => {
  const { id } = viewerOf(ctx)
  const mayLead = (group: store.PeerGroupRow) => group.kind === 'led' && group.team_id !== null && isLeaderOf(group, id)
  return inTransaction(ctx.kit, (scope) => setGroupState(scope, { id, byStaff: false }, input, mayLead))
}
