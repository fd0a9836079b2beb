// Says that a refund was paid out by hand: by the bank, or in cash. Once, and with what the bank calls it.
import { App, Form, Input, Modal } from 'antd'
import { useEffect } from 'react'
import type { StaffRefund } from '@xinqiao/contract/http/staff-orders.ts'
import { focusFirstError, useFormAction } from '../frame/forms.ts'
import { api } from '../session/api.ts'
import { RefundFacts } from './refundRows.tsx'

type Fields = { reference: string }
type PayOutProps = { refund: StaffRefund | null; onClose: () => void; onDone: () => void }

export function PayOutDialog({ refund, onClose, onDone }: PayOutProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const isCash = refund?.provider === 'cash'
  useEffect(() => {
    if (refund) form.resetFields()
  }, [form, refund])
  const [send, busy] = useFormAction(form, async ({ reference }: Fields) => {
    if (!refund) return
    await api('POST /admin/refund/transferred', { id: refund.id, reference: reference ?? '' })
    message.success('已登记')
    onDone()
  })
  return (
    <Modal
      open={refund !== null}
      title={isCash ? '登记现金已退还' : '登记退款已汇出'}
      okText={isCash ? '已退还' : '已汇出'}
      cancelText="取消"
      confirmLoading={busy}
      forceRender
      onOk={form.submit}
      onCancel={onClose}
    >
      {refund && <RefundFacts refund={refund} />}
      <Form form={form} layout="vertical" className="money-form" onFinish={send} onFinishFailed={focusFirstError(form)}>
        <Form.Item
          name="reference"
          label={isCash ? '备注（选填）' : '银行流水号或汇款备注'}
          extra={`登记后${refund?.redirectedTo === 'merchant' ? '通知付款人' : '立即记账'}，不能撤销`}
          rules={isCash ? [] : [{ required: true, whitespace: true, message: '请填写银行流水号或汇款备注' }]}
        >
          <Input autoComplete="off" maxLength={60} />
        </Form.Item>
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Modal>
  )
}
