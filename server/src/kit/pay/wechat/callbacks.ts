// Callbacks of WeChat Pay: verified, decrypted, and read.
import { z } from 'zod'
import { UntrustedCallbackError, type CallbackHeaders, type PayEvent } from '../pay.ts'
import { isSignatureValid, nowSeconds, openResource, replyText } from '../signing.ts'
import type { WechatAccount } from './client.ts'
import { RefundCallback, RefundNote, toRefundState, toTradeState, Trade } from './replies.ts'

const maxClockSkewSeconds = 300

const readHeader = (headers: CallbackHeaders, name: string): string => {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') throw new UntrustedCallbackError(`no ${name}`)
  return value
}

/**
 * Verifies, decrypts and reads a callback.
 * @throws UntrustedCallbackError
 */
export async function readWechatCallback(
  { mchId, keyring, apiV3Key }: Pick<WechatAccount, 'mchId' | 'keyring' | 'apiV3Key'>,
  headers: CallbackHeaders,
  body: string,
): Promise<PayEvent> {
  const timestamp = readHeader(headers, 'wechatpay-timestamp')
  const signature = readHeader(headers, 'wechatpay-signature')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - Number(nowSeconds())) > maxClockSkewSeconds) {
    throw new UntrustedCallbackError('too old or too early')
  }
  const serial = readHeader(headers, 'wechatpay-serial')
  const findKey = () => (Object.hasOwn(keyring.keys(), serial) ? keyring.keys()[serial] : undefined)
  let key = findKey()
  if (!key) {
    // a new certificate; if its download fails now, WeChat repeats the callback
    await keyring.renew()
    key = findKey()
  }
  if (!key) throw new UntrustedCallbackError('signed with an unknown key')
  // WeChat's own probes have a signature that begins with WECHATPAY/SIGNTEST/; they must fail here like any wrong
  // signature
  if (!isSignatureValid(replyText(timestamp, readHeader(headers, 'wechatpay-nonce'), body), signature, key)) {
    throw new UntrustedCallbackError('wrong signature')
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
      return { type: 'refund', refundNo, refundState: toRefundState(status, doneAt) }
    }
    return { type: 'other', name: note.event_type.slice(0, 60) }
  } catch (error) {
    // signed by WeChat, but not readable: our APIv3 key is wrong, or the callback is for another merchant
    throw new UntrustedCallbackError(`not readable: ${(error as Error).message.slice(0, 100)}`)
  }
}
