// Alipay as a payment provider: all differences from other providers.
import type { KeyObject } from 'node:crypto'
import type { Config } from '../../config.ts'
import { isInWechat, isPhone } from '../browsers.ts'
import type { ProviderDefinition } from '../definition.ts'
import { readKey } from '../key-files.ts'
import { createAlipay } from './alipay.ts'
import { isCertificateOf, readAlipayKey, readAppKey, readCertificates, type AlipayTrust } from './keys.ts'
import { openAlipayGateway } from './simulator/gateway.ts'
import { createAlipayProtocol, simulatedAppId, simulatedSellerId } from './simulator/protocol.ts'

/** Certificate mode when certificates are configured; otherwise Alipay's public key. */
function readTrust(config: Config, appKey: KeyObject): AlipayTrust {
  if (config.ALIPAY_APP_CERT_FILE === '') return { alipayKey: readKey('ALIPAY_PUBLIC_KEY_FILE', config, readAlipayKey) }
  const appCert = readKey('ALIPAY_APP_CERT_FILE', config, readCertificates)
  if (!isCertificateOf(appCert, appKey)) throw new Error('环境变量 ALIPAY_APP_CERT_FILE 的证书与应用私钥不是一对')
  return {
    appCert,
    alipayCert: readKey('ALIPAY_PUBLIC_KEY_FILE', config, readCertificates),
    rootCert: readKey('ALIPAY_ROOT_CERT_FILE', config, readCertificates),
  }
}

export const alipay: ProviderDefinition = {
  open(config, _sql, addresses) {
    const appKey = readKey('ALIPAY_APP_KEY_FILE', config, readAppKey)
    return createAlipay({
      gateway: config.ALIPAY_GATEWAY,
      appId: config.ALIPAY_APP_ID,
      appKey,
      trust: readTrust(config, appKey),
      sellerId: config.ALIPAY_SELLER_ID,
      ...addresses,
    })
  },
  devices: {
    isOwnBrowser: (userAgent) => /AlipayClient/i.test(userAgent),
    // WeChat's browser cannot open Alipay
    isUsable: (userAgent) => !isInWechat(userAgent),
    chooseMethod(userAgent, { ALIPAY_DESKTOP }) {
      if (isPhone(userAgent)) return 'alipayWap'
      return ALIPAY_DESKTOP === 'qr' ? 'alipayQr' : 'alipayPage'
    },
  },
  // Alipay's codes are valid for two hours (opendocs.alipay.com); its bills are compared for the same period as
  // WeChat's
  codeTtlMinutes: 115,
  billDays: 85,
  // the signature is in the body
  signatureHeaders: [],
  // Alipay repeats the callback until it gets the text `success` (opendocs.alipay.com)
  acknowledgements: {
    accepted: { status: 200, body: 'success' },
    badSignature: { status: 401, body: 'failure' },
    failed: { status: 500, body: 'failure' },
  },
  standIn: {
    protocol: createAlipayProtocol,
    openGateway: openAlipayGateway,
    createClient: (keys, gatewayUrl, addresses) =>
      createAlipay({
        gateway: `${gatewayUrl}gateway.do`,
        appId: simulatedAppId,
        appKey: keys.merchant,
        trust: { alipayKey: keys.platformPublic },
        sellerId: simulatedSellerId,
        ...addresses,
      }),
  },
}
