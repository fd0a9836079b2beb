// One conversation: its header, messages and input. Shared by the chat box and the chat page.
import { type ReactNode, useEffect, useState } from 'react'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import type { ChatConsent } from '@xinqiao/contract/http/chat/inbox.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { ChatHelpCard } from '../../crisis/ChatHelpCard.tsx'
import { CrisisBar } from '../../crisis/CrisisBar.tsx'
import { setOpenConversation } from '../session/alerts.ts'
import { BroadcastNotice } from '../session/BroadcastNotice.tsx'
import { Composer } from './Composer.tsx'
import { ConsentPanel } from '../ConsentPanel.tsx'
import { DeleteConversation } from '../conversations/DeleteConversation.tsx'
import { Avatar } from '../Avatar.tsx'
import type { SearchTarget } from '../conversations/FoundMessages.tsx'
import { ConnectionNotice } from '../session/ConnectionNotice.tsx'
import { MessageLog } from './MessageLog.tsx'
import { usePictureDrop } from './pictures.ts'

type ThreadPanelProps = {
  chat: ChatSession | null
  state: ChatState
  to: string
  /** A message to which the thread scrolls. */
  target?: SearchTarget | null
  /** The name of the other side, as the server knows it. */
  name: string | null
  /** The reason why the chat session could not be opened. */
  fault: string | null
  /** Consent before the first message; null if it was given or is not needed. */
  consent: ChatConsent | null
  onAgreed: () => void
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
  consent,
  onAgreed,
  onDeleted,
  onLeave,
  crisis = null,
  tools,
}: ThreadPanelProps) {
  const thread = state.threads.get(to) ?? null
  const conversation = state.conversations.find((item) => item.to === to)
  const name = conversation?.name || chat?.client.store.users.get(to)?.nick || initialName || '对方'
  const level = state.crisisLevels.get(to)
  const hasFailed = thread?.lines.some(({ status }) => status === 'fail') ?? false
  const [isProtocolOpen, setProtocolOpen] = useState(false)
  const drop = usePictureDrop(consent === null && state.link !== 'ended' ? chat : null, to)
  const lastKey = thread?.lines.at(-1)?.key

  useEffect(() => {
    chat?.open(to)
    setOpenConversation(to)
    return () => setOpenConversation(null)
  }, [chat, to])
  // only messages that were visible count as read
  useEffect(() => {
    const markReadIfVisible = () => {
      if (lastKey !== undefined && !document.hidden && state.hasSynced) chat?.markRead(to)
    }
    markReadIfVisible()
    document.addEventListener('visibilitychange', markReadIfVisible)
    return () => document.removeEventListener('visibilitychange', markReadIfVisible)
  }, [chat, to, lastKey, state.hasSynced])

  return (
    <section className="chat-panel" aria-label={`与${name}的会话`} data-dropping={drop.isOver} {...drop.handlers}>
      <header className="chat-head">
        {onLeave && (
          <button type="button" className="chat-tool chat-back" aria-label="返回会话列表" onClick={onLeave}>
            <Icon name="arrowLeft" />
          </button>
        )}
        <Avatar name={name} small />
        <div className="chat-who">
          <h2>{name}</h2>
          <p aria-live="polite">{state.typing.has(to) ? '正在输入…' : ''}</p>
        </div>
        <span className="chat-tools">
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
          {conversation && <TopSwitch chat={chat} to={to} isTop={conversation.isTop} />}
          {conversation && <DeleteConversation chat={chat} to={to} name={name} onDeleted={onDeleted} />}
          {tools}
        </span>
      </header>
      <ConnectionNotice chat={chat} state={state} fault={fault} />
      <BroadcastNotice />
      {crisis && (
        <CrisisBar {...crisis} accid={to} isOpen={isProtocolOpen} onToggle={() => setProtocolOpen(!isProtocolOpen)} />
      )}
      <MessageLog chat={chat} thread={thread} name={name} target={target} />
      {level && <ChatHelpCard level={level} isDelivered={!hasFailed} onClose={() => chat?.dismissCrisisCard(to)} />}
      {/* the hotline is above the input, where an open keyboard does not cover it */}
      <p className="chat-help">
        <Icon name="phone" className="size-4" />
        <span>
          心理援助<a href="tel:12356">12356</a>紧急时拨打<a href="tel:110">110</a>
          <a href="tel:120">120</a>
        </span>
      </p>
      {consent === null ? (
        <Composer
          chat={chat}
          to={to}
          name={name}
          isOver={state.link === 'ended'}
          showsHelp={crisis === null && !level}
        />
      ) : (
        <ConsentPanel consent={consent} onAgreed={onAgreed} />
      )}
    </section>
  )
}

function TopSwitch({ chat, to, isTop }: { chat: ChatSession | null; to: string; isTop: boolean }) {
  const toggleTop = async () => {
    try {
      await chat?.setTop(to, !isTop)
    } catch (error) {
      showToast((error as Error).message, 'bad')
    }
  }
  return (
    <button
      type="button"
      className="chat-tool"
      aria-label="置顶会话"
      aria-pressed={isTop}
      title={isTop ? '取消置顶' : '置顶会话'}
      onClick={toggleTop}
    >
      <Icon name="pin" />
    </button>
  )
}
