// Chatrooms as the site and the backends of apps manage them.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { chatroomLimits } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { Bus } from '../../../kit/bus/bus.ts'
import { createRemoteRooms, type RoomPort } from '../../../kit/chat/rooms.ts'
import type { KitInTransaction } from '../../../kit/ctx.ts'
import type { AfterCommit, Db, Tx } from '../../../kit/db/db.ts'
import { storeMessage } from '../messages/messages.ts'
import { createNotice, type RoomActor } from '../rules/notices.ts'
import * as store from '../records/room-store.ts'

export type { RoomRow } from '../records/room-store.ts'

type RoomDraft = {
  /** The account that owns the room, in the app of the room. */
  creator: { id: number; appId: number }
  name: string
  announcement?: string
  broadcastUrl?: string
  custom?: string
  queueLevel?: number
  /** True to admit visitors without an account, who may only read. */
  allowsAnonymous?: boolean
  historyDays?: number
  /** Seconds that an ordinary visitor waits between two messages. */
  slowSeconds?: number
  /** True for a room that names its visitors with an account, who otherwise name themselves. */
  namesVisitors?: boolean
  isOpen?: boolean
}

/** @returns the id of the room */
export function createManagedRoom(db: Db, draft: RoomDraft): Promise<number> {
  const { creator, name, announcement = '', broadcastUrl = '', custom = '', queueLevel = 0, historyDays } = draft
  if (name.length > chatroomLimits.name) throw imFail('invalid', `name不能超过${chatroomLimits.name}个字符`)
  return store.insertRoom(
    db,
    {
      app_id: creator.appId,
      creator_id: creator.id,
      name,
      announcement,
      broadcast_url: broadcastUrl,
      custom,
      queue_level: queueLevel,
      allows_anonymous: draft.allowsAnonymous ?? false,
      ...(historyDays !== undefined && { history_days: historyDays }),
      slow_seconds: draft.slowSeconds ?? 0,
      is_open: draft.isOpen ?? true,
      names_visitors: draft.namesVisitors ?? false,
    },
    Date.now(),
  )
}

/** @throws ImFailure 404 for an unknown room, or one of another app */
export async function requireManagedRoom(db: Db, appId: number, roomId: number): Promise<store.RoomRow> {
  const room = await store.selectRoom(db, appId, roomId)
  if (!room) throw imFail('notFound', '聊天室不存在')
  return room
}

type RoomWriter = { imId: number; actor: RoomActor }

/** Closes a room: its visitors receive a notice and lose their connections. */
export async function closeRoom(
  tx: Tx,
  afterCommit: AfterCommit,
  { secrets, rooms }: { secrets: KitInTransaction['secrets']; rooms: RoomPort },
  { roomId, writer, custom }: { roomId: number; writer: RoomWriter; custom: string },
): Promise<void> {
  await store.updateRoom(tx, roomId, { is_open: false }, Date.now())
  const notice = createNotice(roomId, writer.actor, { type: 'closeChatroom', custom })
  const priority = 'high'
  const { msg } = await storeMessage(tx, secrets, { roomId, senderId: writer.imId, msg: notice, priority })
  afterCommit(() => {
    rooms.deliver(roomId, { msg, priority })
    rooms.end(roomId, null, { reason: 'chatroomClosed', message: '聊天室已关闭', custom })
  })
}

/** Opens or closes a room for the backend of its app, or for the site. */
export async function setManagedRoomOpen(
  { secrets, bus }: { secrets: KitInTransaction['secrets']; bus: Bus },
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  { roomId, operator, isOpen }: { roomId: number; operator: { id: number; accid: string }; isOpen: boolean },
): Promise<void> {
  if (isOpen) await store.updateRoom(tx, roomId, { is_open: true }, Date.now())
  else {
    const writer = { imId: operator.id, actor: { account: operator.accid, nick: operator.accid } }
    await closeRoom(tx, afterCommit, { secrets, rooms: createRemoteRooms(bus) }, { roomId, writer, custom: '' })
  }
}
