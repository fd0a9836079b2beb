// Messages of all conversations with the search words, newest first. The server decrypts every message that it
// searches, so the search starts only when the user submits the words.
import { useEffect, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { MessageSearchResult } from '@xinqiao/im-sdk/chat/actions/message-search.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { isGroupKey } from '../chat-address.ts'
import { formatListTime } from '../relative-time.ts'
import { describeLine, describeSender } from '../message-text.ts'
import { HighlightedMatch } from './HighlightedMatch.tsx'

/** A message to which the thread scrolls. */
export type ScrollTarget = { key: string; time: number }

type FoundMessagesProps = {
  chat: ChatSession
  isOnline: boolean
  keyword: string
  now: number
  onOpen: (to: string, target: ScrollTarget) => void
  /** Mounts the search again. */
  onRetry: () => void
}

function describeResult({ lines, isIncomplete }: MessageSearchResult, keyword: string): string {
  if (!isIncomplete) return lines.length === 0 ? `聊天记录中没有“${keyword}”` : `在聊天记录中找到${lines.length}条`
  const emptyText = lines.length === 0 ? `没有找到“${keyword}”。` : ''
  return `${emptyText}记录较多，这次只搜索了较近的消息。更早的消息请打开对话，向上翻看。`
}

/** The results of one search; another keyword mounts a new component. */
export function FoundMessages({ chat, isOnline, keyword, now, onOpen, onRetry }: FoundMessagesProps) {
  const [hits, setHits] = useState<MessageSearchResult | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    // a search from before the connection is open runs once it is open
    if (!isOnline || hits) return
    chat.search(keyword).then(setHits, (error: Error) => setFault(error.message))
  }, [chat, isOnline, keyword, hits])
  if (fault && isOnline)
    return (
      <div role="alert">
        <p className="chat-note">{fault}</p>
        <button type="button" className="chat-ask" onClick={onRetry}>
          重新搜索
        </button>
      </div>
    )
  const { teams } = chat.client.store
  // the account may have left a group since the search
  const lines = hits?.lines.filter(({ to }) => !isGroupKey(to) || teams.has(to)) ?? []
  const isIncomplete = hits?.isIncomplete ?? false
  return (
    <section aria-labelledby="chat-found">
      <h3 id="chat-found" className="chat-part">
        聊天记录{hits && `（${lines.length}）`}
      </h3>
      {/* always rendered, because screen readers announce only changes of existing elements */}
      <output className={lines.length > 0 && !isIncomplete ? 'sr-only' : 'chat-note block'}>
        {hits ? describeResult({ lines, isIncomplete }, keyword) : '正在搜索聊天记录…'}
      </output>
      <ul>
        {lines.map(({ to, name, line, people }) => (
          <li key={line.key}>
            <button type="button" className="chat-found" onClick={() => onOpen(to, { key: line.key, time: line.time })}>
              <Icon name="chat" className="size-5" />
              <span className="chat-conversation-words">
                <span className="chat-conversation-name">{name || '对方'}</span>
                <span className="chat-found-text">
                  {describeSender(line, people)}
                  <HighlightedMatch text={describeLine(line, people)} keyword={keyword} />
                </span>
              </span>
              <time>{formatListTime(line.time, now)}</time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
