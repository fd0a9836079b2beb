// Refunds by Alipay.
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { GatewayFault, type ProviderRefundState, type RefundRequest } from '../pay.ts'
import type { AlipayClient } from './client.ts'
import { RefundReply, RefundState, toTradeNo } from './replies.ts'

export function createAlipayRefunds({ send }: AlipayClient) {
  async function refund(input: RefundRequest): Promise<ProviderRefundState> {
    const reply = await send(RefundReply, 'alipay.trade.refund', {
      outTradeNo: toTradeNo(input.attemptNo),
      tradeNo: input.transactionId,
      refundAmount: formatYuan(input.amountCents),
      refundReason: input.reason,
      outRequestNo: input.refundNo,
    })
    // N means that this request moved no money; it may be the second with this number
    return reply.fund_change === 'Y' ? { state: 'done', doneAt: reply.gmt_refund_pay ?? new Date() } : { state: 'sent' }
  }

  async function queryRefund({
    refundNo,
    attemptNo,
  }: {
    refundNo: string
    attemptNo: string
  }): Promise<ProviderRefundState> {
    try {
      const reply = await send(RefundState, 'alipay.trade.fastpay.refund.query', {
        outTradeNo: toTradeNo(attemptNo),
        outRequestNo: refundNo,
        queryOptions: ['gmt_refund_pay'],
      })
      if (reply.refund_status === 'REFUND_SUCCESS') return { state: 'done', doneAt: reply.gmt_refund_pay ?? new Date() }
      // unknown or not done: the request is repeated with the same number
      return { state: 'absent' }
    } catch (error) {
      if (error instanceof GatewayFault && error.code === 'ACQ.TRADE_NOT_EXIST') return { state: 'absent' }
      throw error
    }
  }

  return { refund, queryRefund }
}
