// WeChat Pay APIv3. The library signs requests and verifies replies; callbacks and bills are verified here. Numbers and
// names follow pay.weixin.qq.com/doc/v3.
import { constants, createHash, publicEncrypt, type KeyObject } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { Wechatpay } from 'wechatpay-axios-plugin'
import { z } from 'zod'
import { readFundBill, readTradeBill } from './bills.ts'
import {
  BadCallback,
  GatewayFault,
  type BankCard,
  type BillKind,
  type CallbackHeaders,
  type PayEvent,
  type PayProvider,
  type Prepay,
  type RefundFact,
  type Ticket,
  type TradeState,
} from '../pay.ts'
import { invokeText, isSigned, createNonce, nowSeconds, openResource, replyText, signText } from '../signing.ts'
import type { Keyring, PlatformKeys } from './keys.ts'
import {
  BillPlace,
  RefundCallback,
  Refund,
  RefundNote,
  toFault,
  toRefundFact,
  toRfc3339,
  toTradeState,
  Trade,
} from './words.ts'

export type WechatAccount = {
  baseUrl: string
  appId: string
  mchId: string
  /** Serial number of the merchant's certificate, and its key. */
  mchSerial: string
  mchKey: KeyObject
  keyring: Keyring
  apiV3Key: string
  notifyUrl: () => string
}

/** Timeout of an interactive call; the result is queried afterwards. */
const requestTimeoutMs = 8_000
const maxClockSkewSeconds = 300
const maxBillBytes = 200 * 1024 * 1024

const readHeader = (headers: CallbackHeaders, name: string): string => {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') throw new BadCallback(`no ${name}`)
  return value
}

/** The key that our requests name: WeChat signs replies with it, and we encrypt fields for it. */
function findNewestKey(keys: PlatformKeys): { serial: string; key: KeyObject } {
  const newest = Object.entries(keys).at(-1)
  if (!newest) throw new GatewayFault('', 'no key of WeChat is known')
  return { serial: newest[0], key: newest[1] }
}
const encryptFor = (key: KeyObject, text: string): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, Buffer.from(text)).toString(
    'base64',
  )

export function createWechat(account: WechatAccount, timeout = requestTimeoutMs): PayProvider {
  const { appId, mchId, mchKey, keyring, apiV3Key } = account
  let opened: { keys: PlatformKeys; library: Wechatpay } | undefined
  /** The library accepts keys only once, so new keys need a new instance. */
  async function open() {
    if (Object.keys(keyring.keys()).length === 0) await keyring.renew()
    const keys = keyring.keys()
    if (opened?.keys === keys) return opened
    const library = new Wechatpay({
      mchid: mchId,
      serial: account.mchSerial,
      privateKey: mchKey as never,
      certs: keys,
      baseURL: account.baseUrl,
      timeout,
      maxRedirects: 0,
      proxy: false,
    })
    return (opened = { keys, library })
  }

  type RequestContext = {
    /** A body, or a function that creates it from WeChat's keys, for an encrypted field. */
    body?: object | ((keys: PlatformKeys) => object)
    params?: Record<string, string>
    config?: { responseType: 'arraybuffer'; maxContentLength: number }
  }
  async function send<T extends z.ZodType>(
    schema: T,
    method: 'get' | 'post',
    path: string,
    { body, params, config }: RequestContext = {},
  ): Promise<z.output<T>> {
    const request = async () => {
      const { keys, library } = await open()
      // tells WeChat the key with which it must sign the reply
      const headers = { 'Wechatpay-Serial': findNewestKey(keys).serial }
      const options = { headers, ...(params && { params }), ...config }
      return library.client.request(path, method, typeof body === 'function' ? body(keys) : body, options)
    }
    const reply = await request()
      .catch(async (error: unknown) => {
        // signed with a key that is not known yet; every call is idempotent and can be repeated
        const isUnknown = /PLATFORM_SERIAL/.test((error as { code?: string }).code ?? '')
        if (!isUnknown || !(await keyring.renew())) throw error
        return request()
      })
      .catch((error: unknown) => {
        throw toFault(error)
      })
    const parsed = schema.safeParse(reply.data)
    if (!parsed.success) throw new GatewayFault('', 'an answer that cannot be read')
    return parsed.data
  }
  const tradePath = (attemptNo: string) => `v3/pay/transactions/out-trade-no/${encodeURIComponent(attemptNo)}`

  function invokeTicket(prepayId: string): Ticket {
    const [timeStamp, nonceStr, packageText] = [nowSeconds(), createNonce(), `prepay_id=${prepayId}`]
    const paySign = signText(invokeText(appId, timeStamp, nonceStr, packageText), mchKey)
    return { kind: 'jsapi', invoke: { appId, timeStamp, nonceStr, package: packageText, signType: 'RSA', paySign } }
  }

  async function prepay({ attemptNo, method, title, amountCents, expiresAt, openid, ip }: Prepay): Promise<Ticket> {
    const body = {
      appid: appId,
      mchid: mchId,
      // separators of cells in the bill
      description: title.replaceAll('`', '').slice(0, 40),
      out_trade_no: attemptNo,
      time_expire: toRfc3339(expiresAt),
      notify_url: account.notifyUrl(),
      amount: { total: amountCents, currency: 'CNY' },
    }
    if (method === 'native') {
      const { code_url: url } = await send(z.object({ code_url: z.string() }), 'post', 'v3/pay/transactions/native', {
        body,
      })
      return { kind: 'qr', url }
    }
    if (method === 'h5') {
      const scene = { scene_info: { payer_client_ip: ip, h5_info: { type: 'Wap' } } }
      const reply = await send(z.object({ h5_url: z.string() }), 'post', 'v3/pay/transactions/h5', {
        body: { ...body, ...scene },
      })
      return { kind: 'link', url: reply.h5_url }
    }
    if (method !== 'jsapi' || !openid) throw new GatewayFault('PARAM_ERROR', `cannot pay by ${method} here`)
    const reply = await send(z.object({ prepay_id: z.string() }), 'post', 'v3/pay/transactions/jsapi', {
      body: { ...body, payer: { openid } },
    })
    return invokeTicket(reply.prepay_id)
  }

  async function query(attemptNo: string): Promise<TradeState> {
    try {
      const trade = await send(Trade, 'get', tradePath(attemptNo), { params: { mchid: mchId } })
      if (trade.out_trade_no !== attemptNo) throw new GatewayFault('', 'an answer about another trade')
      return toTradeState(trade)
    } catch (error) {
      if (error instanceof GatewayFault && /^ORDER_?NOT_?EXISTS?$/.test(error.code)) return { state: 'absent' }
      throw error
    }
  }

  async function close(attemptNo: string): Promise<'closed' | 'paid'> {
    try {
      await send(z.unknown(), 'post', `${tradePath(attemptNo)}/close`, { body: { mchid: mchId } })
      return 'closed'
    } catch (error) {
      const { code } = toFault(error)
      if (/^ORDER_?NOT_?EXISTS?$|^ORDER_?CLOSED$/.test(code)) return 'closed'
      if (/^ORDER_?PAID$/.test(code)) return 'paid'
      throw error
    }
  }

  async function refund(input: Parameters<PayProvider['refund']>[0]): Promise<RefundFact> {
    const body = {
      transaction_id: input.transactionId,
      out_refund_no: input.refundNo,
      reason: input.reason,
      notify_url: account.notifyUrl(),
      amount: { refund: input.amountCents, total: input.paidCents, currency: 'CNY' },
    }
    const reply = await send(Refund, 'post', 'v3/refund/domestic/refunds', { body })
    return toRefundFact(reply.status, reply.success_time)
  }

  async function queryRefund({ refundNo }: { refundNo: string }): Promise<RefundFact> {
    try {
      const reply = await send(Refund, 'get', `v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`)
      return toRefundFact(reply.status, reply.success_time)
    } catch (error) {
      if (error instanceof GatewayFault && /^RESOURCE_?NOT_?EXISTS?$/.test(error.code)) return { state: 'absent' }
      throw error
    }
  }

  async function redirectRefund({ refundNo }: { refundNo: string }, card: BankCard | null) {
    const known = await send(Refund, 'get', `v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`)
    if (known.status !== 'ABNORMAL') {
      return { fact: toRefundFact(known.status, known.success_time), isRedirected: false }
    }
    const path = `v3/refund/domestic/refunds/${encodeURIComponent(known.refund_id)}/apply-abnormal-refund`
    const body = (keys: PlatformKeys) => ({
      out_refund_no: refundNo,
      ...(card
        ? {
            type: 'USER_BANK_CARD',
            bank_type: card.bank,
            bank_account: encryptFor(findNewestKey(keys).key, card.account),
            real_name: encryptFor(findNewestKey(keys).key, card.holder),
          }
        : { type: 'MERCHANT_BANK_CARD' }),
    })
    const reply = await send(Refund, 'post', path, { body })
    return { fact: toRefundFact(reply.status, reply.success_time), isRedirected: true }
  }

  async function bill(day: string, kind: BillKind) {
    const path = kind === 'trade' ? 'v3/bill/tradebill' : 'v3/bill/fundflowbill'
    const parameters: Record<string, string> = kind === 'trade' ? { bill_type: 'ALL' } : { account_type: 'BASIC' }
    let place: z.output<typeof BillPlace>
    try {
      const params = { bill_date: day, ...parameters, tar_type: 'GZIP' }
      place = await send(BillPlace, 'get', path, { params })
    } catch (error) {
      if (error instanceof GatewayFault && error.code === 'NO_STATEMENT_EXIST') return null
      throw error
    }
    const { pathname, searchParams } = new URL(place.download_url)
    // the library does not verify the reply to this address, so the hash is compared
    const packed = await send(z.instanceof(Buffer), 'get', pathname.slice(pathname.indexOf('v3/billdownload')), {
      params: Object.fromEntries(searchParams),
      config: { responseType: 'arraybuffer', maxContentLength: maxBillBytes },
    })
    const bytes = gunzipSync(packed, { maxOutputLength: maxBillBytes })
    // digest of the bill, not of its archive
    const hash = createHash('sha1').update(bytes).digest('hex')
    if (place.hash_type !== 'SHA1' || hash !== place.hash_value.toLowerCase()) {
      throw new GatewayFault('', 'the bill is not what its hash says')
    }
    const text = bytes.toString('utf8')
    return { ...(kind === 'trade' ? readTradeBill(text) : readFundBill(text)), hash, bytes }
  }

  async function readCallback(headers: CallbackHeaders, body: string): Promise<PayEvent> {
    const timestamp = readHeader(headers, 'wechatpay-timestamp')
    const signature = readHeader(headers, 'wechatpay-signature')
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - Number(nowSeconds())) > maxClockSkewSeconds) {
      throw new BadCallback('too old or too early')
    }
    const serial = readHeader(headers, 'wechatpay-serial')
    const find = () => (Object.hasOwn(keyring.keys(), serial) ? keyring.keys()[serial] : undefined)
    let key = find()
    if (!key) {
      // a new certificate; if its download fails now, WeChat repeats the callback
      await keyring.renew()
      key = find()
    }
    if (!key) throw new BadCallback('signed with an unknown key')
    // WeChat's own probes have a signature that begins with WECHATPAY/SIGNTEST/; they must fail here like any wrong
    // signature
    if (!isSigned(replyText(timestamp, readHeader(headers, 'wechatpay-nonce'), body), signature, key)) {
      throw new BadCallback('wrong signature')
    }
    try {
      const note = RefundCallback.parse(JSON.parse(body))
      const resource: unknown = JSON.parse(openResource(note.resource, apiV3Key))
      if (note.event_type === 'TRANSACTION.SUCCESS') {
        const trade = Trade.extend({ mchid: z.literal(mchId) }).parse(resource)
        const state = toTradeState(trade)
        return state.state === 'paid'
          ? { ...state, type: 'paid', attemptNo: trade.out_trade_no }
          : { type: 'other', name: trade.trade_state }
      }
      if (note.event_type.startsWith('REFUND.')) {
        const { out_refund_no: refundNo, refund_status: status, success_time: doneAt } = RefundNote.parse(resource)
        return { type: 'refund', refundNo, fact: toRefundFact(status, doneAt) }
      }
      return { type: 'other', name: note.event_type.slice(0, 60) }
    } catch (error) {
      // signed by WeChat, but not readable: our APIv3 key is wrong, or the callback is for another merchant
      throw new BadCallback(`not readable: ${(error as Error).message.slice(0, 100)}`)
    }
  }

  const renewKeys = () => keyring.renew()
  return { name: 'wechat', prepay, query, close, refund, queryRefund, redirectRefund, bill, readCallback, renewKeys }
}
