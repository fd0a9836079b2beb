// Alipay's open platform, in public-key and certificate mode (opendocs.alipay.com). A code that was not scanned has no
// trade yet: it cannot be closed, and can be paid until it expires. Such a late payment is refunded automatically.
import { createHash, createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { readAlipayFunds, readAlipayTrades, unpackBill } from './bills.ts'
import { parseCents } from '../amounts.ts'
import {
  BadCallback,
  GatewayFault,
  type BillKind,
  type CallbackHeaders,
  type PayEvent,
  type PayProvider,
  type PrepayRequest,
  type ProviderRefundState,
  type RefundRequest,
  type PaymentInstruction,
  type TradeState,
} from '../pay.ts'
import { chinaOffsetMs } from '../../time.ts'

/** Alipay's public key, or the certificates of both sides (PEM), which some products require. */
export type AlipayTrust = { alipayKey: KeyObject } | { appCert: string; alipayCert: string; rootCert: string }

export type AlipayAccount = {
  gateway: string
  appId: string
  appKey: KeyObject
  trust: AlipayTrust
  /** Seller id; notices about other sellers are refused. Empty when not configured. */
  sellerId: string
  notifyUrl: () => string
  /** Return address of the payer's browser. */
  returnUrl: () => string
}

/** The platform's tools export keys as bare base64, without PEM lines. */
const toPem = (text: string, label: string) =>
  text.includes('-----BEGIN') ? text : `-----BEGIN ${label}-----\n${text.trim()}\n-----END ${label}-----\n`

/**
 * Parses PKCS#8 or PKCS#1, with or without PEM lines.
 * @throws Error for other text
 */
export function readAppKey(text: string): KeyObject {
  try {
    return createPrivateKey(toPem(text, 'PRIVATE KEY'))
  } catch {
    return createPrivateKey(toPem(text, 'RSA PRIVATE KEY'))
  }
}
export const readAlipayKey = (text: string): KeyObject => createPublicKey(toPem(text, 'PUBLIC KEY'))

/**
 * Parses one certificate, or the chain of root certificates.
 * @throws Error for other text
 */
export function readCertificates(text: string): string {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (!certificates) throw new Error('no certificate')
  for (const pem of certificates) void new X509Certificate(pem).serialNumber
  return text
}
export const isCertificateOf = (appCert: string, appKey: KeyObject): boolean =>
  new X509Certificate(appCert).checkPrivateKey(appKey)

const readTrust = (trust: AlipayTrust) =>
  'alipayKey' in trust
    ? { alipayPublicKey: trust.alipayKey.export({ type: 'spki', format: 'pem' }).toString() }
    : {
        appCertContent: trust.appCert,
        alipayPublicCertContent: trust.alipayCert,
        alipayRootCertContent: trust.rootCert,
      }

/** Timeout, the same as for WeChat. */
const requestTimeoutMs = 8_000
const maxBillBytes = 200 * 1024 * 1024

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
const Reply = z.object({ code: z.string(), sub_code: z.string().default(''), sub_msg: z.string().default('') })
const Trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().optional(),
  trade_status: z.string(),
  total_amount: Yuan,
  send_pay_date: Time.optional(),
})
const Refunded = z.object({ fund_change: z.string(), gmt_refund_pay: Time.optional() })
const RefundState = z.object({ refund_status: z.string().optional(), gmt_refund_pay: Time.optional() })
const Notice = z.object({
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

function toTradeState(trade: z.output<typeof Trade>): TradeState {
  const { trade_status: state, trade_no: transactionId, send_pay_date: paidAt, total_amount: amountCents } = trade
  // a closed trade was never paid, or was refunded completely
  const isPaid = state === 'TRADE_SUCCESS' || state === 'TRADE_FINISHED' || (state === 'TRADE_CLOSED' && paidAt)
  if (!isPaid) return { state: state === 'TRADE_CLOSED' ? 'closed' : 'waiting' }
  if (!transactionId || !paidAt) throw new GatewayFault('', 'a paid trade without number or time')
  return { state: 'paid', transactionId, amountCents, paidAt }
}

/** Characters that Alipay forbids in subjects, and the separator of bill cells. */
const plainTitle = (title: string) => title.replaceAll(/[/=&,"\t\r\n]/g, ' ').slice(0, 100)

export function createAlipay(account: AlipayAccount): PayProvider {
  const sdk = new AlipaySdk({
    appId: account.appId,
    privateKey: account.appKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyType: 'PKCS8',
    ...readTrust(account.trust),
    gateway: account.gateway,
    timeout: requestTimeoutMs,
    camelcase: false,
  })

  async function send<T extends z.ZodType>(schema: T, method: string, bizContent: object): Promise<z.output<T>> {
    let reply: unknown
    try {
      reply = await sdk.exec(method, { bizContent, notifyUrl: account.notifyUrl() }, { validateSign: true })
    } catch (error) {
      // a reply that could not be verified counts as none
      throw new GatewayFault('', (error as Error).message.slice(0, 200))
    }
    const answer = Reply.safeParse(reply).data
    if (answer?.code !== '10000') throw new GatewayFault(answer?.sub_code ?? '', answer?.sub_msg ?? 'no readable reply')
    const parsed = schema.safeParse(reply)
    if (!parsed.success) throw new GatewayFault('', `not readable: ${parsed.error.message.slice(0, 200)}`)
    return parsed.data
  }

  async function prepay({
    attemptNo,
    method,
    title,
    amountCents,
    expiresAt,
  }: PrepayRequest): Promise<PaymentInstruction> {
    const order = {
      outTradeNo: toTradeNo(attemptNo),
      totalAmount: formatYuan(amountCents),
      subject: plainTitle(title),
      timeExpire: toAlipayTime(expiresAt),
    }
    if (method === 'alipayQr') {
      const tradeInput = { ...order, productCode: 'QR_CODE_OFFLINE' }
      const { qr_code: url } = await send(z.object({ qr_code: z.string() }), 'alipay.trade.precreate', tradeInput)
      return { kind: 'qr', url }
    }
    const page = { alipayPage: ['page', 'FAST_INSTANT_TRADE_PAY'], alipayWap: ['wap', 'QUICK_WAP_WAY'] } as const
    if (method !== 'alipayPage' && method !== 'alipayWap') {
      throw new GatewayFault('PARAM_ERROR', `cannot pay by ${method} here`)
    }
    const [name, productCode] = page[method]
    const addresses = { notifyUrl: account.notifyUrl(), returnUrl: account.returnUrl() }
    const url = sdk.pageExecute(`alipay.trade.${name}.pay`, 'GET', {
      ...addresses,
      bizContent: { ...order, productCode },
    })
    return { kind: 'link', url }
  }

  async function queryTrade(attemptNo: string): Promise<TradeState> {
    const outTradeNo = toTradeNo(attemptNo)
    try {
      const trade = await send(Trade, 'alipay.trade.query', { outTradeNo })
      if (trade.out_trade_no !== outTradeNo) throw new GatewayFault('', 'an answer about another trade')
      return toTradeState(trade)
    } catch (error) {
      if (error instanceof GatewayFault && error.code === 'ACQ.TRADE_NOT_EXIST') return { state: 'absent' }
      throw error
    }
  }

  async function close(attemptNo: string): Promise<'closed' | 'paid'> {
    try {
      await send(Reply, 'alipay.trade.close', { outTradeNo: toTradeNo(attemptNo) })
      return 'closed'
    } catch (error) {
      if (!(error instanceof GatewayFault)) throw error
      if (error.code === 'ACQ.TRADE_NOT_EXIST') return 'closed'
      if (!/TRADE_STATUS/.test(error.code)) throw error
      // the trade cannot be closed, so its state is queried
      const { state } = await queryTrade(attemptNo)
      if (state !== 'paid' && state !== 'closed') throw error
      return state
    }
  }

  async function refund(input: RefundRequest): Promise<ProviderRefundState> {
    const reply = await send(Refunded, 'alipay.trade.refund', {
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

  async function downloadBill(day: string, kind: BillKind) {
    let url: string
    try {
      const billInput = { billType: kind === 'trade' ? 'trade' : 'signcustomer', billDate: day }
      const link = z.object({ bill_download_url: z.url() })
      ;({ bill_download_url: url } = await send(link, 'alipay.data.dataservice.bill.downloadurl.query', billInput))
    } catch (error) {
      if (error instanceof GatewayFault && /BILL_?NOT_?EXIST/i.test(error.code)) return null
      throw error
    }
    // a signed address of Alipay's storage, valid for half a minute
    const reply = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch((error: unknown) => {
      throw new GatewayFault('', `bill not fetched: ${(error as Error).message}`)
    })
    if (!reply.ok) throw new GatewayFault('', `bill not fetched: ${reply.status}`)
    const { text, bytes } = await unpackBill(Buffer.from(await reply.arrayBuffer()), maxBillBytes)
    // Alipay gives no digest; totals and checksum of the archive show that the bill is complete
    const hash = createHash('sha1').update(bytes).digest('hex')
    return { ...(kind === 'trade' ? readAlipayTrades(text, toAttemptNo) : readAlipayFunds(text)), hash, bytes }
  }

  async function readCallback(_headers: CallbackHeaders, body: string): Promise<PayEvent> {
    const callback = Object.fromEntries(new URLSearchParams(body))
    // Alipay's older signature uses SHA-1, so the sender must not choose the algorithm
    if (callback['sign_type'] !== 'RSA2') throw new BadCallback('no RSA2 signature')
    if (!sdk.checkNotifySignV2(callback)) throw new BadCallback('wrong signature')
    const parsed = Notice.safeParse(callback)
    if (!parsed.success) throw new BadCallback(`not readable: ${parsed.error.message.slice(0, 100)}`)
    const notice = parsed.data
    const isOurs = account.sellerId === '' || notice.seller_id === account.sellerId
    if (notice.app_id !== account.appId || !isOurs) throw new BadCallback('meant for another')
    if (notice.refund_fee !== undefined && notice.out_biz_no && notice.gmt_refund) {
      return { type: 'refund', refundNo: notice.out_biz_no, refundState: { state: 'done', doneAt: notice.gmt_refund } }
    }
    const isPaid = notice.trade_status === 'TRADE_SUCCESS' || notice.trade_status === 'TRADE_FINISHED'
    if (!isPaid || !notice.gmt_payment) return { type: 'other', name: notice.trade_status.slice(0, 60) }
    return {
      type: 'paid',
      attemptNo: toAttemptNo(notice.out_trade_no),
      transactionId: notice.trade_no,
      amountCents: notice.total_amount,
      paidAt: notice.gmt_payment,
    }
  }

  return { name: 'alipay', prepay, query: queryTrade, close, refund, queryRefund, bill: downloadBill, readCallback }
}
