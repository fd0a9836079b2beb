// All conversations, latest first, with a search over names and last messages. It also finds removed ones.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { guideAccount, guideName } from '@xinqiao/contract/guide.ts'
import type { LatestConversation } from '@xinqiao/contract/http/chat/inbox.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { api } from '../../session/api.ts'
import { compareCrisisConversations } from '../../crisis/crisis-conversations.ts'
import { ChatHelpCard } from '../../crisis/ChatHelpCard.tsx'
import { QuietHelpCard } from '../../crisis/QuietHelpCard.tsx'
import { useDetectedLevel } from '../../crisis/use-detected-level.ts'
import { useNow } from '../use-now.ts'
import { BroadcastNotice } from '../session/BroadcastNotice.tsx'
import { formatChatAddress, isGroupKey } from '../chat-address.ts'
import { ConversationRow, presentRow, type ConversationRowData } from './ConversationRow.tsx'
import type { ScrollTarget } from './FoundMessages.tsx'
import { openInPlace } from './open-in-place.ts'
import { ConnectionNotice } from '../session/ConnectionNotice.tsx'
import { SoundSwitches } from './SoundSwitches.tsx'
import type { WaitingApplications } from '../waiting-applications.ts'

const FoundMessages = lazy(async () => ({ default: (await import('./FoundMessages.tsx')).FoundMessages }))

/** Search words are read for a help card up to this length. */
const maxSearchLength = 50

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
      ...rest,
      to: key,
      draft: '',
      isTop: false,
      isTeam: isGroupKey(key),
      applicants: 0,
    }))
  return state.conversations.map((conversation) => ({
    ...presentRow(conversation, openTo),
    applicants: applications.get(conversation.to)?.count ?? 0,
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
  const removed =
    chat && searchKey !== ''
      ? chat.listRemovedConversations().map((conversation) => presentRow(conversation, openTo))
      : []
  /** A friend is found by the name of the chat, too. */
  const findNick = (to: string) => chat?.client.store.users.get(to)?.nick ?? ''
  const matches = [...sorted, ...removed].filter(({ to, name, preview }) =>
    `${name} ${preview} ${findNick(to)}`.toLowerCase().includes(searchKey),
  )
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
        {rows.length + removed.length > 0 && matches.length === 0 && (
          <p className="chat-note">没有叫“{search.trim()}”的会话</p>
        )}
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
