// Settings for owner and managers of a group: who may join, and who may invite.
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Select } from '@xinqiao/ui/Select.tsx'
import { useChatAction } from '../../use-chat-action.ts'
import { inviteModeLabels, joinModeLabels, listOptions } from '../group-modes.ts'
import { teamRefOf } from '../members/members.ts'

export function GroupRights({ chat, team }: { chat: ChatSession; team: Team }) {
  const { isBusy, run } = useChatAction()
  const change = (fields: Partial<Pick<Team, 'joinMode' | 'inviteMode'>>) =>
    run(() => chat.client.request('team.updateTeam', { ...teamRefOf(team), ...fields }), '已更新')
  return (
    <section className="group-part grid gap-3" aria-label="加入和邀请">
      <Select
        name="joinMode"
        label="谁可以加入"
        hint={team.joinMode === 'rejectAll' ? undefined : '小组网址就是打开这个小组时浏览器里的网址'}
        options={listOptions(joinModeLabels)}
        disabled={isBusy}
        value={team.joinMode}
        onChange={({ target }) => void change({ joinMode: target.value as Team['joinMode'] })}
      />
      <Select
        name="inviteMode"
        label="谁可以邀请"
        options={listOptions(inviteModeLabels)}
        disabled={isBusy}
        value={team.inviteMode}
        onChange={({ target }) => void change({ inviteMode: target.value as Team['inviteMode'] })}
      />
    </section>
  )
}
