// All conversations, latest first, with a search over names and last messages.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { guideAccount, guideName } from '@xinqiao/contract/guide.ts'
import type { LatestConversation } from '@xinqiao/contract/http/chat/inbox.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { api } from '../../session/api.ts'
import { describeStateShortly } from '../../crisis/CrisisBar.tsx'
import { compareCrisisConversations } from '../../crisis/crisis-conversations.ts'
import { ChatHelpCard } from '../../crisis/ChatHelpCard.tsx'
import { QuietHelpCard } from '../../crisis/QuietHelpCard.tsx'
import { useDetectedLevel } from '../../crisis/use-detected-level.ts'
import { readDraft } from '../../forms/draft-storage.ts'
import { useNow } from '../use-now.ts'
import { BroadcastNotice } from '../session/BroadcastNotice.tsx'
import { Avatar, GroupMark } from '../Avatar.tsx'
import { formatChatAddress, isGroupKey } from '../chat-address.ts'
import type { ScrollTarget } from './FoundMessages.tsx'
import { openInPlace } from './open-in-place.ts'
import { ConnectionNotice } from '../session/ConnectionNotice.tsx'
import { SoundSwitches } from './SoundSwitches.tsx'
import { formatListTime } from '../relative-time.ts'
import type { WaitingApplications } from '../waiting-applications.ts'
import { describeInOneLine, describeSender } from '../message-text.ts'

const FoundMessages = lazy(async () => ({ default: (await import('./FoundMessages.tsx')).FoundMessages }))

/** Search words are read for a help card up to this length. */
const maxSearchLength = 50

type ConversationRowData = {
  to: string
  name: string
  unread: number
  time: number
  preview: string
  draft: string
  isTop: boolean
  isTeam: boolean
  isQuiet: boolean
  isMentioned: boolean
  /** People who applied to a group that the reader manages. */
  applicants: number
}
type ConversationListProps = {
  chat: ChatSession | null
  state: ChatState
  latest: readonly LatestConversation[]
  /** Time at which the server rendered the page. */
  renderedAt: number
  openTo: string | null
  onOpen: (to: string, target?: ScrollTarget, isByKeyboard?: boolean) => void
  fault: string | null
  /** Conversations with signs of danger; null for users. */
  crises: ReadonlyMap<string, CrisisConversation> | null
  /** Applications that the reader decides, by conversation. */
  applications: ReadonlyMap<string, WaitingApplications>
  /** Invitations that wait for an answer. */
  invitations: ReactNode
  /** Called to join a group by a code. */
  onJoin: () => void
  /** Called to create a group. */
  onCreate: () => void
}

/** Rows of the list: until the first sync is done, those that the server rendered. */
function listRows(
  state: ChatState,
  latest: readonly LatestConversation[],
  openTo: string | null,
  applications: ReadonlyMap<string, WaitingApplications>,
): ConversationRowData[] {
  if (!state.hasSynced)
    return latest.map(({ key, ...rest }) => ({
      ...{ ...rest, to: key, draft: '', isTop: false, isTeam: isGroupKey(key) },
      applicants: 0,
    }))
  return state.conversations.map(({ to, name, unread, time, last, people, isMentioned, ...marks }) => ({
    ...marks,
    to,
    name: name || '对方',
    unread: to === openTo ? 0 : unread,
    isMentioned: isMentioned && to !== openTo,
    time,
    preview: last ? describeSender(last, people) + describeInOneLine(last, people) : marks.isTeam ? '还没有消息' : '',
    applicants: applications.get(to)?.count ?? 0,
    draft: to === openTo ? '' : readDraft(`chat ${to}`),
  }))
}

export function ConversationList({
  chat,
  state,
  latest,
  renderedAt,
  openTo,
  onOpen,
  fault,
  crises,
  applications,
  invitations,
  onJoin,
  onCreate,
}: ConversationListProps) {
  const now = useNow(renderedAt)
  const openRow = (to: string, isByKeyboard: boolean) => onOpen(to, undefined, isByKeyboard)
  const [search, setSearch] = useState('')
  /** The submitted search words for messages. */
  const [keyword, setKeyword] = useState('')
  /** Number of submits, so that the same words search again. */
  const [searches, setSearches] = useState(0)
  const searchMessages = () => {
    setKeyword(search.trim())
    setSearches((count) => count + 1)
  }
  const searchKey = search.trim().toLowerCase()
  // no help card for counsellors, who search for such words in their work
  const crisisLevel = useDetectedLevel(crises ? '' : search.trim().slice(0, maxSearchLength), (key) =>
    api('GET /care/search', { key }),
  )
  const rows = listRows(state, latest, openTo, applications)
  /** A conversation that the person left, with a help card that is not dismissed. */
  const leftKey = state.hasSynced
    ? [...state.crisisCards.keys()].find((key) => key !== openTo && !rows.some(({ to }) => to === key))
    : undefined
  const findCrisis = ({ to }: ConversationRowData) => crises?.get(to) ?? null
  const sorted = rows.toSorted((a, b) => compareBySeverity(findCrisis(a), findCrisis(b)))
  const matches = sorted.filter(({ name, preview }) => `${name} ${preview}`.toLowerCase().includes(searchKey))
  return (
    <nav className="chat-list" aria-label="会话" tabIndex={-1}>
      <div className="chat-list-head">
        <h2>消息</h2>
        <span className="flex">
          <SoundSwitches hasCrises={crises !== null} />
        </span>
      </div>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            searchMessages()
          }}
        >
          <label className="chat-search">
            <Icon name="search" className="size-4.5" />
            <span className="sr-only">搜索会话与聊天记录</span>
            <input
              type="search"
              placeholder="搜索"
              maxLength={100}
              enterKeyHint="search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </label>
        </form>
      </search>
      {/* an open conversation shows the broadcast itself */}
      {openTo === null && <ConnectionNotice chat={chat} state={state} fault={fault} />}
      {openTo === null && <BroadcastNotice chat={chat} />}
      <div className="chat-conversations">
        <div aria-live="polite">{crisisLevel && <QuietHelpCard level={crisisLevel} className="m-3" />}</div>
        {leftKey !== undefined && (
          <ChatHelpCard
            card={state.crisisCards.get(leftKey)!}
            thread={null}
            onClose={() => chat?.dismissCrisisCard(leftKey)}
          />
        )}
        {invitations}
        {searchKey === '' && (
          <div className="chat-group-ways">
            <button type="button" className="chat-ask-guide" onClick={onCreate}>
              建小组
            </button>
            <button type="button" className="chat-ask-guide" onClick={onJoin}>
              用邀请码加入小组
            </button>
          </div>
        )}
        {rows.length === 0 && !fault && (
          <p className="chat-note">
            {state.hasSynced
              ? '还没有会话。在咨询师页面可以发起交流，也可以建一个小组，和认识的人一起聊。'
              : '正在加载会话…'}
          </p>
        )}
        {rows.length > 0 && matches.length === 0 && <p className="chat-note">没有叫“{search.trim()}”的会话</p>}
        <ul>
          {matches.map((row) => (
            <ConversationRow
              key={row.to}
              row={row}
              crisis={findCrisis(row)}
              now={now}
              isOpen={row.to === openTo}
              onOpen={openRow}
            />
          ))}
        </ul>
        {!crises && searchKey === '' && !rows.some(({ to }) => to === guideAccount) && (
          <a
            className="chat-ask-guide"
            href={formatChatAddress(guideAccount)}
            onClick={openInPlace(guideAccount, openRow)}
          >
            问问{guideName}（机器人）
          </a>
        )}
        {chat &&
          searchKey !== '' &&
          (keyword.toLowerCase() === searchKey ? (
            <Suspense>
              <FoundMessages
                key={searches}
                chat={chat}
                isOnline={state.link === 'online'}
                keyword={keyword}
                now={now}
                onOpen={onOpen}
                onRetry={searchMessages}
              />
            </Suspense>
          ) : (
            <button type="button" className="chat-ask" onClick={searchMessages}>
              在聊天记录中搜索“{search.trim()}”
            </button>
          ))}
      </div>
    </nav>
  )
}

/** Conversations with signs of danger first; the others keep their order. */
const compareBySeverity = (a: CrisisConversation | null, b: CrisisConversation | null): number =>
  a && b ? compareCrisisConversations(a, b) : Number(b !== null) - Number(a !== null)

type ConversationRowProps = {
  row: ConversationRowData
  crisis: CrisisConversation | null
  now: number
  isOpen: boolean
  onOpen: (to: string, isByKeyboard: boolean) => void
}

function ConversationRow({ row, crisis, now, isOpen, onOpen }: ConversationRowProps) {
  const { to, name, unread, time, preview, draft, isTop, isTeam, isQuiet, isMentioned, applicants } = row
  return (
    <li>
      <a
        href={formatChatAddress(to)}
        data-top={isTop}
        data-crisis={crisis !== null}
        aria-current={isOpen ? 'true' : undefined}
        onClick={openInPlace(to, onOpen)}
      >
        {isTeam ? <GroupMark /> : <Avatar name={name} />}
        <span className="chat-conversation-words">
          <span className="chat-conversation-name">
            {isTeam && <span className="sr-only">小组：</span>}
            {name}
            {to === guideAccount && <span className="chat-robot-mark">机器人</span>}
          </span>
          {crisis && <span className="chat-conversation-crisis">{describeStateShortly(crisis)}</span>}
          <span className="chat-conversation-last">
            {applicants > 0 && <em>[{applicants}人申请加入] </em>}
            {isMentioned && <em>[有人@我] </em>}
            {draft.trim() ? (
              <>
                <em>[草稿]</em> {draft}
              </>
            ) : (
              preview
            )}
          </span>
        </span>
        <span className="chat-conversation-end">
          <time className="flex items-center gap-1">
            {isQuiet && <Icon name="soundOff" className="size-3.5" />}
            {isQuiet && <span className="sr-only">消息免打扰，</span>}
            {isTop && <span className="sr-only">已置顶，</span>}
            {formatListTime(time, now)}
          </time>
          {unread > 0 && (
            <span className="chat-unread" data-quiet={isQuiet}>
              {unread > 99 ? '99+' : unread}
              <span className="sr-only">条未读</span>
            </span>
          )}
        </span>
      </a>
    </li>
  )
}
