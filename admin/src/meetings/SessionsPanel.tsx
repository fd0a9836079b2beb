// The programme, line by line, saved as a whole.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { sentenceOf, useAction, useLoaded } from '../frame/calls.ts'
import { showFieldErrors } from '../frame/forms.ts'
import { LoadFailed, Waiting } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { pickerFormat } from './meetingForm.ts'

type Line = { title: string; speaker: string; place: string; startTime: Dayjs; endTime: Dayjs }
type Fields = { sessions: Line[] }

function SessionsForm({ meetingId, lines }: { meetingId: number; lines: Line[] }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [save, busy] = useAction(
    async ({ sessions }: Fields) => {
      await api('PUT /admin/meeting/sessions', {
        id: meetingId,
        sessions: sessions.map((line) => ({
          title: line.title,
          speaker: line.speaker ?? '',
          place: line.place ?? '',
          startTime: line.startTime.format(pickerFormat),
          endTime: line.endTime.format(pickerFormat),
        })),
      })
      message.success('日程已保存')
    },
    (error) => {
      if (!showFieldErrors(form, error)) message.error(sentenceOf(error))
      return true
    },
  )
  const time = { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', needConfirm: false } as const
  return (
    <Form form={form} layout="vertical" initialValues={{ sessions: lines }} onFinish={save}>
      <Form.List name="sessions">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="session-line">
                <Form.Item name={[name, 'title']} rules={[{ required: true, message: '请输入议题' }]}>
                  <Input aria-label={`第${name + 1}项议题`} placeholder="议题" maxLength={100} />
                </Form.Item>
                <Form.Item name={[name, 'speaker']}>
                  <Input aria-label={`第${name + 1}项报告人`} placeholder="报告人" maxLength={100} />
                </Form.Item>
                <Form.Item name={[name, 'place']}>
                  <Input aria-label={`第${name + 1}项会场`} placeholder="会场" maxLength={100} />
                </Form.Item>
                <Form.Item name={[name, 'startTime']} rules={[{ required: true, message: '请选择时间' }]}>
                  <DatePicker {...time} aria-label={`第${name + 1}项开始时间`} placeholder="开始时间" />
                </Form.Item>
                <Form.Item name={[name, 'endTime']} rules={[{ required: true, message: '请选择时间' }]}>
                  <DatePicker {...time} aria-label={`第${name + 1}项结束时间`} placeholder="结束时间" />
                </Form.Item>
                <Button
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除第${name + 1}项`}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <p>
              <Button icon={<PlusOutlined aria-hidden />} onClick={() => add()}>
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
  const { data, error, reload } = useLoaded(`sessions ${meetingId}`, () =>
    api('GET /admin/meeting/sessions', { id: meetingId }),
  )
  return (
    <section className="panel">
      <h2>会议日程</h2>
      {error ? (
        <LoadFailed sentence={error} onRetry={reload} />
      ) : data ? (
        <SessionsForm
          meetingId={meetingId}
          lines={data.map((line) => ({ ...line, startTime: dayjs(line.startTime), endTime: dayjs(line.endTime) }))}
        />
      ) : (
        <Waiting />
      )}
    </section>
  )
}
