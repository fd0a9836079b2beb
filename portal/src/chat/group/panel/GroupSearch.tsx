// Searches the messages of a group. The server decrypts each one, so a search starts only when the user submits it.
import { type FormEvent, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ConversationSearchResult } from '@xinqiao/im-sdk/chat/actions/message-search.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import type { ScrollTarget } from '../../conversations/FoundMessages.tsx'
import { HighlightedMatch } from '../../conversations/HighlightedMatch.tsx'
import { describeLine } from '../../message-text.ts'
import { formatListTime } from '../../relative-time.ts'
import { useNow } from '../../use-now.ts'
import { nameOf } from '../../notice-text.ts'
import { useChatAction } from '../../use-chat-action.ts'

type GroupSearchProps = { chat: ChatSession; to: string; onFound: (target: ScrollTarget) => void }

function describeHits(hits: ConversationSearchResult | null, keyword: string, isBusy: boolean): string {
  if (isBusy) return '正在搜索…'
  if (!hits) return ''
  if (hits.isIncomplete) return '记录较多，这次只搜索了较近的消息'
  return hits.lines.length === 0 ? `没有找到“${keyword}”` : `找到${hits.lines.length}条`
}

export function GroupSearch({ chat, to, onFound }: GroupSearchProps) {
  const now = useNow()
  const [text, setText] = useState('')
  const [keyword, setKeyword] = useState('')
  const [hits, setHits] = useState<ConversationSearchResult | null>(null)
  const { isBusy, run } = useChatAction()
  const search = (event: FormEvent) => {
    event.preventDefault()
    const next = text.trim()
    if (next === '') return
    setKeyword(next)
    void run(async () => setHits(await chat.searchIn(to, next)))
  }
  const lines = hits?.lines ?? []
  const people = chat.peopleOf(
    to,
    lines.map(({ from }) => from),
  )
  return (
    <>
      <search>
        <form className="group-search-form" onSubmit={search}>
          <label className="chat-search group-search">
            <Icon name="search" className="size-4.5" />
            <span className="sr-only">搜索小组的聊天记录</span>
            <input
              type="search"
              placeholder="搜索聊天记录"
              maxLength={100}
              enterKeyHint="search"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          <Button type="submit" look="ghost" busy={isBusy}>
            搜索
          </Button>
        </form>
      </search>
      <output className="group-none block py-2">{describeHits(hits, keyword, isBusy)}</output>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <button type="button" className="chat-found" onClick={() => onFound({ key: line.key, time: line.time })}>
              <span className="chat-conversation-words">
                <span className="chat-conversation-name">{nameOf(people, line.from)}</span>
                <span className="chat-found-text">
                  <HighlightedMatch text={describeLine(line, people)} keyword={keyword} />
                </span>
              </span>
              <time>{formatListTime(line.time, now)}</time>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
