// Actions of the caller's order: pay, cancel, request a receipt.
import { useState } from 'react'
import type { OwnOrder } from '@xinqiao/contract/http/payments/orders.ts'
import { cancelMessages, paymentReceiptKinds, type OrderKindName } from '@xinqiao/contract/orders.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { useAction } from '../forms/use-action.ts'
import { PayDialog } from './PayDialog.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

/** Kinds that are paid in a dialog; the conference has its own page (portal.md 2). */
const dialogTitles: Record<Exclude<OrderKindName, 'conference'>, string> = {
  membershipFee: '缴纳会费',
  booking: '支付咨询费',
}

const canRequestReceipt = ({ state, receipt }: OwnOrder) =>
  state === 'paid' && (!receipt || receipt.state === 'voided' || receipt.state === 'cancelled')

type OrderDialogName = 'pay' | 'transfer' | 'cancel' | 'receipt'

export function OrderActions({ order }: { order: OwnOrder }) {
  const { due, kind, orderNo } = order
  const [dialogName, setDialogName] = useState<OrderDialogName | null>(null)
  const [cancel, isBusy] = useAction(async () => {
    await api('POST /order/cancel', { orderNo })
    toastOnNextPage('订单已取消')
    location.reload()
  })
  const close = () => setDialogName(null)
  const isOpen = order.state === 'open'
  if (!isOpen && !canRequestReceipt(order)) return null
  return (
    <>
      <p className="mt-4 flex flex-wrap gap-3">
        {due && kind === 'conference' && (
          <ButtonLink look="accent" href={withQuery(routes.paymentChannel, { activityUserId: due.reference })}>
            去支付
          </ButtonLink>
        )}
        {due && kind !== 'conference' && (
          <Button look="accent" onClick={() => setDialogName('pay')}>
            去支付
          </Button>
        )}
        {due && kind === 'membershipFee' && (
          <Button look="ghost" onClick={() => setDialogName('transfer')}>
            银行转账
          </Button>
        )}
        {isOpen && (
          <Button look="plain" busy={isBusy} busyText="正在取消…" onClick={() => setDialogName('cancel')}>
            取消订单
          </Button>
        )}
        {canRequestReceipt(order) && (
          <Button look="ghost" onClick={() => setDialogName('receipt')}>
            申请{paymentReceiptKinds[order.receiptKind]}
          </Button>
        )}
      </p>
      {dialogName === 'pay' && due && kind !== 'conference' && (
        <PayDialog
          kind={kind}
          reference={due.reference}
          title={dialogTitles[kind]}
          about={order.title}
          onClose={() => {
            close()
            // the screen may be outdated, but the server knows the order's state
            location.reload()
          }}
        />
      )}
      {dialogName === 'transfer' && <TransferDialog kind={kind} onClose={close} onSent={close} />}
      {dialogName === 'cancel' && (
        <Confirm
          title="取消订单"
          text={cancelMessages[kind]}
          yes="确认取消"
          no="再想想"
          onYes={() => {
            close()
            cancel()
          }}
          onNo={close}
        />
      )}
      {dialogName === 'receipt' && (
        <ReceiptDialog order={order} onClose={close} onRequested={() => location.reload()} />
      )}
    </>
  )
}
