// Invites an account to a group.
import { type FormEvent, useState } from 'react'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { teamRefOf } from '../members/members.ts'
import { useDraft } from '../../../forms/use-draft.ts'
import { useChatAction } from '../../use-chat-action.ts'

const maxAccountLength = 32

type InviteMembersProps = { chat: ChatSession; team: Team; onDone: () => void }

export function InviteMembers({ chat, team, onDone }: InviteMembersProps) {
  const [account, setAccount] = useDraft(`invite ${team.teamId}`)
  const [ps, setPs] = useDraft(`invitation ${team.teamId}`)
  const [error, setError] = useState<string>()
  const { isBusy, run } = useChatAction()
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    const accounts = [account.trim()]
    if (accounts[0] === '') {
      setError('请输入对方的聊天账号')
      return
    }
    const isDone = await run(async () => {
      const input = { ...teamRefOf(team), accounts, ps: ps.trim() }
      const { accounts: joined } = await chat.client.request('team.addTeamMembers', input).catch((failure: unknown) => {
        // shows the refusal at the field, because it offers the link above the form instead
        if (failure instanceof ImFailure && failure.code === imErrors.blockedByPeer.code) setError(failure.message)
        throw failure
      })
      showToast(joined.length > 0 ? '对方已加入小组' : '邀请已发出，对方同意后加入')
    })
    if (!isDone) return
    setAccount('')
    setPs('')
    onDone()
  }
  return (
    <form className="group-part grid gap-4" onSubmit={(event) => void invite(event)}>
      <h3>邀请一个账号</h3>
      <p className="group-none">
        可以直接邀请您的好友。其他人可能只接收好友的邀请，请把上面的邀请链接或邀请码发给对方，由对方自己加入。
      </p>
      <Field
        name="account"
        label="聊天账号"
        required
        hint="对方打开任一小组的“小组信息”，可以看到自己的聊天账号"
        error={error}
        autoComplete="off"
        maxLength={maxAccountLength}
        value={account}
        onChange={({ target }) => {
          setAccount(target.value)
          setError(undefined)
        }}
      />
      <Field name="ps" label="附言" maxLength={100} value={ps} onChange={({ target }) => setPs(target.value)} />
      <div className="group-buttons">
        <Button type="submit" busy={isBusy} busyText="正在邀请…">
          邀请
        </Button>
      </div>
    </form>
  )
}
