// The latest unread message of the other side, which people can read without leaving the call.
import { useState } from 'react'
import type { ChatConversation } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { countCharacters, describeInOneLine } from '../../chat/message-text.ts'

/** Longer messages have a button that shows them whole. On a phone, fewer characters fit into two lines. */
const maxClosedLength = 20

export function PeerMessage({ conversation }: { conversation: ChatConversation | null }) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const line = conversation?.lastReceived
  const isShown = line && conversation.unread > 0
  const text = isShown ? describeInOneLine(line) : ''
  const isOpen = isShown === true && openKey === line.key
  return (
    <div className={isShown ? 'call-message' : 'sr-only'}>
      {isShown && <Icon name="chat" className="size-5" />}
      <output className={isOpen ? 'call-message-open' : ''}>
        {isShown && (conversation.unread > 1 ? `对方发来${conversation.unread}条消息，最近一条：` : '对方发来消息：')}
        {text}
      </output>
      {isShown && countCharacters(text) > maxClosedLength && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpenKey(isOpen ? null : line.key)}>
          {isOpen ? '收起' : '看全文'}
        </button>
      )}
    </div>
  )
}
