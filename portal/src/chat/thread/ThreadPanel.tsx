// One conversation: its header, messages and input. Shared by the chat box and the chat page.
import { type ReactNode, useState } from 'react'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { guideAccount, guideName } from '@xinqiao/contract/guide.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { ChatHelpCard } from '../../crisis/ChatHelpCard.tsx'
import { CrisisBar } from '../../crisis/CrisisBar.tsx'
import { BroadcastNotice } from '../session/BroadcastNotice.tsx'
import { FriendTools } from './FriendTools.tsx'
import { Composer } from './composer/Composer.tsx'
import { CallLinks } from '../calls/CallLinks.tsx'
import { ConsentPanel } from '../ConsentPanel.tsx'
import type { NeededConsent } from '../use-consent.ts'
import { DeleteConversation } from '../conversations/DeleteConversation.tsx'
import { Avatar } from '../Avatar.tsx'
import type { ScrollTarget } from '../conversations/FoundMessages.tsx'
import { usePeerPresence } from '../peer-state.ts'
import { ConnectionNotice } from '../session/ConnectionNotice.tsx'
import { HotlineNote } from './HotlineNote.tsx'
import { MessageLog } from './log/MessageLog.tsx'
import { useFileDrop } from './composer/chosen-files.ts'
import { PinSwitch } from './PinSwitch.tsx'
import { type Opening, useFocusAfterOpening } from './use-focus-after-opening.ts'
import { useGreeting } from './use-greeting.ts'
import { useOpenThread } from './use-open-thread.ts'
import { useReply } from './use-reply.ts'

type ThreadPanelProps = {
  chat: ChatSession | null
  state: ChatState
  to: string
  /** A message to which the thread scrolls. */
  target?: ScrollTarget | null
  /** The name of the other side, as the server knows it. */
  name: string | null
  /** The reason why the chat session could not be opened. */
  fault: string | null
  /** Consent before the first message; null if it was given or is not needed. */
  consent: NeededConsent
  onAgreed: () => void
  /** How the reader opened the conversation on this page; null for a page that began with it. */
  opening?: Opening | null
  /** Called when the conversation was removed from the list. */
  onDeleted: () => void
  /** Returns to the list, where there is one. */
  onLeave?: () => void
  /** Signs of danger in the other side's messages; for counsellors only. */
  crisis?: { conversation: CrisisConversation | null; onChanged: () => void } | null
  /** Additional controls at the end of the header. */
  tools?: ReactNode
}

export function ThreadPanel({
  chat,
  state,
  to,
  target = null,
  name: initialName,
  fault,
  consent: neededConsent,
  onAgreed,
  opening = null,
  onDeleted,
  onLeave,
  crisis = null,
  tools,
}: ThreadPanelProps) {
  const thread = state.threads.get(to) ?? null
  const conversation = state.conversations.find((item) => item.to === to)
  const isGuide = to === guideAccount
  const consent = isGuide ? null : neededConsent
  const name = conversation?.name || chat?.nameAccount(to) || initialName || (isGuide ? guideName : '对方')
  const isFormerFriend = chat?.wasFriend(to) ?? false
  const card = state.crisisCards.get(to)
  // counsellors call those who have written to them
  const canCall = crisis !== null && (thread?.lines.some(({ isOwn, isNotice }) => !isOwn && !isNotice) ?? false)
  const [isProtocolOpen, setProtocolOpen] = useState(false)
  const drop = useFileDrop(consent === null && !isGuide && state.link !== 'ended' ? chat : null, to, 'any')
  const { reply, beginReply, endReply } = useReply(thread, name)
  useOpenThread(chat, state, to)
  const panel = useFocusAfterOpening(opening, consent !== 'unknown', consent === null)
  const presence = usePeerPresence(isGuide || crisis !== null ? null : to)
  useGreeting(isGuide ? chat : null, thread, state.hasSynced)

  return (
    <section
      ref={panel}
      className="chat-panel"
      aria-label={`与${name}的会话`}
      data-dropping={drop.isOver}
      {...drop.handlers}
    >
      <header className="chat-head">
        {onLeave && (
          <button type="button" className="chat-tool chat-back" aria-label="返回会话列表" onClick={onLeave}>
            <Icon name="arrowLeft" />
          </button>
        )}
        <Avatar name={name} small />
        <div className="chat-who">
          <h2 tabIndex={-1}>
            {name}
            {isGuide && <span className="chat-robot-mark">机器人</span>}
          </h2>
          <p aria-live="polite">{state.typing.has(to) ? '正在输入…' : presence}</p>
        </div>
        <span className="chat-tools">
          {canCall && <CallLinks to={to} />}
          {crisis && (
            <button
              type="button"
              className="chat-tool"
              aria-label="危机应对"
              title="危机应对"
              aria-pressed={isProtocolOpen}
              onClick={() => setProtocolOpen(!isProtocolOpen)}
            >
              <Icon name="shield" />
            </button>
          )}
          {chat && (chat.isFriend(to) || isFormerFriend || chat.hasBlocked(to)) && (
            <FriendTools chat={chat} to={to} name={name} />
          )}
          {conversation && <PinSwitch chat={chat} to={to} isTop={conversation.isTop} />}
          {conversation && <DeleteConversation chat={chat} to={to} name={name} onDeleted={onDeleted} />}
          {tools}
        </span>
      </header>
      <ConnectionNotice chat={chat} state={state} fault={fault} />
      <BroadcastNotice chat={chat} />
      {crisis && (
        <CrisisBar {...crisis} accid={to} isOpen={isProtocolOpen} onToggle={() => setProtocolOpen(!isProtocolOpen)} />
      )}
      <MessageLog
        chat={chat}
        thread={thread}
        name={name}
        target={target}
        onReply={consent === null && state.link !== 'ended' ? beginReply : null}
      />
      {card && <ChatHelpCard card={card} thread={thread} onClose={() => chat?.dismissCrisisCard(to)} />}
      <HotlineNote />
      {chat?.hasBlocked(to) && <p className="chat-note">您已拉黑对方，对方不能给您发消息。</p>}
      {isFormerFriend && <p className="chat-note">你们已不是好友。对方如果是组员，收不到您的消息。</p>}
      {consent === null ? (
        <Composer
          chat={chat}
          to={to}
          thread={thread}
          name={name}
          accepted={isGuide ? null : 'any'}
          isOver={state.link === 'ended'}
          showsHelp={crisis === null && !card}
          reply={reply}
          onReplyEnd={endReply}
        />
      ) : consent === 'unknown' ? (
        <p className="chat-note" aria-busy="true">
          正在加载…
        </p>
      ) : (
        <ConsentPanel consent={consent} onAgreed={onAgreed} />
      )}
    </section>
  )
}
