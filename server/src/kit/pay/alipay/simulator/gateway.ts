// Gateway of the Alipay stand-in: HTTP on this machine, with real RSA2 signatures. As with Alipay, a code that was not
// scanned has no trade yet.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { toAlipayTime } from '../replies.ts'
import { parseCents } from '../../amounts.ts'
import { signText } from '../../signing.ts'
import { packAlipayFunds, packAlipayTrades } from './bill.ts'
import { certificateSn, describeTrade, isSignedByMerchant } from './protocol.ts'
import { openFaultServer, readBody, type FaultServer } from '../../simulator/fault-server.ts'
import * as store from '../../simulator/store.ts'
import type { GatewayDependencies } from '../../simulator/protocol.ts'

type ResponseNode = { code: string; sub_msg?: string; [name: string]: unknown }
const createSuccess = (fields: object = {}): ResponseNode => ({ code: '10000', msg: 'Success', ...fields })
const createRefusal = (subCode: string, message: string): ResponseNode => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: message,
})
const missing = createRefusal('ACQ.TRADE_NOT_EXIST', '交易不存在')

const Prepay = z.object({
  out_trade_no: z.string().regex(/^\w{1,64}$/),
  total_amount: z.string().transform(parseCents).pipe(z.number().min(1)),
  subject: z
    .string()
    .min(1)
    .regex(/^[^/=&]*$/),
  time_expire: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  product_code: z.enum(['QR_CODE_OFFLINE', 'FAST_INSTANT_TRADE_PAY', 'QUICK_WAP_WAY']),
})
const Named = z.object({ out_trade_no: z.string() })
const RefundInput = Named.extend({
  refund_amount: z.string().transform(parseCents).pipe(z.number().min(1)),
  out_request_no: z.string().regex(/^\w{1,64}$/),
})
const RefundQuery = Named.extend({ out_request_no: z.string() })
const BillQuery = z.object({ bill_type: z.enum(['trade', 'signcustomer']), bill_date: z.string() })

type AlipayGatewayParts = GatewayDependencies & {
  /** PEM texts in certificate mode: of the app, the gateway, and the common root. */
  certificates?: { app: string; own: string; root: string }
}

export async function openAlipayGateway({
  sql,
  keys,
  trades,
  publicUrl,
  certificates,
}: AlipayGatewayParts): Promise<FaultServer> {
  const bills = new Map<string, Buffer>()

  async function beginTrade(type: string, content: unknown, notifyUrl: string): Promise<store.TradeRow | ResponseNode> {
    const parsed = Prepay.safeParse(content)
    if (!parsed.success) return createRefusal('ACQ.INVALID_PARAMETER', parsed.error.issues[0]?.path.join('.') ?? '')
    const { out_trade_no: no, total_amount: cents, subject, time_expire: until } = parsed.data
    const trade = await store.insertTrade(sql, {
      provider: 'alipay',
      out_trade_no: no,
      trade_type: type,
      description: subject,
      total_cents: cents,
      notify_url: notifyUrl,
      openid: null,
      token: randomBytes(12).toString('base64url'),
      expires_at: new Date(`${until.replace(' ', 'T')}+08:00`),
    })
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND')
      return createRefusal('ACQ.TRADE_HAS_SUCCESS', '交易已被支付')
    if (trade.state === 'CLOSED') return createRefusal('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
    if (trade.total_cents !== cents) return createRefusal('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改')
    return trade
  }
  const cashierUrlOf = (trade: store.TradeRow) => `${publicUrl}/dev/cashier/${trade.token}`

  /** The trade with this number; null for a code that was not scanned. */
  async function findTrade(no: string): Promise<store.TradeRow | null> {
    const trade = await store.selectTrade(sql, no)
    return trade?.trade_type === 'PRECREATE' && trade.state === 'NOTPAY' ? null : trade
  }

  async function close(no: string): Promise<ResponseNode> {
    const existingTrade = await store.selectTrade(sql, no)
    if (existingTrade?.state === 'NOTPAY' && faultServer.takeFault('paidWhileClosing'))
      await trades.pay(existingTrade, existingTrade.total_cents, true)
    const trade = await findTrade(no)
    if (!trade) return missing
    if (await store.updateTradeState(sql, no, ['NOTPAY'], 'CLOSED')) return createSuccess({ out_trade_no: no })
    return createRefusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
  }

  async function refund(content: unknown, notifyUrl: string): Promise<ResponseNode> {
    const { out_trade_no: no, refund_amount: cents, out_request_no: refundNo } = RefundInput.parse(content)
    const trade = await findTrade(no)
    if (!trade?.transaction_id) return missing
    const fields = { out_trade_no: no, trade_no: trade.transaction_id, refund_fee: formatYuan(cents) }
    const existingRefund = await store.selectRefund(sql, refundNo)
    if (existingRefund) {
      const isSame = existingRefund.cents === cents && existingRefund.out_trade_no === no
      return isSame
        ? createSuccess({ ...fields, fund_change: 'N' })
        : createRefusal('ACQ.DISCORDANT_REPEAT_REQUEST', '请求信息不一致')
    }
    const centsLeft = (trade.paid_cents ?? 0) - (await store.sumRefunds(sql, no))
    if (cents > centsLeft) return createRefusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限')
    const row = await store.insertRefund(sql, {
      out_refund_no: refundNo,
      refund_id: refundNo,
      out_trade_no: no,
      cents,
      notify_url: notifyUrl,
      state: 'SUCCESS',
      done_at: new Date(),
    })
    await trades.announceRefund(row)
    return createSuccess({ ...fields, fund_change: 'Y', gmt_refund_pay: toAlipayTime(row.done_at!) })
  }

  async function queryRefund(content: unknown): Promise<ResponseNode> {
    const { out_trade_no: no, out_request_no: refundNo } = RefundQuery.parse(content)
    if (!(await findTrade(no))) return missing
    const row = await store.selectRefund(sql, refundNo)
    if (!row?.done_at) return createSuccess()
    const fields = { out_trade_no: no, out_request_no: refundNo, refund_amount: formatYuan(row.cents) }
    return createSuccess({ ...fields, refund_status: 'REFUND_SUCCESS', gmt_refund_pay: toAlipayTime(row.done_at) })
  }

  async function answerBill(content: unknown): Promise<ResponseNode> {
    const { bill_type: type, bill_date: day } = BillQuery.parse(content)
    const [paid, refunded] = await Promise.all([
      store.selectPaidTrades(sql, 'alipay', day),
      store.selectRefundedTrades(sql, 'alipay', day),
    ])
    if (paid.length + refunded.length === 0) return createRefusal('isp.bill_not_exist', '账单不存在')
    const token = randomBytes(16).toString('hex')
    bills.set(token, await (type === 'trade' ? packAlipayTrades : packAlipayFunds)(day, paid, refunded))
    return createSuccess({ bill_download_url: `${faultServer.url}bill/${token}` })
  }

  async function answerMethod(method: string, content: unknown, notifyUrl: string): Promise<ResponseNode> {
    if (method === 'alipay.trade.precreate') {
      const trade = await beginTrade('PRECREATE', content, notifyUrl)
      return 'code' in trade ? trade : createSuccess({ out_trade_no: trade.out_trade_no, qr_code: cashierUrlOf(trade) })
    }
    if (method === 'alipay.trade.query') {
      const trade = await findTrade(Named.parse(content).out_trade_no)
      return trade ? createSuccess(describeTrade(trade)) : missing
    }
    if (method === 'alipay.trade.close') return close(Named.parse(content).out_trade_no)
    if (method === 'alipay.trade.refund') return refund(content, notifyUrl)
    if (method === 'alipay.trade.fastpay.refund.query') return queryRefund(content)
    if (method === 'alipay.data.dataservice.bill.downloadurl.query') return answerBill(content)
    return createRefusal('isv.invalid-method', '不存在的方法名')
  }

  function reply(response: ServerResponse, method: string, node: ResponseNode): void {
    const text = JSON.stringify(node)
    const signature = faultServer.takeFault('unsigned')
      ? ''
      : `,"sign":"${signText(text, faultServer.takeFault('wrongKey') ? keys.merchant : keys.platform)}"`
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    const serial = certificates ? `,"alipay_cert_sn":"${certificateSn(certificates.own)}"` : ''
    response.end(`{"${method.replaceAll('.', '_')}_response":${text}${serial}${signature}}`)
  }

  /** Begins the trade, and redirects the payer to the cashier. */
  async function openPage(response: ServerResponse, type: string, content: unknown, notifyUrl: string): Promise<void> {
    const trade = await beginTrade(type, content, notifyUrl)
    if ('code' in trade) response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(trade.sub_msg)
    else response.writeHead(302, { Location: cashierUrlOf(trade) }).end()
  }

  const namesCertificates = (fields: Record<string, string>) =>
    !certificates ||
    (fields['app_cert_sn'] === certificateSn(certificates.app) &&
      fields['alipay_root_cert_sn'] === certificateSn(certificates.root))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const packed = bills.get(pathname.split('/')[2] ?? '')
    if (packed) {
      response.setHeader('Content-Type', 'application/zip')
      return void response.end(packed)
    }
    const bodyFields = new URLSearchParams((await readBody(request)).toString('utf8'))
    const fields = { ...Object.fromEntries(searchParams), ...Object.fromEntries(bodyFields) }
    const method = fields['method'] ?? ''
    if (!isSignedByMerchant(fields, keys))
      return reply(response, method, createRefusal('isv.invalid-signature', '无效签名'))
    if (!namesCertificates(fields))
      return reply(response, method, createRefusal('isv.app-cert-invalid', '证书序列号不匹配'))
    await trades.payArrivedTrades()
    const content: unknown = JSON.parse(fields['biz_content'] ?? '{}')
    const notifyUrl = fields['notify_url'] ?? ''
    const page = /^alipay\.trade\.(page|wap)\.pay$/.exec(method)?.[1]
    if (page) return openPage(response, page.toUpperCase(), content, notifyUrl)
    reply(response, method, await answerMethod(method, content, notifyUrl))
  }

  const faultServer = await openFaultServer(handle)
  return faultServer
}
