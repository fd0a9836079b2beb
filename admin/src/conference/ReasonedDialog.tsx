// Asks for a reason, which the audit log or the person concerned receives.
import { Alert, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useAction } from '../frame/calls.ts'
import { FormDialog } from '../frame/FormDialog.tsx'

type Props = {
  title: string
  note: string
  okText: string
  onClose: () => void
  onGiven: (reason: string) => Promise<void>
  /** Content shown during the action. */
  children?: ReactNode
}

export function ReasonedDialog({ title, note, okText, onClose, onGiven, children }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const [give, busy] = useAction(({ reason }: { reason: string }) => onGiven(reason.trim()))
  return (
    <FormDialog form={form} open title={title} okText={okText} isBusy={busy} onClose={onClose} onSend={give}>
      <Alert className="note-above" type="warning" showIcon title={note} />
      <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, message: '请填写理由' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      {children}
    </FormDialog>
  )
}
