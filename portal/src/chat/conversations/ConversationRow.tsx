// A row of the list of conversations.
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { guideAccount } from '@xinqiao/contract/guide.ts'
import type { ChatConversation } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { describeStateShortly } from '../../crisis/alert-state.ts'
import { readDraft } from '../../forms/draft-storage.ts'
import { Avatar, GroupMark } from '../Avatar.tsx'
import { formatChatAddress } from '../chat-address.ts'
import { describeInOneLine, describeSender } from '../message-text.ts'
import { formatListTime } from '../relative-time.ts'
import { openInPlace } from './open-in-place.ts'

export type ConversationRowData = {
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
export function presentRow(
  { to, name, unread, time, last, people, isMentioned, ...marks }: ChatConversation,
  openTo: string | null,
): ConversationRowData {
  return {
    ...marks,
    to,
    name: name || '对方',
    unread: to === openTo ? 0 : unread,
    isMentioned: isMentioned && to !== openTo,
    time,
    preview: last ? describeSender(last, people) + describeInOneLine(last, people) : marks.isTeam ? '还没有消息' : '',
    applicants: 0,
    draft: to === openTo ? '' : readDraft(`chat ${to}`),
  }
}

type ConversationRowProps = {
  row: ConversationRowData
  crisis: CrisisConversation | null
  now: number
  isOpen: boolean
  onOpen: (to: string, isByKeyboard: boolean) => void
}

export function ConversationRow({ row, crisis, now, isOpen, onOpen }: ConversationRowProps) {
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
