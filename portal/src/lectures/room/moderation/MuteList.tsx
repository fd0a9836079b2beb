// The visitors who are muted for a time, for moderators. It also names those whose messages are not loaded.
import type { RoomMute } from '@xinqiao/contract/http/lectures/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { formatTimeOfDay } from '../../../chat/relative-time.ts'
import type { RoomActions } from '../room-connection.ts'
import type { RunModeratorCommand } from './use-moderation.ts'

type MuteListProps = {
  mutes: readonly RoomMute[]
  actions: RoomActions
  moderate: RunModeratorCommand
  onMutes: () => void
  onClose: () => void
}

export function MuteList({ mutes, actions, moderate, onMutes, onClose }: MuteListProps) {
  const unmute = ({ account, name }: RoomMute) =>
    moderate(async () => {
      await actions.mute(account, 0)
      showToast(`已解除“${name}”的禁言`)
      onMutes()
    })
  return (
    <Dialog title="禁言中的人" onClose={onClose}>
      {mutes.length === 0 && <p className="text-muted">现在没有人被禁言</p>}
      <ul className="divide-y divide-line">
        {mutes.map((mute) => (
          <li key={mute.account} className="flex items-center gap-3 py-2.5">
            <span className="min-w-0 flex-1 text-ink">
              {mute.name}
              <span className="ml-2 text-sm text-muted">到{formatTimeOfDay(mute.until)}</span>
            </span>
            <Button look="ghost" aria-label={`解除“${mute.name}”的禁言`} onClick={() => void unmute(mute)}>
              解除
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
