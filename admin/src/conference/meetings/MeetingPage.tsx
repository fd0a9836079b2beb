// One meeting: description, deadlines and prices; publish, close and issue certificates.
import { App, Button, DatePicker, Form, Input, InputNumber, Radio, Switch } from 'antd'
import type { StaffMeeting } from '@xinqiao/contract/http/conference/staff.ts'
import { attendTypeList, attendTypeTitle, meetingKinds, type MeetingState } from '@xinqiao/contract/meetings.ts'
import { LazyEditor } from '../../articles/editor/LazyEditor.tsx'
import { errorMessageOf, useAction } from '../../kit/api/hooks.ts'
import { focusFirstError, useFormAction, requiredRules } from '../../kit/forms/forms.ts'
import { useFormGuard } from '../../kit/forms/form-guard.tsx'
import { Link, navigate } from '../../kit/navigation/router.tsx'
import type { ScreenProps } from '../../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../../kit/states.tsx'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'
import { RosterGroupPanel } from '../../roster-groups/RosterGroupPanel.tsx'
import { MeetingTag } from './MeetingsPage.tsx'
import { newMeetingFields, pickerFormat, toMeetingDraft, toMeetingFields, type MeetingFields } from './meeting-form.ts'
import '../conference.css'
import { SessionsPanel } from './SessionsPanel.tsx'

const renderTimeField = (name: keyof MeetingFields, label: string, extra?: string) => (
  <Form.Item name={name} label={label} extra={extra} rules={requiredRules('请选择时间')}>
    <DatePicker
      showTime
      format={pickerFormat}
      needConfirm={false}
      className="wide-field"
      placeholder="年-月-日 时:分:秒"
    />
  </Form.Item>
)
const renderNumberField = (name: keyof MeetingFields, label: string, unit: string, extra?: string) => (
  <Form.Item name={name} label={label} extra={extra} rules={requiredRules(`请输入${label}`)}>
    <InputNumber min={0} precision={0} suffix={unit} className="wide-field" />
  </Form.Item>
)

const TypeCard = ({ index }: { index: number }) => {
  const title = attendTypeTitle(attendTypeList[index]!)
  const labelProps = (text: string) => ({ 'aria-label': `${title}：${text}` })
  return (
    <section className="meeting-type" aria-label={title}>
      <h3>{title}</h3>
      <Form.Item name={['types', index, 'enabled']} label="开放报名" valuePropName="checked">
        <Switch {...labelProps('开放报名')} />
      </Form.Item>
      <Form.Item name={['types', index, 'price']} label="价格" extra="留空则没有这种身份">
        <InputNumber min={0} precision={2} suffix="元" className="wide-field" {...labelProps('价格')} />
      </Form.Item>
      <Form.Item name={['types', index, 'earlyPrice']} label="早鸟价">
        <InputNumber min={0} precision={2} suffix="元" className="wide-field" {...labelProps('早鸟价')} />
      </Form.Item>
      <Form.Item name={['types', index, 'earlyUntil']} label="早鸟价截止">
        <DatePicker
          showTime
          format={pickerFormat}
          needConfirm={false}
          className="wide-field"
          {...labelProps('早鸟价截止')}
        />
      </Form.Item>
      <Form.Item name={['types', index, 'quota']} label="名额" extra="留空为不限">
        <InputNumber min={0} precision={0} className="wide-field" {...labelProps('名额')} />
      </Form.Item>
    </section>
  )
}

function MeetingForm({ meeting, onSaved }: { meeting: StaffMeeting | null; onSaved: (saved: StaffMeeting) => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<MeetingFields>()
  const guard = useFormGuard()
  const [save, busy] = useFormAction(form, async (fields: MeetingFields) => {
    const draft = toMeetingDraft(fields)
    const savedMeeting = meeting
      ? await api('PUT /admin/meeting', { ...draft, id: meeting.id, version: meeting.version })
      : await api('POST /admin/meeting', draft)
    guard.settle()
    message.success('保存成功')
    onSaved(savedMeeting)
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={meeting ? toMeetingFields(meeting) : newMeetingFields}
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
      scrollToFirstError={false}
    >
      <section className="panel">
        <h2>会议</h2>
        <Form.Item name="title" label="会议名称" rules={requiredRules('请输入会议名称')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="kind" label="会议类型" extra="网站的学术年会栏目先显示下一届年会，其他会议列在它的下面">
          <Radio.Group options={Object.entries(meetingKinds).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="location" label="地点" rules={requiredRules('请输入地点')}>
          <Input maxLength={200} />
        </Form.Item>
        <div className="meeting-dates">
          {renderTimeField('meetingStartTime', '开始时间')}
          {renderTimeField('meetingEndTime', '结束时间')}
          {renderTimeField('registrationDeadline', '报名截止')}
          {renderTimeField('changeDeadline', '自行变更截止', '之后的变更须由会务组处理')}
          {renderTimeField('fullRefundUntil', '全额退费截止')}
          {renderTimeField('halfRefundUntil', '半额退费截止', '之后按规则不退')}
          {renderNumberField('holdHours', '未缴费名额保留', '小时', '只对限额的身份有效')}
          {renderNumberField('offerHours', '候补缴费时限', '小时')}
          {renderNumberField('creditHours', '参会计继续教育学分', '学分')}
          {renderNumberField('retentionDays', '个人信息保存', '天', '会议结束后，到期自动清除')}
        </div>
        <Form.Item name="content" label="会议说明">
          <LazyEditor />
        </Form.Item>
      </section>
      <section className="panel">
        <h2>参会身份与价格</h2>
        <div className="meeting-types">
          {attendTypeList.map((id, index) => (
            <TypeCard key={id} index={index} />
          ))}
        </div>
      </section>
      <p>
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          保存
        </Button>
      </p>
    </Form>
  )
}

const stateActions: Record<MeetingState, { to: MeetingState; label: string; question: string }[]> = {
  draft: [{ to: 'open', label: '发布', question: '发布后，网站上即可看到并报名。' }],
  open: [
    { to: 'closed', label: '结束会议', question: '结束后不能再报名，网站不再显示这次会议，其他会议不受影响。' },
    { to: 'draft', label: '收回', question: '还没有人报名时可以收回修改。' },
  ],
  closed: [{ to: 'open', label: '重新发布', question: '网站会再次显示这次会议。' }],
}

function StateActions({ meeting, onChanged }: { meeting: StaffMeeting; onChanged: () => void }) {
  const { modal, message } = App.useApp()
  const changeState = (to: MeetingState, label: string, question: string) =>
    modal.confirm({
      title: `${label}“${meeting.title}”吗？`,
      content: question,
      okText: label,
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('POST /admin/meeting/state', { id: meeting.id, version: meeting.version, state: to })
          message.success('操作成功')
          onChanged()
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  const [certify, isCertifying] = useAction(async () => {
    const { issued } = await api('POST /admin/meeting/certificates', { id: meeting.id })
    message.success(`已颁发${issued}份参会证明`)
  })
  return (
    <>
      <MeetingTag state={meeting.state} />
      {stateActions[meeting.state].map(({ to, label, question }) => (
        <Button key={to} onClick={() => changeState(to, label, question)}>
          {label}
        </Button>
      ))}
      <Button href={`/prod-api/admin/meeting/badges?id=${meeting.id}`}>下载胸卡</Button>
      <Button loading={isCertifying} onClick={() => certify()}>
        颁发参会证明
      </Button>
    </>
  )
}

export function MeetingPage({ id: idParam }: ScreenProps) {
  const id = idParam ? Number(idParam) : null
  const { data, error, reload } = useApi('GET /admin/meeting', id === null ? null : { id })
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/meetings">返回列表</Link>} />
  if (id !== null && !data) return <LoadingView />
  const meeting = data ?? null
  return (
    <>
      <ScreenHead title={meeting ? meeting.title : '新建会议'} lead="保存后可以发布；价格变动只影响还没有缴费的人">
        {meeting && <StateActions meeting={meeting} onChanged={reload} />}
      </ScreenHead>
      <MeetingForm
        key={meeting?.version ?? 0}
        meeting={meeting}
        onSaved={(saved) => (meeting ? reload() : navigate(`/meetings/${saved.id}`, { replace: true, force: true }))}
      />
      {meeting && <SessionsPanel meetingId={meeting.id} />}
      {meeting && <RosterGroupPanel kind="meeting" sourceId={meeting.id} />}
    </>
  )
}
