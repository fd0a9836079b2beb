// Decision about a text: show it, hide it with a reason, or dismiss the report.
import { App, Form, Input, Radio } from 'antd'
import { useEffect } from 'react'
import { moderationDecisions, type ModerationDecision } from '@xinqiao/contract/questions.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

export type ReviewedText = { id: number; answerId?: number }
type ReviewDecisionFields = { decision: ModerationDecision; note: string }
type SettleDialogProps = { subject: ReviewedText | null; onClose: () => void; onSettled: () => void }

export function SettleDialog({ subject, onClose, onSettled }: SettleDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<ReviewDecisionFields>()
  useEffect(() => {
    if (subject) form.resetFields()
  }, [form, subject])
  const [settle, busy] = useFormAction(form, async (fields: ReviewDecisionFields) => {
    if (!subject) return
    await api('POST /admin/question/settle', { ...subject, decision: fields.decision, note: fields.note ?? '' })
    message.success('处理成功')
    onSettled()
  })
  return (
    <FormDialog
      form={form}
      open={subject !== null}
      title={subject?.answerId ? '审核回答' : '审核问题'}
      okText="确定"
      isBusy={busy}
      onClose={onClose}
      onSend={settle}
    >
      <Form.Item name="decision" label="处理结果" rules={requiredRules('请选择处理结果')}>
        <Radio.Group options={Object.entries(moderationDecisions).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item name="note" label="原因" extra="不予发布时必填，作者会看到">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
