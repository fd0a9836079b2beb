// Requests to services that the operator has listed, through the server. Loaded on first use.
import { proxyMethods } from '@xinqiao/contract/im/proxy.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'

export type ProxyMethod = (typeof proxyMethods)[number]
export type HttpRequestProxyOptions = {
  zone: string
  path: string
  /** Method of the request: its name, or its number from 1. */
  method?: ProxyMethod | number
  /** Headers of the request: an object, or its JSON. */
  header?: Record<string, string> | string
  body?: string
}
type ProxyReply = { code: number; header: string; body: string }

export const createProxyApi = ({ client }: Pick<NimCore, 'client'>) => ({
  httpRequestProxy({ zone, path, method, header, body, done }: HttpRequestProxyOptions & WithDone<ProxyReply>): void {
    const name = typeof method === 'number' ? proxyMethods[method - 1] : method
    callDone(done, () =>
      client.request('proxy.httpProxy', {
        zone,
        path,
        ...(method !== undefined && { method: name ?? (`${method}` as ProxyMethod) }),
        ...(header !== undefined && { header: typeof header === 'string' ? header : JSON.stringify(header) }),
        ...(body !== undefined && { body }),
      }),
    )
  },
})
