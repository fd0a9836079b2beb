// Invitations to a call: exactly one of accepting, rejecting and cancelling wins.
import { busyReason } from '@xinqiao/contract/calls.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import {
  callStatuses,
  signallingLimits,
  type CallStatus,
  type PushInfo,
  type SignalInvitation,
} from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ImCtx, ImViewer } from '../../../kit/chat/im-ctx.ts'
import {
  sendChannelEvent,
  changeChannel,
  informOwnDevices,
  isCreator,
  isFull,
  isMember,
  joinChannel,
  presentChannel,
  type ChannelScope,
} from './channel.ts'
import type { SitePort, SiteRing } from '../../../kit/site-port.ts'
import { expectMayRingAgain, recordOutcome, recordRing, type CallBooking } from '../calls/calls.ts'
import * as store from '../records/store.ts'

/**
 * On the site, only counsellors call, and only people who have written to them or have a booking at this time.
 * @throws ImFailure 414 for other callers
 */
function expectMayRing({ roleId }: ImViewer, peer: store.PeerRow, booking: CallBooking | null): void {
  if (roleId === null) return
  if (roleId !== roles.counsellor) throw imFail('invalid', '只有咨询师可以发起通话')
  if (!peer.is_known && !booking) throw imFail('invalid', '对方还没有给您写过消息，不能发起通话')
}

/** An invitation for push tokens, with the texts of the caller. */
type PushedRing = {
  calleeId: number
  call: Omit<PushInfo, 'needPush'> & { from: string; channelId: string; requestId: string }
}

/** The site as calls use it. */
export type CallSitePort = {
  findBooking: SitePort['findBookingOfCall']
  notifyRing: (scope: Pick<ChannelScope, 'tx' | 'afterCommit'>, ring: SiteRing) => Promise<void>
  markRingSeen: SitePort['markRingSeen']
  /** Notifies the push tokens of an app's account; false when it has none. */
  pushRing: (scope: Pick<ChannelScope, 'tx' | 'afterCommit'>, ring: PushedRing) => Promise<boolean>
}

/** @returns whether the invited account can know of the invitation now */
export async function invite(
  scope: ChannelScope,
  { viewer, connectionId }: Pick<ImCtx, 'viewer' | 'connectionId'>,
  { findBooking, notifyRing, pushRing }: CallSitePort,
  { account, requestId, attachExt, offlineEnabled, pushInfo }: SignalInvitation,
): Promise<CallStatus> {
  const { tx, channel, from } = scope
  const mayStayOutside = viewer.roleId === null && isCreator(scope, from.imId)
  if (!isMember(scope, from.imId) && !mayStayOutside) throw imFail('notInRoom')
  const peer = await store.selectPeer(tx, from.imId, account)
  if (!peer) throw imFail('notFound', '对方账号不存在')
  if (peer.id === from.imId) throw imFail('invalid', '不能邀请自己')
  if (peer.has_blocked) throw imFail('blockedByPeer')
  const sides = { callerId: from.imId, calleeId: peer.id }
  const booking = viewer.roleId === roles.counsellor ? await findBooking(tx, sides) : null
  expectMayRing(viewer, peer, booking)
  if (isMember(scope, peer.id)) throw imFail('alreadyInRoom')
  if (isFull(scope, viewer.roleId)) throw imFail('roomFull')
  const key = { channelId: channel.id, toId: peer.id, requestId }
  const isNew = await store.insertInvite(tx, key, from.imId, channel.now)
  if (isNew) {
    // a second invited account would take over the record of the first
    if (viewer.roleId !== null && (await store.hasOtherInvitee(tx, channel.id, peer.id)))
      throw imFail('invalid', '一次通话只能邀请一个人')
    if (viewer.roleId !== null && !booking) await expectMayRingAgain(tx, sides, channel.now)
    if (viewer.roleId !== null) await recordRing(tx, channel, sides, { booking, connectionId })
    if (booking) await store.updateExpireTime(tx, channel, Math.min(channel.expire_time, booking.lastTime))
    await sendChannelEvent(scope, [peer.id], {
      eventType: 'INVITE',
      to: account,
      requestId,
      attachExt,
      isStored: offlineEnabled,
    })
    if (viewer.roleId !== null && !peer.is_online) await notifyRing(scope, { ...sides, channelId: channel.id })
  } else if (!isWaiting(scope, await store.selectInvite(tx, key), from.imId))
    throw imFail('invalid', 'requestId已经用过')
  if (peer.is_online) return callStatuses.reached
  if (!pushInfo?.needPush) return callStatuses.offline
  const { needPush: _needPush, ...texts } = pushInfo
  const call = { ...texts, from: viewer.accid, channelId: `${channel.id}`, requestId }
  // a repeated command notifies no one again
  const afterCommit = isNew ? scope.afterCommit : () => {}
  const isPushed = viewer.roleId === null && (await pushRing({ tx, afterCommit }, { calleeId: peer.id, call }))
  return isPushed ? callStatuses.offline : callStatuses.unreachable
}

/** True for an invitation of this account that can still be answered. */
export const isWaiting = ({ channel }: ChannelScope, row: store.InviteRow | null, fromId: number): boolean =>
  row?.from_id === fromId &&
  row.state === 'pending' &&
  row.create_time > channel.now - signallingLimits.inviteSeconds * 1000

/** @throws ImFailure 10408, 10409 or 10410 for an invitation that does not wait for an answer */
async function settleInvitation(
  scope: ChannelScope,
  { toId, fromId, requestId }: { toId: number; fromId: number; requestId: string },
  state: store.InviteState,
  deviceId?: string,
): Promise<void> {
  const key = { channelId: scope.channel.id, toId, requestId }
  const row = await store.selectInvite(scope.tx, key)
  if (row?.from_id === fromId && row.state === 'accepted') throw imFail('inviteAccepted')
  if (row?.from_id === fromId && row.state === 'rejected') throw imFail('inviteRejected')
  if (!isWaiting(scope, row, fromId)) throw imFail('inviteMissing')
  await store.updateInviteState(scope.tx, key, state, deviceId)
}

/** @throws ImFailure 10408 for an account that does not exist here */
async function requirePeer({ tx, from }: ChannelScope, account: string): Promise<store.PeerRow> {
  const peer = await store.selectPeer(tx, from.imId, account)
  if (!peer) throw imFail('inviteMissing')
  return peer
}

/** The change is committed, but the other side learns of it only if the event was stored. */
function expectPeerOnline(isOnline: boolean): void {
  if (!isOnline) throw imFail('peerOffline')
}

export async function inviteToChannel(
  { channelId, ...invitation }: ParsedInput<'signalling.invite'>,
  ctx: ImCtx,
  site: CallSitePort,
): Promise<{ callStatus: CallStatus }> {
  const callStatus = await changeChannel(ctx, channelId, (scope) => invite(scope, ctx, site, invitation))
  return { callStatus }
}

export async function cancelInvitation(input: ParsedInput<'signalling.cancel'>, ctx: ImCtx): Promise<null> {
  const { channelId, account, requestId, attachExt, offlineEnabled } = input
  await changeChannel(ctx, channelId, async (scope) => {
    const peer = await requirePeer(scope, account)
    await settleInvitation(scope, { toId: peer.id, fromId: scope.from.imId, requestId }, 'cancelled')
    await sendChannelEvent(scope, [peer.id], {
      eventType: 'CANCEL_INVITE',
      to: account,
      requestId,
      attachExt,
      isStored: offlineEnabled,
    })
  })
  return null
}

export async function rejectInvitation(
  input: ParsedInput<'signalling.reject'>,
  ctx: ImCtx,
  site: CallSitePort,
): Promise<null> {
  const { channelId } = input
  const inviter = await changeChannel(ctx, channelId, async (scope) => {
    const peer = await settleOwnInvitation(scope, input, 'rejected')
    // a person in another call has refused nothing
    const isBusy = input.attachExt === busyReason
    await recordOutcome(scope.tx, scope.channel, isBusy ? 'busy' : 'refused')
    if (!isBusy) await site.markRingSeen(scope.tx, { calleeId: scope.from.imId, channelId: scope.channel.id })
    await announceAnswer(scope, ctx, peer, 'REJECT', input)
    return peer
  })
  expectPeerOnline(inviter.is_online)
  return null
}

export async function acceptInvitation(input: ParsedInput<'signalling.accept'>, ctx: ImCtx, site: CallSitePort) {
  const { channelId, autoJoin, uid, joinAttachExt, offlineEnabled } = input
  const { inviter, channel } = await changeChannel(ctx, channelId, async (scope) => {
    const joining = { uid, attachExt: joinAttachExt, offlineEnabled }
    const peer = await requirePeer(scope, input.account)
    if (!(await hasAccepted(scope, ctx.viewer, peer.id, input.requestId))) {
      // the inviter has left the channel
      if (ctx.viewer.roleId !== null && !isMember(scope, peer.id)) throw imFail('inviteMissing')
      await settleOwnInvitation(scope, input, 'accepted', ctx.viewer.deviceId)
      await site.markRingSeen(scope.tx, { calleeId: scope.from.imId, channelId: scope.channel.id })
      if (autoJoin) await joinChannel(scope, ctx.viewer, joining)
      await announceAnswer(scope, ctx, peer, 'ACCEPT', input)
    }
    return { inviter: peer, channel: presentChannel(scope.channel, scope.members) }
  })
  expectPeerOnline(inviter.is_online)
  return { channel }
}

type InvitationAnswer = { account: string; requestId: string; attachExt: string; offlineEnabled: boolean }

/** @returns true when this device has accepted already, and repeats the command after a lost reply */
export async function hasAccepted(
  { tx, channel }: ChannelScope,
  { imId, deviceId }: ImViewer,
  fromId: number,
  requestId: string,
): Promise<boolean> {
  const row = await store.selectInvite(tx, { channelId: channel.id, toId: imId, requestId })
  return row?.from_id === fromId && row.state === 'accepted' && row.device_id === deviceId
}

/** @returns the account that sent the invitation */
async function settleOwnInvitation(
  scope: ChannelScope,
  { account, requestId }: Pick<InvitationAnswer, 'account' | 'requestId'>,
  state: 'accepted' | 'rejected',
  deviceId?: string,
): Promise<store.PeerRow> {
  const inviter = await requirePeer(scope, account)
  await settleInvitation(scope, { toId: scope.from.imId, fromId: inviter.id, requestId }, state, deviceId)
  return inviter
}

/** Sends the answer to the inviter, and to the other devices of this account. */
export async function announceAnswer(
  scope: ChannelScope,
  ctx: ImCtx,
  inviter: store.PeerRow,
  eventType: 'ACCEPT' | 'REJECT',
  { account, requestId, attachExt, offlineEnabled }: InvitationAnswer,
): Promise<void> {
  const draft = { eventType, to: account, requestId, attachExt }
  await sendChannelEvent(scope, [inviter.id], { ...draft, isStored: offlineEnabled })
  informOwnDevices(scope, ctx, draft)
}
