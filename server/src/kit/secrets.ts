// Keys derived from one root, sealed fields, blind indexes, tokens and constant-time comparison.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Secrets = {
  /** AES-256-GCM: one byte key id, 12 bytes nonce, 16 bytes tag, the text. */
  seal: (plain: string) => Buffer
  /** @throws Error when the bytes were altered or sealed with another key */
  open: (sealed: Uint8Array) => string
  /** Equal inputs give equal digests, by which a sealed field can be looked up. */
  index: (purpose: string, plain: string) => Buffer
  /** Text to hand to libraries that want a secret of their own. */
  derive: (purpose: string) => string
}

const keyId = 1

export function makeSecrets(rootKey: string): Secrets {
  const derive = (purpose: string, bytes = 32) => Buffer.from(hkdfSync('sha256', rootKey, 'xinqiao', purpose, bytes))
  const sealing = derive('seal:1')
  const indexing = derive('index:1')
  return {
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(keyId), nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== keyId) throw new Error(`sealed with the unknown key ${bytes[0]}`)
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(1, 13)).setAuthTag(
        bytes.subarray(13, 29),
      )
      return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString('utf8')
    },
    index: (purpose, plain) => createHmac('sha256', indexing).update(`${purpose}\0${plain}`).digest(),
    derive: (purpose) => derive(`text:${purpose}`).toString('base64url'),
  }
}

/** The root key: from SECRET_KEY, else made once and kept in DATA_DIR. */
export function readRootKey(given: string | undefined, dataDir: string): string {
  if (given) return given
  const file = path.join(dataDir, 'secret.key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const made = randomBytes(48).toString('base64url')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
  return made
}

/** 256 random bits. Only its hash is stored. */
export const makeToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
