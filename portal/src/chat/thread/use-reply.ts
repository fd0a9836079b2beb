// The message to which the reader replies, until the reply is sent or cancelled, or the message is recalled.
import { useCallback, useState } from 'react'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { describeQuote } from '../message-text.ts'

/** @param name name of the other side in p2p */
export function useReply(thread: Thread | null, name: string) {
  const [key, setKey] = useState<string | null>(null)
  const line = key === null ? undefined : thread?.lines.find((item) => item.key === key)
  return {
    reply: thread && line ? { line, text: describeQuote({ ...thread, name }, line, line) } : null,
    beginReply: useCallback((replied: ChatLine) => setKey(replied.key), []),
    endReply: useCallback(() => setKey(null), []),
  }
}
