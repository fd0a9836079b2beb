// WeChat Pay APIv3: payments and bills. The library does not verify bills, so they are verified here. Numbers and names
// follow pay.weixin.qq.com/doc/v3.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import {
  GatewayFault,
  type ProviderBillType,
  type PayProvider,
  type PaymentInstruction,
  type PrepayRequest,
  type TradeState,
} from '../pay.ts'
import { createNonce, invokeText, nowSeconds, signText } from '../signing.ts'
import { readFundBill, readTradeBill } from './bills.ts'
import { readWechatCallback } from './callbacks.ts'
import { createWechatClient, type WechatAccount } from './client.ts'
import { createWechatRefunds } from './refunds.ts'
import { BillLink, toGatewayFault, toRfc3339, toTradeState, Trade } from './replies.ts'

/** Time limit of a request while the payer waits; a job queries the result afterwards. */
const requestTimeoutMs = 8_000
const maxBillBytes = 200 * 1024 * 1024

export function createWechat(account: WechatAccount, timeout = requestTimeoutMs): PayProvider {
  const { appId, mchId, mchKey, keyring, notifyUrl } = account
  const client = createWechatClient(account, timeout)
  const { send } = client
  const tradePathOf = (attemptNo: string) => `v3/pay/transactions/out-trade-no/${encodeURIComponent(attemptNo)}`

  function createJsapiInstruction(prepayId: string): PaymentInstruction {
    const [timeStamp, nonceStr, packageText] = [nowSeconds(), createNonce(), `prepay_id=${prepayId}`]
    const paySign = signText(invokeText(appId, timeStamp, nonceStr, packageText), mchKey)
    return { kind: 'jsapi', invoke: { appId, timeStamp, nonceStr, package: packageText, signType: 'RSA', paySign } }
  }

  async function prepay({
    attemptNo,
    method,
    title,
    amountCents,
    expiresAt,
    openid,
    ip,
  }: PrepayRequest): Promise<PaymentInstruction> {
    const body = {
      appid: appId,
      mchid: mchId,
      // the bill separates its cells by back quotes, so the title must have none
      description: title.replaceAll('`', '').slice(0, 40),
      out_trade_no: attemptNo,
      time_expire: toRfc3339(expiresAt),
      notify_url: notifyUrl(),
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
    return createJsapiInstruction(reply.prepay_id)
  }

  async function queryTrade(attemptNo: string): Promise<TradeState> {
    try {
      const trade = await send(Trade, 'get', tradePathOf(attemptNo), { params: { mchid: mchId } })
      if (trade.out_trade_no !== attemptNo) throw new GatewayFault('', 'an answer about another trade')
      return toTradeState(trade)
    } catch (error) {
      if (error instanceof GatewayFault && /^ORDER_?NOT_?EXISTS?$/.test(error.code)) return { state: 'absent' }
      throw error
    }
  }

  async function close(attemptNo: string): Promise<'closed' | 'paid'> {
    try {
      await send(z.unknown(), 'post', `${tradePathOf(attemptNo)}/close`, { body: { mchid: mchId } })
      return 'closed'
    } catch (error) {
      const { code } = toGatewayFault(error)
      if (/^ORDER_?NOT_?EXISTS?$|^ORDER_?CLOSED$/.test(code)) return 'closed'
      if (/^ORDER_?PAID$/.test(code)) return 'paid'
      throw error
    }
  }

  async function downloadBill(day: string, kind: ProviderBillType) {
    const path = kind === 'trade' ? 'v3/bill/tradebill' : 'v3/bill/fundflowbill'
    const parameters: Record<string, string> = kind === 'trade' ? { bill_type: 'ALL' } : { account_type: 'BASIC' }
    let billLink: z.output<typeof BillLink>
    try {
      const params = { bill_date: day, ...parameters, tar_type: 'GZIP' }
      billLink = await send(BillLink, 'get', path, { params })
    } catch (error) {
      if (error instanceof GatewayFault && error.code === 'NO_STATEMENT_EXIST') return null
      throw error
    }
    const { pathname, searchParams } = new URL(billLink.download_url)
    // the library does not verify the reply to this address, so the hash is compared
    const packed = await send(z.instanceof(Buffer), 'get', pathname.slice(pathname.indexOf('v3/billdownload')), {
      params: Object.fromEntries(searchParams),
      config: { responseType: 'arraybuffer', maxContentLength: maxBillBytes },
    })
    const bytes = gunzipSync(packed, { maxOutputLength: maxBillBytes })
    // digest of the bill, not of its archive
    const hash = createHash('sha1').update(bytes).digest('hex')
    if (billLink.hash_type !== 'SHA1' || hash !== billLink.hash_value.toLowerCase()) {
      throw new GatewayFault('', 'the bill is not what its hash says')
    }
    const text = bytes.toString('utf8')
    return { ...(kind === 'trade' ? readTradeBill(text) : readFundBill(text)), hash, bytes }
  }

  return {
    name: 'wechat',
    prepay,
    query: queryTrade,
    close,
    bill: downloadBill,
    ...createWechatRefunds(account, client),
    readCallback: (headers, body) => readWechatCallback(account, headers, body),
    renewKeys: () => keyring.renew(),
  }
}
