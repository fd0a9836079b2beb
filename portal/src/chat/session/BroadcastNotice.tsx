// A broadcast to the account, shown below the header until the reader dismisses it.
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { formatMessageTime } from '../relative-time.ts'
import { useNow } from '../use-now.ts'
import { dismissBroadcast, useBroadcast } from './broadcasts.ts'

export function BroadcastNotice({ chat }: { chat: ChatSession | null }) {
  const shown = useBroadcast()
  const now = useNow()
  const dismiss = (id: number) => {
    const readId = dismissBroadcast(id)
    // informs the server, so that pages on other devices no longer show it; after a failure, the broadcast comes once
    // more
    if (readId !== null) void chat?.client.request('msg.markBroadcastsRead', { ids: [readId] }).catch(() => {})
  }
  return (
    <output className="chat-broadcasts">
      {shown && (
        <span className="chat-broadcast">
          <Icon name="bell" className="size-4.5" />
          <span className="min-w-0">
            <span className="block text-sm text-muted">
              协会通知 {formatMessageTime(shown.broadcast.time, now)}
              {shown.otherCount > 0 && `，还有${shown.otherCount}条`}
            </span>
            <LinkedText text={shown.broadcast.body} />
          </span>
          <button type="button" onClick={() => dismiss(shown.broadcast.broadcastId)}>
            知道了
          </button>
        </span>
      )}
    </output>
  )
}

const address = /(https?:\/\/[\w\-./?%&=#:~+]+)/

/** Texts of staff, whose addresses can be followed. */
const LinkedText = ({ text }: { text: string }) =>
  text.split(address).map((part, i) =>
    i % 2 === 1 ? (
      <a key={i} href={part} className="break-all underline">
        {part}
      </a>
    ) : (
      part
    ),
  )
