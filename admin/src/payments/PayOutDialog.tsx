// Records a payout of a refund by bank or in cash: once, with the bank's reference.
import { App, Form, Input } from 'antd'
import { useEffect } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { StaffRefund } from '@xinqiao/contract/http/payments/staff.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { RefundFacts } from './refund-rows.tsx'

type PayOutFields = { reference: string }
type PayOutDialogProps = { refund: StaffRefund | null; onClose: () => void; onDone: () => void }

export function PayOutDialog({ refund, onClose, onDone }: PayOutDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<PayOutFields>()
  const isCash = refund?.provider === 'cash'
  useEffect(() => {
    if (refund) form.resetFields()
  }, [form, refund])
  const [send, busy] = useFormAction(form, async ({ reference }: PayOutFields) => {
    if (!refund) return
    try {
      await api('POST /admin/refund/transferred', { id: refund.id, reference: reference ?? '' })
      message.success('已登记')
      onDone()
    } catch (error) {
      // a colleague has already recorded it: an outdated row could cause a second payout
      if (error instanceof Failure && error.reason === 'wrongState') onDone()
      throw error
    }
  })
  return (
    <FormDialog
      form={form}
      open={refund !== null}
      title={isCash ? '登记现金已退还' : '登记退款已汇出'}
      okText={isCash ? '已退还' : '已汇出'}
      isBusy={busy}
      onClose={onClose}
      onSend={send}
    >
      {refund && <RefundFacts refund={refund} />}
      <Form.Item
        name="reference"
        label={isCash ? '备注（选填）' : '银行流水号或汇款备注'}
        extra={`登记后${refund?.redirectedTo === 'merchant' ? '通知付款人' : '立即记账'}，不能撤销`}
        rules={isCash ? [] : [{ required: true, whitespace: true, message: '请填写银行流水号或汇款备注' }]}
      >
        <Input autoComplete="off" maxLength={60} />
      </Form.Item>
    </FormDialog>
  )
}
