// The announcement of a group, which owner and managers change.
import type { FormEvent } from 'react'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import { EditButton } from './EditButton.tsx'
import { OthersTexts } from './OthersTexts.tsx'
import { useEditedText } from '../../../forms/use-edited-text.ts'
import { useSharedTexts } from './use-shared-texts.ts'

const maxAnnouncementLength = 500

type AnnouncementProps = { chat: ChatSession; team: Team; canEdit: boolean }

export function Announcement({ chat, team, canEdit }: AnnouncementProps) {
  const editor = useEditedText(`announcement ${team.teamId}`, team.announcement)
  const { text } = editor
  const { isBusy, others, save, close } = useSharedTexts(chat, team, { announcement: editor })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save('公告已更新')
  }
  return (
    <section className="group-part" aria-labelledby="group-announcement">
      <div className="group-part-head">
        <h3 id="group-announcement">公告</h3>
        {canEdit && text === null && <EditButton label="修改公告" onClick={() => editor.edit()} />}
      </div>
      {text === null ? (
        <p className={team.announcement ? 'group-text' : 'group-none'}>{team.announcement || '还没有公告'}</p>
      ) : (
        <form className="grid gap-3" onSubmit={submit}>
          <OthersTexts texts={others} />
          <TextArea
            name="announcement"
            label="公告内容"
            maxLength={maxAnnouncementLength}
            value={text}
            onChange={({ target }) => editor.write(target.value)}
          />
          <div className="group-buttons">
            <Button look="plain" onClick={close}>
              取消
            </Button>
            <Button type="submit" busy={isBusy} busyText="正在保存…">
              保存
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
