// The latest unread message of the other side, which people can read without leaving the call.
import type { ChatConversation } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { describeInOneLine } from '../../chat/message-text.ts'

export function PeerMessage({ conversation }: { conversation: ChatConversation | null }) {
  const line = conversation?.last
  const isShown = line && conversation.unread > 0 && !line.isOwn && !line.isNotice
  return (
    <output className={isShown ? 'call-message' : 'sr-only'}>
      {isShown && (
        <>
          <Icon name="chat" className="size-5" />
          <span>
            {conversation.unread > 1 ? `对方发来${conversation.unread}条消息，最近一条：` : '对方发来消息：'}
            {describeInOneLine(line)}
          </span>
        </>
      )}
    </output>
  )
}
