// In place of the input, for a person who is no member: what the group is, and the way into it.
import '../panel/panel.css'
import { type FormEvent, useState } from 'react'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { useDraft } from '../../../forms/use-draft.ts'
import { useChatAction } from '../../use-action.ts'
import { teamRefOf } from '../members/members.ts'
import { describeShownName } from './shown-name.ts'
import { useFirstNickname } from './use-first-nickname.tsx'

const maxNoteLength = 100

type JoinOpenGroupProps = {
  chat: ChatSession
  team: Team
  isCounsellor: boolean
  /** True where owner or managers decide who joins. */
  needsDecision: boolean
}

export function JoinOpenGroup({ chat, team, isCounsellor, needsDecision }: JoinOpenGroupProps) {
  const [note, setNote] = useDraft(`join ${team.teamId}`)
  const [hasApplied, setApplied] = useState(false)
  const { isBusy, run } = useChatAction()
  const first = useFirstNickname(team.teamId)
  const join = async (event: FormEvent) => {
    event.preventDefault()
    await run(() =>
      first.joinWith(async (nickInTeam) => {
        const request = { ...teamRefOf(team), ps: note.trim(), nickInTeam }
        const { hasJoined } = await chat.client.request('team.applyTeam', request)
        setNote('')
        // a person who was removed applies to an open group, too
        setApplied(!hasJoined)
      }),
    )
  }
  // a group for invited people is visible to them only
  const isOpen = team.joinMode !== 'rejectAll'
  return (
    <div className="group-closed">
      <p>您不在这个小组里，看不到聊天记录</p>
      {!isOpen && <p>您有这个小组的邀请，请在会话列表上方同意或拒绝</p>}
      {team.intro !== '' && <p className="group-text mt-2">{team.intro}</p>}
      {isOpen && hasApplied && <output className="mt-2 block">申请已发出，组长或管理员同意后您就能加入</output>}
      {isOpen && !hasApplied && (
        <form className="mx-auto mt-3 grid max-w-md gap-3 text-left" onSubmit={(event) => void join(event)}>
          {needsDecision && (
            <Field
              name="joinNote"
              label="申请附言（选填）"
              autoComplete="off"
              maxLength={maxNoteLength}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
          <p className="group-none">{describeShownName(isCounsellor)}</p>
          {first.field}
          <div className="group-buttons">
            <Button type="submit" busy={isBusy} busyText="请稍候…">
              {needsDecision ? '申请加入' : '加入小组'}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
