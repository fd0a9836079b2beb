// Wire format of chatrooms and their members.
import type { RoomInfo, RoomMember, RoomMemberType } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { RoomVisit } from '../../../kit/chat/rooms.ts'
import type { RoomMemberRow } from '../records/member-store.ts'
import type { RoomRow } from '../records/room-store.ts'

export const presentRoom = (row: RoomRow, onlineMemberNum: number): RoomInfo => ({
  id: `${row.id}`,
  name: row.name,
  announcement: row.announcement,
  broadcastUrl: row.broadcast_url,
  custom: row.custom,
  createTime: row.create_time,
  updateTime: row.update_time,
  queuelevel: row.queue_level,
  creator: row.creator,
  onlineMemberNum,
  mute: row.is_muted,
})

/** A member as the room knows it: a stored row, a visit, or both. */
type PresentedRoomMember = {
  room: Pick<RoomRow, 'id' | 'creator' | 'create_time'>
  account: string
  row: Partial<RoomMemberRow> | null
  visit: RoomVisit | null
  /** End of a temporary mute. */
  mutedUntil?: number | null
}

function memberTypeOf({ room, account, row, visit }: PresentedRoomMember): RoomMemberType {
  if (account === room.creator) return 'owner'
  if (row?.is_blacked || row?.is_gagged) return 'restricted'
  if (row?.role === 'manager') return 'manager'
  if (row?.role === 'common') return 'common'
  return visit?.imId === 0 ? 'anonymous' : 'guest'
}

export function presentMember(parts: PresentedRoomMember, now: number): RoomMember {
  const { room, account, row, visit, mutedUntil } = parts
  const type = memberTypeOf(parts)
  const secondsLeft = mutedUntil ? Math.max(0, Math.ceil((mutedUntil - now) / 1000)) : 0
  return {
    chatroomId: `${room.id}`,
    account,
    type,
    level: row?.level ?? 0,
    nick: visit?.nick || row?.nick || row?.profile_nick || '',
    avatar: visit?.avatar || row?.avatar || row?.profile_avatar || '',
    custom: visit?.custom || row?.custom || '',
    online: visit !== null,
    guest: type === 'guest' || type === 'anonymous',
    enterTime: visit?.enterTime ?? 0,
    blacked: row?.is_blacked ?? false,
    gaged: row?.is_gagged ?? false,
    valid: true,
    updateTime: row?.update_time ?? visit?.enterTime ?? room.create_time,
    tempMuted: secondsLeft > 0,
    tempMuteDuration: secondsLeft,
    tags: [...(visit?.tags ?? [])],
  }
}
