// Redirects a refund that the original payment method rejected: to a card of the payer, or to the merchant account.
import { App, Form, Input, Radio, Select } from 'antd'
import { useEffect } from 'react'
import type { StaffRefund } from '@xinqiao/contract/http/payments/staff.ts'
import { refundBanks, type RefundBank } from '@xinqiao/contract/orders.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { formatMoney } from './money.tsx'

type RefundRedirectFields = { to: 'payer' | 'merchant'; bank: RefundBank; account: string; holder: string }
type RedirectRefundDialogProps = { refund: StaffRefund | null; onClose: () => void; onDone: () => void }

const banks = Object.entries(refundBanks).map(([value, label]) => ({ value, label }))

export function RedirectRefundDialog({ refund, onClose, onDone }: RedirectRefundDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<RefundRedirectFields>()
  const isToPayer = Form.useWatch('to', form) !== 'merchant'
  useEffect(() => {
    if (refund) form.resetFields()
  }, [form, refund])
  const [send, busy] = useFormAction(form, async ({ to, bank, account, holder }: RefundRedirectFields) => {
    if (!refund) return
    const card = to === 'payer' ? { card: { bank, account, holder } } : {}
    await api('POST /admin/refund/redirect', { id: refund.id, ...card })
    message.success('已提交，到账后将通知付款人')
    onDone()
  })
  return (
    <FormDialog
      form={form}
      initialValues={{ to: 'payer' }}
      open={refund !== null}
      title="处理异常退款"
      okText="提交"
      isBusy={busy}
      onClose={onClose}
      onSend={send}
    >
      <p>
        款项无法退回{refund?.payer}的支付账户，共{formatMoney(refund?.amountCents ?? 0)}元。
      </p>
      <Form.Item name="to" label="退到哪里">
        <Radio.Group
          options={[
            { value: 'payer', label: '付款人的银行卡' },
            { value: 'merchant', label: '本会银行账户' },
          ]}
        />
      </Form.Item>
      {isToPayer ? (
        <>
          <Form.Item name="bank" label="开户银行" rules={requiredRules('请选择开户银行')}>
            <Select placeholder="请选择" options={banks} />
          </Form.Item>
          <Form.Item
            name="account"
            label="银行卡号"
            extra="须为持卡人本人的借记卡；加密发送给微信支付，本站不保存"
            rules={[
              { required: true, message: '请输入银行卡号' },
              { pattern: /^[\d\s]{12,30}$/, message: '银行卡号不正确' },
            ]}
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={30} />
          </Form.Item>
          <Form.Item name="holder" label="持卡人姓名" rules={requiredTextRules('请输入持卡人姓名')}>
            <Input autoComplete="off" maxLength={40} />
          </Form.Item>
        </>
      ) : (
        <p className="hint">款项将退到本会在微信支付登记的银行账户，到账后须另行汇给付款人。</p>
      )}
    </FormDialog>
  )
}
