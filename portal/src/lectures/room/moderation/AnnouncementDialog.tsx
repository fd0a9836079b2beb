// A dialog in which a moderator changes the pinned announcement of a room.
import { useLayoutEffect, useRef, useState } from 'react'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import type { RoomActions } from '../room-connection.ts'
import type { RunModeratorCommand } from './use-moderation.ts'

type AnnouncementDialogProps = {
  announcement: string
  actions: RoomActions
  moderate: RunModeratorCommand
  onClose: () => void
}

export function AnnouncementDialog({ announcement, actions, moderate, onClose }: AnnouncementDialogProps) {
  const [text, setText] = useState(announcement)
  const [firstAnnouncement] = useState(announcement)
  /** True after another moderator has changed it since the dialog was opened. */
  const isChanged = announcement !== firstAnnouncement
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => field.current?.querySelector('textarea')?.focus(), [])
  const save = () =>
    moderate(async () => {
      await actions.announce(text.trim())
      showToast('公告已更新')
      onClose()
    })
  return (
    <Dialog title="置顶公告" onClose={onClose} closesLightly={text === firstAnnouncement}>
      <div ref={field}>
        <TextArea
          name="announcement"
          label="公告"
          maxLength={lectureLimits.announcementLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <output className="mt-2 block text-compact text-danger">
        {isChanged &&
          (announcement === ''
            ? '另一位主持人刚刚清空了公告。'
            : `另一位主持人刚刚把公告改为“${announcement}”。保存会换掉它。`)}
      </output>
      <div className="mt-4 flex justify-end gap-3">
        <Button look="ghost" onClick={onClose}>
          取消
        </Button>
        <Button onClick={() => void save()}>{isChanged ? '换成我的' : '保存'}</Button>
      </div>
    </Dialog>
  )
}
