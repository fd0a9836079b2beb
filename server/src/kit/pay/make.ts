// Creates the payment services from the settings.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OnlineProvider } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { payProviderSettings, type Config } from '../config.ts'
import type { Sql } from '../db/db.ts'
import type { Secrets } from '../auth/secrets.ts'
import { isCertificateOf, makeAlipay, readAlipayKey, readAppKey, readCertificates, type AlipayTrust } from './alipay.ts'
import type { Pay, PayProvider } from './pay.ts'
import { simulatePay } from './simulator/simulator.ts'
import { downloadedKeys, fixedKeys, readPlatformKeys, type Keyring } from './wechat-keys.ts'
import { makeWechat } from './wechat.ts'
import { makeWechatLogin } from './wechat-login.ts'

/** Path that receives a provider's callbacks. */
export const callbackPathOf = (provider: OnlineProvider) => `/pay/${provider}/notify`

type KeyFile = {
  [Name in keyof Config]-?: Name extends `${'ALIPAY' | 'WECHAT_PAY'}_${string}_FILE` ? Name : never
}[keyof Config]

function readPem(name: KeyFile, config: Config): string {
  try {
    return readFileSync(config[name], 'utf8')
  } catch {
    throw new Error(`环境变量 ${name} 所指的文件无法读取：${config[name]}`)
  }
}

/** @throws Error with a sentence that names the variable */
function readKey<T>(name: KeyFile, config: Config, read: (text: string) => T): T {
  const text = readPem(name, config)
  try {
    return read(text)
  } catch {
    throw new Error(`环境变量 ${name} 所指的文件不是密钥或证书：${config[name]}`)
  }
}

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

function openAlipay(config: Config): PayProvider {
  const appKey = readKey('ALIPAY_APP_KEY_FILE', config, readAppKey)
  return makeAlipay({
    gateway: config.ALIPAY_GATEWAY,
    appId: config.ALIPAY_APP_ID,
    appKey,
    trust: readTrust(config, appKey),
    sellerId: config.ALIPAY_SELLER_ID,
    notifyUrl: () => config.publicUrl + callbackPathOf('alipay'),
    returnUrl: () => config.publicUrl + routes.orders,
  })
}

/** A public key never changes; certificates do, and are downloaded unless a file has them. */
function openKeyring(config: Config, sql: Sql, merchant: Parameters<typeof downloadedKeys>[1]): Keyring {
  const name = 'WECHAT_PAY_PUBLIC_KEY_FILE'
  if (config[name] === '') return downloadedKeys(sql, merchant, {})
  const id = config.WECHAT_PAY_PUBLIC_KEY_ID
  const areCertificates = readPem(name, config).includes('BEGIN CERTIFICATE')
  if (!areCertificates && id === '') throw new Error('环境变量 WECHAT_PAY_PUBLIC_KEY_ID 未设置，微信支付公钥需要它')
  const keys = readKey(name, config, (pem) => readPlatformKeys(pem, id))
  return areCertificates ? downloadedKeys(sql, merchant, keys) : fixedKeys(keys)
}

function openWechat(config: Config, sql: Sql): PayProvider {
  const apiV3Key = config.WECHAT_PAY_API_KEY
  if (Buffer.byteLength(apiV3Key) !== 32) throw new Error('环境变量 WECHAT_PAY_API_KEY 的值不正确：应为32个字符')
  const merchant = {
    baseUrl: config.WECHAT_PAY_BASE_URL,
    mchId: config.WECHAT_PAY_MCH_ID,
    mchSerial: config.WECHAT_PAY_MCH_SERIAL,
    mchKey: readKey('WECHAT_PAY_MCH_KEY_FILE', config, createPrivateKey),
    apiV3Key,
  }
  return makeWechat({
    ...merchant,
    appId: config.WECHAT_PAY_APP_ID,
    keyring: openKeyring(config, sql, merchant),
    notifyUrl: () => config.publicUrl + callbackPathOf('wechat'),
  })
}

const openers: Record<OnlineProvider, (config: Config, sql: Sql) => PayProvider> = {
  wechat: openWechat,
  alipay: openAlipay,
}

/** @throws Error with a sentence that names the variable */
export function makePay(config: Config, sql: Sql, secrets: Secrets): Pay {
  if (config.PAY_PROVIDER === 'simulator') {
    // directly to this process: the stand-in may not reach the public address behind its proxy
    const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST
    const notifyUrl = (provider: OnlineProvider) => `http://${host}:${config.PORT}${callbackPathOf(provider)}`
    const returnUrl = config.publicUrl + routes.orders
    return simulatePay({ sql, secrets, publicUrl: config.publicUrl, notifyUrl, returnUrl })
  }
  const open = (name: OnlineProvider) => (payProviderSettings[name].isOn(config) ? openers[name](config, sql) : null)
  return {
    wechat: open('wechat'),
    alipay: open('alipay'),
    wechatLogin: config.WECHAT_APP_SECRET ? makeWechatLogin(config.WECHAT_PAY_APP_ID, config.WECHAT_APP_SECRET) : null,
    simulator: null,
    close: () => Promise.resolve(),
  }
}
