// In place of the input, for a person who is no member: what the group is, and the way into it.
import '../panel/panel.css'
import { type FormEvent, useState } from 'react'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { useDraft } from '../../../forms/use-draft.ts'
import { listRequests } from '../../team-requests.ts'
import { useChatAction } from '../../use-chat-action.ts'
import { teamRefOf } from '../members/members.ts'
import { describeShownName } from './shown-name.ts'
import { useFirstNickname } from './use-first-nickname.tsx'

const maxNoteLength = 100

type JoinOpenGroupProps = {
  chat: ChatSession
  team: Team
  requests: readonly SystemMessage[]
  isCounsellor: boolean
  /** True where owner or managers decide who joins. */
  needsDecision: boolean
}

export function JoinOpenGroup({ chat, team, requests, isCounsellor, needsDecision }: JoinOpenGroupProps) {
  const [note, setNote] = useDraft(`join ${team.teamId}`)
  /** The application of this visit, with the refusal of an earlier one. */
  const [application, setApplication] = useState<{ refusalBefore: string | undefined } | null>(null)
  const refusal = listRequests(requests, 'rejectTeamApply').findLast((request) => request.team.teamId === team.teamId)
  const isRefused = application !== null && refusal?.idServer !== application.refusalBefore
  const isWaiting = application !== null && !isRefused
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
        setApplication(hasJoined ? null : { refusalBefore: refusal?.idServer })
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
      <output className="mt-2 block">
        {isWaiting && '申请已发出，组长或管理员同意后您就能加入'}
        {isRefused && `您的申请没有通过${refusal?.ps ? `：${refusal.ps}` : ''}。可以修改后再次申请`}
      </output>
      {isOpen && !isWaiting && (
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
