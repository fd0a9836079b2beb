// The new content of an edited message, in p2p and in teams.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { MessageContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { MessageRow } from '../../conversations/message-columns.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { expectInWindow } from '../rules/window.ts'

type MessageEdit = { msg: WireMessage & { modifyTime: number }; body: Buffer }

/**
 * Omitted fields keep their values. A reply stays in its thread.
 * @throws ImFailure 508 after the window of a recall, 414 for another type of message
 */
export function createEdit(
  ctx: Pick<ImCtx, 'config' | 'bodies'>,
  row: MessageRow,
  content: MessageContent,
  now: number,
): MessageEdit {
  expectInWindow(ctx, now, row.time, '已超过可以修改的时间')
  const before = presentMessage(row, ctx.bodies)
  if (before.content.type !== content.type) throw imFail('invalid', '不能改变消息的类型')
  const { reply: _reply, thread: _thread, ...edited } = content
  const next = { ...before.content, ...edited }
  return sealContent(ctx, row, { ...before, content: next }, now)
}

/** Seals the new content of a message. */
export function sealContent(
  { bodies }: Pick<ImCtx, 'bodies'>,
  row: MessageRow,
  msg: WireMessage,
  now: number,
): MessageEdit {
  // an edit is always later than the previous one, even within a millisecond
  const modifyTime = Math.max(now, (row.modified_time ?? 0) + 1)
  const place = { conversationId: row.conversation_id, seq: row.seq }
  return { msg: { ...msg, modifyTime }, body: bodies.seal(row.sealed_key, place, msg.content) }
}
