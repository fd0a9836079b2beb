// Starts a payment. The server picks the method for this device: a code for another device, a page that leads to WeChat
// or Alipay, or WeChat's payment window. The window's result is not trusted; the screen asks the server.
import type { EndpointInput } from '@xinqiao/contract/http/endpoint.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import { paymentMessages, type OnlineProvider, type PayChoice } from '@xinqiao/contract/orders.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { api } from '../session/api.ts'

export type PaymentHandover =
  | { kind: 'qr' }
  | { kind: 'link'; url: string }
  | { kind: 'window' }
  | { kind: 'none'; message: string }
export type PaymentOnDevice = {
  orderNo: string
  title: string
  amountCents: number
  provider: OnlineProvider
  /** The other providers that the payer may choose. */
  choices: readonly PayChoice[]
  method: PaymentHandover
}

type WechatBridge = { invoke: (name: string, input: object, done: () => void) => void }

function invokeWechatPay(invoke: object): PaymentHandover {
  const { WeixinJSBridge: bridge } = window as { WeixinJSBridge?: WechatBridge }
  if (!bridge) return { kind: 'none', message: paymentMessages.openInWechat }
  bridge.invoke('getBrandWCPayRequest', invoke, () => {})
  return { kind: 'window' }
}

/**
 * Leaves the page when WeChat must identify the payer first.
 * @throws Failure
 */
export async function startPayment(input: EndpointInput<Contract, 'POST /order/pay'>): Promise<PaymentOnDevice> {
  const { ticket, ways: choices, ...started } = await api('POST /order/pay', input)
  if (ticket.kind === 'login') location.assign(withQuery(ticket.url, { back: location.pathname + location.search }))
  const method: PaymentHandover =
    ticket.kind === 'qr'
      ? { kind: 'qr' }
      : ticket.kind === 'jsapi'
        ? invokeWechatPay(ticket.invoke)
        : ticket.kind === 'link'
          ? { kind: 'link', url: ticket.url }
          : { kind: 'window' }
  return { ...started, choices, method }
}
