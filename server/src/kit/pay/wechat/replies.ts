// Maps WeChat Pay's replies and callbacks to our types.
import { z } from 'zod'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import { GatewayFault, type ProviderRefundState, type TradeState } from '../pay.ts'

export const Trade = z.object({
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.number().int() }).optional(),
})
export const Refund = z.object({ refund_id: z.string(), status: z.string(), success_time: z.string().optional() })
export const RefundNote = z.object({
  out_refund_no: z.string(),
  refund_status: z.string(),
  success_time: z.string().optional(),
})
export const RefundCallback = z.object({
  event_type: z.string(),
  resource: z.object({ ciphertext: z.string(), nonce: z.string(), associated_data: z.string().default('') }),
})
export const BillLink = z.object({ download_url: z.string(), hash_type: z.string(), hash_value: z.string() })

export function toTradeState(trade: z.output<typeof Trade>): TradeState {
  const { trade_state: state, transaction_id: transactionId, success_time: paidAt, amount } = trade
  if (state === 'SUCCESS' || state === 'REFUND') {
    if (!transactionId || !amount || !paidAt) throw new GatewayFault('', 'a paid trade without number, amount or time')
    return { state: 'paid', transactionId, amountCents: amount.total, paidAt: new Date(paidAt) }
  }
  if (state === 'CLOSED' || state === 'REVOKED') return { state: 'closed' }
  return { state: state === 'PAYERROR' ? 'failed' : 'waiting' }
}

export function toRefundState(status: string, doneAt: string | undefined): ProviderRefundState {
  if (status === 'SUCCESS') return { state: 'done', doneAt: doneAt ? new Date(doneAt) : new Date() }
  if (status === 'PROCESSING') return { state: 'sent' }
  return { state: 'failed' } // the states ABNORMAL and CLOSED
}

/** Time with seconds and an offset, without a fraction: `2026-11-21T15:00:00+08:00`. */
export const toRfc3339 = (at: Date): string =>
  `${new Date(at.getTime() + chinaOffsetMs).toISOString().slice(0, 19)}+08:00`

const CallbackPayload = z.object({ code: z.string(), message: z.string().optional() })

/** Shape of the library's errors. */
type LibraryError = Error & { code?: string; response?: { status: number; data: unknown } }

export function toGatewayFault(error: unknown): GatewayFault {
  if (error instanceof GatewayFault) return error
  const { response, message, code } = error as LibraryError
  const payload = CallbackPayload.safeParse(response?.data).data
  // a reply that could not be verified counts as none
  return new GatewayFault(
    payload?.code ?? '',
    payload?.message ?? `${response?.status ?? code ?? ''} ${message}`.trim(),
  )
}
