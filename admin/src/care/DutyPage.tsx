// Duty roster for alerts. Without anyone on duty, all are notified.
import { Alert, App, Switch } from 'antd'
import { roleTitles, roles, type Role } from '@xinqiao/contract/roles.ts'
import type { DutyPerson } from '@xinqiao/contract/http/care.ts'
import { useAction, useLoaded } from '../frame/calls.ts'
import { Link } from '../frame/router.tsx'
import { LoadFailed, ScreenHead, Waiting } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import './care.css'

const roleName = (roleId: number) => roleTitles[(Object.keys(roles) as Role[]).find((role) => roles[role] === roleId)!]

export function DutyPage() {
  const { message } = App.useApp()
  const loaded = useLoaded('duty', () => api('GET /admin/care/duty', {}))
  const [set, busy] = useAction(async ({ id, name }: DutyPerson, onDuty: boolean) => {
    await api('PUT /admin/care/duty', { accountId: id, onDuty })
    message.success(onDuty ? `${name}开始值班` : `${name}结束值班`)
    loaded.reload()
  })
  if (loaded.error) return <LoadFailed sentence={loaded.error} onRetry={loaded.reload} />
  if (!loaded.data) return <Waiting />
  const isEmpty = !loaded.data.some((person) => person.onDuty)
  return (
    <>
      <ScreenHead
        title="值班安排"
        lead="有新的危机提醒时，立即用短信和邮件通知值班人员，不受免打扰时段限制；10分钟无人接手，再通知全部人员"
      >
        <Link to="/care">返回危机提醒</Link>
      </ScreenHead>
      {isEmpty && (
        <Alert
          className="care-open"
          type="warning"
          showIcon
          title="现在没有人值班"
          description="在安排值班之前，新的危机提醒会通知下面的每一个人。"
        />
      )}
      <ul className="panel duty-list">
        {loaded.data.map((person) => (
          <li key={person.id}>
            <div>
              <strong>{person.name}</strong>
              <div className="hint">
                {roleName(person.roleId)}，{person.hasMail ? '短信与邮件' : '短信（邮箱未填写或未验证）'}
                {person.since ? `，自${person.since.slice(5, 16)}起值班` : '，未值班'}
              </div>
            </div>
            <Switch
              aria-label={`${person.name}值班`}
              checked={person.onDuty}
              disabled={busy}
              onChange={(next) => void set(person, next)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
