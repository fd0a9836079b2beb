// Name and introduction of a group, which owner and managers change in groups that accounts created.
import type { FormEvent } from 'react'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { EditButton } from './EditButton.tsx'
import { GroupTextFields } from '../GroupTextFields.tsx'
import { OthersTexts } from './OthersTexts.tsx'
import { useEditedText } from '../../../forms/use-edited-text.ts'
import { useSharedTexts } from './use-shared-texts.ts'
import { useGroupTexts } from './use-group-texts.ts'

type GroupProfileProps = { chat: ChatSession; team: Team; canEdit: boolean }

export function GroupProfile({ chat, team, canEdit }: GroupProfileProps) {
  const nameEditor = useEditedText(`group name ${team.teamId}`, team.name)
  const introEditor = useEditedText(`group intro ${team.teamId}`, team.intro)
  const name = nameEditor.text ?? team.name
  const intro = introEditor.text ?? team.intro
  const texts = useGroupTexts({ name, intro, writeName: nameEditor.write, writeIntro: introEditor.write })
  const { isBusy, others, save, close } = useSharedTexts(chat, team, { name: nameEditor, intro: introEditor })
  const isEditing = canEdit && (nameEditor.text !== null || introEditor.text !== null)
  if (!isEditing && !canEdit && team.intro === '') return null
  const edit = () => [nameEditor, introEditor].forEach((editor) => editor.edit())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (texts.check()) void save('小组资料已更新')
  }
  return (
    <section className="group-part" aria-labelledby="group-profile">
      <div className="group-part-head">
        <h3 id="group-profile">{canEdit ? '名称和介绍' : '介绍'}</h3>
        {canEdit && !isEditing && <EditButton label="修改名称和介绍" onClick={edit} />}
      </div>
      {isEditing ? (
        <form className="grid gap-3" onSubmit={submit} noValidate>
          <OthersTexts texts={others} />
          <GroupTextFields texts={texts} />
          <div className="group-buttons">
            <Button look="plain" onClick={close}>
              取消
            </Button>
            <Button type="submit" busy={isBusy} busyText="正在保存…">
              保存
            </Button>
          </div>
        </form>
      ) : (
        <>
          {canEdit && <p className="group-text">{team.name}</p>}
          <p className={team.intro ? 'group-text' : 'group-none'}>{team.intro || '还没有介绍'}</p>
        </>
      )}
    </section>
  )
}
