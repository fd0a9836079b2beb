// Dialog in which a person creates a group, and invites people from the list of conversations.
import './panel/panel.css'
import type { FormEvent } from 'react'
import { guideAccount } from '@xinqiao/contract/guide.ts'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatConversation } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Select } from '@xinqiao/ui/Select.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { Avatar } from '../Avatar.tsx'
import { useChatAction } from '../use-chat-action.ts'
import { joinModeLabels, listOptions } from './group-modes.ts'
import { GroupTextFields } from './GroupTextFields.tsx'
import { describeShownName } from './joining/shown-name.ts'
import { useFirstNickname } from './joining/use-first-nickname.tsx'
import { teamRefOf } from './members/members.ts'
import { useGroupTexts } from './panel/use-group-texts.ts'

/** Below the limit of invitations in a minute. */
const maxInvitedPeople = 20

type CreateGroupProps = {
  isCounsellor: boolean
  chat: ChatSession | null
  conversations: readonly ChatConversation[]
  onCreated: (teamId: string) => void
  onClose: () => void
}

/** @returns a sentence about those who could not be invited; empty when all invitations were sent */
async function inviteEach(chat: ChatSession, team: Team, people: readonly ChatConversation[]): Promise<string> {
  const faults: string[] = []
  // one request for each, because a single refusal would refuse all of them
  for (const { to, name } of people)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, below the limit of requests
    await chat.client.request('team.addTeamMembers', { ...teamRefOf(team), accounts: [to] }).catch((error: Error) => {
      faults.push(`${name}（${error.message}）`)
    })
  return faults.join('、')
}

export function CreateGroup({ isCounsellor, chat, conversations, onCreated, onClose }: CreateGroupProps) {
  const [name, setName] = useDraft('new group')
  const [intro, setIntro] = useDraft('new group intro')
  const [mode, setMode] = useDraft('new group mode')
  const [accountList, setAccountList] = useDraft('new group people')
  const texts = useGroupTexts({ name, intro, writeName: setName, writeIntro: setIntro })
  const { isBusy, run } = useChatAction()
  const first = useFirstNickname('of new group')
  const accounts = accountList === '' ? [] : accountList.split(' ')
  const candidates = conversations.filter(({ to, isTeam }) => !isTeam && to !== guideAccount)
  const clear = () => {
    for (const set of [setName, setIntro, setMode, setAccountList]) set('')
    first.clear()
  }
  const toggle = (account: string) =>
    setAccountList(
      (accounts.includes(account) ? accounts.filter((item) => item !== account) : [...accounts, account]).join(' '),
    )
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (!texts.check()) return
    await run(async () => {
      if (!chat) throw new Error('正在连接，请稍后再试')
      const fields = { name: name.trim(), intro: intro.trim(), joinMode: (mode || 'rejectAll') as Team['joinMode'] }
      const reply = await chat.client
        .request('team.createTeam', { type: 'advanced', ...fields, nickInTeam: first.nickname.trim() })
        .catch((error: unknown) => {
          if (!texts.showRefusal(error) && !first.showRefusal(error)) throw error
        })
      if (!reply) return
      const { state } = reply
      const people = candidates.filter(({ to }) => accounts.includes(to))
      const fault = await inviteEach(chat, state.team, people)
      if (fault !== '') showToast(`小组已建立。没有邀请成功：${fault}`, 'bad')
      else showToast(people.length > 0 ? '小组已建立，邀请已发出，对方同意后加入' : '小组已建立')
      clear()
      onCreated(state.team.teamId)
    })
  }
  return (
    <Dialog title="建小组" onClose={onClose} closesLightly={false}>
      <form className="grid gap-4" onSubmit={(event) => void create(event)} noValidate>
        <GroupTextFields texts={texts} />
        <div>
          {first.field}
          <p className="group-none mt-1">{describeShownName(isCounsellor, '建好后')}</p>
        </div>
        <Select
          name="joinMode"
          label="谁可以加入"
          options={listOptions(joinModeLabels)}
          value={mode || 'rejectAll'}
          onChange={({ target }) => setMode(target.value)}
        />
        {candidates.length > 0 && (
          <fieldset>
            <legend className="text-compact font-semibold text-ink">邀请聊过的人（选填）</legend>
            <p className="group-none">对方同意后才会加入。一次最多选{maxInvitedPeople}人。</p>
            <ul className="group-candidates">
              {candidates.map(({ to, name: candidateName }) => (
                <li key={to}>
                  <label className="group-candidate">
                    <input
                      type="checkbox"
                      className="size-4.5 accent-brand"
                      checked={accounts.includes(to)}
                      disabled={accounts.length >= maxInvitedPeople && !accounts.includes(to)}
                      onChange={() => toggle(to)}
                    />
                    <Avatar name={candidateName} small />
                    <span>{candidateName || '对方'}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <p className="group-none">建好后可以取得邀请链接，发给想邀请的人。您是组长，对小组里的交流负责。</p>
        <div className="group-buttons">
          <Button
            look="plain"
            onClick={() => {
              clear()
              onClose()
            }}
          >
            取消
          </Button>
          <Button type="submit" busy={isBusy} busyText="正在建立…">
            建立
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
