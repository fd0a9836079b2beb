// Older messages of a conversation, by time.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { ImReadCtx } from '../../../kit/im-ctx.ts'
import { findPeerId } from '../../changes/store.ts'
import { presentMessage } from '../rules/present.ts'
import * as store from '../records/store.ts'

/** The conversation with this account, or null when it has no messages. */
export async function findConversation(db: Db, imId: number, accid: string): Promise<store.ConversationRow | null> {
  const peer = await findPeerId(db, imId, accid)
  if (peer === null) return null
  const [row] = await store.findConversations(db, [Math.min(imId, peer)], [Math.max(imId, peer)])
  return row ?? null
}

export async function getHistory(
  { to, beginTime, endTime, limit, reverse, msgTypes }: ParsedInput<'msg.getHistoryMsgs'>,
  { sql, bodies, viewer }: ImReadCtx,
): Promise<CommandOutput<'msg.getHistoryMsgs'>> {
  const conversation = await findConversation(sql, viewer.imId, to)
  if (!conversation) return { msgs: [] }
  const place = { imId: viewer.imId, conversationId: conversation.id }
  const rows = await store.listMessages(sql, place, { beginTime, endTime, limit, reverse, types: msgTypes })
  return { msgs: rows.map((row) => presentMessage(row, bodies)) }
}

/** Returns only messages visible to the caller, so that guessed ids reveal nothing. */
export async function getById(
  { reqMsgs }: ParsedInput<'msgExtend.getMsgsByIdServer'>,
  { sql, bodies, viewer }: ImReadCtx,
): Promise<CommandOutput<'msgExtend.getMsgsByIdServer'>> {
  const ids = reqMsgs.map(({ idServer }) => Number(idServer))
  const rows = await store.listById(sql, viewer.imId, ids)
  return { msgs: rows.map((row) => presentMessage(row, bodies)) }
}
