// Refunds: requests, decisions and progress.
import { App, Form, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import type { StaffRefund } from '@xinqiao/contract/http/payments/staff.ts'
import { refundFilters } from '@xinqiao/contract/orders.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { PayOutDialog } from './PayOutDialog.tsx'
import { RedirectRefundDialog } from './RedirectRefundDialog.tsx'
import { RefundCard, refundColumns, RefundFacts, type RefundActions } from './refund-rows.tsx'
import { ListByState } from './ListByState.tsx'

type RefundDecisionFields = { approved: boolean; note: string }
type DecideRefundDialogProps = { refund: StaffRefund | null; onClose: () => void; onDone: () => void }

function DecideRefundDialog({ refund, onClose, onDone }: DecideRefundDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<RefundDecisionFields>()
  const isApproved = Form.useWatch('approved', form) as boolean | undefined
  const isRefused = isApproved === false
  useEffect(() => {
    if (refund) form.resetFields()
  }, [form, refund])
  const [decide, busy] = useFormAction(form, async ({ approved, note }: RefundDecisionFields) => {
    if (!refund) return
    await api('POST /admin/refund/decide', { id: refund.id, approved, note: note ?? '' })
    message.success(approved ? '已批准，将原路退回' : '已退回申请')
    onDone()
  })
  return (
    <FormDialog
      form={form}
      open={refund !== null}
      title="审批退款"
      okText="确定"
      isBusy={busy}
      onClose={onClose}
      onSend={decide}
    >
      {refund && <RefundFacts refund={refund} />}
      <Form.Item name="approved" label="审批结果" rules={requiredRules('请选择是否同意')}>
        <Radio.Group
          options={[
            { value: true, label: '同意退款' },
            { value: false, label: '不同意' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="note"
        label="意见"
        rules={isRefused ? [{ required: true, whitespace: true, message: '请填写不同意的原因' }] : []}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}

type RefundDialogState = { action: keyof RefundActions; refund: StaffRefund }

export function RefundsPage() {
  const [openDialog, setOpenDialog] = useState<RefundDialogState | null>(null)
  const open = (action: RefundDialogState['action']) => (refund: StaffRefund) => setOpenDialog({ action, refund })
  const actions: RefundActions = { decide: open('decide'), payOut: open('payOut'), redirect: open('redirect') }
  return (
    <ListByState
      path="/refunds"
      title="退款"
      lead="一人申请，另一人审批；批准后原路退回"
      states={refundFilters}
      load={(query) => api('GET /admin/refunds', query)}
      columns={() => refundColumns(actions)}
      renderCard={(refund) => <RefundCard refund={refund} actions={actions} />}
      nothing="还没有退款"
      nothingOfState="没有这种状态的退款"
      unit="笔"
      minWidth={1080}
    >
      {(reload) => {
        const close = () => setOpenDialog(null)
        const createDialogProps = (action: RefundDialogState['action']) => ({
          refund: openDialog?.action === action ? openDialog.refund : null,
          onClose: close,
          onDone: () => {
            close()
            reload()
          },
        })
        return (
          <>
            <DecideRefundDialog {...createDialogProps('decide')} />
            <PayOutDialog {...createDialogProps('payOut')} />
            <RedirectRefundDialog {...createDialogProps('redirect')} />
          </>
        )
      }}
    </ListByState>
  )
}
