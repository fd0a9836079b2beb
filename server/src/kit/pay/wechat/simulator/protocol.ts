// WeChat Pay's format of trades and refunds in replies and callbacks.
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import { createNonce, nowSeconds, replyText, sealResource, signText } from '../../signing.ts'
import type { SimulatorKeys } from '../../simulator/keys.ts'
import type { SimulatedRefundRow, TradeRow } from '../../simulator/store.ts'
import { randomDigits, type ProviderProtocol } from '../../simulator/protocol.ts'

/** WeChat repeats a callback after 15s 15s 30s 3m 10m 20m 30m 30m 30m 60m 3h 3h 3h 6h 6h (pay.weixin.qq.com/doc/v3). */
const callbackDelaysSeconds = [
  15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600,
]

export const simulatedAccount = { appId: 'wx0000000000000000', mchId: '1900000001' }

export const createTransactionId = () => `42000${randomDigits(23)}`
const toChinaTime = (at: Date) => `${new Date(at.getTime() + chinaOffsetMs).toISOString().slice(0, 19)}+08:00`

/** A trade in replies and callbacks. */
export const describeTrade = (trade: TradeRow) => ({
  appid: simulatedAccount.appId,
  mchid: simulatedAccount.mchId,
  out_trade_no: trade.out_trade_no,
  trade_state: trade.state,
  trade_state_desc: trade.state,
  ...(trade.transaction_id && {
    transaction_id: trade.transaction_id,
    trade_type: trade.trade_type,
    bank_type: 'OTHERS',
    success_time: toChinaTime(trade.paid_at ?? new Date()),
    payer: { openid: trade.openid ?? 'oSimulatedPayer' },
    amount: { total: trade.paid_cents, payer_total: trade.paid_cents, currency: 'CNY', payer_currency: 'CNY' },
  }),
})

export const describeRefund = (refund: SimulatedRefundRow, transactionId: string) => ({
  refund_id: refund.refund_id,
  out_refund_no: refund.out_refund_no,
  transaction_id: transactionId,
  out_trade_no: refund.out_trade_no,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  create_time: toChinaTime(refund.created_at),
  status: refund.state,
  ...(refund.done_at && { success_time: toChinaTime(refund.done_at) }),
  amount: { total: refund.cents, refund: refund.cents, payer_refund: refund.cents, currency: 'CNY' },
})

const writeCallback = (keys: SimulatorKeys, event: string, type: string, resource: object) =>
  JSON.stringify({
    id: `EV-${randomDigits(30)}`,
    create_time: toChinaTime(new Date()),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: event === 'TRANSACTION.SUCCESS' ? '支付成功' : '退款结果',
    resource: { original_type: type, ...sealResource(JSON.stringify(resource), keys.apiV3Key, type) },
  })

export const createWechatProtocol = (keys: SimulatorKeys): ProviderProtocol => ({
  createTransactionId,
  toTradeNo: (attemptNo) => attemptNo,
  toAttemptNo: (tradeNo) => tradeNo,
  failedState: 'PAYERROR',
  callbackDelaysSeconds,
  writePaidCallback: (trade) => writeCallback(keys, 'TRANSACTION.SUCCESS', 'transaction', describeTrade(trade)),
  writeRefundedCallback(refund, trade) {
    const { status, ...fields } = describeRefund(refund, trade.transaction_id ?? '')
    return writeCallback(keys, `REFUND.${status}`, 'refund', { ...fields, refund_status: status })
  },
  headersFor(body) {
    const [timestamp, nonce] = [nowSeconds(), createNonce()]
    return {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': keys.platformSerial,
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      'wechatpay-signature': signText(replyText(timestamp, nonce, body), keys.platform),
    }
  },
})
