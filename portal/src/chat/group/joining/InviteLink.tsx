// The link by which people join a group: shown, copied and ended by those who may invite.
import { useEffect, useState } from 'react'
import type { TeamLink } from '@xinqiao/contract/http/chat/team-links.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../../../session/api.ts'
import { useChatAction } from '../../use-chat-action.ts'

const addressOf = (code: string) => new URL(withQuery(routes.im, { invite: code }), location.href).href

async function copyAddress(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(code))
    showToast('已复制邀请链接')
  } catch {
    // browsers offer no clipboard on pages without https
    showToast('请选中链接后复制', 'bad')
  }
}

export function InviteLink({ teamId }: { teamId: string }) {
  const [link, setLink] = useState<TeamLink | null>(null)
  const { isBusy, run } = useChatAction()
  useEffect(() => {
    // after a failure, the button still fetches the link
    api('GET /chat/teamLink/current', { teamId }).then(
      ({ link: current }) => setLink((shown) => shown ?? current),
      () => null,
    )
  }, [teamId])
  const create = () => run(async () => setLink(await api('POST /chat/teamLink', { teamId })))
  const end = () =>
    run(async () => {
      await api('POST /chat/teamLink/end', { teamId })
      setLink(null)
    }, '邀请链接已停用')
  return (
    <section className="group-part" aria-labelledby="group-link">
      <h3 id="group-link">邀请链接</h3>
      <p className="group-none">
        有账号的人打开链接，或输入邀请码，就能加入。链接{limits.teamLinkDays}天内有效，请只发给想邀请的人。
      </p>
      {link === null ? (
        <div className="group-buttons">
          <Button look="ghost" busy={isBusy} busyText="请稍候…" onClick={() => void create()}>
            取得邀请链接
          </Button>
        </div>
      ) : (
        <>
          <p className="group-text">
            邀请码：<strong className="select-all font-mono">{link.code}</strong>
          </p>
          <Field
            name="address"
            label="链接"
            readOnly
            value={addressOf(link.code)}
            hint={`${link.endTime.slice(0, 16)}前有效`}
            onFocus={({ target }) => target.select()}
          />
          <div className="group-buttons">
            <Button look="plain" busy={isBusy} busyText="请稍候…" onClick={() => void end()}>
              停用链接
            </Button>
            <Button onClick={() => void copyAddress(link.code)}>复制链接</Button>
          </div>
        </>
      )}
    </section>
  )
}
