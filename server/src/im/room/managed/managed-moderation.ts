// Moderation of a chatroom by the backend of its app, or by the site, in the name of its creator or a manager.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { createRemoteRooms } from '../../../kit/chat/rooms.ts'
import type { Kit } from '../../../kit/ctx.ts'
import type { AfterCommit, Tx } from '../../../kit/db/db.ts'
import * as memberStore from '../records/member-store.ts'
import * as messageStore from '../records/message-store.ts'
import { storeMessage } from '../messages/messages.ts'
import { createNotice } from '../rules/notices.ts'
import { isModerator } from '../rules/rights.ts'
import * as store from '../records/room-store.ts'

type RoomOperator = { id: number; accid: string }
export type ModerationScope = { kit: Pick<Kit, 'secrets' | 'bus'>; tx: Tx; afterCommit: AfterCommit }

/**
 * Locks the room.
 * @throws ImFailure 403 for an account that is neither the creator nor a manager
 */
async function lockAsModerator(tx: Tx, room: store.RoomRow, { id }: RoomOperator): Promise<void> {
  await store.lockRoom(tx, room.id)
  const rights = await store.selectVisitorRights(tx, { roomId: room.id, imId: id, tags: [] }, Date.now())
  if (!rights || !isModerator(rights)) throw imFail('forbidden', '只有创建者与管理员可以这样做')
}

type NoticeContent = Omit<RoomNotice, 'from' | 'fromNick'>

/** Stores a notice of the operator, and delivers it after the commit. */
export async function announceToRoom(
  { kit, tx, afterCommit }: ModerationScope,
  roomId: number,
  operator: RoomOperator,
  content: NoticeContent,
): Promise<void> {
  const member = await memberStore.selectMember(tx, roomId, operator.id)
  const profile = await store.selectProfile(tx, operator.id)
  const nick = member?.nick || profile?.nick || operator.accid
  const notice = createNotice(roomId, { account: operator.accid, nick }, content)
  const priority = 'high'
  const { msg } = await storeMessage(tx, kit.secrets, { roomId, senderId: operator.id, msg: notice, priority })
  afterCommit(() => createRemoteRooms(kit.bus).deliver(roomId, { msg, priority }))
}

type RoomMuting = {
  room: store.RoomRow
  operator: RoomOperator
  isMuted: boolean
  needNotify: boolean
  custom: string
}

/** Mutes all visitors except the creator and the managers, or ends this. Repeating it causes no second notice. */
export async function muteManagedRoom(scope: ModerationScope, muting: RoomMuting): Promise<void> {
  const { room, operator, isMuted, needNotify, custom } = muting
  await lockAsModerator(scope.tx, room, operator)
  const current = await store.selectRoom(scope.tx, room.app_id, room.id)
  if (current?.is_muted === isMuted) return
  await store.updateRoom(scope.tx, room.id, { is_muted: isMuted }, Date.now())
  if (needNotify) await announceToRoom(scope, room.id, operator, { type: isMuted ? 'muteRoom' : 'unmuteRoom', custom })
}

type MessageDeletion = { room: store.RoomRow; operator: RoomOperator; sender: string; idClient: string; custom: string }

/**
 * Deletes a message from the history, and asks the visitors to hide it.
 * @throws ImFailure 404 for a message that the history does not hold
 */
export async function deleteRoomMessage(scope: ModerationScope, deletion: MessageDeletion): Promise<void> {
  const { room, operator, sender, idClient, custom } = deletion
  await lockAsModerator(scope.tx, room, operator)
  const time = await messageStore.deleteMessage(scope.tx, room.id, sender, idClient)
  if (time === null) throw imFail('notFound', '消息不存在')
  const target = { to: [sender], msgId: idClient, msgTime: time }
  await announceToRoom(scope, room.id, operator, { type: 'deleteChatroomMsg', ...target, custom })
}
