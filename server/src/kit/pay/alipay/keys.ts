// Keys and certificates of Alipay.
import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'

/** Alipay's public key, or the certificates of both sides (PEM), which some products require. */
export type AlipayTrust = { alipayKey: KeyObject } | { appCert: string; alipayCert: string; rootCert: string }

/** The platform's tools export keys as bare base64, without PEM lines. */
const toPem = (text: string, label: string) =>
  text.includes('-----BEGIN') ? text : `-----BEGIN ${label}-----\n${text.trim()}\n-----END ${label}-----\n`

/**
 * Parses PKCS#8 or PKCS#1, with or without PEM lines.
 * @throws Error for other text
 */
export function readAppKey(text: string): KeyObject {
  try {
    return createPrivateKey(toPem(text, 'PRIVATE KEY'))
  } catch {
    return createPrivateKey(toPem(text, 'RSA PRIVATE KEY'))
  }
}
export const readAlipayKey = (text: string): KeyObject => createPublicKey(toPem(text, 'PUBLIC KEY'))

/**
 * Parses one certificate, or the chain of root certificates.
 * @throws Error for other text
 */
export function readCertificates(text: string): string {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (!certificates) throw new Error('no certificate')
  for (const pem of certificates) void new X509Certificate(pem).serialNumber
  return text
}
export const isCertificateOf = (appCert: string, appKey: KeyObject): boolean =>
  new X509Certificate(appCert).checkPrivateKey(appKey)

/** @returns the options of the SDK for the trust */
export const toSdkTrustOptions = (trust: AlipayTrust) =>
  'alipayKey' in trust
    ? { alipayPublicKey: trust.alipayKey.export({ type: 'spki', format: 'pem' }).toString() }
    : {
        appCertContent: trust.appCert,
        alipayPublicCertContent: trust.alipayCert,
        alipayRootCertContent: trust.rootCert,
      }
