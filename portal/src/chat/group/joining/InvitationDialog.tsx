// Dialog in which an invited person reads what the group is, and chooses a name, before joining it.
import { useEffect, useRef, useState } from 'react'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import type { TeamRequest } from '../../team-requests.ts'
import { useChatAction } from '../../use-chat-action.ts'
import { findFocusFallback } from '../focus-fallback.ts'
import { teamRefOf } from '../members/members.ts'
import { describeShownName } from './shown-name.ts'
import { useFirstNickname } from './use-first-nickname.tsx'

/** Accepts the invitation. Removes it when its group no longer exists. */
async function accept(chat: ChatSession, answer: CommandInput<'team.acceptTeamInvite'>): Promise<void> {
  try {
    await chat.client.request('team.acceptTeamInvite', answer)
  } catch (error) {
    if (!(error instanceof ImFailure) || error.code !== imErrors.noSuchTeam.code) throw error
    const { nickInTeam: _nickname, ...refusal } = answer
    await chat.client.request('team.rejectTeamInvite', refusal)
    throw new Error('这个小组已解散，邀请已移除', { cause: error })
  }
}

type InvitationDialogProps = {
  chat: ChatSession
  invitation: TeamRequest
  /** Name of the account that invites. */
  inviter: string
  isCounsellor: boolean
  onClose: () => void
}

export function InvitationDialog({ chat, invitation, inviter, isCounsellor, onClose }: InvitationDialogProps) {
  const { idServer, from } = invitation
  const { scene, teamId } = invitation.team
  /** The group as it is now; at first, as it was when the person was invited. */
  const [team, setTeam] = useState(invitation.team)
  useEffect(() => {
    // without an answer, the dialog shows the group of the invitation
    chat.client.request('team.getTeam', { scene, teamId }).then(
      (reply) => setTeam(reply.team),
      () => null,
    )
  }, [chat, scene, teamId])
  const { isBusy, run } = useChatAction()
  const first = useFirstNickname(teamId)
  const title = useRef<HTMLParagraphElement>(null)
  /** Where the focus goes after joining, because the button that opened the dialog disappears. */
  const focusTarget = useRef<HTMLElement | null>(null)
  useEffect(() => () => focusTarget.current?.focus(), [])
  const join = () =>
    run(() =>
      first.joinWith(async (nickInTeam) => {
        // the entry may disappear before the reply arrives
        focusTarget.current = findFocusFallback(title.current)
        try {
          await accept(chat, { ...teamRefOf(invitation.team), idServer, from, nickInTeam })
        } catch (error) {
          focusTarget.current = null
          throw error
        }
        showToast('已加入小组')
        onClose()
      }),
    )
  return (
    <Dialog title="加入小组" onClose={onClose}>
      <p ref={title} className="text-lg font-bold text-ink">
        {withoutDirectionControls(team.name)}
      </p>
      <p className="group-none">
        {inviter}邀请您加入，现有{team.memberNum}人
      </p>
      {team.intro !== '' && <p className="group-text mt-2">{withoutDirectionControls(team.intro)}</p>}
      <p className="group-none mt-3">{describeShownName(isCounsellor)}加入以前的消息您看不到。</p>
      <div className="mt-3">{first.field}</div>
      <div className="group-buttons">
        <Button look="plain" onClick={onClose}>
          暂不
        </Button>
        <Button busy={isBusy} busyText="正在加入…" onClick={() => void join()}>
          加入
        </Button>
      </div>
    </Dialog>
  )
}
