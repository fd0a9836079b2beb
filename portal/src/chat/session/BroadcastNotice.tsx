// A broadcast to the account, shown below the header until the reader dismisses it.
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { dismissBroadcast, useBroadcast } from './broadcasts.ts'

export function BroadcastNotice({ chat }: { chat: ChatSession | null }) {
  const broadcast = useBroadcast()
  const dismiss = (id: number) => {
    const readId = dismissBroadcast(id)
    // pages that open on other devices no longer show it; after a failure, it comes once more
    if (readId !== null) void chat?.client.request('msg.markBroadcastsRead', { ids: [readId] }).catch(() => {})
  }
  return (
    <output className="chat-broadcasts">
      {broadcast && (
        <span className="chat-broadcast">
          <Icon name="bell" className="size-4.5" />
          <span>{broadcast.body}</span>
          <button type="button" onClick={() => dismiss(broadcast.broadcastId)}>
            知道了
          </button>
        </span>
      )}
    </output>
  )
}
