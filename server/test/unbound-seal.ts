// Seals as versions before the binding did: without a place, the key's number first.
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

export function sealUnbound(root: string, plain: string, keyId = 1): Buffer {
  const key = Buffer.from(hkdfSync('sha256', root, 'xinqiao', `seal:${keyId}`, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(keyId), nonce, cipher.getAuthTag(), body])
}
