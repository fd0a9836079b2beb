// Hints for the moderators of a room of the site: messages of it that sound like danger. Other visitors get none.
import { randomUUID } from 'node:crypto'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { lectureHostAccount, type LectureEvent } from '@xinqiao/contract/lectures.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import * as memberStore from '../records/member-store.ts'
import * as messageStore from '../records/message-store.ts'
import { requireRoomVisit, type RoomCtx } from '../rules/rights.ts'
import { openMessage } from './messages.ts'

/** Asks the pages of the moderators to read the list again. */
export async function hintModerators(ctx: RoomCtx): Promise<void> {
  const { roomId, rights } = await requireRoomVisit(ctx)
  if (!rights.names_visitors) return
  const moderators = await memberStore.selectModerators(ctx.sql, roomId)
  const event: LectureEvent = { event: 'danger' }
  const msg = {
    chatroomId: `${roomId}`,
    idClient: randomUUID().replaceAll('-', ''),
    time: Date.now(),
    from: lectureHostAccount,
    fromNick: '',
    fromAvatar: '',
    fromCustom: '',
    fromClientType: clientTypes.Server,
    content: { type: chatMessageTypes.custom, content: JSON.stringify(event) },
    highPriority: true,
    toAccids: [...new Set(moderators.map(({ accid }) => accid))],
  }
  ctx.rooms.deliver(roomId, { msg, priority: 'high' })
}

/** Client ids of the latest texts that sound like danger, since this time in milliseconds. */
export async function listRoomDangers(
  { sql, secrets }: Pick<RoomCtx, 'sql' | 'secrets'>,
  period: { roomId: number; since: number; limit: number },
): Promise<string[]> {
  const rows = await messageStore.selectLatestTexts(sql, period)
  return rows.flatMap((row) => {
    const { idClient, content } = openMessage(secrets, row)
    return 'text' in content && detectCrisis(content.text) !== null ? [idClient] : []
  })
}
