// A locked channel of a call, its wire format, and the events about it.
import { randomInt } from 'node:crypto'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import {
  signallingLimits,
  type SignalChannel,
  type SignalEvent,
  type SignalJoining,
} from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { DeliverPush, ImCtx, ImViewer } from '../../../kit/chat/im-ctx.ts'
import { type AfterCommit, type Db, reserveId, transaction, type Tx } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'
import { moveRing, recordEnd, recordEntering } from '../calls/calls.ts'
import * as store from '../records/store.ts'

/** A channel in the transaction that has locked it. `from`: the account that acts, or in whose name the server acts. */
export type ChannelScope = {
  tx: Tx
  afterCommit: AfterCommit
  channel: store.ChannelRow
  members: store.ChannelMemberRow[]
  from: Pick<ImViewer, 'imId' | 'accid'>
  secrets: Secrets
  deliver: DeliverPush
}

export const presentChannel = (row: store.ChannelRow, members: readonly store.ChannelMemberRow[]): SignalChannel => ({
  channelId: `${row.id}`,
  channelName: row.name,
  type: row.type,
  creator: row.creator,
  ext: row.ext,
  channelCreateTime: row.create_time,
  channelExpireTime: row.expire_time,
  channelInValid: row.is_closed,
  members: members.map(({ accid, uid, join_time }) => ({
    account: accid,
    uid,
    createTime: join_time,
    expireTime: row.expire_time,
  })),
})

/**
 * Requires that an account of the site has been a side of the call. A running call of others looks like one that does
 * not exist.
 * @throws ImFailure 10404 for other accounts of the site, as for a channel that does not exist
 */
export async function expectSideOfCall(
  tx: Db,
  { viewer }: Pick<ImCtx, 'viewer'>,
  scope: Pick<ChannelScope, 'channel' | 'members'>,
): Promise<void> {
  const { imId, roleId } = viewer
  if (roleId === null || isCreator(scope, imId) || isMember(scope, imId)) return
  if (!(await store.hasBeenInvited(tx, scope.channel.id, imId))) throw imFail('roomMissing')
}

/**
 * Locks a channel, and runs a change of it.
 * @throws ImFailure 10404 for a channel that does not exist, and on the site for one of others
 */
export const changeChannel = <T>(
  ctx: ImCtx,
  channelId: string,
  change: (scope: ChannelScope) => Promise<T>,
): Promise<T> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const channel = await store.lockChannel(tx, ctx.viewer.appId, Number(channelId))
    if (!channel) throw imFail('roomMissing')
    const scope = await loadChannelScope(ctx, tx, afterCommit, channel)
    await expectSideOfCall(tx, ctx, scope)
    return change(scope)
  })

export async function loadChannelScope(
  { viewer, secrets, deliver }: Pick<ImCtx, 'viewer' | 'secrets' | 'deliver'>,
  tx: Tx,
  afterCommit: ChannelScope['afterCommit'],
  channel: store.ChannelRow,
): Promise<ChannelScope> {
  const members = [...(await store.selectMembers(tx, [channel.id]))]
  return { tx, afterCommit, channel, members, from: viewer, secrets, deliver }
}

export const isMember = ({ members }: Pick<ChannelScope, 'members'>, imId: number): boolean =>
  members.some((member) => member.im_account_id === imId)
export const isCreator = ({ channel }: Pick<ChannelScope, 'channel'>, imId: number): boolean =>
  channel.creator_id === imId

/** @throws ImFailure 10406 for an account outside of the channel */
export function expectMember(scope: ChannelScope): void {
  if (!isMember(scope, scope.from.imId)) throw imFail('notInRoom')
}

type EventDraft = Pick<SignalEvent, 'eventType'> & Partial<Pick<SignalEvent, 'to' | 'requestId' | 'attachExt' | 'uid'>>

export const createEvent = (
  { channel, members, from }: Pick<ChannelScope, 'channel' | 'members' | 'from'>,
  draft: EventDraft,
): SignalEvent => ({
  ...presentChannel(channel, members),
  from: from.accid,
  to: '',
  requestId: '',
  attachExt: '',
  uid: 0,
  time: channel.now,
  msgid: '',
  ...draft,
})

async function storeEvent({ tx, secrets }: ChannelScope, imId: number, event: SignalEvent): Promise<SignalEvent> {
  const id = await reserveId(tx, 'im_signal_event')
  const sealed = secrets.seal(JSON.stringify(event), sealBindings.signalEvent(id))
  await store.insertEvent(tx, { id, im_account_id: imId, event_sealed: sealed, create_time: event.time })
  await store.deleteEventsBeyond(tx, imId, signallingLimits.storedEvents)
  return { ...event, msgid: `${id}` }
}

export function openEvent(secrets: Secrets, { id, event_sealed }: store.StoredEventRow): SignalEvent {
  const event = JSON.parse(secrets.open(event_sealed, sealBindings.signalEvent(id))) as SignalEvent
  return { ...event, msgid: `${id}` }
}

/**
 * Sends an event to all devices of these accounts. A stored one also reaches devices that connect later. For several
 * accounts it is stored only where no device is connected.
 */
export async function sendChannelEvent(
  scope: ChannelScope,
  receiverIds: readonly number[],
  { isStored, ...draft }: EventDraft & { isStored: boolean },
): Promise<void> {
  const event = createEvent(scope, draft)
  const isOfMany = isStored && receiverIds.length > 1
  const reachedIds = new Set(isOfMany ? await store.selectOnlineIds(scope.tx, receiverIds) : [])
  await Promise.all(
    receiverIds.map(async (imId) => {
      const eventWithId = isStored && !reachedIds.has(imId) ? await storeEvent(scope, imId, event) : event
      scope.afterCommit(() => scope.deliver(imId, 'signalling.notify', { event: eventWithId }))
    }),
  )
}

export const otherMemberIds = ({ members, from }: ChannelScope): number[] =>
  members.map((member) => member.im_account_id).filter((imId) => imId !== from.imId)

/** @param roleId of the portal account; null for accounts of apps */
export const isFull = ({ members }: Pick<ChannelScope, 'members'>, roleId: number | null): boolean =>
  members.length >= (roleId === null ? signallingLimits.members : signallingLimits.siteMembers)

/** @throws ImFailure 10407, 10420, 10419 or 10417 */
export async function joinChannel(
  scope: ChannelScope,
  { deviceId, roleId }: Pick<ImViewer, 'deviceId' | 'roleId'>,
  { uid, attachExt, offlineEnabled }: SignalJoining,
): Promise<void> {
  const { tx, channel, members, from } = scope
  const own = members.find((member) => member.im_account_id === from.imId)
  if (own) throw imFail(own.device_id === deviceId ? 'alreadyInRoom' : 'joinedElsewhere')
  if (isFull(scope, roleId)) throw imFail('roomFull')
  const usedUids = new Set(members.map((member) => member.uid))
  if (uid !== undefined && usedUids.has(uid)) throw imFail('uidConflict')
  let chosenUid = uid ?? randomInt(1, 2 ** 31)
  while (usedUids.has(chosenUid)) chosenUid = randomInt(1, 2 ** 31)
  const member = { channel_id: channel.id, im_account_id: from.imId, uid: chosenUid, device_id: deviceId }
  await store.insertMember(tx, { ...member, join_time: channel.now })
  members.push({ ...member, join_time: channel.now, absent_time: null, accid: from.accid })
  await recordEntering(tx, channel, from.imId)
  const event = { eventType: 'ROOM_JOIN', to: from.accid, attachExt, uid: chosenUid } as const
  await sendChannelEvent(scope, otherMemberIds(scope), { ...event, isStored: offlineEnabled })
}

/** Informs the other devices of the acting account of what it has done on this one. */
export function informOwnDevices(scope: ChannelScope, { deliver, connectionId }: ImCtx, draft: EventDraft): void {
  const event = createEvent(scope, draft)
  scope.afterCommit(() => deliver(scope.from.imId, 'signalling.answeredElsewhere', { event }, connectionId))
}

/** Moves the account's side of the call to this page, on the same or another device. */
export async function moveCallToDevice(scope: ChannelScope, ctx: ImCtx, oldDeviceId: string): Promise<void> {
  const { tx, channel, from } = scope
  await moveRing(tx, channel, { callerId: from.imId, connectionId: ctx.connectionId })
  if (oldDeviceId === ctx.viewer.deviceId) return
  await store.updateMemberDevice(tx, channel.id, from.imId, ctx.viewer.deviceId)
  informOwnDevices(scope, ctx, { eventType: 'ROOM_JOIN', to: from.accid })
}

type ChannelEnding = {
  attachExt: string
  offlineEnabled: boolean
  /** True when no side ends the call: it ended with the last sign of a side. */
  isForgotten?: boolean
}

/** Closes the channel, also for those who are invited. */
export async function closeChannel(
  scope: ChannelScope,
  { attachExt, offlineEnabled, isForgotten = false }: ChannelEnding,
): Promise<void> {
  const { tx, channel } = scope
  await recordEnd(tx, channel, isForgotten)
  await store.markChannelClosed(tx, channel)
  const after = channel.now - signallingLimits.inviteSeconds * 1000
  const inviteeIds = await store.selectWaitingInvitees(tx, channel.id, after)
  const receiverIds = [...new Set([...otherMemberIds(scope), ...inviteeIds])]
  await sendChannelEvent(scope, receiverIds, { eventType: 'ROOM_CLOSE', attachExt, isStored: offlineEnabled })
}

/** Closes an expired channel in the name of its creator, who receives the event as well. */
export const closeExpired = (scope: ChannelScope): Promise<void> => {
  const from = { imId: 0, accid: scope.channel.creator }
  return closeChannel({ ...scope, from }, { attachExt: '', offlineEnabled: false, isForgotten: true })
}

/** Removes the acting member. A channel without members is closed. */
export async function leaveChannel(
  scope: ChannelScope,
  { attachExt, offlineEnabled, isForgotten }: ChannelEnding,
): Promise<void> {
  const { tx, channel, members, from } = scope
  await store.deleteMember(tx, channel.id, from.imId)
  members.splice(0, members.length, ...members.filter((member) => member.im_account_id !== from.imId))
  if (members.length === 0) return closeChannel(scope, { attachExt, offlineEnabled, isForgotten })
  await sendChannelEvent(scope, otherMemberIds(scope), {
    eventType: 'LEAVE',
    to: from.accid,
    attachExt,
    isStored: offlineEnabled,
  })
}
