// Signatures and encryption of WeChat Pay APIv3, for our client (callbacks, payments inside WeChat) and the simulator.
import { createCipheriv, createDecipheriv, createSign, createVerify, randomBytes, type KeyObject } from 'node:crypto'

/** Joins the parts; each ends with a line break, including the last. */
const joinLines = (...parts: string[]) => parts.map((part) => `${part}\n`).join('')

export const buildSigningText = (
  method: string,
  pathAndQuery: string,
  timestamp: string,
  nonce: string,
  body: string,
) => joinLines(method, pathAndQuery, timestamp, nonce, body)
export const replyText = (timestamp: string, nonce: string, body: string) => joinLines(timestamp, nonce, body)
export const invokeText = (appId: string, timestamp: string, nonce: string, packageText: string) =>
  joinLines(appId, timestamp, nonce, packageText)

export const signText = (text: string, key: KeyObject): string =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')
export const isSignatureValid = (text: string, signature: string, key: KeyObject): boolean =>
  createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64')

export const createNonce = (): string => randomBytes(16).toString('hex').toUpperCase()
export const nowSeconds = (): string => `${Math.floor(Date.now() / 1000)}`

export type SealedResource = {
  algorithm: 'AEAD_AES_256_GCM'
  ciphertext: string
  nonce: string
  associated_data: string
}

/** @param key the APIv3 key, 32 bytes */
export function sealResource(text: string, key: string, associatedData: string): SealedResource {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associatedData))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data: associatedData }
}

/** @throws Error for altered bytes or a wrong key */
export function openResource(
  { ciphertext, nonce, associated_data: associatedData }: Omit<SealedResource, 'algorithm'>,
  key: string,
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAuthTag(bytes.subarray(-16))
    .setAAD(Buffer.from(associatedData))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}
