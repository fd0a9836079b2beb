// Pins a conversation to the top of the list.
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'

export function PinSwitch({ chat, to, isTop }: { chat: ChatSession | null; to: string; isTop: boolean }) {
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
