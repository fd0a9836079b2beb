// Alipay's format of trades and refunds in replies and notices.
import { createHash, X509Certificate } from 'node:crypto'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { toAlipayTime, toAttemptNo, toTradeNo } from '../replies.ts'
import { isSignatureValid, signText } from '../../signing.ts'
import type { SimulatorKeys } from '../../simulator/keys.ts'
import type { TradeRow } from '../../simulator/store.ts'
import { randomDigits, type ProviderProtocol } from '../../simulator/protocol.ts'

/** Alipay's certificate id: a digest of the issuer (parts reversed) and the decimal serial number. */
export function certificateSn(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem)
  const name = issuer.split('\n').toReversed().join(',')
  return createHash('md5')
    .update(name + BigInt(`0x${serialNumber}`).toString())
    .digest('hex')
}

/** Alipay repeats a callback after 4m 10m 10m 1h 2h 6h 15h (opendocs.alipay.com). */
const callbackDelaysSeconds = [240, 600, 600, 3600, 7200, 21_600, 54_000]

export const simulatedAppId = '2021000000000000'
export const simulatedSellerId = '2088000000000015'

const states: Record<string, string> = { NOTPAY: 'WAIT_BUYER_PAY', CLOSED: 'TRADE_CLOSED', REFUND: 'TRADE_CLOSED' }
const tradeStatusOf = ({ state }: TradeRow) => states[state] ?? 'TRADE_SUCCESS'

/** A trade in replies to queries. */
export const describeTrade = (trade: TradeRow) => ({
  out_trade_no: trade.out_trade_no,
  ...(trade.transaction_id && { trade_no: trade.transaction_id }),
  trade_status: tradeStatusOf(trade),
  total_amount: formatYuan(trade.paid_cents ?? trade.total_cents),
  ...(trade.paid_at && { send_pay_date: toAlipayTime(trade.paid_at), buyer_logon_id: '138****0000' }),
})

/** The signed content of a form: its non-empty fields sorted by name. */
const signedText = (fields: Record<string, string>, without: readonly string[]) =>
  Object.keys(fields)
    .filter((name) => !without.includes(name) && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

export const isSignedByMerchant = (fields: Record<string, string>, keys: SimulatorKeys): boolean =>
  fields['app_id'] === simulatedAppId &&
  fields['sign_type'] === 'RSA2' &&
  isSignatureValid(signedText(fields, ['sign']), fields['sign'] ?? '', keys.merchantPublic)

const writeNotice = (keys: SimulatorKeys, content: Record<string, string>) => {
  const fields: Record<string, string> = {
    notify_time: toAlipayTime(new Date()),
    notify_type: 'trade_status_sync',
    notify_id: randomDigits(34),
    app_id: simulatedAppId,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    ...content,
  }
  const signature = signText(signedText(fields, ['sign', 'sign_type']), keys.platform)
  return new URLSearchParams({ ...fields, sign: signature }).toString()
}

const createCallback = (trade: TradeRow): Record<string, string> => ({
  seller_id: simulatedSellerId,
  trade_no: trade.transaction_id ?? '',
  out_trade_no: trade.out_trade_no,
  trade_status: tradeStatusOf(trade),
  total_amount: formatYuan(trade.paid_cents ?? 0),
  receipt_amount: formatYuan(trade.paid_cents ?? 0),
  subject: trade.description,
  gmt_payment: toAlipayTime(trade.paid_at ?? new Date()),
})

export const createAlipayProtocol = (keys: SimulatorKeys): ProviderProtocol => ({
  createTransactionId: () => `${toAlipayTime(new Date()).slice(0, 10).replaceAll('-', '')}22001${randomDigits(15)}`,
  // after a failed payment, the payer may try again; only closing ends a trade
  toTradeNo,
  toAttemptNo,
  failedState: 'CLOSED',
  callbackDelaysSeconds,
  writePaidCallback: (trade) => writeNotice(keys, createCallback(trade)),
  writeRefundedCallback: (refund, trade) =>
    writeNotice(keys, {
      ...createCallback(trade),
      out_biz_no: refund.out_refund_no,
      refund_fee: formatYuan(refund.cents),
      gmt_refund: toAlipayTime(refund.done_at ?? new Date()),
    }),
  headersFor: () => ({ 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
})
