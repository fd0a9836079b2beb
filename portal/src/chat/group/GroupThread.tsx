// A conversation with a group: its header, messages and input, or the reason why the reader cannot write.
import './group.css'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { Group, GroupMembershipState } from '@xinqiao/im-sdk/chat/state/groups.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { ChatHelpCard } from '../../crisis/ChatHelpCard.tsx'
import { GroupMark } from '../Avatar.tsx'
import { GroupCallBar, GroupCallLink } from '../calls/GroupCallBar.tsx'
import { useGroupCallAccess } from '../calls/use-group-call-access.ts'
import type { ScrollTarget } from '../conversations/FoundMessages.tsx'
import { BroadcastNotice } from '../session/BroadcastNotice.tsx'
import { ConnectionNotice } from '../session/ConnectionNotice.tsx'
import type { WaitingApplications } from '../waiting-applications.ts'
import { Composer } from '../thread/composer/Composer.tsx'
import { HotlineNote } from '../thread/HotlineNote.tsx'
import { MessageLog } from '../thread/log/MessageLog.tsx'
import { useFileDrop } from '../thread/composer/chosen-files.ts'
import { type Opening, useFocusAfterOpening } from '../thread/use-focus-after-opening.ts'
import { useOpenThread } from '../thread/use-open-thread.ts'
import { useReply } from '../thread/use-reply.ts'
import { useHeadingAfterJoining } from './joining/use-heading-after-joining.ts'
import { HiddenGroup } from './joining/HiddenGroup.tsx'
import { JoinOpenGroup } from './joining/JoinOpenGroup.tsx'
import { useMembers } from './members/members.ts'
import type { PanelView } from './panel/panel-props.ts'
import { useMarkedMessages } from './marked-messages.ts'
import { useMentions } from './mentions/use-mentions.tsx'
import { UnsentDraft } from './UnsentDraft.tsx'
import { useWide } from '../use-width.ts'

const GroupPanel = lazy(async () => ({ default: (await import('./panel/GroupPanel.tsx')).GroupPanel }))

type GroupThreadProps = {
  chat: ChatSession | null
  state: ChatState
  to: string
  target: ScrollTarget | null
  /** The reason why the chat session could not be opened. */
  fault: string | null
  /** False for counsellors, who write about such topics in their work. */
  showsHelp: boolean
  /** True for a group that the reader has just created. */
  isNew: boolean
  /** True for a group that the reader has just joined by a link. */
  hasJustJoined: boolean
  /** How the reader opened the group on this page; null for a page that began with it. */
  opening: Opening | null
  /** Applications that the reader decides; undefined for none. */
  applications: WaitingApplications | undefined
  /** Returns to the list. */
  onLeave: () => void
}

/** Reasons why the reader cannot write, in place of the input. */
const membershipMessages: Record<Exclude<GroupMembershipState, 'member' | 'stranger' | 'hidden'>, string> = {
  muted: '您已被禁言：可以阅读，暂时不能发言',
  allMuted: '全员禁言中：可以阅读，暂时不能发言',
  left: '您已退出这个小组，这里的消息不再向您显示',
  removed: '您已被移出这个小组，这里的消息不再向您显示',
  former: '您已不在这个小组里，这里的消息不再向您显示',
  dismissed: '这个小组已解散，消息不再显示',
  unknown: '正在加载…',
}
const formerStates: ReadonlySet<GroupMembershipState> = new Set(['left', 'removed', 'former', 'dismissed'])
const emptyGroup: Group = { team: null, own: null, membership: 'unknown' }

/** The state of the group after its name. */
function describeState({ team, own, membership }: Group): string {
  if (!team) return ''
  if (membership === 'dismissed') return '（已解散）'
  return own ? `（${team.memberNum}人）` : ''
}

export function GroupThread({
  chat,
  state,
  to,
  target,
  fault,
  showsHelp,
  isNew,
  hasJustJoined,
  opening,
  applications,
  onLeave,
}: GroupThreadProps) {
  const thread = state.threads.get(to) ?? null
  const group = thread?.group ?? emptyGroup
  const conversation = state.conversations.find((item) => item.to === to)
  const name = group.team?.name ?? '小组'
  const card = state.crisisCards.get(to)
  const { team, own } = group
  const pages = useMembers(chat, own && team, showsHelp)
  const mentions = useMentions({ pages, canMentionAll: own !== null && own.type !== 'normal' })
  const isWide = useWide()
  const heading = useHeadingAfterJoining(group, hasJustJoined)
  const opener = useRef<HTMLButtonElement>(null)
  const [isPanelOpen, setPanelOpen] = useState(isNew && !card)
  const [firstView, setFirstView] = useState<PanelView>(isNew && !card ? 'invite' : 'home')
  const showPanel = (isShown: boolean) => {
    setPanelOpen(isShown)
    setFirstView('home')
  }
  const [foundTarget, setFoundTarget] = useState<ScrollTarget | null>(null)
  const showFound = (message: ScrollTarget) => {
    setFoundTarget(message)
    if (!isWide) showPanel(false)
  }
  const applicants = applications?.count ?? 0
  const canWrite = group.membership === 'member'
  // the groups of the site accept only pictures, because other files may name their author or a place
  const fileKind = team?.isManaged ? 'group' : 'any'
  const drop = useFileDrop(canWrite && state.link !== 'ended' ? chat : null, to, fileKind)
  const { reply, beginReply, endReply } = useReply(thread, name)
  useOpenThread(chat, state, to)
  const panel = useFocusAfterOpening(opening, group.membership !== 'unknown', canWrite)
  const callMessages = thread?.lines.filter(({ content }) => content.type === chatMessageTypes.g2).length ?? 0
  const callTeam = own && team?.isManaged ? team.teamId : null
  const ledTeam = own && own.type !== 'normal' ? callTeam : null
  const marked = useMarkedMessages(ledTeam, thread?.lines.at(-1)?.key ?? null)
  const place = useGroupCallAccess(callTeam === null ? null : Number(callTeam), { change: callMessages })

  return (
    <>
      <section
        ref={panel}
        className="chat-panel"
        aria-label={`${name}的会话`}
        data-dropping={drop.isOver}
        {...drop.handlers}
      >
        <header className="chat-head">
          <button type="button" className="chat-tool chat-back" aria-label="返回会话列表" onClick={onLeave}>
            <Icon name="arrowLeft" />
          </button>
          <GroupMark small />
          <div className="chat-who">
            {/* a long name is cut, and what follows it stays; the label has no gap between the two */}
            <h2 ref={heading} tabIndex={-1} className="chat-title" aria-label={name + describeState(group)}>
              <span>{name}</span>
              <span>{describeState(group)}</span>
            </h2>
          </div>
          <span className="chat-tools">
            {callTeam !== null && place?.canLead && !place.call && <GroupCallLink teamId={callTeam} />}
            {own && (
              <button
                ref={opener}
                type="button"
                className="chat-tool relative"
                aria-label={applicants > 0 ? `小组信息，${applicants}人申请加入` : '小组信息'}
                title="小组信息"
                aria-expanded={isPanelOpen}
                onClick={() => showPanel(!isPanelOpen)}
              >
                <Icon name="group" />
                {applicants > 0 && (
                  <span className="chat-unread absolute top-0.5 right-0.5" aria-hidden="true">
                    {applicants}
                  </span>
                )}
              </button>
            )}
          </span>
        </header>
        {callTeam !== null && place && <GroupCallBar place={place} teamId={callTeam} />}
        <ConnectionNotice chat={chat} state={state} fault={fault} />
        <BroadcastNotice chat={chat} />
        <MessageLog
          // a picture or dialog of the group closes with the membership
          key={formerStates.has(group.membership) ? 'former' : 'present'}
          chat={chat}
          thread={thread}
          name={name}
          target={foundTarget ?? target}
          marked={marked}
          onReply={canWrite && state.link !== 'ended' ? beginReply : null}
        />
        {card && <ChatHelpCard card={card} thread={thread} onClose={() => chat?.dismissCrisisCard(to)} />}
        <HotlineNote />
        {!canWrite && <UnsentDraft to={to} />}
        {canWrite ? (
          <Composer
            chat={chat}
            to={to}
            thread={thread}
            name={name}
            accepted={fileKind}
            isOver={state.link === 'ended'}
            showsHelp={showsHelp && !card}
            aid={mentions}
            reply={reply}
            onReplyEnd={endReply}
          />
        ) : chat && team && group.membership === 'stranger' ? (
          <JoinOpenGroup
            chat={chat}
            team={team}
            requests={state.requests}
            isCounsellor={!showsHelp}
            needsDecision={team.joinMode === 'needVerify' || group.mustApply === true}
          />
        ) : group.membership === 'hidden' ? (
          <HiddenGroup />
        ) : (
          <output className="group-closed">
            {group.membership === 'muted' && own?.muteReason !== undefined
              ? `协会已将您禁言，原因：${own.muteReason}。您可以阅读，暂时不能发言`
              : membershipMessages[group.membership as keyof typeof membershipMessages]}
          </output>
        )}
      </section>
      {isPanelOpen && chat && team && own && (
        <Suspense>
          <GroupPanel
            chat={chat}
            state={state}
            to={to}
            team={team}
            own={own}
            pages={pages}
            conversation={conversation}
            applications={applications}
            isBeside={isWide}
            firstView={firstView}
            onClose={() => {
              showPanel(false)
              opener.current?.focus()
            }}
            onFound={showFound}
            onGone={onLeave}
          />
        </Suspense>
      )}
    </>
  )
}
