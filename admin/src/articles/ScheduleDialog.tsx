// Dialog that schedules publication. The picker uses China time whatever the computer's zone, and sends it unchanged.
import { DatePicker, Form, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useAction } from '../kit/api/hooks.ts'
import { chinaNow } from '../kit/format-time.ts'

const format = 'YYYY-MM-DD HH:mm:ss' // format of times on the wire (portal.md 5)

export function ScheduleDialog(props: {
  isOpen: boolean
  planned: string | null
  onClose: () => void
  onPlan: (publishTime: string) => Promise<void>
}) {
  const [form] = Form.useForm<{ time: Dayjs }>()
  const [plan, busy] = useAction(({ time }: { time: Dayjs }) => props.onPlan(time.format(format)))
  const first = props.planned ? dayjs(props.planned) : chinaNow().add(1, 'day').hour(9).startOf('hour')

  return (
    <Modal
      open={props.isOpen}
      title="定时发布"
      okText="确定定时"
      cancelText="取消"
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={props.onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" preserve={false} initialValues={{ time: first }} onFinish={plan}>
        <Form.Item
          name="time"
          label="发布时间（北京时间）"
          extra="到时间会自动发布，之前访客看不到这篇文章"
          rules={[
            { required: true, message: '请选择时间' },
            {
              validator: async (_, time?: Dayjs) => {
                if (time && !time.isAfter(chinaNow())) throw new Error('发布时间须晚于现在')
              },
            },
          ]}
        >
          <DatePicker
            showTime
            format={format}
            needConfirm={false}
            showNow={false}
            disabledDate={(day) => day.isBefore(chinaNow(), 'day')}
            className="wide-field"
            placeholder="年-月-日 时:分:秒"
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
