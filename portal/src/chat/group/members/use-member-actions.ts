// Actions of owner and managers on a member of a group, with the question before an action and the focus after it.
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useChatAction } from '../../use-chat-action.ts'
import { findFocusFallback } from '../focus-fallback.ts'
import { type ListedMember, teamRefOf } from './members.ts'

/** An action that needs a confirmation. */
export type UnconfirmedMemberAction = 'befriend' | 'mute' | 'promote' | 'remove' | 'transfer' | 'report'

export function useMemberActions(chat: ChatSession, team: Team, { account, role, isMuted }: ListedMember) {
  const [question, setQuestion] = useState<UnconfirmedMemberAction | null>(null)
  const { isBusy, run } = useChatAction()
  const row = useRef<HTMLLIElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBusy || question !== null) return
    // the button was disabled when the dialog returned the focus
    pressed.current?.focus()
    pressed.current = null
  }, [isBusy, question])

  const askBefore = (action: UnconfirmedMemberAction, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    pressed.current = currentTarget
    setQuestion(action)
  }
  const ref = teamRefOf(team)
  const accounts = [account]
  const { request } = chat.client
  const toggleMute = () =>
    run(
      () => request('team.updateMuteStateInTeam', { ...ref, accounts, mute: !isMuted }),
      isMuted ? '已解除禁言' : '已禁言',
    )
  const toggleManager = () =>
    role === 'manager'
      ? run(() => request('team.removeTeamManagers', { ...ref, accounts }), '已取消管理员')
      : run(() => request('team.addTeamManagers', { ...ref, accounts }), '已设为管理员')
  const befriend = async (home: HTMLElement | null) => {
    const hasSucceeded = await run(() => chat.applyAsFriend(account, team.teamId))
    // the other side had applied, too, so that this application accepts theirs
    const message = chat.isFriend(account) ? '对方也申请了加您，你们现在是好友' : '申请已发出，对方同意后可以私聊'
    if (!hasSucceeded) return
    showToast(message)
    // the button is disabled or gone
    pressed.current = null
    home?.focus()
  }
  const confirm = async () => {
    setQuestion(null)
    const home = findFocusFallback(row.current)
    if (question === 'befriend') await befriend(home)
    else if (question === 'mute') await toggleMute()
    else if (question === 'promote') await toggleManager()
    else if (question === 'remove') {
      if (await run(() => request('team.removeTeamMembers', { ...ref, accounts }), '已移出小组')) home?.focus()
    } else await run(() => request('team.transferTeam', { ...ref, account, leave: false }), '组长已转让')
  }
  return { row, isBusy, question, setQuestion, askBefore, confirm, toggleMute, toggleManager }
}
