// Asks for the reason of a sensitive action, such as showing personal data. The audit log or the person concerned
// receives it.
import { Alert, Form, Input } from 'antd'
import { useEffect, type RefObject } from 'react'
import { limits } from '@xinqiao/contract/limits.ts'
import { useAction } from '../api/hooks.ts'
import { FormDialog } from './FormDialog.tsx'

export type ReasonLabels = { ok: string; label: string; note: string; isDanger?: boolean }
const revealLabels: ReasonLabels = {
  ok: '查看',
  label: '查看理由',
  note: '这是用户的隐私。您的账号、时间和理由会记入审计日志。',
}

type ReasonDialogProps = {
  title: string | null
  labels?: ReasonLabels
  minLength?: number
  onClose: () => void
  onConfirm: (reason: string) => Promise<void>
  /** The element with the revealed data. It gets the focus, because the button is gone. */
  revealed?: RefObject<HTMLElement | null>
}

export function ReasonDialog({
  title,
  labels = revealLabels,
  minLength = limits.minReasonLength,
  onClose,
  onConfirm,
  revealed,
}: ReasonDialogProps) {
  const [form] = Form.useForm<{ reason: string }>()
  // a screen may have two of these dialogs, so the ids of their fields must differ
  useEffect(() => {
    if (title) form.resetFields()
  }, [form, title])
  const [give, busy] = useAction(({ reason }: { reason: string }) => onConfirm(reason.trim()))
  return (
    <FormDialog
      form={form}
      open={title !== null}
      title={title}
      okText={labels.ok}
      okButtonProps={{ danger: labels.isDanger ?? false }}
      isBusy={busy}
      onClose={onClose}
      afterClose={() => revealed?.current?.focus()}
      onSend={give}
    >
      <Alert className="note-above" type="warning" showIcon title={labels.note} />
      <Form.Item
        name="reason"
        label={labels.label}
        rules={[
          { required: true, whitespace: true, message: `请填写${labels.label}` },
          { min: minLength, message: `理由至少${minLength}个字` },
        ]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
