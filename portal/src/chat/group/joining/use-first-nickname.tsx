// The nickname that a person chooses on the card before joining a group of accounts. It is stored after the joining.
import { useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Field } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { saveDraft } from '../../../forms/draft-storage.ts'
import { maxNicknameLength, nicknameDraftOf } from '../panel/OwnNickname.tsx'

export function useFirstNickname(chat: ChatSession | null) {
  const [nickname, setNickname] = useState('')
  const field = (
    <Field
      name="firstNickname"
      label="我在本组的昵称（选填）"
      hint="只在这个小组里显示，以后可以在小组信息里修改"
      autoComplete="off"
      maxLength={maxNicknameLength}
      value={nickname}
      onChange={({ target }) => setNickname(target.value)}
    />
  )
  /** A refused nickname stays in the field of the group's panel. */
  const store = async (teamId: string): Promise<void> => {
    const nickInTeam = nickname.trim()
    if (nickInTeam === '') return
    try {
      await chat?.client.request('team.updateInfoInTeam', { scene: 'team', teamId, nickInTeam })
    } catch (error) {
      saveDraft(nicknameDraftOf(teamId), nickInTeam)
      showToast(`昵称没有保存：${(error as Error).message}。请在小组信息里修改`, 'bad')
    }
  }
  return { field, store }
}
