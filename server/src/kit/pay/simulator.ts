// The stand-ins of the payment providers, together with the real clients that call them. They start on first use, so
// that a server without payments has neither keys nor a second port.
import { canRedirectRefunds, onlineProviders, type OnlineProvider } from '@xinqiao/contract/orders.ts'
import type { Sql } from '../db/db.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { PayServices, PayProvider } from './pay.ts'
import { forEachProvider, providers } from './providers.ts'
import type { FaultServer, GatewayFaultKind } from './simulator/fault-server.ts'
import { loadKeys, type SimulatorKeys } from './simulator/keys.ts'
import type { TradeSimulator } from './simulator/protocol.ts'
import { createTradeSimulator, type CallbackDelivery } from './simulated-trades.ts'

export type SimulatorOptions = {
  sql: Sql
  secrets: Secrets
  /** Address of the cashier page. */
  publicUrl: string
  /** Address that receives callbacks. */
  notifyUrl: (provider: OnlineProvider) => string
  /** Address to which the payer's browser returns. */
  returnUrl: () => string
  deliver?: CallbackDelivery
}

const post: CallbackDelivery = async (url, headers, body) =>
  (await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(5_000) })).status

type OpenedSimulator = {
  keys: SimulatorKeys
  trades: TradeSimulator
  gateways: Record<OnlineProvider, FaultServer>
  clients: Record<OnlineProvider, PayProvider>
}
export type SimulatedPay = PayServices & {
  opened: () => Promise<OpenedSimulator>
  injectFault: (how: GatewayFaultKind, provider?: OnlineProvider) => Promise<void>
}

export function simulatePay(options: SimulatorOptions): SimulatedPay {
  const { sql, secrets, publicUrl, notifyUrl, returnUrl, deliver = post } = options
  async function open(): Promise<OpenedSimulator> {
    const keys = await loadKeys(sql, secrets)
    const trades = createTradeSimulator(sql, keys, deliver)
    const parts = { sql, keys, trades, publicUrl }
    const gatewayEntries = await Promise.all(
      onlineProviders.map(async (name) => [name, await providers[name].standIn.openGateway(parts)] as const),
    )
    const gateways = Object.fromEntries(gatewayEntries) as Record<OnlineProvider, FaultServer>
    const clients = forEachProvider((name) =>
      providers[name].standIn.createClient(keys, gateways[name].url, { notifyUrl: () => notifyUrl(name), returnUrl }),
    )
    return { keys, trades, gateways, clients }
  }
  let opening: Promise<OpenedSimulator> | undefined
  const openOnce = () => (opening ??= open())
  const openSimulator = async () => (await openOnce()).trades.driver
  const createLazyProvider = (name: OnlineProvider): PayProvider => {
    const openClient = async () => (await openOnce()).clients[name]
    return {
      name,
      prepay: async (input) => (await openClient()).prepay(input),
      query: async (no) => (await openClient()).query(no),
      close: async (no) => (await openClient()).close(no),
      refund: async (input) => (await openClient()).refund(input),
      queryRefund: async (refund) => (await openClient()).queryRefund(refund),
      bill: async (day, kind) => (await openClient()).bill(day, kind),
      readCallback: async (headers, body) => (await openClient()).readCallback(headers, body),
      ...(canRedirectRefunds(name) && {
        redirectRefund: async (refund, card) => (await openClient()).redirectRefund!(refund, card),
      }),
    }
  }
  return {
    ...forEachProvider(createLazyProvider),
    wechatLogin: {
      authorizeUrl: (back, state) =>
        `${publicUrl}/dev/wechat/authorize?${new URLSearchParams({ redirect_uri: back, state }).toString()}`,
      openidOf: (code) => Promise.resolve(`oSimulated${code.replaceAll(/\W/g, '').slice(0, 20)}`),
    },
    simulator: {
      findTrade: async (no) => (await openSimulator()).findTrade(no),
      findByToken: async (token) => (await openSimulator()).findByToken(token),
      act: async (no, result, seconds) => (await openSimulator()).act(no, result, seconds),
      deliverDue: async () => (await openSimulator()).deliverDue(),
    },
    close: async () => {
      if (!opening) return
      const { gateways } = await opening
      await Promise.all(Object.values(gateways).map((gateway) => gateway.close()))
    },
    opened: openOnce,
    injectFault: async (how, provider = onlineProviders[0]) => (await openOnce()).gateways[provider].injectFault(how),
  }
}
