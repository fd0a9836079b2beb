// A broadcast to the account, shown below the header until the reader dismisses it.
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { dismissBroadcast, useBroadcast } from './broadcasts.ts'

export function BroadcastNotice() {
  const broadcast = useBroadcast()
  return (
    <output className="chat-broadcasts">
      {broadcast && (
        <span className="chat-broadcast">
          <Icon name="bell" className="size-4.5" />
          <span>{broadcast.body}</span>
          <button type="button" onClick={() => dismissBroadcast(broadcast.broadcastId)}>
            知道了
          </button>
        </span>
      )}
    </output>
  )
}
