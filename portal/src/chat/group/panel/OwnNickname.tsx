// The reader's name in a group, and the account by which others invite the reader.
import { type FormEvent, useEffect, useState } from 'react'
import { teamLimits, type Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { api } from '../../../session/api.ts'
import { EditButton } from './EditButton.tsx'
import { teamRefOf } from '../members/members.ts'
import { useEditedText } from '../../../forms/use-edited-text.ts'
import { useChatAction } from '../../use-chat-action.ts'

type OwnNicknameProps = { chat: ChatSession; team: Team; nickname: string }

/** @param alias empty for a counsellor, null while it is unknown */
function describeDefaultName(alias: string | null): string {
  if (alias === null) return '还没有取昵称'
  return alias === '' ? '还没有取昵称，组员看到您的姓名' : `还没有取昵称，组员看到的称呼是“${alias}”，看不到您的姓名`
}

export function OwnNickname({ chat, team, nickname }: OwnNicknameProps) {
  const editor = useEditedText(`nickname ${team.teamId}`, nickname)
  const { text } = editor
  const { isBusy, run } = useChatAction()
  const [alias, setAlias] = useState<string | null>(null)
  useEffect(() => {
    api('GET /chat/alias', {}).then(
      (reply) => setAlias(reply.alias),
      // without the alias, the sentence is shorter
      () => null,
    )
  }, [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const nickInTeam = (text ?? '').trim()
    const ref = teamRefOf(team)
    if (await run(() => chat.client.request('team.updateInfoInTeam', { ...ref, nickInTeam }), '昵称已更新'))
      editor.close()
  }
  return (
    <section className="group-part" aria-labelledby="group-nickname">
      <div className="group-part-head">
        <h3 id="group-nickname">我在本组的昵称</h3>
        {text === null && !team.isManaged && <EditButton label="修改昵称" onClick={() => editor.edit()} />}
      </div>
      {text === null ? (
        <p className={nickname ? 'group-text' : 'group-none'}>{nickname || describeDefaultName(alias)}</p>
      ) : (
        <form onSubmit={(event) => void save(event)}>
          <Field
            name="nickname"
            label="昵称"
            hint="只在这个小组里显示；留空时，组员看到系统给您的称呼"
            maxLength={teamLimits.siteNick}
            value={text}
            onChange={({ target }) => editor.write(target.value)}
          />
          <div className="group-buttons">
            <Button look="plain" onClick={() => editor.close()}>
              取消
            </Button>
            <Button type="submit" busy={isBusy} busyText="正在保存…">
              保存
            </Button>
          </div>
        </form>
      )}
      {!team.isManaged && (
        <p className="group-none">
          我的聊天账号：<span className="select-all">{chat.account}</span>
        </p>
      )}
    </section>
  )
}
