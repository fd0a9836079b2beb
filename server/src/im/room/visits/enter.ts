// Entering a chatroom, and its address.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { findNameProblem, foldName } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { chatOrigins, isPageOfApp } from '../../../kit/chat/chat-origins.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { RoomVisit } from '../../../kit/chat/rooms.ts'
import type { SitePort } from '../../../kit/site-port.ts'
import { publishAvatar } from '../../changes/avatars.ts'
import { selectMember, selectModerators } from '../records/member-store.ts'
import { upsertRoomName } from '../records/name-store.ts'
import type { RoomFileFunctions } from '../messages/messages.ts'
import { listMissedMessages } from '../messages/missed.ts'
import { announceVisit } from '../rules/notices.ts'
import { presentMember, presentRoom } from '../present/present.ts'
import { expectMayStay, findWriteRefusal, isModerator } from '../rules/rights.ts'
import * as store from '../records/room-store.ts'

/** @throws ImFailure 404 for an unknown room, or one of another app */
export async function requireRoomOfApp(
  { sql, viewer }: Pick<ImCtx, 'sql' | 'viewer'>,
  chatroomId: string,
): Promise<store.RoomRow> {
  const room = await store.selectRoom(sql, viewer.appId, Number(chatroomId))
  if (!room) throw imFail('notFound', '聊天室不存在')
  return room
}

export async function getRoomAddress(
  { chatroomId }: ParsedInput<'chatroom.getAddress'>,
  ctx: ImCtx,
): Promise<CommandOutput<'chatroom.getAddress'>> {
  await requireRoomOfApp(ctx, chatroomId)
  return { addresses: chatOrigins(ctx.config) }
}

/**
 * Visitors of other apps may use names of the association, because its users never meet them.
 * @throws ImFailure 414 for a name that could be mistaken for one of the association, a profession or a moderator
 */
export async function checkRoomNick(
  nick: string,
  { sql, viewer, rooms }: Pick<ImCtx, 'sql' | 'viewer' | 'rooms'>,
  { roomId, rights }: { roomId: number; rights: store.VisitorRights },
): Promise<void> {
  if (nick === '') return
  const isOnSite = viewer.roleId !== null || (await store.isSiteRoom(sql, roomId))
  const isAlias = !isModerator(rights) && viewer.roleId !== roles.counsellor
  const problem = findNameProblem(nick, { isAlias, roleId: isOnSite ? (viewer.roleId ?? roles.user) : null })
  if (problem) throw imFail('invalid', `chatroomNick：${problem}`)
  if (isModerator(rights)) return
  const moderators = await selectModerators(sql, roomId)
  const names = moderators.flatMap(({ accid, nicks }) => [...nicks, ...rooms.visitsOf(roomId, accid).map(toNick)])
  if (names.map(foldName).includes(foldName(nick)))
    throw imFail('invalid', 'chatroomNick：与主持人的名字相同，请换一个')
}
const toNick = ({ nick }: RoomVisit): string => nick

/** False for a picture of a foreign site, which would learn the addresses of all visitors. */
async function isRoomAvatar(
  avatar: string,
  { config, sql, viewer }: Pick<ImCtx, 'config' | 'sql' | 'viewer'>,
): Promise<boolean> {
  const origin = /^https?:/i.test(avatar) && URL.canParse(avatar) ? new URL(avatar).origin : null
  const app = { id: viewer.appId, isOnSite: true }
  return origin !== null && (await isPageOfApp({ config, sql }, { origin, host: undefined }, app))
}

/** @throws ImFailure 414 for a picture of a foreign site */
export async function checkRoomAvatar(avatar: string, ctx: Parameters<typeof isRoomAvatar>[1]): Promise<void> {
  if (avatar !== '' && !(await isRoomAvatar(avatar, ctx)))
    throw imFail('invalid', 'chatroomAvatar只能是本站或应用网站的图片地址')
}

/** @throws ImFailure 404 no such room, 403 no anonymous visitors, 13002 closed, 13003 blocked */
export async function enterChatroom(
  input: ParsedInput<'chatroom.login'>,
  ctx: ImCtx,
  { findRoomRefusal, signFile }: Pick<SitePort, 'findRoomRefusal'> & Pick<RoomFileFunctions, 'signFile'>,
): Promise<CommandOutput<'chatroom.login'>> {
  const { sql, viewer, rooms } = ctx
  const { imId, accid: account, deviceId } = viewer
  const room = await requireRoomOfApp(ctx, input.chatroomId)
  if (imId === 0 && !room.allows_anonymous) throw imFail('forbidden', '这个聊天室不允许匿名进入')
  if (imId === 0 && input.nick === '') throw imFail('invalid', '匿名进入必须有chatroomNick')
  const refusal = await findRoomRefusal(sql, { roomId: room.id, imId })
  if (refusal !== null) throw imFail('forbidden', refusal)
  const now = Date.now()
  const visitor = { roomId: room.id, imId, tags: input.tags }
  const rights = await store.selectVisitorRights(sql, visitor, now)
  expectMayStay(rights)
  const [profile, row] =
    imId === 0 ? [null, null] : [await store.selectProfile(sql, imId), await selectMember(sql, room.id, imId)]
  const isNamed = rights.names_visitors && imId !== 0
  const roomName = isNamed && row?.role !== 'manager' ? await upsertRoomName(sql, { roomId: room.id, imId }) : null
  const requestedNick = isNamed ? '' : input.nick
  // the public name is allowed, because the room shows it anyway
  if (requestedNick !== profile?.nick) await checkRoomNick(requestedNick, ctx, { roomId: room.id, rights })
  // pages pass pictures of other services and placeholders, which must not keep the visitor out
  const avatar = await publishAvatar(sql, imId, input.avatar)
  const isAvatarShown = avatar === profile?.avatar || (await isRoomAvatar(avatar, ctx))
  // a visitor who may not write sends no texts with the notice either
  const mayWrite = findWriteRefusal(ctx, rights, now) === null
  const isFirst = rooms.visitsOf(room.id, account).length === 0
  const visit = await ctx.enterRoom(room.id, {
    account,
    imId,
    deviceId,
    enterTime: now,
    tags: input.tags,
    notifyTargetTags: input.notifyTargetTags,
    isFixed: rights.is_owner || row !== null,
    nick: roomName ?? (requestedNick || row?.nick || profile?.nick || account),
    avatar: roomName === null ? (isAvatarShown && avatar) || row?.avatar || profile?.avatar || '' : '',
    custom: (mayWrite && input.custom) || row?.custom || '',
    place: input.place,
  })
  // a block or a closing during this login found no connection to end
  expectMayStay(await store.selectVisitorRights(sql, visitor, now))
  if (isFirst) announceVisit(rooms, { roomId: room.id, visit }, 'memberEnter', mayWrite ? input.enterCustom : '')
  return {
    chatroom: presentRoom(room, rooms.listVisitors(room.id).length),
    member: presentMember({ room, account, row, visit, mutedUntil: rights.muted_until }, now),
    serverTime: Date.now(),
    missed: await listMissedMessages(ctx, { roomId: room.id, since: input.since, visit }, signFile),
  }
}
