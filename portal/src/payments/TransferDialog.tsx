// Dues by bank transfer: account, amount, and the proof.
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { uploadFile } from '@xinqiao/contract/http/client.ts'
import { formatYuan, type OrderKindName } from '@xinqiao/contract/orders.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { signOutIfExpired } from '../session/request-failures.ts'

type TransferSubject = { orderNo: string; title: string; amountCents: number; account: string }
type TransferDialogProps = { kind: OrderKindName; onClose: () => void; onSent: () => void }

export function TransferDialog({ kind, onClose, onSent }: TransferDialogProps) {
  const [transfer, setTransfer] = useState<TransferSubject | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [fraction, setFraction] = useState<number | null>(null)

  useEffect(() => {
    let isCurrent = true
    api('POST /order/transfer', { kind })
      .then((started) => isCurrent && setTransfer(started))
      .catch((error: unknown) => {
        if (!signOutIfExpired(error) && isCurrent)
          setFault(error instanceof Failure ? error.message : '暂时无法使用银行转账')
      })
    return () => {
      isCurrent = false
    }
  }, [kind])

  const sendProof = async (file: File, { orderNo }: TransferSubject) => {
    setFault(null)
    setFraction(0)
    try {
      await uploadFile('/order/proof', file, { orderNo }, setFraction)
      showToast('凭证已提交，核对后将通知您')
      onSent()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFault(error.message)
    } finally {
      setFraction(null)
    }
  }

  return (
    <Dialog title="银行转账" onClose={onClose}>
      {fault && (
        <Notice tone="error" role="alert">
          {fault}
        </Notice>
      )}
      {!transfer && !fault && <p className="text-muted">正在读取收款账户…</p>}
      {transfer && (
        <>
          <p>{transfer.title}</p>
          <p className="mt-1 text-2xl font-bold text-ink tabular-nums">{formatYuan(transfer.amountCents)}元</p>
          <p className="mt-3 rounded-lg bg-page px-4 py-3 whitespace-pre-line">{transfer.account}</p>
          <p className="mt-3">
            转账附言请填写订单号 <strong className="break-all text-ink">{transfer.orderNo}</strong>
            ，完成后上传银行回单的照片或文件（PDF、JPG、PNG，不超过10MB）。
          </p>
          <label className="mt-5 inline-flex min-h-11 cursor-pointer items-center rounded-full bg-brand px-6 py-2 font-semibold text-white focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-brand-deep">
            {fraction === null ? '上传转账凭证' : `正在上传 ${Math.round(fraction * 100)}%`}
            <input
              type="file"
              accept=".pdf,.jpg,.png"
              className="sr-only"
              disabled={fraction !== null}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                target.value = ''
                if (file) void sendProof(file, transfer)
              }}
            />
          </label>
          <p className="mt-4 text-compact text-muted">已转账的，请不要再扫码支付。</p>
        </>
      )}
      {fault && !transfer && (
        <Button look="ghost" className="mt-4" onClick={onClose}>
          返回
        </Button>
      )}
    </Dialog>
  )
}
