// Keys that verify signatures of WeChat: its fixed public key, or its certificates, which are downloaded and change
// every few years. A download is decrypted with our APIv3 key, and verified with the certificate that it contains.
import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../../db/db.ts'
import { insertCertificate, selectCertificates } from './certificate-store.ts'
import { GatewayFault } from '../pay.ts'
import {
  isSignatureValid,
  createNonce,
  nowSeconds,
  openResource,
  replyText,
  buildSigningText,
  signText,
} from '../signing.ts'

export type PlatformKeys = Record<string, KeyObject>
export type PlatformKeyring = {
  /** Keys by the id of the public key (PUB_KEY_ID_…), or by the serial number of the certificate. */
  keys: () => PlatformKeys
  /**
   * Downloads unknown keys.
   * @returns false for a fixed key
   * @throws GatewayFault
   */
  renew: () => Promise<boolean>
}

/**
 * A PEM file with a public key, or with one or more certificates.
 * @param keyId id of a public key; certificates contain their serial number
 */
export function readPlatformKeys(pem: string, keyId: string): PlatformKeys {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (!certificates) return { [keyId]: createPublicKey(pem) }
  return Object.fromEntries(
    certificates.map((text) => {
      const certificate = new X509Certificate(text)
      return [certificate.serialNumber, certificate.publicKey]
    }),
  )
}

export const createFixedKeyring = (keys: PlatformKeys): PlatformKeyring => ({
  keys: () => keys,
  renew: () => Promise.resolve(false),
})

const Download = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      encrypt_certificate: z.object({ ciphertext: z.string(), nonce: z.string(), associated_data: z.string() }),
    }),
  ),
})
type WechatMerchant = { baseUrl: string; mchId: string; mchSerial: string; mchKey: KeyObject; apiV3Key: string }

/** Time limit of the download of keys: a callback waits for it, and must get a reply within five seconds. */
const timeoutMs = 4_000
const path = 'v3/certificates'

/**
 * Downloads WeChat's certificates.
 * @returns PEM texts
 * @throws GatewayFault when the download fails or is not from WeChat
 */
async function downloadCertificates(merchant: WechatMerchant): Promise<string[]> {
  const { baseUrl, mchId, mchSerial, mchKey, apiV3Key } = merchant
  const url = new URL(path, baseUrl)
  const [timestamp, nonce] = [nowSeconds(), createNonce()]
  const signature = signText(buildSigningText('GET', url.pathname, timestamp, nonce, ''), mchKey)
  const parts = { mchid: mchId, serial_no: mchSerial, timestamp, nonce_str: nonce, signature }
  const authorization = `WECHATPAY2-SHA256-RSA2048 ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
  try {
    const headers = { authorization, accept: 'application/json' }
    const reply = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const body = await reply.text()
    if (!reply.ok) throw new Error(`${reply.status} ${body.slice(0, 100)}`)
    const pems = Download.parse(JSON.parse(body)).data.map((item) => openResource(item.encrypt_certificate, apiV3Key))
    const readHeader = (name: string) => reply.headers.get(`wechatpay-${name}`) ?? ''
    const key = readPlatformKeys(pems.join('\n'), '')[readHeader('serial')]
    const isOurs =
      key &&
      isSignatureValid(replyText(readHeader('timestamp'), readHeader('nonce'), body), readHeader('signature'), key)
    if (!isOurs) throw new Error('wrong signature')
    return pems
  } catch (error) {
    throw new GatewayFault('', `certificates not fetched: ${(error as Error).message}`)
  }
}

/** Keys are downloaded once in this time, because senders of callbacks choose the serial number. */
const minRefreshIntervalMs = 60_000

/** @param first keys that are known at the start */
export function createDownloadedKeyring(sql: Sql, merchant: WechatMerchant, first: PlatformKeys): PlatformKeyring {
  let keys = first
  let askedAt = -Infinity
  return {
    keys: () => keys,
    async renew() {
      const certificates = await selectCertificates(sql)
      if (certificates.length > 0) keys = { ...keys, ...readPlatformKeys(certificates.join('\n'), '') }
      if (Date.now() - askedAt < minRefreshIntervalMs) return true
      askedAt = Date.now()
      for (const pem of await downloadCertificates(merchant)) {
        const { serialNumber, validToDate } = new X509Certificate(pem)
        await insertCertificate(sql, serialNumber, pem, validToDate)
        keys = { ...keys, ...readPlatformKeys(pem, '') }
      }
      return true
    },
  }
}
