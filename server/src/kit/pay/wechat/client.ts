// Requests to WeChat Pay. The library signs requests and verifies replies.
import type { KeyObject } from 'node:crypto'
import { Wechatpay } from 'wechatpay-axios-plugin'
import type { z } from 'zod'
import { GatewayFault } from '../pay.ts'
import type { PlatformKeyring, PlatformKeys } from './keys.ts'
import { toGatewayFault } from './replies.ts'

export type WechatAccount = {
  baseUrl: string
  appId: string
  mchId: string
  /** Serial number of the merchant's certificate, and its key. */
  mchSerial: string
  mchKey: KeyObject
  keyring: PlatformKeyring
  apiV3Key: string
  notifyUrl: () => string
}

/** The key that our requests name: WeChat signs replies with it, and we encrypt fields for it. */
export function requireNewestKey(keys: PlatformKeys): { serial: string; key: KeyObject } {
  const newest = Object.entries(keys).at(-1)
  if (!newest) throw new GatewayFault('', 'no key of WeChat is known')
  return { serial: newest[0], key: newest[1] }
}

/** @param timeout in milliseconds */
export function createWechatClient({ baseUrl, mchId, mchSerial, mchKey, keyring }: WechatAccount, timeout: number) {
  let openClient: { keys: PlatformKeys; library: Wechatpay } | undefined
  /** The library accepts keys only once, so new keys need a new instance. */
  async function open() {
    if (Object.keys(keyring.keys()).length === 0) await keyring.renew()
    const keys = keyring.keys()
    if (openClient?.keys === keys) return openClient
    const library = new Wechatpay({
      mchid: mchId,
      serial: mchSerial,
      privateKey: mchKey as never,
      certs: keys,
      baseURL: baseUrl,
      timeout,
      maxRedirects: 0,
      proxy: false,
    })
    return (openClient = { keys, library })
  }

  type RequestContext = {
    /** A body, or a function that creates it from WeChat's keys, for an encrypted field. */
    body?: object | ((keys: PlatformKeys) => object)
    params?: Record<string, string>
    config?: { responseType: 'arraybuffer'; maxContentLength: number }
  }
  /** @throws GatewayFault when the request fails, or the reply does not fit the schema */
  async function sendRequest<T extends z.ZodType>(
    schema: T,
    method: 'get' | 'post',
    path: string,
    { body, params, config }: RequestContext = {},
  ): Promise<z.output<T>> {
    const request = async () => {
      const { keys, library } = await open()
      // tells WeChat the key with which it must sign the reply
      const headers = { 'Wechatpay-Serial': requireNewestKey(keys).serial }
      const options = { headers, ...(params && { params }), ...config }
      return library.client.request(path, method, typeof body === 'function' ? body(keys) : body, options)
    }
    const reply = await request()
      .catch(async (error: unknown) => {
        // signed with a key that is not known yet; every request is idempotent and can be repeated
        const isUnknown = /PLATFORM_SERIAL/.test((error as { code?: string }).code ?? '')
        if (!isUnknown || !(await keyring.renew())) throw error
        return request()
      })
      .catch((error: unknown) => {
        throw toGatewayFault(error)
      })
    const parsed = schema.safeParse(reply.data)
    if (!parsed.success) throw new GatewayFault('', 'an answer that cannot be read')
    return parsed.data
  }
  return { send: sendRequest }
}

export type WechatClient = ReturnType<typeof createWechatClient>
