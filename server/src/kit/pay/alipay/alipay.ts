// Alipay's open platform, in public-key and certificate mode (opendocs.alipay.com). A code that was not scanned has no
// trade yet: it cannot be closed, and can be paid until it expires. Such a late payment is refunded automatically.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import {
  UntrustedCallbackError,
  GatewayFault,
  type ProviderBillType,
  type CallbackHeaders,
  type PayEvent,
  type PayProvider,
  type PrepayRequest,
  type PaymentInstruction,
  type TradeState,
} from '../pay.ts'
import { readAlipayFunds, readAlipayTrades, unpackBill } from './bills.ts'
import { createAlipayClient, type AlipayAccount } from './client.ts'
import { createAlipayRefunds } from './refunds.ts'
import { Notice, Reply, toAlipayTime, toAttemptNo, toTradeNo, toTradeState, Trade } from './replies.ts'

const maxBillBytes = 200 * 1024 * 1024

/** Characters that Alipay forbids in subjects, and the separator of bill cells. */
const plainTitle = (title: string) => title.replaceAll(/[/=&,"\t\r\n]/g, ' ').slice(0, 100)

export function createAlipay(account: AlipayAccount): PayProvider {
  const client = createAlipayClient(account)
  const { sdk, send } = client
  const refunds = createAlipayRefunds(client)

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

  async function downloadBill(day: string, kind: ProviderBillType) {
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
    if (callback['sign_type'] !== 'RSA2') throw new UntrustedCallbackError('no RSA2 signature')
    if (!sdk.checkNotifySignV2(callback)) throw new UntrustedCallbackError('wrong signature')
    const parsed = Notice.safeParse(callback)
    if (!parsed.success) throw new UntrustedCallbackError(`not readable: ${parsed.error.message.slice(0, 100)}`)
    const notice = parsed.data
    const isOurs = account.sellerId === '' || notice.seller_id === account.sellerId
    if (notice.app_id !== account.appId || !isOurs) throw new UntrustedCallbackError('meant for another')
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

  return { name: 'alipay', prepay, query: queryTrade, close, ...refunds, bill: downloadBill, readCallback }
}
