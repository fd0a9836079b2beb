// Tests of WeChat Pay's certificates: downloaded, stored, replaced when they change, and trusted only if they are
// WeChat's.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import {
  nextCertificatePem,
  nextKeyPem,
  platformCertificatePem,
  platformKeyPem,
} from '../../../../test/stand-ins/certificate.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { UntrustedCallbackError, GatewayFault, type PrepayRequest } from '../pay.ts'
import { createNonce, nowSeconds } from '../signing.ts'
import { openWechatGateway } from './simulator/gateway.ts'
import { loadKeys } from '../simulator/keys.ts'
import { createTradeSimulator } from '../simulated-trades.ts'
import { simulatedAccount } from './simulator/protocol.ts'
import { createDownloadedKeyring, readPlatformKeys } from './keys.ts'
import { createWechat } from './wechat.ts'

const server = useTestServer()
let count = 0
const createPrepayRequest = (): PrepayRequest => ({
  attemptNo: `K${Date.now()}${(count += 1)}`,
  method: 'native',
  title: '2026年度个人会员会费',
  amountCents: 20_000,
  expiresAt: new Date(Date.now() + 7_200_000),
  ip: '203.0.113.9',
})

describe('certificates that WeChat changes', () => {
  const serialOf = (pem: string) => Object.keys(readPlatformKeys(pem, ''))[0]!
  /** WeChat, which signs with this certificate, and the merchant's stored keys. */
  async function openWechatSignedBy(signs: 'old' | 'new', given: Record<string, KeyObject> = {}, apiV3Key?: string) {
    const { sql, secrets } = server().kit
    const [pem, keyPem] = signs === 'old' ? [platformCertificatePem, platformKeyPem] : [nextCertificatePem, nextKeyPem]
    const platform = createPrivateKey(keyPem)
    const stored = await loadKeys(sql, secrets)
    const keys = { ...stored, platform, platformPublic: createPublicKey(platform), platformSerial: serialOf(pem) }
    const sent: { headers: Record<string, string>; body: string }[] = []
    const trades = createTradeSimulator(sql, keys, (_url, headers, body) => {
      sent.push({ headers, body })
      return Promise.resolve(204)
    })
    const certificates = signs === 'old' ? [pem] : [platformCertificatePem, pem]
    const gateway = await openWechatGateway({ sql, keys, trades, publicUrl: 'http://xinqiao.test', certificates })
    const merchant = {
      baseUrl: gateway.url,
      mchId: simulatedAccount.mchId,
      mchSerial: keys.mchSerial,
      mchKey: keys.merchant,
      apiV3Key: apiV3Key ?? keys.apiV3Key,
    }
    const keyring = createDownloadedKeyring(sql, merchant, given)
    const notifyUrl = () => 'http://xinqiao.test/pay/wechat/notify'
    const client = createWechat({ ...merchant, appId: simulatedAccount.appId, keyring, notifyUrl })
    return { client, keyring, gateway, trades, sent }
  }
  afterEach(() => server().kit.sql`delete from wechat_certificate`)

  test('downloads certificates when there are none, and stores them for a start without WeChat', async () => {
    const first = await openWechatSignedBy('old')
    expect(await first.client.prepay(createPrepayRequest())).toMatchObject({ kind: 'qr' })
    expect(Object.keys(first.keyring.keys())).toEqual([serialOf(platformCertificatePem)])
    await first.gateway.close()
    const again = await openWechatSignedBy('old')
    await again.gateway.close()
    await expect(again.keyring.renew()).rejects.toThrow(GatewayFault)
    expect(Object.keys(again.keyring.keys())).toEqual([serialOf(platformCertificatePem)])
  })

  test('accepts signatures of the next certificate and of the old one', async () => {
    const { client, keyring, gateway, trades, sent } = await openWechatSignedBy(
      'new',
      readPlatformKeys(platformCertificatePem, ''),
    )
    const wanted = createPrepayRequest()
    expect(await client.prepay(wanted)).toMatchObject({ kind: 'qr' })
    expect(Object.keys(keyring.keys())).toEqual([serialOf(platformCertificatePem), serialOf(nextCertificatePem)])
    await trades.driver.act(wanted.attemptNo, 'success')
    const { headers, body } = sent.at(-1)!
    expect(await client.readCallback(headers, body)).toMatchObject({ type: 'paid', attemptNo: wanted.attemptNo })
    await gateway.close()
    const other = await openWechatSignedBy('new', readPlatformKeys(platformCertificatePem, ''))
    expect(await other.client.readCallback(headers, body)).toMatchObject({ type: 'paid' })
    await other.gateway.close()
  })

  test('refuses certificates that were not sealed for us or not signed by themselves', async () => {
    const foreign = await openWechatSignedBy('old', {}, '0'.repeat(32))
    await expect(foreign.keyring.renew()).rejects.toThrow(GatewayFault)
    await foreign.gateway.close()
    const { keyring, gateway } = await openWechatSignedBy('old')
    gateway.injectFault('wrongKey')
    await expect(keyring.renew()).rejects.toThrow('wrong signature')
    expect(keyring.keys()).toEqual({})
    await gateway.close()
  })

  test('does not download certificates again for each unknown serial number', async () => {
    const { client, gateway } = await openWechatSignedBy('old')
    await client.prepay(createPrepayRequest())
    await gateway.close()
    const headers = {
      'wechatpay-timestamp': nowSeconds(),
      'wechatpay-nonce': createNonce(),
      'wechatpay-serial': 'UNKNOWN',
      'wechatpay-signature': 'x',
    }
    await expect(client.readCallback(headers, '{}')).rejects.toThrow(UntrustedCallbackError)
  })
})
