// Before somebody's words or number are shown: why. The reason goes into the audit log.
import { Alert, Form, Input, Modal } from 'antd'
import { useEffect } from 'react'
import { useAction } from '../frame/calls.ts'

type Props = { title: string | null; onClose: () => void; onGiven: (reason: string) => Promise<void> }

export function ReasonDialog({ title, onClose, onGiven }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  useEffect(() => {
    if (title) form.resetFields()
  }, [form, title])
  const [give, busy] = useAction(({ reason }: { reason: string }) => onGiven(reason.trim()))
  return (
    <Modal
      open={title !== null}
      title={title}
      okText="查看"
      cancelText="取消"
      confirmLoading={busy}
      forceRender
      onOk={form.submit}
      onCancel={onClose}
    >
      <Alert
        className="care-note"
        type="warning"
        showIcon
        title="这是用户的隐私。您的账号、时间和理由会记入审计日志。"
      />
      <Form form={form} layout="vertical" onFinish={give}>
        <Form.Item
          name="reason"
          label="查看理由"
          rules={[
            { required: true, whitespace: true, message: '请填写查看理由' },
            { min: 5, message: '理由至少5个字' },
          ]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
