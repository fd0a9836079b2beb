// Maps Alipay's numbers, times, replies and notices to our types.
import { z } from 'zod'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import { parseCents } from '../amounts.ts'
import { GatewayFault, type TradeState } from '../pay.ts'

/** Alipay's numbers may have only letters, digits and underscores; ours have a hyphen before the attempt. */
export const toTradeNo = (attemptNo: string): string => attemptNo.replaceAll('-', '_')
export const toAttemptNo = (tradeNo: string): string => tradeNo.replaceAll('_', '-')

/** Writes `2026-11-21 15:00:00`, China time. */
export const toAlipayTime = (at: Date): string =>
  new Date(at.getTime() + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
const readTime = (text: string): Date => new Date(`${text.slice(0, 19).replace(' ', 'T')}+08:00`)

const Time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
  .transform(readTime)
const Yuan = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/)
  .transform(parseCents)
export const Reply = z.object({ code: z.string(), sub_code: z.string().default(''), sub_msg: z.string().default('') })
export const Trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().optional(),
  trade_status: z.string(),
  total_amount: Yuan,
  send_pay_date: Time.optional(),
})
export const RefundReply = z.object({ fund_change: z.string(), gmt_refund_pay: Time.optional() })
export const RefundState = z.object({ refund_status: z.string().optional(), gmt_refund_pay: Time.optional() })
export const Notice = z.object({
  app_id: z.string(),
  seller_id: z.string().default(''),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: Yuan,
  gmt_payment: Time.optional(),
  /** Only notices about refunds have this field, and `out_biz_no` with the number of the refund. */
  refund_fee: z.string().optional(),
  gmt_refund: Time.optional(),
  out_biz_no: z.string().optional(),
})

export function toTradeState(trade: z.output<typeof Trade>): TradeState {
  const { trade_status: state, trade_no: transactionId, send_pay_date: paidAt, total_amount: amountCents } = trade
  // a closed trade was never paid, or was refunded completely
  const isPaid = state === 'TRADE_SUCCESS' || state === 'TRADE_FINISHED' || (state === 'TRADE_CLOSED' && paidAt)
  if (!isPaid) return { state: state === 'TRADE_CLOSED' ? 'closed' : 'waiting' }
  if (!transactionId || !paidAt) throw new GatewayFault('', 'a paid trade without number or time')
  return { state: 'paid', transactionId, amountCents, paidAt }
}
