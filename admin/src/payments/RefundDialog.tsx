// Requests a refund, which another person must approve.
import { Alert, App, Form, Input, InputNumber } from 'antd'
import { useEffect } from 'react'
import type { StaffPayment } from '@xinqiao/contract/http/payments/staff.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { formatMoney } from './money.tsx'

type RefundFields = { yuan: number; reason: string }
type RefundDialogProps = { payment: StaffPayment | null; onClose: () => void; onRequested: () => void }

export function RefundDialog({ payment, onClose, onRequested }: RefundDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<RefundFields>()
  useEffect(() => {
    if (payment) form.setFieldsValue({ yuan: payment.leftCents / 100, reason: '' })
  }, [form, payment])
  const [requestRefund, busy] = useFormAction(form, async ({ yuan, reason }: RefundFields) => {
    if (!payment) return
    await api('POST /admin/refund/ask', { paymentId: payment.id, cents: Math.round(yuan * 100), reason })
    message.success('已提交，等待另一人审批')
    onRequested()
  })
  const maxCents = payment?.leftCents ?? 0
  return (
    <FormDialog
      form={form}
      open={payment !== null}
      title="申请退款"
      okText="提交申请"
      isBusy={busy}
      onClose={onClose}
      onSend={requestRefund}
    >
      <Alert
        className="payments-note"
        type="info"
        showIcon
        title="须由另一位财务或管理员审批，批准后原路退回。"
        description="全额退回会费或参会费时，相应的会籍或参会资格随之取消。"
      />
      <Form.Item
        name="yuan"
        label="退款金额（元）"
        rules={requiredRules('请输入金额')}
        extra={`最多可退${formatMoney(maxCents)}元`}
      >
        <InputNumber min={0.01} max={maxCents / 100} precision={2} className="payments-input" />
      </Form.Item>
      <Form.Item
        name="reason"
        label="退款原因"
        rules={[
          { required: true, whitespace: true, message: '请填写退款原因' },
          { min: 5, message: '退款原因至少5个字' },
        ]}
      >
        <Input.TextArea maxLength={80} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
