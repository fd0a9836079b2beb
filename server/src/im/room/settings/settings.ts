// The room itself, and the part of a visitor that the visitor may change: name, tags and place.
import type { RoomInfo } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { publishAvatar } from '../../changes/avatars.ts'
import { changeRoom } from '../changes/change.ts'
import { checkRoomAvatar, checkRoomNick, requireRoomOfApp } from '../visits/enter.ts'
import { closeRoom } from '../managed/managed.ts'
import * as memberStore from '../records/member-store.ts'
import { createNotice, toActor } from '../rules/notices.ts'
import { presentRoom } from '../present/present.ts'
import { findWriteRefusal, isModerator, requireRoom, requireRoomVisit, type RoomCtx } from '../rules/rights.ts'
import * as store from '../records/room-store.ts'

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Picks the fields with a value; the others do not change. */
const pickDefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<T>

const countOnline = ({ rooms }: RoomCtx, roomId: number): number => rooms.listVisitors(roomId).length

export async function getRoomInfo(_input: object, ctx: RoomCtx): Promise<CommandOutput<'chatroom.getRoom'>> {
  const { roomId } = await requireRoomVisit(ctx)
  const room = await requireRoomOfApp(ctx, `${roomId}`)
  return { chatroom: presentRoom(room, countOnline(ctx, roomId)) }
}

export const updateRoomInfo = (
  { chatroom, needNotify, custom }: ParsedInput<'chatroom.updateRoom'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.updateRoom'>> =>
  changeRoom(ctx, async ({ tx, room, now, announce }) => {
    const { broadcastUrl: broadcast_url, queuelevel: queue_level, name, announcement, custom: info } = chatroom
    const change = pickDefined({ name, announcement, broadcast_url, custom: info, queue_level })
    if (Object.keys(change).length === 0) throw imFail('invalid', '没有要修改的资料')
    await store.updateRoom(tx, room.id, change, now)
    const fields = pickDefined({ ...chatroom }) as Partial<RoomInfo>
    if (needNotify) await announce({ type: 'updateChatroom', chatroom: fields, custom })
    const changedRoom = await store.selectRoom(tx, room.app_id, room.id)
    return { chatroom: presentRoom(changedRoom!, countOnline(ctx, room.id)) }
  })

export const closeOwnRoom = ({ custom }: ParsedInput<'chatroom.closeRoom'>, ctx: RoomCtx): Promise<null> =>
  changeRoom(ctx, async ({ tx, afterCommit, room, isOwner }) => {
    if (!isOwner) throw imFail('forbidden', '只有创建者可以关闭聊天室')
    const { visit } = requireRoom(ctx)
    const writer = { imId: ctx.viewer.imId, actor: toActor(visit) }
    await closeRoom(tx, afterCommit, ctx, { roomId: room.id, writer, custom })
    return null
  })

/**
 * @param texts of the visitor, which reach the others
 * @returns false for a visitor who may not write, and whose changes so cause no notice
 * @throws ImFailure for a text of such a visitor
 */
function mayNotifyRoom(ctx: RoomCtx, rights: store.VisitorRights, texts: readonly (string | undefined)[]): boolean {
  const refusal = findWriteRefusal(ctx, rights, Date.now())
  if (refusal && texts.some(Boolean)) throw refusal
  return refusal === null
}

export async function updateMyRoomInfo(input: ParsedInput<'chatroom.updateMyInfo'>, ctx: RoomCtx): Promise<null> {
  const { sql, viewer, rooms } = ctx
  const { roomId, visit, rights } = await requireRoomVisit(ctx)
  const { nick, custom, needNotify, notifyCustom, needSave } = input
  if (rights.names_visitors && viewer.imId !== 0 && (nick !== undefined || input.avatar !== undefined))
    throw imFail('forbidden', '这里的名字请在讲座的页面上修改')
  await checkRoomNick(nick ?? '', ctx, { roomId, rights })
  await checkRoomAvatar(input.avatar ?? '', ctx)
  const avatar = input.avatar && (await publishAvatar(sql, viewer.imId, input.avatar))
  const isNotice = mayNotifyRoom(ctx, rights, [custom, notifyCustom]) && needNotify
  const change = pickDefined({ nick, avatar, custom })
  if (needSave && viewer.imId !== 0) await memberStore.updateMemberInfo(sql, roomId, viewer.imId, change)
  rooms.update(roomId, visit.account, change)
  if (isNotice) {
    const who = { to: [visit.account], toNick: [visit.nick] }
    const msg = createNotice(roomId, toActor(visit), { type: 'updateMemberInfo', ...who, custom: notifyCustom })
    rooms.deliver(roomId, { msg, priority: 'normal' })
  }
  return null
}

/** @throws ImFailure 13004 for a visitor who would avoid a mute without these tags */
async function expectNoMutedTag(ctx: RoomCtx, droppedTags: readonly string[]): Promise<void> {
  const { roomId } = requireRoom(ctx)
  if (droppedTags.length > 0 && (await memberStore.hasMutedTag(ctx.sql, roomId, droppedTags, Date.now())))
    throw imFail('roomGagged', '这个标签正被禁言，暂时不能去掉')
}

export async function updateRoomTags(
  { tags, notifyTargetTags, needNotify, ext }: ParsedInput<'chatroom.updateTags'>,
  ctx: RoomCtx,
): Promise<null> {
  const { roomId, visit, rights } = await requireRoomVisit(ctx)
  if (tags && !isModerator(rights))
    await expectNoMutedTag(
      ctx,
      visit.tags.filter((tag) => !tags.includes(tag)),
    )
  const isNotice = mayNotifyRoom(ctx, rights, [ext]) && needNotify
  const change = pickDefined({ notifyTargetTags, tags })
  ctx.rooms.update(roomId, visit.account, change, ctx.connectionId)
  if (isNotice) {
    const who = { to: [visit.account], toNick: [visit.nick], tags: [...visit.tags] }
    const msg = createNotice(
      roomId,
      toActor(visit),
      { type: 'updateTags', ...who, custom: ext },
      visit.notifyTargetTags,
    )
    ctx.rooms.deliver(roomId, { msg, priority: 'normal' })
  }
  return null
}

export async function updateVisitorPosition(
  { place }: ParsedInput<'chatroom.updatePlace'>,
  ctx: RoomCtx,
): Promise<null> {
  const { roomId, visit } = await requireRoomVisit(ctx)
  ctx.rooms.update(roomId, visit.account, { place })
  return null
}
