// Dialog in which a person joins a group by a link or a code, after seeing what it is.
import '../panel/panel.css'
import { type FormEvent, useEffect, useState } from 'react'
import type { TeamLinkPreview } from '@xinqiao/contract/http/chat/team-links.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { api } from '../../../session/api.ts'
import { readTypedCode } from '../../chat-address.ts'
import { useChatAction } from '../../use-chat-action.ts'
import { describeShownName } from './shown-name.ts'
import { useFirstNickname } from './use-first-nickname.tsx'

type JoinByLinkProps = {
  isCounsellor: boolean
  /** The code of a link; empty when the dialog has to ask for it. */
  code: string
  onJoined: (teamId: string) => void
  onClose: () => void
}

export function JoinByLink({ isCounsellor, code: linked, onJoined, onClose }: JoinByLinkProps) {
  const [code, setCode] = useState(linked)
  const [team, setTeam] = useState<TeamLinkPreview | null>(null)
  const [error, setError] = useState<string>()
  const { isBusy, run } = useChatAction()
  /** The code whose group is read. */
  const [searched, setSearched] = useState({ code: linked })
  useEffect(() => {
    if (searched.code === '') return
    api('GET /chat/teamLink', searched).then(setTeam, (failure: Error) => setError(failure.message))
  }, [searched])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typedCode = readTypedCode(code)
    if (typedCode === '') setError('请输入邀请码')
    else setSearched({ code: typedCode })
  }
  const first = useFirstNickname(searched.code)
  const join = () =>
    run(() =>
      first.joinWith(async (nickInTeam) => {
        const { teamId } = await api('POST /chat/teamLink/join', { ...searched, nickInTeam })
        onJoined(teamId)
      }),
    )
  return (
    <Dialog title="加入小组" onClose={onClose}>
      {team === null ? (
        <form className="grid gap-4" onSubmit={submit}>
          <Field
            name="code"
            label="邀请码"
            hint="组员发给您的链接，或链接旁边的十位字母和数字"
            error={error}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={300}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setError(undefined)
            }}
          />
          <div className="group-buttons">
            <Button look="plain" onClick={onClose}>
              取消
            </Button>
            <Button type="submit">下一步</Button>
          </div>
        </form>
      ) : (
        <>
          <p className="text-lg font-bold text-ink">{team.name}</p>
          <p className="group-none">现有{team.members}人</p>
          {team.intro !== '' && <p className="group-text mt-2">{team.intro}</p>}
          <p className="group-none mt-3">
            {team.isMember ? '您已在这个小组里。' : `${describeShownName(isCounsellor)}加入以前的消息您看不到。`}
          </p>
          {!team.isMember && <div className="mt-3">{first.field}</div>}
          <div className="group-buttons">
            <Button look="plain" onClick={onClose}>
              暂不
            </Button>
            {team.isMember ? (
              <Button onClick={() => onJoined(team.teamId)}>打开小组</Button>
            ) : (
              <Button busy={isBusy} busyText="正在加入…" onClick={() => void join()}>
                加入
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
