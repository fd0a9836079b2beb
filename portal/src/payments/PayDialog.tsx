// Payment in a dialog. While a payment may be in progress, closing it asks first (portal.md 4).
import { useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { PayPanel } from './PayPanel.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { usePayment, type PaymentSubject } from './use-payment.ts'

type PayDialogProps = PaymentSubject & {
  title: string
  /** The order's subject in one line. */
  about: string
  /** Called after the dialog was closed. */
  onClose: (isPaid: boolean) => void
}

export function PayDialog({ title, about, onClose, ...payment }: PayDialogProps) {
  const attempt = usePayment(payment)
  const [isConfirming, setConfirming] = useState(false)
  const [isTransfer, setTransfer] = useState(false)
  const isPaid = attempt.state.step === 'paid'
  const close = () => {
    if (isPaid || isConfirming) onClose(isPaid)
    else setConfirming(true)
  }
  if (isTransfer) {
    const endPayment = () => onClose(false)
    return <TransferDialog kind={payment.kind} onClose={endPayment} onSent={endPayment} />
  }
  return (
    <Dialog title={title} onClose={close} closesLightly={false}>
      {/* the payment continues behind the question and may succeed meanwhile */}
      <div hidden={isConfirming && !isPaid}>
        <PayPanel
          {...attempt}
          kind={payment.kind}
          onTransfer={() => setTransfer(true)}
          done={
            <Button className="px-10" onClick={() => onClose(true)}>
              完成
            </Button>
          }
        >
          <p>{about}</p>
        </PayPanel>
      </div>
      {isConfirming && !isPaid && (
        <div role="alertdialog" aria-labelledby="pay-leave" className="py-2">
          <p id="pay-leave" className="text-lg font-semibold text-ink">
            支付尚未完成，确定关闭吗？
          </p>
          <p className="mt-1 text-muted">如果您已经付款，关闭后结果也会自动更新，可在“我的订单”中查看。</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="ghost" onClick={() => onClose(false)}>
              确定关闭
            </Button>
            <Button look="accent" onClick={() => setConfirming(false)}>
              继续支付
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
