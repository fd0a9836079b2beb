// Refunds by WeChat Pay.
import { constants, publicEncrypt, type KeyObject } from 'node:crypto'
import { GatewayFault, type BankCard, type PayProvider, type ProviderRefundState } from '../pay.ts'
import { requireNewestKey, type WechatAccount, type WechatClient } from './client.ts'
import type { PlatformKeys } from './keys.ts'
import { Refund, toRefundState } from './replies.ts'

const encryptFor = (key: KeyObject, text: string): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, Buffer.from(text)).toString(
    'base64',
  )

export function createWechatRefunds({ notifyUrl }: Pick<WechatAccount, 'notifyUrl'>, { send }: WechatClient) {
  async function refund(input: Parameters<PayProvider['refund']>[0]): Promise<ProviderRefundState> {
    const body = {
      transaction_id: input.transactionId,
      out_refund_no: input.refundNo,
      reason: input.reason,
      notify_url: notifyUrl(),
      amount: { refund: input.amountCents, total: input.paidCents, currency: 'CNY' },
    }
    const reply = await send(Refund, 'post', 'v3/refund/domestic/refunds', { body })
    return toRefundState(reply.status, reply.success_time)
  }

  async function queryRefund({ refundNo }: { refundNo: string }): Promise<ProviderRefundState> {
    try {
      const reply = await send(Refund, 'get', `v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`)
      return toRefundState(reply.status, reply.success_time)
    } catch (error) {
      if (error instanceof GatewayFault && /^RESOURCE_?NOT_?EXISTS?$/.test(error.code)) return { state: 'absent' }
      throw error
    }
  }

  async function redirectRefund({ refundNo }: { refundNo: string }, card: BankCard | null) {
    const existingRefund = await send(Refund, 'get', `v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`)
    if (existingRefund.status !== 'ABNORMAL') {
      return { refundState: toRefundState(existingRefund.status, existingRefund.success_time), isRedirected: false }
    }
    const path = `v3/refund/domestic/refunds/${encodeURIComponent(existingRefund.refund_id)}/apply-abnormal-refund`
    const createBody = (keys: PlatformKeys) => ({
      out_refund_no: refundNo,
      ...(card
        ? {
            type: 'USER_BANK_CARD',
            bank_type: card.bank,
            bank_account: encryptFor(requireNewestKey(keys).key, card.account),
            real_name: encryptFor(requireNewestKey(keys).key, card.holder),
          }
        : { type: 'MERCHANT_BANK_CARD' }),
    })
    const reply = await send(Refund, 'post', path, { body: createBody })
    return { refundState: toRefundState(reply.status, reply.success_time), isRedirected: true }
  }

  return { refund, queryRefund, redirectRefund }
}
