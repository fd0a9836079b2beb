// References of a reply: to the message that it replies to, and to the first message of that thread.
import type { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { targetOfKey } from '../state/conversation-key.ts'
import type { ChatLine } from '../state/state.ts'

/** @returns no references for a message that is not stored yet */
export function createReplyReferences(
  account: string,
  to: string,
  { key, idServer, from, isOwn, time, content }: ChatLine,
): Pick<MessageContent, 'reply' | 'thread'> {
  if (idServer === null) return {}
  const target = targetOfKey(to)
  const receiver = target.scene === 'p2p' && !isOwn ? account : target.to
  const reply = { from, to: receiver, time, idServer, idClient: key }
  return { reply, thread: content.thread ?? reply }
}
