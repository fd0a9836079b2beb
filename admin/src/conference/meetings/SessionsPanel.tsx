// The programme, saved as a whole.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, DatePicker, Form, Input, InputNumber, type FormInstance } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { focusFirstError, useFormAction, requiredRules } from '../../kit/forms/forms.ts'
import { LoadFailed, LoadingView } from '../../kit/states.tsx'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'
import { pickerFormat } from './meeting-form.ts'

type SessionLine = {
  id?: number
  credits: number
  attended?: number
  title: string
  speaker: string
  place: string
  startTime: Dayjs
  endTime: Dayjs
}
type SessionsFields = { sessions: SessionLine[] }

/** Number of check-ins of a saved entry. An entry with check-ins cannot be deleted. */
function describeAttendance(
  lines: readonly SessionLine[],
  form: FormInstance<SessionsFields>,
  index: number,
): string | undefined {
  const id = form.getFieldValue(['sessions', index, 'id']) as number | undefined
  const attended = lines.find((line) => line.id === id)?.attended ?? 0
  return id !== undefined && attended > 0 ? `已签到${attended}人` : undefined
}

function SessionsForm({ meetingId, lines, onSaved }: { meetingId: number; lines: SessionLine[]; onSaved: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<SessionsFields>()
  const [save, busy] = useFormAction(form, async () => {
    // includes values without a form field, such as the entry's id
    const { sessions } = form.getFieldsValue(true) as SessionsFields
    await api('PUT /admin/meeting/sessions', {
      id: meetingId,
      sessions: sessions.map((line) => ({
        id: line.id,
        credits: line.credits ?? 0,
        title: line.title,
        speaker: line.speaker ?? '',
        place: line.place ?? '',
        startTime: line.startTime.format(pickerFormat),
        endTime: line.endTime.format(pickerFormat),
      })),
    })
    message.success('日程已保存')
    onSaved()
  })
  const time = { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', needConfirm: false } as const
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ sessions: lines }}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
    >
      <Form.List name="sessions">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="session-line">
                <Form.Item name={[name, 'title']} rules={requiredRules('请输入议题')}>
                  <Input aria-label={`第${name + 1}项议题`} placeholder="议题" maxLength={100} />
                </Form.Item>
                <Form.Item name={[name, 'speaker']}>
                  <Input aria-label={`第${name + 1}项报告人`} placeholder="报告人" maxLength={100} />
                </Form.Item>
                <Form.Item name={[name, 'place']}>
                  <Input aria-label={`第${name + 1}项会场`} placeholder="会场" maxLength={100} />
                </Form.Item>
                <Form.Item name={[name, 'startTime']} rules={requiredRules('请选择时间')}>
                  <DatePicker {...time} aria-label={`第${name + 1}项开始时间`} placeholder="开始时间" />
                </Form.Item>
                <Form.Item name={[name, 'endTime']} rules={requiredRules('请选择时间')}>
                  <DatePicker {...time} aria-label={`第${name + 1}项结束时间`} placeholder="结束时间" />
                </Form.Item>
                <Form.Item
                  name={[name, 'credits']}
                  rules={requiredRules('请填写学分')}
                  extra={describeAttendance(lines, form, name)}
                >
                  <InputNumber
                    aria-label={`第${name + 1}项学分`}
                    min={0}
                    max={100}
                    step={0.5}
                    suffix="学分"
                    className="session-credits"
                  />
                </Form.Item>
                <Button
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除第${name + 1}项`}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <p>
              <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ credits: 0 })}>
                添加一项
              </Button>
            </p>
          </>
        )}
      </Form.List>
      <Button type="primary" htmlType="submit" loading={busy}>
        保存日程
      </Button>
    </Form>
  )
}

export function SessionsPanel({ meetingId }: { meetingId: number }) {
  const { data, error, reload } = useApi('GET /admin/meeting/sessions', { id: meetingId })
  return (
    <section className="panel">
      <h2>会议日程</h2>
      {error ? (
        <LoadFailed message={error} onRetry={reload} />
      ) : data ? (
        <SessionsForm
          key={data.map((line) => line.id).join()}
          onSaved={reload}
          meetingId={meetingId}
          lines={data.map((line) => ({ ...line, startTime: dayjs(line.startTime), endTime: dayjs(line.endTime) }))}
        />
      ) : (
        <LoadingView />
      )}
    </section>
  )
}
