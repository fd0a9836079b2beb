// Ends visits of blocked accounts, and all visits to a closed room. The bus may have lost the message that should end
// them. Until then such visitors may not write, but they receive.
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { RoomPort } from '../../../kit/chat/rooms.ts'
import type { Db } from '../../../kit/db/db.ts'
import { selectForbiddenAccounts } from '../records/room-store.ts'

const closedDetail: ByeDetail = { reason: 'chatroomClosed', message: '聊天室已关闭' }
const blackedDetail: ByeDetail = { reason: 'blacked', message: '您已被加入聊天室黑名单' }

/** @param roomIds the rooms with connections on this node */
export async function endForbiddenVisits(
  { sql, rooms }: { sql: Db; rooms: RoomPort },
  roomIds: readonly number[],
): Promise<void> {
  if (roomIds.length === 0) return
  for (const { room_id: roomId, is_open: isOpen, blacked } of await selectForbiddenAccounts(sql, roomIds)) {
    const present = blacked.filter((account) => rooms.visitsOf(roomId, account).length > 0)
    if (!isOpen) rooms.end(roomId, null, closedDetail)
    else if (present.length > 0) rooms.end(roomId, present, blackedDetail)
  }
}
