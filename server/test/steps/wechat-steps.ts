// The WeChat Pay client and the simulator's gateway, connected by HTTP.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { expect } from 'vitest'
import type { PayProvider, PrepayRequest } from '../../src/kit/pay/pay.ts'
import type { FaultServer } from '../../src/kit/pay/simulator/fault-server.ts'
import { openWechatGateway } from '../../src/kit/pay/wechat/simulator/gateway.ts'
import { loadKeys, type SimulatorKeys } from '../../src/kit/pay/simulator/keys.ts'
import type { TradeSimulator } from '../../src/kit/pay/simulator/protocol.ts'
import { createTradeSimulator } from '../../src/kit/pay/simulated-trades.ts'
import { simulatedAccount } from '../../src/kit/pay/wechat/simulator/protocol.ts'
import { createFixedKeyring, readPlatformKeys } from '../../src/kit/pay/wechat/keys.ts'
import { createWechat } from '../../src/kit/pay/wechat/wechat.ts'
import { platformCertificatePem, platformKeyPem } from '../stand-ins/certificate.ts'
import type { TestServer } from '../test-server.ts'

/** Signature by which WeChat proves its replies. */
export const trustModes = ['public key', 'certificate']

let count = 0
const newNo = () => `T${Date.now()}${(count += 1)}`
export const prepayInput = (change: Partial<PrepayRequest> = {}): PrepayRequest => ({
  attemptNo: newNo(),
  method: 'native',
  title: '2026年度个人会员会费',
  amountCents: 20_000,
  expiresAt: new Date(Date.now() + 7_200_000),
  ip: '203.0.113.9',
  ...change,
})

export type WechatSimulation = {
  keys: SimulatorKeys
  gateway: FaultServer
  trades: TradeSimulator
  client: PayProvider
  /** With a timeout so short that no test waits for it. */
  hasty: PayProvider
  /** Callbacks that the gateway has sent. */
  delivered: { headers: Record<string, string>; body: string }[]
}

export async function openWechat(server: TestServer, mode: string): Promise<WechatSimulation> {
  const { sql, secrets } = server.kit
  let keys = await loadKeys(sql, secrets)
  let platformKeys = { [keys.platformSerial]: keys.platformPublic }
  if (mode === 'certificate') {
    platformKeys = readPlatformKeys(platformCertificatePem, '')
    const platform = createPrivateKey(platformKeyPem)
    const [platformSerial = ''] = Object.keys(platformKeys)
    keys = { ...keys, platform, platformPublic: createPublicKey(platform), platformSerial }
  }
  const deliveredCallbacks: WechatSimulation['delivered'] = []
  const trades = createTradeSimulator(sql, keys, (_url, headers, body) => {
    deliveredCallbacks.push({ headers, body })
    return Promise.resolve(204)
  })
  const gateway = await openWechatGateway({ sql, keys, trades, publicUrl: 'http://xinqiao.test' })
  const account = {
    ...simulatedAccount,
    baseUrl: gateway.url,
    mchSerial: keys.mchSerial,
    mchKey: keys.merchant,
    keyring: createFixedKeyring(platformKeys),
    apiV3Key: keys.apiV3Key,
    notifyUrl: () => 'http://xinqiao.test/pay/wechat/notify',
  }
  return {
    keys,
    gateway,
    trades,
    client: createWechat(account),
    hasty: createWechat(account, 50),
    delivered: deliveredCallbacks,
  }
}

/** Pays an order at the gateway, as its payer does. */
export async function payAtGateway({ client, trades }: WechatSimulation, change: Partial<PrepayRequest> = {}) {
  const request = prepayInput(change)
  await client.prepay(request)
  expect(await trades.driver.act(request.attemptNo, 'success')).toBe(true)
  const state = await client.query(request.attemptNo)
  if (state.state !== 'paid') throw new Error('not paid')
  return { ...request, ...state }
}
