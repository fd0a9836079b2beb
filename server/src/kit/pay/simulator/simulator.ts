// The stand-in of WeChat Pay together with the real client that talks to it. Nothing of it is opened before somebody
// pays or asks, so that a house without payments has neither keys nor a second port.
import type { Sql } from '../../db.ts'
import type { Secrets } from '../../secrets.ts'
import type { Pay, PayProvider } from '../pay.ts'
import { makeWechat } from '../wechat.ts'
import { openGateway, type Gateway, type Misbehaviour } from './gateway.ts'
import { loadKeys, type SimulatorKeys } from './keys.ts'
import { makeTrades, simulatedAccount, type Deliver, type Trades } from './trades.ts'

export type SimulatorOptions = {
  sql: Sql
  secrets: Secrets
  /** Where the cashier page is. */
  publicUrl: string
  /** Where callbacks are sent to. */
  notifyUrl: () => string
  deliver?: Deliver
}

const post: Deliver = async (url, headers, body) =>
  (await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(5_000) })).status

type Opened = { keys: SimulatorKeys; trades: Trades; gateway: Gateway; client: PayProvider }
export type SimulatedPay = Pay & { opened: () => Promise<Opened>; misbehave: (how: Misbehaviour) => Promise<void> }

export function simulatePay({ sql, secrets, publicUrl, notifyUrl, deliver = post }: SimulatorOptions): SimulatedPay {
  async function open(): Promise<Opened> {
    const keys = await loadKeys(sql, secrets)
    const trades = makeTrades(sql, keys, deliver)
    const gateway = await openGateway({ sql, keys, trades, publicUrl })
    const client = makeWechat({
      ...simulatedAccount,
      baseUrl: gateway.url,
      mchSerial: keys.mchSerial,
      mchKey: keys.merchant,
      platformKeys: { [keys.platformSerial]: keys.platformPublic },
      apiV3Key: keys.apiV3Key,
      notifyUrl,
    })
    return { keys, trades, gateway, client }
  }
  let opening: Promise<Opened> | undefined
  const opened = () => (opening ??= open())
  const client = async () => (await opened()).client
  const driver = async () => (await opened()).trades.driver
  return {
    wechat: {
      name: 'wechat',
      prepay: async (input) => (await client()).prepay(input),
      query: async (no) => (await client()).query(no),
      close: async (no) => (await client()).close(no),
      refund: async (input) => (await client()).refund(input),
      queryRefund: async (no) => (await client()).queryRefund(no),
      bill: async (day, kind) => (await client()).bill(day, kind),
      readCallback: async (headers, body) => (await client()).readCallback(headers, body),
    },
    alipay: null,
    wechatLogin: {
      authorizeUrl: (returnUrl, state) =>
        `${publicUrl}/dev/wechat/authorize?${new URLSearchParams({ redirect_uri: returnUrl, state }).toString()}`,
      openidOf: (code) => Promise.resolve(`oSimulated${code.replaceAll(/\W/g, '').slice(0, 20)}`),
    },
    simulator: {
      findTrade: async (no) => (await driver()).findTrade(no),
      findByToken: async (token) => (await driver()).findByToken(token),
      act: async (no, result, seconds) => (await driver()).act(no, result, seconds),
      deliverDue: async () => (await driver()).deliverDue(),
    },
    close: async () => {
      if (opening) await (await opening).gateway.close()
    },
    opened,
    misbehave: async (how) => (await opened()).gateway.misbehave(how),
  }
}
