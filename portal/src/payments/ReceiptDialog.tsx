// Request for a receipt of dues or an invoice.
import { paymentReceiptKinds, taxNoPattern, formatYuan } from '@xinqiao/contract/orders.ts'
import type { OwnOrder } from '@xinqiao/contract/http/payments/orders.ts'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { findEmptyFields, useForm, type FormValues } from '../forms/use-form.ts'

type ReceiptDialogProps = { order: OwnOrder; onClose: () => void; onRequested: () => void }

const createReceiptCheck = (kind: OwnOrder['receiptKind']) => (values: FormValues) => {
  const needed = { buyer: '请输入抬头', ...(kind === 'invoice' && { email: '请填写接收发票的邮箱' }) }
  const errors = findEmptyFields(values, needed)
  const taxNo = values['taxNo']?.trim().toUpperCase()
  if (taxNo && !taxNoPattern.test(taxNo)) errors['taxNo'] = '请输入正确的纳税人识别号'
  return errors
}

export function ReceiptDialog({ order, onClose, onRequested }: ReceiptDialogProps) {
  const title = `申请${paymentReceiptKinds[order.receiptKind]}`
  const form = useForm({
    check: createReceiptCheck(order.receiptKind),
    async send({ buyer = '', taxNo, email }) {
      await api('POST /order/receipt', { orderNo: order.orderNo, buyer, taxNo, email })
      toastOnNextPage('申请已提交，开具后将通知您')
      onRequested()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        {order.title}，{formatYuan(order.amountCents - order.refundedCents)}元
      </p>
      <form {...form.formProps} className="mt-4 grid gap-5">
        <Field
          name="buyer"
          label="抬头"
          required
          maxLength={100}
          autoComplete="organization"
          hint="个人填写姓名，单位填写全称"
          error={form.errors['buyer']}
        />
        <Field
          name="taxNo"
          label="纳税人识别号"
          maxLength={20}
          autoCapitalize="characters"
          hint="个人不需要填写"
          error={form.errors['taxNo']}
        />
        <Field
          name="email"
          label="接收邮箱"
          required={order.receiptKind === 'invoice'}
          type="email"
          inputMode="email"
          maxLength={100}
          autoComplete="email"
          error={form.errors['email']}
        />
        <SubmitButton form={form} label="提交申请" busyLabel="正在提交…" />
      </form>
    </Dialog>
  )
}
