// The calls of the server API about chatrooms.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ServerCallInput, ServerCallOutput } from '@xinqiao/contract/server-api/server-api.ts'
import {
  createManagedRoom,
  deleteRoomMessage,
  muteManagedRoom,
  requireManagedAccount,
  requireManagedRoom,
  setManagedRoomOpen,
  type RoomRow,
} from '../../im/chat.ts'
import { chatOrigins } from '../../kit/chat/chat-origins.ts'
import type { Kit } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'

export const presentServerRoom = (row: RoomRow): ServerCallOutput<'chatroom/get'>['chatroom'] => ({
  roomid: row.id,
  valid: row.is_open,
  muted: row.is_muted,
  name: row.name,
  announcement: row.announcement,
  broadcasturl: row.broadcast_url,
  ext: row.custom,
  queuelevel: row.queue_level,
  creator: row.creator,
})

export function createRoomCalls(kit: Kit) {
  const { sql, config } = kit
  const getRoom = async (appId: number, roomid: number) =>
    presentServerRoom(await requireManagedRoom(sql, appId, roomid))

  return {
    async 'chatroom/create'(input: ServerCallInput<'chatroom/create'>, appId: number) {
      const { id } = await requireManagedAccount(sql, appId, input.creator)
      const { name, announcement, broadcasturl, ext, queuelevel, allowAnonymous, historyDays } = input
      const roomid = await createManagedRoom(sql, {
        creator: { id, appId },
        name,
        announcement,
        broadcastUrl: broadcasturl,
        custom: ext,
        queueLevel: queuelevel,
        allowsAnonymous: allowAnonymous,
        historyDays,
      })
      return { chatroom: await getRoom(appId, roomid) }
    },
    async 'chatroom/get'({ roomid }: ServerCallInput<'chatroom/get'>, appId: number) {
      return { chatroom: await getRoom(appId, roomid) }
    },
    async 'chatroom/toggleCloseStat'(input: ServerCallInput<'chatroom/toggleCloseStat'>, appId: number) {
      const { roomid, valid } = input
      const operator = await requireManagedAccount(sql, appId, input.operator)
      const room = await requireManagedRoom(sql, appId, roomid)
      if (room.creator !== operator.accid) throw imFail('forbidden', '只有创建者可以关闭聊天室')
      if (room.is_open !== valid)
        await transaction(sql, (tx, afterCommit) =>
          setManagedRoomOpen(kit, { tx, afterCommit }, { roomId: roomid, operator, isOpen: valid }),
        )
      return { desc: await getRoom(appId, roomid) }
    },
    async 'chatroom/muteRoom'(input: ServerCallInput<'chatroom/muteRoom'>, appId: number) {
      const { roomid, mute: isMuted, needNotify, notifyExt: custom } = input
      const operator = await requireManagedAccount(sql, appId, input.operator)
      const room = await requireManagedRoom(sql, appId, roomid)
      await transaction(sql, (tx, afterCommit) =>
        muteManagedRoom({ kit, tx, afterCommit }, { room, operator, isMuted, needNotify, custom }),
      )
      return { desc: await getRoom(appId, roomid) }
    },
    async 'chatroom/recall'(input: ServerCallInput<'chatroom/recall'>, appId: number) {
      const { roomid, fromAcc: sender, msgId: idClient, notifyExt: custom } = input
      const operator = await requireManagedAccount(sql, appId, input.operator)
      const room = await requireManagedRoom(sql, appId, roomid)
      await transaction(sql, (tx, afterCommit) =>
        deleteRoomMessage({ kit, tx, afterCommit }, { room, operator, sender, idClient, custom }),
      )
      return {}
    },
    async 'chatroom/requestAddr'({ roomid }: ServerCallInput<'chatroom/requestAddr'>, appId: number) {
      await requireManagedRoom(sql, appId, roomid)
      return { addr: chatOrigins(config) }
    },
  }
}
