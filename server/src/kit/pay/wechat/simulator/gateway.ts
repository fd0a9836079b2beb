// Gateway of the WeChat stand-in: WeChat Pay APIv3 over HTTP on this machine, with real signatures.
import { constants, privateDecrypt, createHash, randomBytes, X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import {
  isSignatureValid,
  createNonce,
  nowSeconds,
  replyText,
  buildSigningText,
  sealResource,
  signText,
} from '../../signing.ts'
import { writeFundBill, writeTradeBill } from './bill.ts'
import { openFaultServer, readBody, type FaultServer } from '../../simulator/fault-server.ts'
import * as store from '../../simulator/store.ts'
import type { GatewayDependencies } from '../../simulator/protocol.ts'
import { describeRefund, describeTrade, createTransactionId, simulatedAccount } from './protocol.ts'

type GatewayReply = { status: number; body: object | Buffer | null }
const createRefusal = (status: number, code: string, message: string): GatewayReply => ({
  status,
  body: { code, message },
})
const emptyReply: GatewayReply = { status: 204, body: null }

const Prepay = z.object({
  appid: z.literal(simulatedAccount.appId),
  mchid: z.literal(simulatedAccount.mchId),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w|*-]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }),
  // WeChat requires an address without a query string
  notify_url: z.url().refine((url) => new URL(url).search === ''),
  amount: z.object({ total: z.number().int().min(1), currency: z.literal('CNY') }),
  payer: z.object({ openid: z.string().min(1) }).optional(),
  scene_info: z.object({ payer_client_ip: z.string().min(1), h5_info: z.object({ type: z.string() }) }).optional(),
})
const RefundInput = z.object({
  transaction_id: z.string(),
  out_refund_no: z.string().regex(/^[\w|*@-]{1,64}$/),
  reason: z.string().max(80).optional(),
  notify_url: z.url().optional(),
  amount: z.object({ refund: z.number().int().min(1), total: z.number().int(), currency: z.literal('CNY') }),
})

const AbnormalInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('MERCHANT_BANK_CARD'), out_refund_no: z.string() }),
  z.object({
    type: z.literal('USER_BANK_CARD'),
    out_refund_no: z.string(),
    bank_type: z.string().regex(/^[A-Z]+_DEBIT$/),
    bank_account: z.string(),
    real_name: z.string(),
  }),
])

const authorization =
  /^WECHATPAY2-SHA256-RSA2048 mchid="([^"]*)",serial_no="([^"]*)",timestamp="(\d+)",nonce_str="([^"]*)",signature="([^"]*)"$/

type WechatGatewayParts = GatewayDependencies & {
  /** Certificates as PEM texts, in certificate mode. */
  certificates?: readonly string[]
}

export async function openWechatGateway({
  sql,
  keys,
  trades,
  publicUrl,
  certificates = [],
}: WechatGatewayParts): Promise<FaultServer> {
  const bills = new Map<string, Buffer>()

  async function prepay(type: string, body: string): Promise<GatewayReply> {
    const parsed = Prepay.safeParse(JSON.parse(body))
    if (!parsed.success) return createRefusal(400, 'PARAM_ERROR', parsed.error.issues[0]?.path.join('.') ?? '')
    const input = parsed.data
    if (type === 'jsapi' && !input.payer) return createRefusal(400, 'PARAM_ERROR', 'payer.openid')
    if (type === 'h5' && !input.scene_info) return createRefusal(400, 'PARAM_ERROR', 'scene_info')
    const tradeValues = {
      trade_type: type === 'h5' ? 'MWEB' : type.toUpperCase(),
      description: input.description,
      total_cents: input.amount.total,
    }
    const trade = await store.insertTrade(sql, {
      ...tradeValues,
      provider: 'wechat',
      out_trade_no: input.out_trade_no,
      notify_url: input.notify_url,
      openid: input.payer?.openid ?? null,
      token: randomBytes(12).toString('base64url'),
      expires_at: new Date(input.time_expire),
    })
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') return createRefusal(400, 'ORDERPAID', '该订单已支付')
    if (trade.state === 'CLOSED') return createRefusal(400, 'ORDER_CLOSED', '该订单已关闭')
    const isSame = trade.total_cents === tradeValues.total_cents && trade.trade_type === tradeValues.trade_type
    if (!isSame) return createRefusal(400, 'INVALID_REQUEST', '商户订单号重复')
    const cashier = `${publicUrl}/dev/cashier/${trade.token}`
    if (type === 'native') return { status: 200, body: { code_url: cashier } }
    if (type === 'h5') return { status: 200, body: { h5_url: cashier } }
    return { status: 200, body: { prepay_id: `wx${trade.token}` } }
  }

  async function queryTrade(trade: store.TradeRow | null, params: URLSearchParams): Promise<GatewayReply> {
    if (params.get('mchid') !== simulatedAccount.mchId) return createRefusal(400, 'PARAM_ERROR', 'mchid')
    return trade ? { status: 200, body: describeTrade(trade) } : createRefusal(404, 'ORDER_NOT_EXIST', '订单不存在')
  }

  async function closeTrade(no: string): Promise<GatewayReply> {
    const trade = await store.selectTrade(sql, no)
    if (!trade) return createRefusal(404, 'ORDER_NOT_EXIST', '订单不存在')
    if (faultServer.takeFault('paidWhileClosing')) {
      await trades.pay(trade, trade.total_cents, true)
    }
    if (await store.updateTradeState(sql, no, ['NOTPAY', 'PAYERROR', 'CLOSED'], 'CLOSED')) return emptyReply
    return createRefusal(400, 'ORDERPAID', '该订单已支付')
  }

  async function refund(body: string): Promise<GatewayReply> {
    const parsed = RefundInput.safeParse(JSON.parse(body))
    if (!parsed.success) return createRefusal(400, 'PARAM_ERROR', parsed.error.issues[0]?.path.join('.') ?? '')
    const { out_refund_no: no, transaction_id: id, notify_url: url, amount } = parsed.data
    const trade = await store.selectTradeByTransaction(sql, id)
    if (!trade) return createRefusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    const existingRefund = await store.selectRefund(sql, no)
    if (existingRefund && existingRefund.cents !== amount.refund)
      return createRefusal(400, 'PARAM_ERROR', '与原退款单参数不一致')
    const centsLeft = (trade.paid_cents ?? 0) - (await store.sumRefunds(sql, trade.out_trade_no))
    if (!existingRefund && (amount.total !== trade.paid_cents || amount.refund > centsLeft)) {
      return createRefusal(400, 'PARAM_ERROR', '退款金额大于可退金额')
    }
    const state = faultServer.takeFault('abnormalRefund') || trade.refunds_fail ? 'ABNORMAL' : 'PROCESSING'
    const row =
      existingRefund ??
      (await store.insertRefund(sql, {
        out_refund_no: no,
        refund_id: `50${createTransactionId().slice(2)}`,
        out_trade_no: trade.out_trade_no,
        cents: amount.refund,
        notify_url: url ?? null,
        state,
        done_at: null,
      }))
    return { status: 200, body: describeRefund(row, id) }
  }

  async function queryRefund(no: string): Promise<GatewayReply> {
    const row = await store.selectRefund(sql, no)
    if (!row) return createRefusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
    const trade = await store.selectTrade(sql, row.out_trade_no)
    return { status: 200, body: describeRefund(row, trade?.transaction_id ?? '') }
  }

  /** Decrypts a field for the platform; empty when it was not encrypted. */
  function decrypt(text: string): string {
    try {
      const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }
      return privateDecrypt({ key: keys.platform, ...padding }, Buffer.from(text, 'base64')).toString('utf8')
    } catch {
      return ''
    }
  }

  async function redirectRefund(refundId: string, body: string): Promise<GatewayReply> {
    const parsed = AbnormalInput.safeParse(JSON.parse(body))
    if (!parsed.success) return createRefusal(400, 'PARAM_ERROR', parsed.error.issues[0]?.path.join('.') ?? '')
    const input = parsed.data
    if (input.type === 'USER_BANK_CARD') {
      const isReadable = /^\d{12,25}$/.test(decrypt(input.bank_account)) && decrypt(input.real_name) !== ''
      if (!isReadable) return createRefusal(400, 'PARAM_ERROR', '敏感信息解密失败')
    }
    const row = await store.markRefundRedirected(sql, refundId, input.out_refund_no)
    if (!row) return createRefusal(400, 'INVALID_REQUEST', '退款单状态不允许异常退款')
    const trade = await store.selectTrade(sql, row.out_trade_no)
    return { status: 200, body: describeRefund(row, trade?.transaction_id ?? '') }
  }

  async function answerBill(kind: 'trade' | 'fund', params: URLSearchParams): Promise<GatewayReply> {
    const day = params.get('bill_date') ?? ''
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || params.get('tar_type') !== 'GZIP')
      return createRefusal(400, 'PARAM_ERROR', 'bill')
    const [paid, refunded] = await Promise.all([
      store.selectPaidTrades(sql, 'wechat', day),
      store.selectRefundedTrades(sql, 'wechat', day),
    ])
    if (paid.length + refunded.length === 0) return createRefusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const text = kind === 'trade' ? writeTradeBill(simulatedAccount, paid, refunded) : writeFundBill(paid, refunded)
    const token = randomBytes(16).toString('hex')
    bills.set(token, gzipSync(text))
    const hash = createHash('sha1').update(faultServer.takeFault('wrongHash') ? 'something else' : text)
    return {
      status: 200,
      body: {
        hash_type: 'SHA1',
        hash_value: hash.digest('hex'),
        download_url: `${faultServer.url}v3/billdownload/file?token=${token}`,
      },
    }
  }

  const listCertificates = (): GatewayReply => ({
    status: 200,
    body: {
      data: certificates.map((pem) => ({
        serial_no: new X509Certificate(pem).serialNumber,
        encrypt_certificate: sealResource(pem, keys.apiV3Key, 'certificate'),
      })),
    },
  })

  function answerPath(
    method: string,
    { pathname, searchParams }: URL,
    body: string,
  ): Promise<GatewayReply> | GatewayReply {
    const [, , a = '', b = '', c = '', d = '', e = ''] = pathname.split('/').map(decodeURIComponent)
    const isTrade = a === 'pay' && b === 'transactions'
    if (method === 'POST' && isTrade && ['native', 'jsapi', 'h5'].includes(c) && !d) return prepay(c, body)
    if (method === 'POST' && isTrade && c === 'out-trade-no' && e === 'close') return closeTrade(d)
    if (method === 'GET' && isTrade && c === 'out-trade-no' && d && !e) {
      return store.selectTrade(sql, d).then((trade) => queryTrade(trade, searchParams))
    }
    if (method === 'GET' && isTrade && c === 'id' && d) {
      return store.selectTradeByTransaction(sql, d).then((trade) => queryTrade(trade, searchParams))
    }
    if (a === 'refund' && b === 'domestic' && c === 'refunds') {
      if (method === 'POST' && !d) return refund(body)
      if (method === 'GET' && d && !e) return queryRefund(d)
      if (method === 'POST' && d && e === 'apply-abnormal-refund') return redirectRefund(d, body)
    }
    if (method === 'GET' && a === 'certificates' && !b) return listCertificates()
    if (method === 'GET' && a === 'bill' && b === 'tradebill') return answerBill('trade', searchParams)
    if (method === 'GET' && a === 'bill' && b === 'fundflowbill') return answerBill('fund', searchParams)
    if (method === 'GET' && a === 'billdownload' && b === 'file') {
      const bytes = bills.get(searchParams.get('token') ?? '')
      return bytes ? { status: 200, body: bytes } : createRefusal(404, 'RESOURCE_NOT_EXISTS', 'token')
    }
    return createRefusal(404, 'NOT_FOUND', pathname)
  }

  function isFromMerchant(request: IncomingMessage, body: string): boolean {
    const match = authorization.exec(request.headers.authorization ?? '')
    if (!match) return false
    const [, mchId, serial, timestamp = '', nonce = '', signature = ''] = match
    const text = buildSigningText(request.method ?? '', request.url ?? '', timestamp, nonce, body)
    return (
      mchId === simulatedAccount.mchId &&
      serial === keys.mchSerial &&
      Math.abs(Number(timestamp) - Number(nowSeconds())) <= 300 &&
      isSignatureValid(text, signature, keys.merchantPublic)
    )
  }

  function sendReply(response: ServerResponse, { status, body }: GatewayReply): void {
    const bytes = body === null ? Buffer.alloc(0) : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const timestamp = faultServer.takeFault('skew') ? `${Number(nowSeconds()) - 301}` : nowSeconds()
    const nonce = createNonce()
    if (!faultServer.takeFault('unsigned')) {
      response.setHeader('Wechatpay-Timestamp', timestamp)
      response.setHeader('Wechatpay-Nonce', nonce)
      response.setHeader(
        'Wechatpay-Serial',
        faultServer.takeFault('unknownSerial') ? 'PUB_KEY_ID_OTHER' : keys.platformSerial,
      )
      const key = faultServer.takeFault('wrongKey') ? keys.merchant : keys.platform
      response.setHeader('Wechatpay-Signature', signText(replyText(timestamp, nonce, bytes.toString('utf8')), key))
    }
    response.setHeader('Content-Type', Buffer.isBuffer(body) ? 'application/x-gzip' : 'application/json; charset=utf-8')
    response.writeHead(status).end(bytes)
  }

  const faultServer = await openFaultServer(async (request, response) => {
    const body = (await readBody(request)).toString('utf8')
    if (!isFromMerchant(request, body)) return sendReply(response, createRefusal(401, 'SIGN_ERROR', '签名错误'))
    await trades.payArrivedTrades()
    sendReply(response, await answerPath(request.method ?? '', new URL(request.url ?? '/', faultServer.url), body))
  })
  return faultServer
}
