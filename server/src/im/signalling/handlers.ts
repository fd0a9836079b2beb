// Handlers of signalling commands.
import { randomInt, randomUUID } from 'node:crypto'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { CommandName, CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { callStatuses, signallingLimits, type SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { createOrderedWait } from '../../kit/async/ordered-wait.ts'
import { transaction } from '../../kit/db/db.ts'
import {
  changeChannel,
  closeChannel,
  closeExpired,
  createEvent,
  expectMember,
  expectSideOfCall,
  isCreator,
  isMember,
  joinChannel,
  informOwnDevices,
  leaveChannel,
  openEvent,
  loadChannelScope,
  presentChannel,
  moveCallToDevice,
  type ChannelScope,
} from './channels/channel.ts'
import { acceptCrossedCall } from './channels/crossed-calls.ts'
import {
  acceptInvitation,
  cancelInvitation,
  invite,
  inviteToChannel,
  rejectInvitation,
  type CallSitePort,
} from './channels/invitations.ts'
import { selectLastTime } from './records/call-store.ts'
import * as store from './records/store.ts'

const lifetimeMs = signallingLimits.channelSeconds * 1000
const inviteMs = signallingLimits.inviteSeconds * 1000
/** Ids have at most 15 digits. */
const maxChannelId = 2 ** 47

/** The open channel of this name, or a new one. */
async function findOrCreateChannel(
  ctx: ImCtx,
  { tx, afterCommit }: Pick<ChannelScope, 'tx' | 'afterCommit'>,
  { type, channelName, ext, invite: invitation }: ParsedInput<'signalling.create'>,
): Promise<ChannelScope> {
  const { viewer } = ctx
  const name = channelName || randomUUID()
  const draft = { app_id: viewer.appId, name, type, creator_id: viewer.imId, ext }
  const insert = () => store.insertChannel(tx, { ...draft, id: randomInt(1, maxChannelId) }, lifetimeMs)
  const open = async () =>
    loadChannelScope(ctx, tx, afterCommit, (await store.lockChannelByName(tx, viewer.appId, name))!)
  if ((await store.countOpenChannels(tx, viewer.imId)) >= signallingLimits.openChannels)
    throw imFail('invalid', '同时进行的通话太多，请先关闭一些')
  if (await insert()) return open()
  const existing = await open()
  if (existing.channel.expire_time > existing.channel.now) {
    if (!invitation) throw imFail('roomExists')
    await expectMayEnter(existing, ctx)
    return existing
  }
  await closeExpired(existing)
  await insert()
  return open()
}

/**
 * A call accepts that of the other side if it rings already, or takes the channel of this name if there is one. It may
 * be repeated after a lost reply.
 * @throws ImFailure 10405 for a name in use, without an invitation
 */
async function createChannel(
  input: ParsedInput<'signalling.create'>,
  ctx: ImCtx,
  site: CallSitePort,
): Promise<CommandOutput<'signalling.create'>> {
  const { viewer } = ctx
  const { join, invite: invitation } = input
  if (viewer.roleId !== null && viewer.roleId !== roles.counsellor) throw imFail('invalid', '只有咨询师可以发起通话')
  return transaction(ctx.sql, async (tx, afterCommit) => {
    const crossedCall = join && invitation ? { join, invite: invitation } : null
    const running = crossedCall && (await acceptCrossedCall(ctx, { tx, afterCommit }, crossedCall))
    if (running) return running
    const scope = await findOrCreateChannel(ctx, { tx, afterCommit }, input)
    const own = scope.members.find((member) => member.im_account_id === viewer.imId)
    if (join && own?.device_id !== viewer.deviceId) await joinChannel(scope, viewer, join)
    const callStatus = invitation ? await invite(scope, ctx, site, invitation) : callStatuses.reached
    return { channel: presentChannel(scope.channel, scope.members), callStatus }
  })
}

/**
 * On the site, a channel exists for its creator only, and for invited accounts while the creator is in it. In an app,
 * it exists for everyone who knows its name or id.
 * @throws ImFailure 10404
 */
async function expectMayEnter(scope: Pick<ChannelScope, 'tx' | 'channel' | 'members'>, { viewer }: ImCtx) {
  const { imId, roleId } = viewer
  const { channel } = scope
  if (roleId === null || isCreator(scope, imId) || isMember(scope, imId)) return
  const hasCreator = isMember(scope, channel.creator_id)
  if (!hasCreator || !(await store.hasInvitation(scope.tx, channel.id, imId, channel.now - inviteMs)))
    throw imFail('roomMissing')
}

const waitInOrder = createOrderedWait()

/** Members who receive data of this account. Nothing is locked or stored. */
async function readReceivers(
  { channelId, account }: ParsedInput<'signalling.control'>,
  { sql, viewer }: ImCtx,
): Promise<{ channel: store.ChannelRow; members: store.ChannelMemberRow[]; receivers: store.ChannelMemberRow[] }> {
  const channel = await store.selectChannel(sql, viewer.appId, Number(channelId))
  if (!channel) throw imFail('roomMissing')
  const members = [...(await store.selectMembers(sql, [channel.id]))]
  await expectSideOfCall(sql, { viewer }, { channel, members })
  const others = members.filter((member) => member.im_account_id !== viewer.imId)
  const receivers = account === undefined ? others : others.filter((member) => member.accid === account)
  if (others.length === members.length || (account !== undefined && receivers.length === 0)) throw imFail('notInRoom')
  const receiverIds = receivers.map((member) => member.im_account_id)
  const blockerIds = new Set(await store.selectBlockers(sql, viewer.imId, receiverIds))
  return { channel, members, receivers: receivers.filter((member) => !blockerIds.has(member.im_account_id)) }
}

/** Passes data to members, in the order in which the account sent them. */
async function relayControl(input: ParsedInput<'signalling.control'>, ctx: ImCtx): Promise<null> {
  const { sql, viewer, deliver } = ctx
  const reading = readReceivers(input, ctx)
  await waitInOrder(
    viewer.imId,
    reading.catch(() => {}),
  )
  const { channel, members, receivers } = await reading
  const { attachExt, account: to = '' } = input
  const draft = { eventType: 'CONTROL', to, attachExt } as const
  const event = createEvent({ channel, members, from: viewer }, draft)
  for (const { im_account_id: imId } of receivers) deliver(imId, 'signalling.notify', { event })
  if (
    to !== '' &&
    (
      await store.selectOnlineIds(
        sql,
        receivers.map((member) => member.im_account_id),
      )
    ).length === 0
  )
    throw imFail('peerOffline')
  return null
}

export const createSignallingHandlers = (
  site: CallSitePort,
): ImHandlers<Extract<CommandName, `signalling.${string}`>> => ({
  'signalling.create': (input, ctx) => createChannel(input, ctx, site),

  'signalling.delay': ({ channelId }, ctx) =>
    changeChannel(ctx, channelId, async (scope) => {
      expectMember(scope)
      const lastTime = (await selectLastTime(scope.tx, scope.channel.id)) ?? Infinity
      const expireTime = Math.min(scope.channel.now + lifetimeMs, lastTime)
      await store.updateExpireTime(scope.tx, scope.channel, expireTime)
      return { channel: presentChannel(scope.channel, scope.members) }
    }),

  'signalling.close': ({ channelId, ...ending }, ctx) =>
    changeChannel(ctx, channelId, async (scope) => {
      if (!isCreator(scope, scope.from.imId)) expectMember(scope)
      await closeChannel(scope, ending)
      informOwnDevices(scope, ctx, { eventType: 'ROOM_CLOSE', attachExt: ending.attachExt })
      return null
    }),

  async 'signalling.join'({ channelId, isTakingOver, ...joining }, ctx) {
    return changeChannel(ctx, channelId, async (scope) => {
      await expectMayEnter(scope, ctx)
      const own = scope.members.find((member) => member.im_account_id === ctx.viewer.imId)
      if (isTakingOver && own) await moveCallToDevice(scope, ctx, own.device_id)
      else await joinChannel(scope, ctx.viewer, joining)
      return { channel: presentChannel(scope.channel, scope.members) }
    })
  },

  'signalling.leave': ({ channelId, ...ending }, ctx) =>
    changeChannel(ctx, channelId, async (scope) => {
      expectMember(scope)
      await leaveChannel(scope, ending)
      informOwnDevices(scope, ctx, { eventType: 'LEAVE', to: scope.from.accid, attachExt: ending.attachExt })
      return null
    }),

  'signalling.invite': (input, ctx) => inviteToChannel(input, ctx, site),
  'signalling.cancel': cancelInvitation,
  'signalling.reject': (input, ctx) => rejectInvitation(input, ctx, site),
  'signalling.accept': (input, ctx) => acceptInvitation(input, ctx, site),

  'signalling.control': relayControl,

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
    const { imId } = viewer
    const rows = await store.selectEvents(sql, imId, signallingLimits.storedEvents)
    const events = rows.map((row) => openEvent(secrets, row))
    const openIds = new Set(
      await store.selectOpenIds(
        sql,
        events.map(({ channelId }) => Number(channelId)),
      ),
    )
    const waiting = await store.selectWaitingInvites(sql, imId, Date.now() - inviteMs)
    const channels = await store.selectChannelsOf(sql, imId)
    const members = await store.selectMembers(
      sql,
      channels.map(({ id }) => id),
    )
    // a page rings for an invitation, so one that has an answer or is over is left out
    const isCurrent = ({ eventType, channelId, requestId }: SignalEvent) =>
      eventType !== 'INVITE' || waiting.has(`${channelId} ${requestId}`)
    return {
      events: events
        .filter(isCurrent)
        .map((event) => ({ ...event, channelInValid: !openIds.has(Number(event.channelId)) })),
      channels: channels.map((row) =>
        presentChannel(
          row,
          members.filter((member) => member.channel_id === row.id),
        ),
      ),
    }
  },
})
