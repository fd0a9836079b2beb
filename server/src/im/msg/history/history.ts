// Older messages of a conversation, by time.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ImReadCtx } from '../../../kit/chat/im-ctx.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import * as store from '../records/store.ts'

export async function getHistory(
  { scene, to, lastMsgId, limit, reverse, msgTypes, ...period }: ParsedInput<'msg.getHistoryMsgs'>,
  { sql, bodies, viewer }: ImReadCtx,
): Promise<CommandOutput<'msg.getHistoryMsgs'>> {
  const conversation = await selectConversation(sql, viewer.imId, { scene, to })
  if (!conversation) return { msgs: [] }
  const conversationRef = { imId: viewer.imId, conversationId: conversation.id, scene }
  if (lastMsgId !== undefined) {
    const time = await store.selectMessageTime(sql, conversation.id, Number(lastMsgId))
    if (time === undefined) throw imFail('notFound')
    if (reverse) period.beginTime = Math.max(period.beginTime, time)
    else period.endTime = Math.min(period.endTime || time, time)
  }
  const rows = await store.selectMessages(sql, conversationRef, { ...period, limit, reverse, types: msgTypes })
  return { msgs: rows.map((row) => presentMessage(row, bodies)) }
}

/** Returns only messages visible to the caller, so that guessed ids reveal nothing. */
export async function getMessagesById(
  { reqMsgs }: ParsedInput<'msgExtend.getMsgsByIdServer'>,
  { sql, bodies, viewer }: ImReadCtx,
): Promise<CommandOutput<'msgExtend.getMsgsByIdServer'>> {
  const ids = reqMsgs.map(({ idServer }) => Number(idServer))
  const pairs = await store.selectMessagesById(sql, viewer.imId, ids, 'p2p')
  const teams = await store.selectMessagesById(sql, viewer.imId, ids, 'team')
  const rows = [...pairs, ...teams].sort((a, b) => a.time - b.time)
  return { msgs: rows.map((row) => presentMessage(row, bodies)) }
}
