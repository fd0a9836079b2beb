// Requests of Alipay's gateway, signed and verified by its SDK.
import type { KeyObject } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'
import type { z } from 'zod'
import { GatewayFault } from '../pay.ts'
import { toSdkTrustOptions, type AlipayTrust } from './keys.ts'
import { Reply } from './replies.ts'

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

/** Time limit of a request to Alipay, the same as for WeChat. */
const requestTimeoutMs = 8_000

export function createAlipayClient(account: AlipayAccount) {
  const sdk = new AlipaySdk({
    appId: account.appId,
    privateKey: account.appKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyType: 'PKCS8',
    ...toSdkTrustOptions(account.trust),
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

  return { sdk, send }
}
export type AlipayClient = ReturnType<typeof createAlipayClient>
