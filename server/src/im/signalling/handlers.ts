// Handlers of signalling commands.
import { randomUUID } from 'node:crypto'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { CommandName, CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { callStatuses, signallingLimits } from '@xinqiao/contract/im/signalling.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { transaction } from '../../kit/db/db.ts'
import {
  announceSignal,
  changeChannel,
  closeChannel,
  expectMember,
  isCreator,
  isMember,
  joinChannel,
  leaveChannel,
  openEvent,
  openScope,
  otherMemberIds,
  presentChannel,
  type ChannelScope,
} from './channel.ts'
import { acceptInvitation, cancelInvitation, invite, inviteToChannel, rejectInvitation } from './invitations.ts'
import * as store from './store.ts'

const lifetimeMs = signallingLimits.channelSeconds * 1000
const maxUnread = 200

/**
 * A call takes the channel of this name if there is one.
 * @throws ImFailure 10405 for a name in use, without an invitation
 */
async function createChannel(
  { type, channelName, ext, join, invite: invitation }: ParsedInput<'signalling.create'>,
  ctx: ImCtx,
): Promise<CommandOutput<'signalling.create'>> {
  const { viewer } = ctx
  if (viewer.isMuted) throw imFail('muted')
  if (viewer.roleId !== null && viewer.roleId !== roles.counsellor) throw imFail('invalid', '只有咨询师可以发起通话')
  const name = channelName || randomUUID()
  return transaction(ctx.sql, async (tx, afterCommit) => {
    const draft = { app_id: viewer.appId, name, type, creator_id: viewer.imId, ext }
    const isNew = await store.insertChannel(tx, draft, lifetimeMs)
    if (!isNew && !invitation) throw imFail('roomExists')
    const channel = await store.lockChannelByName(tx, viewer.appId, name)
    if (!channel) throw imFail('roomMissing')
    const scope = await openScope(ctx, tx, afterCommit, channel)
    if (!isNew) await expectMayEnter(scope, ctx)
    if (join) await joinChannel(scope, viewer.deviceId, join)
    const callStatus = invitation ? await invite(scope, viewer, invitation) : callStatuses.reached
    return { channel: presentChannel(scope.channel, scope.members), callStatus }
  })
}

/**
 * On the site, only the creator and invited accounts know a channel. In an app, everyone does who knows its name.
 * @throws ImFailure 10404
 */
async function expectMayEnter(scope: Pick<ChannelScope, 'tx' | 'channel' | 'members'>, { viewer }: ImCtx) {
  const { imId, roleId } = viewer
  if (roleId === null || isCreator(scope, imId) || isMember(scope, imId)) return
  if (!(await store.hasInvitation(scope.tx, scope.channel.id, imId))) throw imFail('roomMissing')
}

export const signallingHandlers: ImHandlers<Extract<CommandName, `signalling.${string}`>> = {
  'signalling.create': createChannel,

  'signalling.delay': ({ channelId }, ctx) =>
    changeChannel(ctx, channelId, async (scope) => {
      expectMember(scope)
      await store.updateExpireTime(scope.tx, scope.channel, scope.channel.now + lifetimeMs)
      return { channel: presentChannel(scope.channel, scope.members) }
    }),

  'signalling.close': ({ channelId, ...ending }, ctx) =>
    changeChannel(ctx, channelId, async (scope) => {
      if (!isCreator(scope, scope.from.imId)) expectMember(scope)
      await closeChannel(scope, ending)
      return null
    }),

  async 'signalling.join'({ channelId, ...joining }, ctx) {
    if (ctx.viewer.isMuted) throw imFail('muted')
    return changeChannel(ctx, channelId, async (scope) => {
      await expectMayEnter(scope, ctx)
      await joinChannel(scope, ctx.viewer.deviceId, joining)
      return { channel: presentChannel(scope.channel, scope.members) }
    })
  },

  'signalling.leave': ({ channelId, ...ending }, ctx) =>
    changeChannel(ctx, channelId, async (scope) => {
      expectMember(scope)
      await leaveChannel(scope, ending)
      return null
    }),

  'signalling.invite': inviteToChannel,
  'signalling.cancel': cancelInvitation,
  'signalling.reject': rejectInvitation,
  'signalling.accept': acceptInvitation,

  async 'signalling.control'({ channelId, account, attachExt }, ctx) {
    if (ctx.viewer.isMuted) throw imFail('muted')
    const isReached = await changeChannel(ctx, channelId, async (scope) => {
      expectMember(scope)
      const peer = account === undefined ? null : await store.selectPeer(scope.tx, scope.from.imId, account)
      if (account !== undefined && !(peer && isMember(scope, peer.id))) throw imFail('notInRoom')
      const receiverIds = peer ? [peer.id] : otherMemberIds(scope)
      await announceSignal(scope, receiverIds, { eventType: 'CONTROL', to: account ?? '', attachExt, isStored: false })
      return peer?.is_online ?? true
    })
    if (!isReached) throw imFail('peerOffline')
    return null
  },

  async 'signalling.getChannelInfo'({ channelName }, ctx) {
    const { sql, viewer } = ctx
    const channel = await store.selectChannelByName(sql, viewer.appId, channelName)
    if (!channel) throw imFail('roomMissing')
    return transaction(sql, async (tx) => {
      const members = [...(await store.selectMembers(tx, [channel.id]))]
      await expectMayEnter({ tx, channel, members }, ctx)
      return { channel: presentChannel(channel, members) }
    })
  },

  async 'signalling.markRead'({ ids }, { sql, viewer }) {
    await store.deleteEvents(sql, viewer.imId, ids.map(Number))
    return null
  },

  async 'signalling.sync'(_input, { sql, secrets, viewer }) {
    const events = (await store.selectEvents(sql, viewer.imId, maxUnread)).map((row) => openEvent(secrets, row))
    const openIds = new Set(
      await store.selectOpenIds(
        sql,
        events.map(({ channelId }) => Number(channelId)),
      ),
    )
    const channels = await store.selectChannelsOf(sql, viewer.imId)
    const members = await store.selectMembers(
      sql,
      channels.map(({ id }) => id),
    )
    return {
      events: events.map((event) => ({ ...event, channelInValid: !openIds.has(Number(event.channelId)) })),
      channels: channels.map((row) =>
        presentChannel(
          row,
          members.filter((member) => member.channel_id === row.id),
        ),
      ),
    }
  },
}
