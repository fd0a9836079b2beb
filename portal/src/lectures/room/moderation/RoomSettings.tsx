// Settings of the room for moderators: slow mode and the pinned announcement.
import { useState } from 'react'
import type { RoomMute } from '@xinqiao/contract/http/lectures/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { replies } from '../../../session/api.ts'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { MuteList } from './MuteList.tsx'
import type { RoomActions } from '../room-connection.ts'
import type { RunModeratorCommand } from './use-moderation.ts'

const slowChoices = [0, 5, 10, 30, 60, 120] as const

type RoomSettingsProps = {
  id: number
  actions: RoomActions
  announcement: string
  slowSeconds: number
  moderate: RunModeratorCommand
  /** Mutes that have not ended. */
  mutes: readonly RoomMute[]
  onChange: () => void
  /** Called when a moderator has ended a mute. */
  onMutes: () => void
}

export function RoomSettings({
  id,
  actions,
  announcement,
  slowSeconds,
  moderate,
  mutes,
  onChange,
  onMutes,
}: RoomSettingsProps) {
  const [isListingMutes, setListingMutes] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [choice, setChoice] = useState<number | null>(null)
  const choices = [...new Set([...slowChoices, slowSeconds])].toSorted((a, b) => a - b)
  const setSlow = (seconds: number) =>
    moderate(async () => {
      const { msg } = await replies('POST /lecture/slow', { id, seconds })
      showToast(msg)
      setChoice(null)
      onChange()
    })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <label className="flex items-center gap-2 text-sm text-muted">
        慢速模式
        <select
          value={choice ?? slowSeconds}
          onChange={(event) => setChoice(Number(event.target.value))}
          className="min-h-11 rounded-lg border border-control bg-surface px-2 text-base text-ink"
        >
          {choices.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? '关' : `${seconds}秒`}
            </option>
          ))}
        </select>
      </label>
      {/* arrow keys pass through the choices, so none is applied at once */}
      {choice !== null && choice !== slowSeconds && (
        <Button look="plain" onClick={() => void setSlow(choice)}>
          确定
        </Button>
      )}
      <Button look="plain" onClick={() => setEditing(true)}>
        改公告
      </Button>
      {mutes.length > 0 && (
        <Button look="plain" onClick={() => setListingMutes(true)}>
          禁言中（{mutes.length}）
        </Button>
      )}
      {isListingMutes && <MuteList {...{ mutes, actions, moderate, onMutes }} onClose={() => setListingMutes(false)} />}
      {isEditing && <AnnouncementDialog {...{ announcement, actions, moderate }} onClose={() => setEditing(false)} />}
    </div>
  )
}
