// The visit of an account in whose name the backend of its app acts. No node lists it, so that the room does not show
// it.
import type { ImRoom } from '../../../kit/chat/im-ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as memberStore from '../records/member-store.ts'
import { selectProfile } from '../records/room-store.ts'

export async function createBackendVisit(
  db: Db,
  roomId: number,
  { imId, accid }: { imId: number; accid: string },
): Promise<ImRoom> {
  const profile = await selectProfile(db, imId)
  const row = await memberStore.selectMember(db, roomId, imId)
  const visit = {
    connectionId: '',
    account: accid,
    imId,
    deviceId: '',
    isFixed: true,
    enterTime: 0,
    nick: row?.nick || profile?.nick || accid,
    avatar: row?.avatar || profile?.avatar || '',
    custom: row?.custom ?? '',
    tags: [],
    notifyTargetTags: '',
    place: null,
  }
  return { roomId, visit }
}
