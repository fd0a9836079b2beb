// Duty roster for alerts: which people are notified, in which order and when; and exercises.
import { Alert, App, Button, Form, InputNumber, Select } from 'antd'
import { useEffect } from 'react'
import { dutyRanks, type DutyRank } from '@xinqiao/contract/crisis.ts'
import type { DutyPerson, DutySettings } from '@xinqiao/contract/http/crisis/duty.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { roleTitles, roles, type Role } from '@xinqiao/contract/roles.ts'
import { useAction } from '../kit/api/hooks.ts'
import { focusFirstError, useFormAction } from '../kit/forms/forms.ts'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './crisis.css'
import { announceAlertChange } from './waiting-alerts.ts'

const titleOfRole = (roleId: number) =>
  roleTitles[(Object.keys(roles) as Role[]).find((role) => roles[role] === roleId)!]

const offDuty = 'off'
const rankOptions = [
  { value: offDuty, label: '不值班' },
  ...Object.entries(dutyRanks).map(([value, label]) => ({ value, label })),
]

export function DutyPage() {
  const { message } = App.useApp()
  const loaded = useApi('GET /admin/care/duty', {})
  const [set, busy] = useAction(async ({ id, name }: DutyPerson, rank: DutyRank | typeof offDuty) => {
    const onDuty = rank !== offDuty
    await api('PUT /admin/care/duty', { accountId: id, onDuty, ...(onDuty && { rank }) })
    message.success(onDuty ? `${name}开始${dutyRanks[rank]}` : `${name}结束值班`)
    loaded.reload()
  })
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  if (!loaded.data) return <LoadingView />
  const isEmpty = !loaded.data.some((person) => person.onDuty)
  return (
    <>
      <ScreenHead
        title="值班安排"
        lead="有新的危机提醒时，立即用短信、邮件和浏览器通知值班人员，不受免打扰时段限制；无人接手时，依次通知备班与负责人"
      >
        <a href={`${routes.message}?tab=3#browser`}>在我的浏览器接收通知</a>
        <Link to="/care">返回危机提醒</Link>
      </ScreenHead>
      {isEmpty && (
        <Alert
          className="note-above"
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
                {titleOfRole(person.roleId)}，{person.hasMail ? '短信与邮件' : '短信（邮箱未填写或未验证）'}
                {person.since ? `，自${person.since.slice(5, 16)}起` : ''}
              </div>
            </div>
            <Select
              className="duty-rank"
              aria-label={`${person.name}值班`}
              value={person.rank ?? offDuty}
              options={rankOptions}
              disabled={busy}
              onChange={(rank: DutyRank | typeof offDuty) => void set(person, rank)}
            />
          </li>
        ))}
      </ul>
      <DutySettingsForm />
      <ExercisePanel />
    </>
  )
}

function DutySettingsForm() {
  const { message } = App.useApp()
  const [form] = Form.useForm<DutySettings>()
  const loaded = useApi('GET /admin/care/dutySettings', {})
  useEffect(() => {
    if (loaded.data) form.setFieldsValue(loaded.data)
  }, [form, loaded.data])
  const [save, busy] = useFormAction(form, async (fields: DutySettings) => {
    await api('PUT /admin/care/dutySettings', fields)
    message.success('保存成功')
    loaded.reload()
  })
  const number = <InputNumber min={1} max={60} precision={0} suffix="分钟" />
  return (
    <section className="panel">
      <h2>无人接手时</h2>
      <p className="hint">某一级没有安排人时，直接通知上面的每一个人。一直通知到有人接手为止。</p>
      <Form
        form={form}
        layout="vertical"
        disabled={!loaded.data}
        onFinish={save}
        onFinishFailed={focusFirstError(form)}
      >
        <div className="duty-settings">
          <Form.Item name="deputyMinutes" label="多久以后通知备班">
            {number}
          </Form.Item>
          <Form.Item name="headMinutes" label="再过多久通知负责人">
            {number}
          </Form.Item>
          <Form.Item name="repeatMinutes" label="之后每隔多久再通知">
            {number}
          </Form.Item>
        </div>
        <Button type="primary" htmlType="submit" loading={busy}>
          保存
        </Button>
      </Form>
    </section>
  )
}

function ExercisePanel() {
  const { message, modal } = App.useApp()
  const raiseExercise = async () => {
    const { id } = await api('POST /admin/care/drill', {})
    message.success('演练已发起，正在通知值班人员')
    announceAlertChange()
    navigate(`/care/${id}`)
  }
  const [start, busy] = useAction(raiseExercise)
  const confirmExercise = () =>
    modal.confirm({
      title: '发起一次演练吗？',
      content: '值班人员会收到短信、邮件与站内提醒，内容标明是演练。演练不计入统计。',
      okText: '发起演练',
      cancelText: '取消',
      onOk: () => start(),
    })
  return (
    <section className="panel crisis-open-all">
      <div>
        <h2>演练</h2>
        <p className="hint">发起一条标明“演练”的提醒，与真实提醒一样通知，用来检查值班安排是否有效。</p>
      </div>
      <Button loading={busy} onClick={confirmExercise}>
        发起演练
      </Button>
    </section>
  )
}
