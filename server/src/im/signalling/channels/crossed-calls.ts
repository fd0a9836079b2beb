// Two accounts that ring at each other at the same moment: the older call goes on, and the other side accepts it.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { callStatuses, signallingLimits } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { isMember, joinChannel, loadChannelScope, presentChannel, type ChannelScope } from './channel.ts'
import * as crossed from '../records/crossed-store.ts'
import { announceAnswer, hasAccepted, isWaiting } from './invitations.ts'
import * as store from '../records/store.ts'

type Call = Required<Pick<ParsedInput<'signalling.create'>, 'join' | 'invite'>>

/**
 * Accepts the call of the other side if it rings at this account. It may be repeated after a lost reply.
 * @returns null when the other side does not ring, or when its channel has more people
 */
export async function acceptCrossedCall(
  ctx: ImCtx,
  { tx, afterCommit }: Pick<ChannelScope, 'tx' | 'afterCommit'>,
  { join, invite }: Call,
): Promise<CommandOutput<'signalling.create'> | null> {
  const { imId, appId, deviceId } = ctx.viewer
  const peer = await store.selectPeer(tx, imId, invite.account)
  if (!peer || peer.id === imId || peer.has_blocked) return null
  await crossed.lockAccountPair(tx, [imId, peer.id])
  const after = Date.now() - signallingLimits.inviteSeconds * 1000
  const ring = await crossed.selectRing(tx, { fromId: peer.id, toId: imId, deviceId, after })
  const channel = ring && (await store.lockChannel(tx, appId, ring.channelId))
  if (!ring || !channel) return null
  const scope = await loadChannelScope(ctx, tx, afterCommit, channel)
  const callStatus = peer.is_online ? callStatuses.reached : callStatuses.offline
  const result = () => ({ channel: presentChannel(channel, scope.members), callStatus })
  if (await hasAccepted(scope, ctx.viewer, peer.id, ring.requestId)) return isMember(scope, imId) ? result() : null
  const isOfTwo = scope.members.every((member) => member.im_account_id === peer.id) && isMember(scope, peer.id)
  if (!isOfTwo || (await store.hasOtherInvitee(tx, channel.id, imId))) return null
  const key = { channelId: channel.id, toId: imId, requestId: ring.requestId }
  // cancelled before the channel was locked
  if (!isWaiting(scope, await store.selectInvite(tx, key), peer.id)) return null
  await store.updateInviteState(tx, key, 'accepted', deviceId)
  await joinChannel(scope, ctx.viewer, join)
  await announceAnswer(scope, ctx, peer, 'ACCEPT', { ...invite, requestId: ring.requestId })
  return result()
}
