// WeChat Pay as a payment provider: all differences from other providers.
import { createPrivateKey } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Sql } from '../../db/db.ts'
import { isInWechat, isPhone } from '../browsers.ts'
import type { ProviderDefinition } from '../definition.ts'
import { readKey, readPem } from '../key-files.ts'
import { createDownloadedKeyring, createFixedKeyring, readPlatformKeys, type PlatformKeyring } from './keys.ts'
import { openWechatGateway } from './simulator/gateway.ts'
import { simulatedAccount, createWechatProtocol } from './simulator/protocol.ts'
import { createWechat } from './wechat.ts'

/** A public key never changes. Certificates do, so they are downloaded unless a file contains them. */
function openKeyring(
  config: Config,
  sql: Sql,
  merchant: Parameters<typeof createDownloadedKeyring>[1],
): PlatformKeyring {
  const name = 'WECHAT_PAY_PUBLIC_KEY_FILE'
  if (config[name] === '') return createDownloadedKeyring(sql, merchant, {})
  const id = config.WECHAT_PAY_PUBLIC_KEY_ID
  const areCertificates = readPem(name, config).includes('BEGIN CERTIFICATE')
  if (!areCertificates && id === '') throw new Error('环境变量 WECHAT_PAY_PUBLIC_KEY_ID 未设置，微信支付公钥需要它')
  const keys = readKey(name, config, (pem) => readPlatformKeys(pem, id))
  return areCertificates ? createDownloadedKeyring(sql, merchant, keys) : createFixedKeyring(keys)
}

export const wechat: ProviderDefinition = {
  open(config, sql, { notifyUrl }) {
    const apiV3Key = config.WECHAT_PAY_API_KEY
    if (Buffer.byteLength(apiV3Key) !== 32) throw new Error('环境变量 WECHAT_PAY_API_KEY 的值不正确：应为32个字符')
    const merchant = {
      baseUrl: config.WECHAT_PAY_BASE_URL,
      mchId: config.WECHAT_PAY_MCH_ID,
      mchSerial: config.WECHAT_PAY_MCH_SERIAL,
      mchKey: readKey('WECHAT_PAY_MCH_KEY_FILE', config, createPrivateKey),
      apiV3Key,
    }
    const keyring = openKeyring(config, sql, merchant)
    return createWechat({ ...merchant, appId: config.WECHAT_PAY_APP_ID, keyring, notifyUrl })
  },
  devices: {
    isOwnBrowser: isInWechat,
    isUsable: () => true,
    // WeChat does not open links to itself
    chooseMethod(userAgent) {
      if (isInWechat(userAgent)) return 'jsapi'
      return isPhone(userAgent) ? 'h5' : 'native'
    },
  },
  // WeChat's codes are valid for two hours, and its bills are kept for three months (pay.weixin.qq.com/doc/v3)
  codeTtlMinutes: 115,
  billDays: 85,
  signatureHeaders: ['timestamp', 'nonce', 'serial', 'signature-type', 'signature'].map((name) => `wechatpay-${name}`),
  // WeChat repeats the callback until it gets 200 or 204 within five seconds (pay.weixin.qq.com/doc/v3)
  acknowledgements: {
    accepted: { status: 204 },
    badSignature: { status: 401, body: { code: 'FAIL', message: '签名错误' } },
    failed: { status: 500, body: { code: 'FAIL', message: '处理失败' } },
  },
  standIn: {
    protocol: createWechatProtocol,
    openGateway: openWechatGateway,
    createClient: (keys, baseUrl, { notifyUrl }) =>
      createWechat({
        ...simulatedAccount,
        baseUrl,
        mchSerial: keys.mchSerial,
        mchKey: keys.merchant,
        keyring: createFixedKeyring({ [keys.platformSerial]: keys.platformPublic }),
        apiV3Key: keys.apiV3Key,
        notifyUrl,
      }),
  },
}
