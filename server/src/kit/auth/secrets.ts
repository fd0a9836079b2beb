// Keys derived from one root key, sealed fields, blind indexes, tokens, and comparison in constant time.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../db/db.ts'

/** Table, column and row of a sealed value; part of what AES-GCM authenticates. */
export type SealBinding = { table: string; column: string; row: number | string }

export type Secrets = {
  /**
   * AES-256-GCM: a zero byte, one byte key id, 12 bytes nonce, 16 bytes tag, the text. The binding is additional
   * authenticated data.
   */
  seal: (plain: string, binding: SealBinding) => Buffer
  /** @throws Error when the bytes were altered, moved to another row, or sealed with another key */
  open: (sealed: Uint8Array, binding: SealBinding) => string
  /** Keyed digest to look up a sealed value: equal inputs have equal digests. */
  index: (purpose: string, plain: string) => Buffer
  /** A secret derived from the root key, for callers that compute their own signatures. */
  derive: (purpose: string) => string
}

/** Root keys by their id, a number from 1 to 255. */
export type RootKeys = ReadonlyMap<number, string>

/**
 * Parses root keys: a single key has the id 1; several are written `1:key,2:key`, or one per line.
 * @throws Error for a repeated or invalid id
 */
export function parseRootKeys(text: string): RootKeys {
  const parts = text.split(/[,\n]/).flatMap((part) => part.trim() || [])
  if (!parts.every((part) => /^\d{1,3}:./.test(part))) return new Map([[1, text.trim()]])
  const keys = new Map<number, string>()
  for (const part of parts) {
    const colonAt = part.indexOf(':')
    const id = Number(part.slice(0, colonAt))
    const isTaken = keys.has(id)
    if (isTaken || id < 1 || id > 255) throw new Error(`密钥编号 ${id} ${isTaken ? '重复' : '应在1至255之间'}`)
    keys.set(id, part.slice(colonAt + 1))
  }
  return keys
}

/** First byte of a value that is bound to its row. Another format would begin with another byte. */
const boundFormat = 0
const bindingData = ({ table, column, row }: SealBinding) => Buffer.from(`${table}.${column}\0${row}`)

/**
 * Creates the secrets of an installation from its root keys.
 * @param secret the root keys, or the text of them
 * @param keyId id of the current key, which seals and indexes; the other keys only open
 */
export function createSecrets(secret: string | RootKeys, keyId = 1): Secrets {
  const roots = typeof secret === 'string' ? parseRootKeys(secret) : secret
  const rootKeyOf = (id: number) => {
    const root = roots.get(id)
    if (root === undefined) throw new Error(`sealed with the unknown key ${id}`)
    return root
  }
  const derive = (purpose: string, bytes = 32, id = keyId) =>
    Buffer.from(hkdfSync('sha256', rootKeyOf(id), 'xinqiao', purpose, bytes))
  const sealingKeys = new Map<number, Buffer>()
  const sealingKey = (id: number) => {
    const key = sealingKeys.get(id) ?? derive(`seal:${id}`, 32, id)
    sealingKeys.set(id, key)
    return key
  }
  const sealing = sealingKey(keyId)
  const indexing = derive(`index:${keyId}`)
  return {
    seal(plain, binding) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(bindingData(binding))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(boundFormat, keyId), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, binding) {
      const whole = Buffer.from(sealed)
      if (whole[0] !== boundFormat) throw new Error('not bound to its row')
      const bytes = whole.subarray(1)
      const key = sealingKey(bytes[0] ?? 0)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
        .setAuthTag(bytes.subarray(13, 29))
        .setAAD(bindingData(binding))
      return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString('utf8')
    },
    index: (purpose, plain) => createHmac('sha256', indexing).update(`${purpose}\0${plain}`).digest(),
    derive: (purpose) => derive(`text:${purpose}`).toString('base64url'),
  }
}

const keyFile = (dataDir: string) => path.join(dataDir, 'secret.key')

/** Root keys from SECRET_KEY, or a key that is created once and stored in DATA_DIR. */
export function readOrCreateRootKeys(secret: string | undefined, dataDir: string): RootKeys {
  if (secret) return parseRootKeys(secret)
  const file = keyFile(dataDir)
  if (existsSync(file)) return parseRootKeys(readFileSync(file, 'utf8').trim())
  const rootKey = createRootKey()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${rootKey}\n`, { mode: 0o600, flag: 'wx' })
  return parseRootKeys(rootKey)
}

export const createRootKey = (): string => randomBytes(48).toString('base64url')

/** Writes the file atomically, because an installation without its keys cannot read its data. */
export function writeRootKeys(keys: RootKeys, dataDir: string): void {
  const file = keyFile(dataDir)
  const half = `${file}.new`
  writeFileSync(half, [...keys].map(([id, key]) => `${id}:${key}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(half, file)
}

/** Secrets of an installation: its keys. The database names the current one. */
export async function openSecrets(
  db: Db,
  { SECRET_KEY, dataDir }: { SECRET_KEY?: string | undefined; dataDir: string },
): Promise<Secrets> {
  const keys = readOrCreateRootKeys(SECRET_KEY, dataDir)
  const [row] = await db<{ key_id: number }[]>`select key_id from key_in_force`
  const id = row?.key_id ?? 1
  if (!keys.has(id)) throw new Error(`数据库使用 ${id} 号密钥，但 SECRET_KEY 中没有它`)
  return createSecrets(keys, id)
}

/** Creates a token of 256 random bits, of which the database stores only the hash. */
export const createToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const isEqualSecret = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
