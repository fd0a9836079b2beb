// The messages of a conversation, oldest first.
import { lazy, Suspense, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { GroupMembershipState } from '@xinqiao/im-sdk/chat/state/groups.ts'
import { recallKeyOf } from '@xinqiao/im-sdk/chat/state/recall-key.ts'
import type { ChatLine, Reaction, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { useLineActions } from './use-line-actions.ts'
import { useLogKeys } from './use-log-keys.ts'
import { useLogScroll } from './use-log-scroll.ts'
import { useNow } from '../../use-now.ts'
import type { ScrollTarget } from '../../conversations/FoundMessages.tsx'
import { copyText } from '../lines/copy-text.ts'
import { describeLine, describeQuote } from '../../message-text.ts'
import { nameOf } from '../../notice-text.ts'
import { nameRole } from '../../role-names.ts'
import { lineId, LineItem, type LineSender } from '../lines/LineItem.tsx'
import type { LineQuote } from '../lines/Quote.tsx'
import { UnsentFiles } from './UnsentFiles.tsx'
import { PictureView } from '../lines/PictureView.tsx'
import { formatMessageTime } from '../../relative-time.ts'

const LineMenu = lazy(async () => ({ default: (await import('../lines/LineMenu.tsx')).LineMenu }))
const RecallQuestion = lazy(async () => ({ default: (await import('./RecallQuestion.tsx')).RecallQuestion }))
const ReportDialog = lazy(async () => ({ default: (await import('../../ReportDialog.tsx')).ReportDialog }))

/** By server id: the time of the latest call for the duty staff in milliseconds, null without one. */
export type MarkedMessages = ReadonlyMap<string, number | null>

type MessageLogProps = {
  chat: ChatSession | null
  thread: Thread | null
  name: string
  target: ScrollTarget | null
  /** Begins a reply to the message; null where the reader cannot write. */
  onReply: ((line: ChatLine) => void) | null
  /** Messages that sound like danger, for the leaders of a group. */
  marked?: MarkedMessages
}
/** Pause between two messages above which the time is shown. */
const pauseMs = 5 * 60_000
const noReactions: readonly Reaction[] = []
const membershipsWithHistory: ReadonlySet<GroupMembershipState> = new Set(['member', 'muted', 'allMuted', 'unknown'])

/** The sender above a message of a group; not repeated while the same one writes on. */
function findSender({ people, group }: Thread, line: ChatLine, earlier: ChatLine | undefined): LineSender | null {
  if (line.isOwn || line.isNotice) return null
  const isRepeated =
    earlier?.from === line.from && !earlier.isNotice && !earlier.isOwn && line.time - earlier.time <= pauseMs
  return {
    name: nameOf(people, line.from),
    roleName: nameRole(people.get(line.from)?.role ?? 'normal', group?.team),
    isRepeated,
  }
}

/** The message that another one replies to. */
function findQuote(thread: Thread, name: string, account: string, { content: { reply } }: ChatLine): LineQuote | null {
  if (!reply) return null
  const line = thread.lines.find(({ key }) => key === reply.idClient) ?? null
  const author = { from: reply.from, isOwn: reply.from === account }
  const recalledKey = recallKeyOf(reply.idClient)
  const isRecalled = line === null && thread.lines.some(({ key }) => key === recalledKey)
  return { key: line && line.key, text: describeQuote({ ...thread, name }, author, isRecalled ? 'recalled' : line) }
}

/** The greeting with which a conversation with a robot begins; it has no words. */
const isGreeting = ({ content }: ChatLine): boolean => 'robot' in content && content.robot.param?.type === 'welcome'

export function MessageLog({ chat, thread, name, target, onReply, marked }: MessageLogProps) {
  const [picture, setPicture] = useState<string | null>(null)
  const [quotedKey, setQuotedKey] = useState<string | null>(null)
  const [menuKey, setMenuKey] = useState<string | null>(null)
  const team = thread?.group?.team ?? null
  const now = useNow()
  const actions = useLineActions({ chat, thread, onReply, now })
  const { listActions, createReaction, questionedLine, setQuestionedLine, reportedLine, setReportedLine } = actions
  const showQuoted = (key: string) => {
    setQuotedKey(key)
    const line = document.getElementById(lineId(key))
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }
  const lines: readonly ChatLine[] = (thread?.lines ?? []).filter((line) => !isGreeting(line))
  const { log, handleScroll, scrollToEnd, hasNewBelow } = useLogScroll({ chat, thread, lines, target })
  useLogKeys(log)
  const waitingLines = lines.filter(({ status }) => status === 'sending')
  // the reason is stored with the first of the waiting messages, and shown below the last one, which is in view
  const waitReason = waitingLines.find((line) => line.fault !== null)?.fault ?? null
  const lastOwn = lines.findLast(({ isOwn, idServer }) => isOwn && idServer !== null)
  // the group refuses each message of a former member
  const isFormer = team !== null && !membershipsWithHistory.has(thread?.group?.membership ?? 'unknown')
  const createCopy = ({ content }: ChatLine) => ('text' in content ? () => void copyText(content.text) : null)
  const menuLine = lines.find(({ key }) => key === menuKey)

  return (
    <div className="chat-middle">
      <div
        className="chat-log"
        ref={log}
        onScroll={handleScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        role="log"
        aria-label={`与${name}的聊天记录`}
        aria-describedby="chat-log-keys"
      >
        <HistoryStart thread={thread} onMore={() => thread && chat?.loadOlder(thread.to)} />
        <ol>
          {lines.map((line, i) => {
            const earlier = lines[i - 1]
            return (
              <LineItem
                key={line.key}
                line={line}
                text={describeLine(line, thread?.people)}
                name={name}
                sender={thread?.group ? findSender(thread, line, earlier) : null}
                quote={thread && chat && findQuote(thread, name, chat.account, line)}
                isFound={line.key === (quotedKey ?? target?.key)}
                markedIn={team && line.idServer !== null && marked?.has(line.idServer) ? team.teamId : null}
                dutyCalledTime={(line.idServer !== null && marked?.get(line.idServer)) || null}
                moment={!earlier || line.time - earlier.time > pauseMs ? formatMessageTime(line.time, now) : null}
                note={line === lastOwn ? ((thread?.readTime ?? 0) >= line.time ? '已读' : '已送达') : null}
                waitReason={line === waitingLines.at(-1) ? waitReason : null}
                {...listActions(line)}
                reactions={(line.idServer !== null && thread?.reactions.get(line.idServer)) || noReactions}
                onReact={createReaction(line)}
                onQuote={showQuoted}
                onMenu={line.idServer !== null && !line.isNotice ? () => setMenuKey(line.key) : null}
                onAsk={onReply && chat && thread ? (question) => chat.sendText(thread.to, question) : null}
                onRetry={line.canRetry && !isFormer ? () => chat?.retry(line.key) : null}
                onCopy={isFormer ? createCopy(line) : null}
                onDiscard={() => chat?.discard(line.key)}
                onView={setPicture}
              />
            )
          })}
        </ol>
        <UnsentFiles to={thread?.to ?? null} />
      </div>
      <p id="chat-log-keys" hidden>
        用上下方向键逐条阅读，按回车选择这条消息的操作，按 Tab 离开
      </p>
      {hasNewBelow && (
        <button type="button" className="chat-new" onClick={scrollToEnd}>
          有新消息
          <Icon name="arrowDown" className="size-4" />
        </button>
      )}
      {reportedLine?.idServer && (
        <Suspense>
          <ReportDialog
            name={team ? nameOf(thread!.people, reportedLine.from) : name}
            reported={{ ...(team && { teamId: team.teamId }), idServer: reportedLine.idServer }}
            onClose={() => setReportedLine(null)}
          />
        </Suspense>
      )}
      {menuLine && (
        <Suspense>
          <LineMenu
            {...listActions(menuLine)}
            reactions={thread?.reactions.get(menuLine.idServer ?? '') ?? noReactions}
            onReact={createReaction(menuLine)}
            text={describeLine(menuLine, thread?.people)}
            copied={'text' in menuLine.content ? menuLine.content.text : null}
            onClose={() => setMenuKey(null)}
          />
        </Suspense>
      )}
      {questionedLine && (
        <Suspense>
          <RecallQuestion
            name={nameOf(thread!.people, questionedLine.from)}
            onYes={() => {
              setQuestionedLine(null)
              void actions.recall(questionedLine)
            }}
            onNo={() => setQuestionedLine(null)}
          />
        </Suspense>
      )}
      {picture && <PictureView url={picture} onClose={() => setPicture(null)} />}
    </div>
  )
}

function HistoryStart({ thread, onMore }: { thread: Thread | null; onMore: () => void }) {
  const membership = thread?.group?.membership
  // without membership, the server sends no messages
  if (membership !== undefined && !membershipsWithHistory.has(membership)) return null
  if (!thread || thread.isLoading || membership === 'unknown') return <p className="chat-start">正在加载…</p>
  if (thread.fault) {
    return (
      <p className="chat-start">
        {thread.fault}
        <button type="button" onClick={onMore}>
          重试
        </button>
      </p>
    )
  }
  if (thread.hasOlder) {
    return (
      <p className="chat-start">
        <button type="button" onClick={onMore}>
          查看更早的消息
        </button>
      </p>
    )
  }
  return <p className="chat-start">{thread.lines.length === 0 ? '还没有消息' : '以上是全部消息'}</p>
}
