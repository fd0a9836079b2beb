// Older messages of a conversation, by time, by thread, and by id.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Sql } from '../../../kit/db/db.ts'
import type { ImReadCtx } from '../../../kit/chat/im-ctx.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { listTeamRecalls } from '../../conversations/teams/team-changes.ts'
import * as store from '../records/store.ts'
import { listRecalls } from '../removal/removal.ts'

type HistoryPageInput = Omit<ParsedInput<'msg.getHistoryMsgs'>, 'scene' | 'to' | 'msgTypes' | 'recallsBefore'>

/**
 * Begins the period of a page after its `lastMsgId`.
 * @throws ImFailure 404 for a message of another conversation
 */
async function resolvePage(sql: Sql, conversationId: number, { lastMsgId, ...page }: HistoryPageInput) {
  if (lastMsgId === undefined) return page
  const time = await store.selectMessageTime(sql, conversationId, Number(lastMsgId))
  if (time === undefined) throw imFail('notFound')
  return page.reverse
    ? { ...page, beginTime: Math.max(page.beginTime, time) }
    : { ...page, endTime: Math.min(page.endTime || time, time) }
}

const maxRecalls = 100

export async function getHistory(
  { scene, to, msgTypes, recallsBefore, ...page }: ParsedInput<'msg.getHistoryMsgs'>,
  { sql, bodies, viewer }: ImReadCtx,
): Promise<CommandOutput<'msg.getHistoryMsgs'>> {
  const conversation = await selectConversation(sql, viewer.imId, { scene, to })
  if (!conversation) return { msgs: [] }
  const conversationRef = { imId: viewer.imId, conversationId: conversation.id, scene }
  const query = await resolvePage(sql, conversation.id, page)
  const rows = await store.selectMessages(sql, conversationRef, { ...query, types: msgTypes })
  const msgs = rows.map((row) => presentMessage(row, bodies))
  if (recallsBefore === undefined) return { msgs }
  const after = rows.length === page.limit ? rows.at(-1)!.time : query.beginTime
  const period = { after, before: recallsBefore, limit: maxRecalls }
  const recalls =
    scene === 'p2p'
      ? await listRecalls(sql, conversationRef, period)
      : await listTeamRecalls(sql, viewer.imId, Number(to), period)
  return { msgs, recalls }
}

/** @throws ImFailure 404 when the caller sees neither the message that began the thread nor a reply */
export async function getThreadMessages(
  { scene, to, idServer, ...page }: ParsedInput<'msgExtend.getThreadMsgs'>,
  { sql, bodies, viewer }: ImReadCtx,
): Promise<CommandOutput<'msgExtend.getThreadMsgs'>> {
  const { imId } = viewer
  const conversation = await selectConversation(sql, imId, { scene, to })
  if (!conversation) throw imFail(scene === 'p2p' ? 'notFound' : 'notInTeam')
  const conversationRef = { imId, conversationId: conversation.id, scene }
  const threadId = Number(idServer)
  const query = await resolvePage(sql, conversation.id, page)
  const rows = await store.selectMessages(sql, conversationRef, { ...query, threadId })
  const { total, last_time: lastMsgTime } = await store.countReplies(sql, conversationRef, threadId)
  const firsts = await store.selectMessagesById(sql, imId, [threadId], scene)
  const first = firsts.find((row) => row.conversation_id === conversation.id)
  if (!first && total === 0) throw imFail('notFound', '消息不存在')
  return {
    threadMsg: first ? presentMessage(first, bodies) : null,
    msgs: rows.map((row) => presentMessage(row, bodies)),
    total,
    lastMsgTime,
  }
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
