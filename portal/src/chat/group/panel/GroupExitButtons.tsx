// The end of a group's panel: removes the conversation from the list, leaves or dissolves the group.
import { useState } from 'react'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatConversation } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { teamRefOf } from '../members/members.ts'
import { useChatAction } from '../../use-chat-action.ts'

type GroupExitButtonsProps = {
  chat: ChatSession
  team: Team
  isOwner: boolean
  conversation: ChatConversation | undefined
  onGone: () => void
}
type GroupExit = 'hide' | 'leave' | 'dissolve'

const endTexts: Record<GroupExit, { button: string; title: string; text: string; yes: string; done: string }> = {
  hide: {
    button: '从列表中删除会话',
    title: '从列表中删除会话？',
    text: '聊天记录不会删除。小组里有新消息时，会话会重新出现。',
    yes: '删除',
    done: '会话已删除',
  },
  leave: {
    button: '退出小组',
    title: '退出这个小组？',
    text: '退出后，您收不到小组的消息，也看不到以前的聊天记录。',
    yes: '退出',
    done: '已退出小组',
  },
  dissolve: {
    button: '解散小组',
    title: '解散这个小组？',
    text: '解散后，所有成员都不能再查看和发送消息，且不能恢复。也可以先把组长转让给其他成员。',
    yes: '解散',
    done: '小组已解散',
  },
}

export function GroupExitButtons({ chat, team, isOwner, conversation, onGone }: GroupExitButtonsProps) {
  const [question, setQuestion] = useState<GroupExit | null>(null)
  const { isBusy, run } = useChatAction()
  const ref = teamRefOf(team)
  const works: Record<GroupExit, () => Promise<unknown>> = {
    hide: () => chat.deleteConversation(conversation?.to ?? ''),
    leave: () => chat.client.request('team.leaveTeam', ref),
    dissolve: () => chat.client.request('team.dismissTeam', ref),
  }
  const ends: GroupExit[] = [
    ...(conversation ? ['hide' as const] : []),
    ...(isOwner ? (team.isManaged ? [] : ['dissolve' as const]) : ['leave' as const]),
  ]
  const confirm = async (end: GroupExit) => {
    setQuestion(null)
    if (await run(works[end], endTexts[end].done)) onGone()
  }
  return (
    <section className="group-part group-ends">
      <h3 className="sr-only">离开</h3>
      {ends.map((end) => (
        <Button
          key={end}
          look="plain"
          className={end === 'hide' ? '' : 'group-danger'}
          disabled={isBusy}
          onClick={() => setQuestion(end)}
        >
          {endTexts[end].button}
        </Button>
      ))}
      {question && (
        <Confirm
          title={endTexts[question].title}
          text={endTexts[question].text}
          yes={endTexts[question].yes}
          no="取消"
          onYes={() => void confirm(question)}
          onNo={() => setQuestion(null)}
        />
      )}
    </section>
  )
}
